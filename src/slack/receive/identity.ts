/** Identifies the caller and the workspace of each command, click, form, menu and event. */
import { Problem } from '../../lib/problem.ts'
import { asUnknown, type Outside, type People, type Person } from '../port.ts'
import type { SlackPorts } from '../send/ports.ts'

export interface Origin {
  /** The workspace in which the app is installed; empty if the payload names none. */
  readonly team: string
  readonly enterprise: string | null
  readonly user: string
}

export interface Identity extends Origin {
  /** Whether the person belongs to another organization than the app; `null`: unknown to Slack. */
  readonly outside: Outside
}

export type Identities = ReturnType<typeof createIdentities>

/**
 * @param of Slack look-ups with the token of that workspace
 * @param installedIn the only workspace of the bot token; `null`: there are several, and the payload names one
 */
export function createIdentities(
  of: (team: string) => Pick<SlackPorts, 'organization'> & { readonly people: Pick<People, 'person'> },
  installedIn: string | null,
) {
  /** Reads the payload only. */
  const place = (payload: unknown): Origin => {
    const fromPayload = deliveryOrigin(payload)
    return installedIn === null ? fromPayload : { ...fromPayload, team: installedIn }
  }
  /** For a payload that names its person elsewhere. */
  const lookUp = (origin: Origin) => lookUpIdentity(of, origin)
  return { place, lookUp, identify: async (payload: unknown) => lookUp(place(payload)) }
}

/** Looks the person up with `users.info`. @throws {Problem} `no_workspace` */
export async function lookUpIdentity(
  of: (team: string) => Pick<SlackPorts, 'organization'> & { readonly people: Pick<People, 'person'> },
  origin: Origin,
): Promise<Identity> {
  if (origin.team === '')
    throw new Problem(
      'no_workspace',
      'Slack didn’t say which workspace this came from, so nothing was done. Try again from a channel in your own workspace.',
    )
  const { people, organization } = of(origin.team)
  const person = await people.person(origin.user)
  return {
    ...origin,
    outside: person === null ? null : await isOutside(person, origin.team, organization),
  }
}

/** `is_stranger` isn't used: Slack sets it only while a person shares no channel with the app. `null`: unknown. */
async function isOutside(
  person: Person,
  team: string,
  organization: () => Promise<string | null>,
): Promise<boolean | null> {
  if (person.workspaces.includes(team)) return false
  // Other organizations have ids too, so it has to equal ours.
  if (person.organization === null) return person.workspaces.length === 0 ? null : true
  return organization().then((ours) => person.organization !== ours, asUnknown)
}

/**
 * The workspace in which the app is installed. Follows Bolt's `buildSource`, but prefers the view's field: the `team`
 * of a form is its sender's workspace, which in Slack Connect can be another one (bolt-js#1614).
 */
export function deliveryOrigin(payload: unknown): Origin {
  const body = fields(payload)
  if (body.event !== undefined) return eventOrigin(body)
  const [team, user, enterprise] = [fields(body.team), fields(body.user), fields(body.enterprise)]
  return {
    // For an organization-wide installation, a view names the organization (`E…`), not a workspace.
    team: first(
      workspace(fields(body.view).app_installed_team_id),
      workspace(body.team_id),
      workspace(team.id),
      workspace(user.team_id),
    ),
    enterprise: first(body.enterprise_id, enterprise.id, team.enterprise_id) || null,
    user: first(body.user_id, user.id),
  }
}

/** Whether a delivery comes from an installation for a whole organization. */
export function isOfOrganization(payload: unknown): boolean {
  const body = fields(payload)
  const [authorization] = Array.isArray(body.authorizations) ? body.authorizations.map(fields) : []
  // Commands are forms, which have only texts.
  return [true, 'true'].some(
    (yes) => yes === (authorization?.is_enterprise_install ?? body.is_enterprise_install),
  )
}

function eventOrigin(body: Fields): Origin {
  const [authorization] = Array.isArray(body.authorizations) ? body.authorizations.map(fields) : []
  const { user } = fields(body.event)
  return {
    team: first(workspace(authorization?.team_id), workspace(body.team_id)),
    enterprise: first(authorization?.enterprise_id, body.enterprise_id) || null,
    user: first(user, fields(user).id),
  }
}

export type Fields = Readonly<Record<string, unknown>>

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function workspace(id: unknown): unknown {
  return typeof id === 'string' && id.startsWith('E') ? undefined : id
}

function first(...values: readonly unknown[]): string {
  return values.find((value) => typeof value === 'string' && value !== '')?.toString() ?? ''
}
