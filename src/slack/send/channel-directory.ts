import type { WebClient } from '@slack/web-api'
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
        }
      } catch (error) {
        if (error instanceof PostError && error.code === 'channel_not_found') return null
        throw error
      }
    },
  }
}
