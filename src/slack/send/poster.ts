import type { WebClient } from '@slack/web-api'
import { plainText, simpler } from '../../blocks/kit/plain.ts'
import type { Message } from '../../model/message.ts'
import { PostError, type Poster } from '../port.ts'
import { deliveryEvent } from './history.ts'
import { asPostError } from './post-error.ts'
import { withSendDeadline } from './send-deadline.ts'

/** Slack's codes for "these blocks can't be shown": the same content is worth a try in simpler ones. */
const blocksRefused = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'only_one_table_allowed',
  'invalid_attachments',
])

/**
 * @param client must not retry by itself (`retries: 0`, `rejectRateLimitedCalls`) and must have a time-out:
 *   a repeated `chat.postMessage` is a known cause of double posts.
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
                  metadata: asWritten(
                    JSON.stringify({
                      event_type: deliveryEvent,
                      event_payload: {
                        delivery_id: options.deliveryId,
                        ...(options.reply === undefined ? {} : { reply: options.reply }),
                      },
                    }),
                  ),
                }),
          })
        const { mayLeave } = options
        const posted = await (mayLeave === undefined ? post() : withSendDeadline(mayLeave, post))
        // Without a `ts` nobody can say that it was sent.
        if (posted.ts === undefined) throw new PostError('unknown', 'no_ts')
        return { channel: posted.channel ?? channel, ts: posted.ts, message: form }
      }),
    update: async ({ channel, ts }, message) => {
      await eachForm(message, (form) => client.chat.update({ channel, ts, ...wire(form) }))
    },
  }
}

function wire(message: Message): { text: string; blocks: never } {
  return { text: message.text, blocks: asWritten(JSON.stringify(message.blocks)) }
}

/**
 * What is an object is sent as JSON within a form. The SDK writes it so, too, but first goes through all of it for a log
 * line that nobody asked for; that took a fifth of a post's time. It types these as objects, hence the cast.
 */
function asWritten(json: string): never {
  return json as never
}

/** Tries the message, then the same with simpler blocks, then as plain text: something readable always arrives. */
export async function eachForm<T>(message: Message, send: (form: Message) => Promise<T>): Promise<T> {
  try {
    return await asPostError(() => send(message))
  } catch (error) {
    if (!(error instanceof PostError) || !blocksRefused.has(error.code)) throw error
  }
  try {
    return await asPostError(() => send(simpler(message)))
  } catch (error) {
    if (!(error instanceof PostError) || !blocksRefused.has(error.code)) throw error
  }
  return asPostError(() => send(plainText(message)))
}
