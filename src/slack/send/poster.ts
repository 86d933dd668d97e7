import type { ConversationsHistoryResponse, ConversationsRepliesResponse, WebClient } from '@slack/web-api'
import { asPlainText, withoutChartsAndTables } from '../../blocks/kit/block-text.ts'
import type { Message } from '../../model/message.ts'
import { type History, IncompleteSearchError, PostError, type Poster } from '../port.ts'
import { asPostError, pages, sendInTime } from './calls.ts'

/** Slack's codes for blocks that it can't show; simpler ones are then tried. */
const blocksRefused = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'only_one_table_allowed',
  'invalid_attachments',
])

/**
 * @param client must not retry (`retries: 0`, `rejectRateLimitedCalls`), since a repeated `chat.postMessage` can post
 *   twice, and must have a time-out
 */
export function createPoster(client: WebClient): Poster {
  return {
    post: (channel, message, { threadTs, deliveryId, maySend } = {}) =>
      eachForm(message, async (form) => {
        const payload = { event_type: deliveryEvent, event_payload: { delivery_id: deliveryId } }
        const post = () =>
          client.chat.postMessage({
            channel,
            ...wire(form),
            unfurl_links: false,
            unfurl_media: false,
            ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
            ...(deliveryId === undefined ? {} : { metadata: rawJson(JSON.stringify(payload)) }),
          })
        const posted = await (maySend === undefined ? post() : sendInTime(maySend, post))
        // Without a `ts` it isn't certain that it was posted.
        if (posted.ts === undefined) throw new PostError('unknown', 'no_ts')
        return { channel: posted.channel ?? channel, ts: posted.ts, message: form }
      }),
    update: async ({ channel, ts }, message) => {
      await eachForm(message, (form) => client.chat.update({ channel, ts, ...wire(form) }))
    },
    remove: async (address) => {
      await asPostError(() => client.chat.delete(address))
    },
  }
}

function wire(message: Message): { text: string; blocks: never } {
  return { text: message.text, blocks: rawJson(JSON.stringify(message.blocks)) }
}

/**
 * Passes JSON that is already written. Given an object, the SDK first walks through it for a debug log line, which took
 * a fifth of a post's time. The SDK types it as an object, hence the cast.
 */
function rawJson(json: string): never {
  return json as never
}

/** Sends the message; if Slack refuses its blocks, tries simpler blocks, then plain text. */
export async function eachForm<T>(message: Message, send: (form: Message) => Promise<T>): Promise<T> {
  for (const form of [() => message, () => withoutChartsAndTables(message)])
    try {
      return await asPostError(() => send(form()))
    } catch (error) {
      if (!(error instanceof PostError) || !blocksRefused.has(error.code)) throw error
    }
  return asPostError(() => send(asPlainText(message)))
}

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
  read: (next: {
    readonly cursor?: string
  }) => Promise<ConversationsHistoryResponse | ConversationsRepliesResponse>,
  unfinished: (error: PostError, upTo: string) => PostError = (error) => error,
): ReturnType<History['find']> {
  let upTo: string | undefined
  try {
    for await (const { messages = [], response_metadata: rest } of pages(
      (next) => asPostError(() => read(next)),
      maxPages,
    )) {
      const match = messages.find(({ metadata }) => {
        const payload: { delivery_id?: unknown } = metadata?.event_payload ?? {}
        return metadata?.event_type === deliveryEvent && payload.delivery_id === deliveryId
      })
      if (match?.ts !== undefined) return { ts: match.ts }
      upTo = messages.at(-1)?.ts ?? upTo
      if (!rest?.next_cursor) return 'absent'
    }
    throw new PostError('unknown', 'history_too_long')
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    if (notPermitted.has(error.code)) return 'not_permitted'
    throw upTo === undefined ? error : unfinished(error, upTo)
  }
}
