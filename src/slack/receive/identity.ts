/** Who somebody is and where: decided here, once, before a command, click, form, menu or event is worked on. */
import { Problem } from '../../lib/problem.ts'
import { type People, type Person, PostError } from '../port.ts'

/** Where something comes from, as its payload says. */
export interface Place {
  /** The workspace that the app is installed in; empty where the payload names none. */
  readonly team: string
  /** Its Enterprise Grid organization. */
  readonly enterprise: string | null
  readonly user: string
}

export interface Identity extends Place {
  /** Of another organization than the one that installed the app; `null`: Slack didn't tell. */
  readonly outside: boolean | null
}

export interface IdentityDeps {
  /** What Slack tells with the token of that workspace. */
  readonly of: (team: string) => {
    readonly people: Pick<People, 'person'>
    /** @throws {PostError} when Slack didn't tell */
    readonly organization: () => Promise<string | null>
  }
  /** The one workspace of the bot's token; `null`: the token works in several, so the payload tells. */
  readonly installedIn: string | null
}

export interface Identities {
  /** Where, without asking anybody. */
  place(payload: unknown): Place
  /** Who, as `users.info` tells. @throws {Problem} `no_workspace` */
  identify(payload: unknown): Promise<Identity>
}

export function createIdentities({ of, installedIn }: IdentityDeps): Identities {
  const place = (payload: unknown): Place => {
    const told = placeOf(payload)
    return installedIn === null ? told : { ...told, team: installedIn }
  }
  return {
    place,
    identify: async (payload) => {
      const where = place(payload)
      if (where.team === '')
        throw new Problem(
          'no_workspace',
          "Slack didn't say in which workspace this was, so nothing was done. Try again from a channel of your own workspace.",
        )
      const { people, organization } = of(where.team)
      const person = await people.person(where.user)
      return { ...where, outside: person === null ? null : await isOutside(person, where.team, organization) }
    },
  }
}

/**
 * Slack calls somebody a stranger only while they share no channel with the app, so `is_stranger` decides nothing here.
 * @returns `null`: Slack didn't tell
 */
async function isOutside(
  person: Person,
  team: string,
  organization: () => Promise<string | null>,
): Promise<boolean | null> {
  if (person.workspaces.includes(team)) return false
  // People of another organization may carry one, too: it has to be ours.
  if (person.organization === null) return person.workspaces.length === 0 ? null : true
  try {
    return person.organization !== (await organization())
  } catch (error) {
    if (error instanceof PostError) return null
    throw error
  }
}

/**
 * The workspace in which the app is installed, in the order of Bolt's `buildSource`, with the view's word for it before
 * all: `team` of a form is the workspace of whoever sends it, which in Slack Connect is another one (bolt-js#1614).
 */
export function placeOf(payload: unknown): Place {
  const body = fields(payload)
  if (body.event !== undefined) return placeOfEvent(body)
  const [team, user, enterprise] = [fields(body.team), fields(body.user), fields(body.enterprise)]
  return {
    // Of an app that is installed for a whole organization, a view names that (`E…`), which is no workspace.
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

function placeOfEvent(body: Fields): Place {
  const [authorization] = Array.isArray(body.authorizations) ? body.authorizations.map(fields) : []
  const { user } = fields(body.event)
  return {
    team: first(workspace(authorization?.team_id), workspace(body.team_id)),
    enterprise: first(authorization?.enterprise_id, body.enterprise_id) || null,
    user: first(user, fields(user).id),
  }
}

type Fields = Readonly<Record<string, unknown>>

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function workspace(id: unknown): unknown {
  return typeof id === 'string' && id.startsWith('E') ? undefined : id
}

function first(...values: readonly unknown[]): string {
  return values.find((value) => typeof value === 'string' && value !== '')?.toString() ?? ''
}
