import type { WebClient } from '@slack/web-api'
import { type History, IncompleteSearchError, PostError } from '../port.ts'
import { asPostError } from './calls.ts'

/** Event type in the metadata of a posted message. */
export const deliveryEvent = 'sightline_delivery'

const messagesPerPage = 200
/** A busier channel is searched in several runs. */
const maxPages = 10

/**
 * Later than every message, whatever Slack's clock says. Slack reads back from the newest message only if `latest` is set.
 * With only `oldest` it reads forward, and continuing before the last message read would miss newer ones.
 */
const latestTs = '9999999999.999999'

/** Slack's codes for a channel that the bot may not read. */
const notPermitted = new Set([
  'missing_scope',
  'not_in_channel',
  'channel_not_found',
  'no_permission',
  'access_denied',
])

interface Page {
  readonly messages?: readonly {
    readonly ts?: string
    readonly metadata?: { readonly event_type?: string; readonly event_payload?: object }
  }[]
  readonly response_metadata?: { readonly next_cursor?: string }
}

/** `conversations.history` and `conversations.replies` with the messages' metadata, which `createPoster` writes. */
export function createHistory(client: WebClient): History {
  const common = { inclusive: true, include_all_metadata: true, limit: messagesPerPage } as const
  return {
    find: (channel, since, deliveryId, before = null) => {
      const oldest = (since.epochMilliseconds / 1000).toFixed(6)
      // Continues from a timestamp, since Slack's cursors expire.
      const latest = before ?? latestTs
      return search(
        deliveryId,
        (cursor) => client.conversations.history({ channel, oldest, latest, ...common, ...cursor }),
        (error, upTo) => new IncompleteSearchError(error, upTo),
      )
    },
    findReply: (channel, threadTs, deliveryId) =>
      search(deliveryId, (cursor) =>
        client.conversations.replies({ channel, ts: threadTs, ...common, ...cursor }),
      ),
  }
}

async function search(
  deliveryId: string,
  read: (cursor: { readonly cursor?: string }) => Promise<Page>,
  unfinished: (error: PostError, upTo: string) => PostError = (error) => error,
): ReturnType<History['find']> {
  let cursor: string | undefined
  let upTo: string | undefined
  const stopped = (error: unknown) =>
    upTo !== undefined && error instanceof PostError ? unfinished(error, upTo) : error
  for (let count = 0; count < maxPages; count += 1) {
    const page = await permitted(() => read(cursor === undefined ? {} : { cursor })).catch(
      (error: unknown) => {
        throw stopped(error)
      },
    )
    if (page === null) return 'not_permitted'
    const match = page.messages?.find(({ metadata }) => {
      const payload: { delivery_id?: unknown } = metadata?.event_payload ?? {}
      return metadata?.event_type === deliveryEvent && payload.delivery_id === deliveryId
    })
    if (match?.ts !== undefined) return { ts: match.ts }
    upTo = page.messages?.at(-1)?.ts ?? upTo
    cursor = page.response_metadata?.next_cursor || undefined
    if (cursor === undefined) return 'absent'
  }
  throw stopped(new PostError('unknown', 'history_too_long'))
}

/** `null`: the bot may not read the channel. */
async function permitted(read: () => Promise<Page>): Promise<Page | null> {
  try {
    return await asPostError(read)
  } catch (error) {
    if (error instanceof PostError && notPermitted.has(error.code)) return null
    throw error
  }
}
