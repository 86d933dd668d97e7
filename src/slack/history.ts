import type { WebClient } from '@slack/web-api'
import { type History, PostError } from './port.ts'
import { asPostError } from './post-error.ts'

/** What the metadata of a posted digest is called. */
export const deliveryEvent = 'sightline_delivery'

const messagesPerPage = 200
/** A channel with more than this since then is too loud to be looked through. */
const mostPages = 10

/** Slack's words for "you may not look into that channel". */
const notPermitted = new Set([
  'missing_scope',
  'not_in_channel',
  'channel_not_found',
  'no_permission',
  'access_denied',
])

/** `conversations.history` with the messages' metadata, which `createPoster` writes. */
export function createHistory(client: WebClient): History {
  return {
    find: async (channel, since, deliveryId) => {
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page += 1) {
        const read = await pageOf(client, channel, since, cursor)
        if (read === null) return 'not_permitted'
        const found = read.messages?.find(
          ({ metadata }) =>
            metadata?.event_type === deliveryEvent &&
            (metadata.event_payload as { delivery_id?: unknown } | undefined)?.delivery_id === deliveryId,
        )
        if (found?.ts !== undefined) return { ts: found.ts }
        cursor = read.response_metadata?.next_cursor || undefined
        if (cursor === undefined) return 'absent'
      }
      throw new PostError('unknown', 'history_too_long')
    },
  }
}

/** `null`: the bot may not look. */
async function pageOf(
  client: WebClient,
  channel: string,
  since: Temporal.Instant,
  cursor: string | undefined,
) {
  try {
    return await asPostError(() =>
      client.conversations.history({
        channel,
        oldest: (since.epochMilliseconds / 1000).toFixed(6),
        inclusive: true,
        include_all_metadata: true,
        limit: messagesPerPage,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    )
  } catch (error) {
    if (error instanceof PostError && notPermitted.has(error.code)) return null
    throw error
  }
}
