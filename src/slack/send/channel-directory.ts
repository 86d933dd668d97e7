import type { WebClient } from '@slack/web-api'
import { AnswerCache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { type ChannelDirectory, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Uses `conversations.info`. A private channel without the bot looks as if it didn't exist. */
export function createDirectory(client: WebClient): ChannelDirectory {
  return {
    state: async (channel) => {
      try {
        const { channel: info } = await asPostError(() => client.conversations.info({ channel }))
        if (info === undefined) return null
        return {
          isMember: info.is_member === true || info.is_im === true,
          isArchived: info.is_archived === true,
          ...(info.name === undefined ? {} : { name: info.name }),
        }
      } catch (error) {
        if (error instanceof PostError && error.code === 'channel_not_found') return null
        throw error
      }
    },
  }
}

/** A form asks several times while it is filled in. */
const sharedMs = 60_000
const maxChannels = 1_000

/** Implements `SlackPorts.isShared`. */
export function createIsShared(client: WebClient, clock: Clock): (channel: string) => Promise<boolean> {
  const cache = new AnswerCache<boolean>({ clock, ttlMs: sharedMs, max: maxChannels })
  const ask = (channel: string) =>
    asPostError(async () => {
      const { channel: info } = await client.conversations.info({ channel })
      return info?.is_ext_shared === true || info?.is_pending_ext_shared === true
    })
  return async (channel) => {
    try {
      return await cache.get(channel, () => ask(channel))
    } catch (error) {
      // Only a hint, and no check of permissions: omitted without the scope or an answer.
      if (error instanceof PostError) return false
      throw error
    }
  }
}
