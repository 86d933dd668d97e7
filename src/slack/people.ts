import type { WebClient } from '@slack/web-api'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type People, type Person, PostError } from './port.ts'
import { asPostError } from './post-error.ts'
import { Remembered } from './remembered.ts'

const minutes = 10
const limit = 5_000
/** Without the scope every command would ask again, and be refused again. The Home tab alone asks for channels. */
const untoldMs = 60_000
/** `users.conversations` gives at most 999 a page; more than this many pages are not read. */
const pages = 10

/** `users.info`, `usergroups.users.list` and `users.conversations`, each remembered for ten minutes. */
export function createPeople(client: WebClient, { clock, log }: { clock: Clock; log: Log }): People {
  const persons = new Remembered<Person>(clock, minutes, limit, untoldMs)
  const groups = new Remembered<readonly string[]>(clock, minutes, limit, untoldMs)
  const channels = new Remembered<ReadonlySet<string>>(clock, 1, limit, 0)
  const told = async <T>(what: string, ask: () => Promise<T | null>): Promise<T | null> => {
    try {
      return await asPostError(ask)
    } catch (error) {
      log.warn("Slack didn't tell about a person", { detail: what, error })
      return null
    }
  }
  const channelsOf: People['channelsOf'] = (user) =>
    channels.get(user, () =>
      told('users.conversations', async () => {
        const ids = new Set<string>()
        let cursor: string | undefined
        for (let page = 0; page < pages; page += 1) {
          const listed = await client.users.conversations({
            user,
            types: 'public_channel,private_channel',
            exclude_archived: false,
            limit: 999,
            ...(cursor === undefined ? {} : { cursor }),
          })
          for (const { id } of listed.channels ?? []) if (id !== undefined) ids.add(id)
          cursor = listed.response_metadata?.next_cursor || undefined
          if (cursor === undefined) break
        }
        return ids
      }),
    )
  return {
    person: (user) =>
      persons.get(user, () =>
        told('users.info', async () => {
          const { user: found } = await client.users.info({ user })
          return found === undefined ? null : toPerson(user, found)
        }),
      ),
    groupMembers: (group) =>
      groups.get(group, () =>
        told(
          'usergroups.users.list',
          async () => (await client.usergroups.users.list({ usergroup: group })).users ?? null,
        ),
      ),
    channelsOf,
    hasLeft: async (user, channel) => {
      try {
        // Somebody who left a minute ago is gone now.
        const { user: found } = await asPostError(() => client.users.info({ user }))
        if (found?.deleted === true) return true
      } catch (error) {
        if (error instanceof PostError && error.code === 'user_not_found') return true
        log.warn("Slack didn't tell about a person", { detail: 'users.info', error })
        return false
      }
      const theirs = await channelsOf(user)
      return theirs !== null && !theirs.has(channel)
    },
  }
}

type SlackUser = NonNullable<Awaited<ReturnType<WebClient['users']['info']>>['user']>

function toPerson(id: string, user: SlackUser): Person {
  return {
    id,
    timeZone: knownZone(user.tz),
    isAdmin: user.is_admin === true || user.is_owner === true || user.is_primary_owner === true,
    isGuest: user.is_restricted === true || user.is_ultra_restricted === true,
    isOutside: user.is_stranger === true,
    isBot: user.is_bot === true,
    deleted: user.deleted === true,
  }
}

/** A zone that this machine's Temporal knows, too. */
function knownZone(zone: string | undefined): string | null {
  if (zone === undefined) return null
  try {
    return new Temporal.ZonedDateTime(0n, zone).timeZoneId
  } catch {
    return null
  }
}
