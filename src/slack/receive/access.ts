/** Who calls, from which workspace, and what they may do. */

import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { ChangeRule, Contact, GuestRule, Permission, Refusals } from '../../model/permission.ts'
import { auditEntry } from '../../store/audit-entry.ts'
import type { Store } from '../../store/index.ts'
import { asUnknown, type Outside, type People, type Person, PostError, type Sender } from '../port.ts'
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

/** Unknown whether from outside: refused where it matters. Without a presence, they are looked up in the channel. */
export interface Requester extends Sender {
  /** The channel that the request is about; `null`: none. */
  readonly channel: string | null
}

/** The object of a refused change, for the audit log. */
export interface About {
  /** For example a recommendation's id. */
  readonly subject: string | null
  readonly message: string | null
}

export interface Permissions {
  /**
   * What reveals no data (`anyone`) is always allowed; all else only to people who are in the channel that it is about.
   * @param action the verb, button or form, for the audit log
   * @throws {Problem} `not_allowed`, naming who can grant it, or {@link isAboutMembership}; refused changes are audited
   */
  require(permission: Permission, requester: Requester, action: string, about?: About): Promise<void>
  /** For what is only shown: rights may be some minutes old, and nothing is audited. */
  refusals(requester: Requester): Promise<Refusals>
}

export interface AccessOptions {
  readonly changers: ChangeRule
  readonly guests: GuestRule
  /** Who is named where no one else is known. */
  readonly contact?: Contact | null
  readonly people: People
  readonly store: Pick<Store, 'audit'>
  readonly clock: Clock
}

export function createPermissions(options: AccessOptions): Permissions {
  const { changers, guests, contact = null, people, store, clock } = options
  const changersInWords =
    changers.kind === 'list' ? 'the people named in the settings' : 'admins and owners of this workspace'

  /** The reason for a refusal; `null`: allowed. */
  const refusal = async (
    permission: Permission,
    requester: Requester,
    personFor: (permission: Permission, user: string) => Promise<Person | null>,
  ): Promise<string | null> => {
    if (permission === 'anyone') return null
    // Allowed for everyone, so no look-up is needed.
    if (guests !== 'nothing' && permission === 'readers') return null
    if (guests === 'change' && permission === 'changers' && changers.kind === 'anyone') return null
    if (requester.outside === null) return identityUnknown
    const person = requester.outside ? null : await personFor(permission, requester.user)
    if (person === null && !requester.outside) return identityUnknown
    const guest = guestRefusal(requester, person)
    if (guest !== null) return guest
    if (permission === 'readers') return null
    if (permission === 'admins')
      return isAdmin(person, requester.team)
        ? null
        : 'Only admins and owners of this workspace can do this. Ask one of them.'
    if (changers.kind === 'anyone') return null
    if (changers.kind === 'list' && (await isListed(changers, requester.user, people))) return null
    if (changers.kind === 'admins' && isAdmin(person, requester.team)) return null
    return `Only ${changersInWords} can do this here. Ask one of them.`
  }

  /** Admin rights are looked up afresh, since they may just have been revoked. */
  const freshPerson = (permission: Permission, user: string) =>
    permission === 'admins' || (permission === 'changers' && changers.kind === 'admins')
      ? people.currentPerson(user).catch(asUnknown)
      : people.person(user)

  const guestRefusal = (requester: Requester, person: Person | null): string | null => {
    if (!requester.outside && person?.isGuest !== true) return null
    if (guests === 'change') return null
    const kind = requester.outside ? 'People from other organizations' : 'Guests'
    const but = guests === 'read' ? ' can view things here, but not change them' : ' can’t use Sightline here'
    return `${kind}${but}. Ask a colleague in this workspace to help; ${changers.kind === 'list' ? changersInWords : 'a workspace admin or owner'} can get you access.`
  }

  return {
    require: async (permission, requester, action, about) => {
      if (permission === 'anyone') return
      const sentence = await refusal(permission, requester, freshPerson)
      const ask =
        permission !== 'admins' && changers.kind === 'list'
          ? [...changers.users, ...changers.groups]
          : contact?.kind === 'user'
            ? [contact.id]
            : []
      const problem =
        sentence === null ? await absence(people, requester) : new Problem('not_allowed', sentence, { ask })
      if (problem === null) return
      if (permission !== 'readers') await recordRefusal(store, clock, requester, problem, action, about)
      throw problem
    },
    refusals: async (requester) => {
      if (requester.outside === null) return refusalsOfUnknown
      const sentences = new Map<Permission, string>()
      for (const permission of permissions) {
        const sentence = await refusal(permission, requester, (_, user) => people.person(user))
        if (sentence !== null) sentences.set(permission, sentence)
      }
      return sentences
    },
  }
}

const permissions = ['readers', 'changers', 'admins'] as const satisfies readonly Permission[]

const identityUnknown =
  'Slack didn’t confirm who you are, so Sightline can’t check that you’re allowed to do this. Try again in a minute. If it keeps happening, tell your Sightline admin.'

/** For a person about whom Slack returns no data: reading is allowed, and actions that need a role are refused. */
export const refusalsOfUnknown: Refusals = new Map<Permission, string>([
  ['changers', identityUnknown],
  ['admins', identityUnknown],
])

/** Why a person may not do something about a channel; `null`: they are in it, or it is about none. */
async function absence(people: People, { user, channel, presence }: Requester): Promise<Problem | null> {
  // Nobody can leave direct messages.
  if (channel === null || channel === '' || channel.startsWith('D')) return null
  const isThere = presence?.channel === channel
  if (isThere && presence.isMember) return null
  try {
    const isIn = await people.isIn(user, channel)
    // Where the bot can't look, Slack's word that the person clicked there has to do: only members see a private channel.
    if (isIn || (isIn === null && isThere)) return null
    return isIn === null
      ? new Problem(
          'membership_unknown',
          'Sightline can’t see who is in this channel, so nothing was done. If it’s a private one, invite Sightline to it; then try again.',
        )
      : new Problem('not_a_member', 'You’re not in the channel that this is about. Join it, then try again.')
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    return new Problem(
      'membership_unchecked',
      error.outcome === 'refused'
        ? error.userMessage
        : 'Slack didn’t answer, so Sightline couldn’t check that you’re in this channel. Nothing was done; try again in a minute.',
    )
  }
}

/** The person isn't in the channel, or Sightline can't see that they are: they may not see its data either. */
export function isAboutMembership(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'not_a_member' || error.code === 'membership_unknown')
}

/** An admin of this workspace. Admins of other workspaces in the organization don't count. */
export function isAdmin(person: Person | null, team: string): boolean {
  if (person === null || person.deleted) return false
  return person.isOrgAdmin || (person.isAdmin && person.workspaces.includes(team))
}

async function isListed(
  { users, groups }: { readonly users: readonly string[]; readonly groups: readonly string[] },
  user: string,
  people: People,
): Promise<boolean> {
  if (users.includes(user)) return true
  for (const group of groups) if ((await people.groupMembers(group))?.includes(user)) return true
  return false
}

function recordRefusal(
  store: Pick<Store, 'audit'>,
  clock: Clock,
  requester: Requester,
  { code }: Problem,
  action: string,
  about: About = { subject: null, message: null },
): Promise<void> {
  const what = action.slice(0, 200)
  const why =
    code === 'not_allowed' ? 'not allowed by the rule of the workspace' : 'not known to be in the channel'
  const detail = { what, message: about.message }
  const entry = auditEntry(requester, 'access.refused', about.subject ?? what, `refused: ${why}`, detail)
  return store.audit.record(entry, clock.now())
}
