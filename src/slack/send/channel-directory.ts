import type { WebClient } from '@slack/web-api'
import { type ChannelDirectory, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** `conversations.info`: a private channel that the bot isn't in looks as if it did not exist. */
export function createDirectory(client: WebClient): ChannelDirectory {
  return {
    state: async (channel) => {
      try {
        const { channel: found } = await asPostError(() => client.conversations.info({ channel }))
        if (found === undefined) return null
        return {
          isMember: found.is_member === true || found.is_im === true,
          isArchived: found.is_archived === true,
        }
      } catch (error) {
        if (error instanceof PostError && error.code === 'channel_not_found') return null
        throw error
      }
    },
  }
}
