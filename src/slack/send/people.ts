import type { WebClient } from '@slack/web-api'
import { fewAtOnce } from '../../lib/async.ts'
import { AnswerCache, Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { zoneNamed } from '../../lib/dates.ts'
import type { Log } from '../../lib/telemetry.ts'
import { asUnknown, type People, type Person, PostError } from '../port.ts'
import { callWithRetry, pages } from './calls.ts'

const ttlMs = 10 * 60_000
const channelsTtlMs = 60_000
/** When Slack doesn't answer, a list this old is used, unless it must be current. */
const knownTtlMs = 60 * 60_000
const max = 5_000
/** Caches failures too: without the scope, every command would otherwise repeat the request. */
const nullTtlMs = 60_000
const ttlIfNull = <Answer>(answer: Answer) => (answer === null ? nullTtlMs : undefined)
/** Doesn't cache a failed look-up of channels, so that the next one retries. */
const uncachedIfNull = <Answer>(answer: Answer) => (answer === null ? 0 : undefined)
/** Slack's limit for `users.conversations` and `conversations.members`. */
const pageSize = 999
/** Key of the bot's own channels, for which Slack wants no user. */
const ofBot = ''
const maxPages = 10
/** Beyond this many pages of a channel's members, membership counts as unknown. */
const maxMemberPages = 50
/** Slack's answers about a channel that the bot can't see. */
const hiddenCodes = new Set([
  'channel_not_found',
  'missing_scope',
  'not_in_channel',
  'method_not_supported_for_channel_type',
])
/** Errors that a retry doesn't fix; all others may be temporary. */
const permanentCodes = new Set(['missing_scope', 'user_not_visible'])

/** Caches `users.info` and `usergroups.users.list` for ten minutes, `users.conversations` for one. */
export function createPeople(client: WebClient, { clock, log }: { clock: Clock; log: Log }): People {
  const persons = new AnswerCache<Person | null>({ clock, ttlMs, max })
  const groups = new AnswerCache<readonly string[] | null>({ clock, ttlMs, max })
  const channels = new AnswerCache<ReadonlySet<string> | null>({ clock, ttlMs: channelsTtlMs, max })
  const lastKnown = new Cache<ReadonlySet<string>>({ clock, ttlMs: knownTtlMs, max })
  const nullOnError = async <T>(method: string, call: () => Promise<T | null>): Promise<T | null> => {
    try {
      return await call()
    } catch (error) {
      log.warn('could not look a person up in Slack', { detail: method, error })
      return null
    }
  }
  /** @returns `null`: Slack knows nobody of this id */
  const fetchPerson = async (user: string): Promise<Person | null> => {
    try {
      const { user: info } = await callWithRetry(clock, () => client.users.info({ user }))
      return info === undefined ? null : toPerson(user, info)
    } catch (error) {
      log.warn('could not look a person up in Slack', { detail: 'users.info', error })
      if (error instanceof PostError && error.code === 'user_not_found') return null
      throw error
    }
  }
  const nullIfPermanent = (error: unknown) => {
    if (error instanceof PostError && permanentCodes.has(error.code)) return null
    throw error
  }
  const fetchChannels = (user: string) => () =>
    nullOnError('users.conversations', async () => {
      const types = 'public_channel,private_channel'
      const request = { ...(user === ofBot ? {} : { user }), types, exclude_archived: false, limit: pageSize }
      const read = (next: object) =>
        callWithRetry(clock, () => client.users.conversations({ ...request, ...next }))
      const ids = new Set<string>()
      for await (const { channels: listed = [] } of pages(read, maxPages))
        for (const { id } of listed) if (id !== undefined) ids.add(id)
      lastKnown.set(user, ids)
      return ids
    })
  const fetchGroup = (usergroup: string) => () =>
    nullOnError('usergroups.users.list', async () => {
      const { users } = await callWithRetry(clock, () => client.usergroups.users.list({ usergroup }))
      return users ?? null
    })
  const currentChannels = (user: string, how: 'renew' | 'get') =>
    channels[how](user, fetchChannels(user), uncachedIfNull)
  const knownChannels = async (user: string, fresh: boolean) =>
    (await currentChannels(user, fresh ? 'renew' : 'get')) ?? (fresh ? null : (lastKnown.get(user) ?? null))
  return {
    person: (user) =>
      persons.get(user, () => fetchPerson(user).catch(nullIfPermanent), ttlIfNull).catch(asUnknown),
    currentPerson: (user) => persons.renew(user, () => fetchPerson(user), ttlIfNull),
    isIn: async (user, channel) => {
      try {
        const read = (next: object) =>
          callWithRetry(clock, () => client.conversations.members({ channel, limit: pageSize, ...next }))
        for await (const { members = [], response_metadata: rest } of pages(read, maxMemberPages)) {
          if (members.includes(user)) return true
          if (!rest?.next_cursor) return false
        }
      } catch (error) {
        log.warn('could not look a person up in Slack', { detail: 'conversations.members', error })
        if (!(error instanceof PostError) || !hiddenCodes.has(error.code)) throw error
      }
      return null
    },
    groupMembers: (group) => groups.get(group, fetchGroup(group), ttlIfNull),
    channelsOf: async (user, { fresh } = { fresh: false }) => {
      // Slack also lists the person's public channels that the bot isn't in.
      const own = await knownChannels(ofBot, fresh)
      return own && ((await knownChannels(user, fresh))?.intersection(own) ?? null)
    },
    hasLeft: async (user, channel) => {
      // Not cached: the person may have left a minute ago.
      const person = await fetchPerson(user).catch(() => undefined)
      if (person === undefined) return false
      if (person === null || person.deleted) return true
      const channelIds = await currentChannels(user, 'get')
      return channelIds !== null && !channelIds.has(channel)
    },
  }
}

type SlackUser = NonNullable<Awaited<ReturnType<WebClient['users']['info']>>['user']>

function toPerson(id: string, user: SlackUser): Person {
  const { enterprise_user: enterprise } = user
  return {
    id,
    name: user.profile?.display_name || user.profile?.real_name || user.real_name || null,
    workspaces: [...(user.team_id ? [user.team_id] : []), ...(enterprise?.teams ?? [])],
    organization: enterprise?.enterprise_id || null,
    isOrgAdmin: enterprise?.is_admin === true || enterprise?.is_owner === true,
    timeZone: zoneNamed(user.tz ?? ''),
    isAdmin: user.is_admin === true || user.is_owner === true || user.is_primary_owner === true,
    isGuest: user.is_restricted === true || user.is_ultra_restricted === true,
    isBot: user.is_bot === true,
    deleted: user.deleted === true,
  }
}

/** People's names in Slack, by id. People without a known name are omitted. */
export async function peopleNames(
  { people }: { readonly people: Pick<People, 'person'> },
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = await fewAtOnce(
    [...ids],
    async (id) => [id, (await people.person(id))?.name ?? null] as const,
  )
  return new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name]])))
}
