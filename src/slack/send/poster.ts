import type { WebClient } from '@slack/web-api'
import { asPlainText, withoutChartsAndTables } from '../../blocks/kit/plain.ts'
import type { Message } from '../../model/message.ts'
import { PostError, type Poster } from '../port.ts'
import { asPostError } from './calls.ts'
import { deliveryEvent } from './history.ts'
import { withSendDeadline } from './send-deadline.ts'

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
    post: (channel, message, options = {}) =>
      eachForm(message, async (form) => {
        const post = () =>
          client.chat.postMessage({
            channel,
            ...wire(form),
            unfurl_links: false,
            unfurl_media: false,
            ...(options.threadTs === undefined ? {} : { thread_ts: options.threadTs }),
            ...(options.deliveryId === undefined
              ? {}
              : {
                  metadata: rawJson(
                    JSON.stringify({
                      event_type: deliveryEvent,
                      event_payload: { delivery_id: options.deliveryId },
                    }),
                  ),
                }),
          })
        const { maySend } = options
        const posted = await (maySend === undefined ? post() : withSendDeadline(maySend, post))
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
  try {
    return await asPostError(() => send(message))
  } catch (error) {
    if (!(error instanceof PostError) || !blocksRefused.has(error.code)) throw error
  }
  try {
    return await asPostError(() => send(withoutChartsAndTables(message)))
  } catch (error) {
    if (!(error instanceof PostError) || !blocksRefused.has(error.code)) throw error
  }
  return asPostError(() => send(asPlainText(message)))
}
