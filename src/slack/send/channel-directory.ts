import type { WebClient } from '@slack/web-api'
import type { Clock } from '../../lib/clock.ts'
import { type ChannelDirectory, PostError } from '../port.ts'
import { lookUp } from './look-up.ts'
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

/** Implements `SlackPorts.isShared`. */
export function createIsShared(
  client: WebClient,
  clock: Clock,
): (channel: string) => Promise<boolean | null> {
  return async (channel) => {
    // Direct messages with Sightline.
    if (channel.startsWith('D')) return false
    try {
      const { channel: info } = await lookUp(clock, () => client.conversations.info({ channel }))
      return info?.is_ext_shared === true || info?.is_pending_ext_shared === true
    } catch (error) {
      if (error instanceof PostError) return null
      throw error
    }
  }
}
