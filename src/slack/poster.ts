import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from '@slack/web-api'
import type { Message } from '../blocks/message.ts'
import { plainText, simpler } from '../blocks/plain.ts'
import { type Modals, PostError, type Poster } from './port.ts'

/** Slack's codes for "these blocks can't be shown": the same content is worth a try in simpler ones. */
const blocksRefused = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'only_one_table_allowed',
  'invalid_attachments',
])

/** After these, says Slack, "it's possible some aspect of the operation succeeded". */
const ambiguousCodes = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])
const rateLimitCodes = new Set(['ratelimited', 'rate_limited'])

/**
 * @param client must not retry by itself (`retries: 0`, `rejectRateLimitedCalls`) and must have a time-out:
 *   a repeated `chat.postMessage` is a known cause of double posts.
 */
export function createPoster(client: WebClient): Poster {
  return {
    post: (channel, message, options = {}) =>
      eachForm(message, async (form) => {
        const posted = await client.chat.postMessage({
          channel,
          ...wire(form),
          unfurl_links: false,
          unfurl_media: false,
          ...(options.threadTs === undefined ? {} : { thread_ts: options.threadTs }),
          ...(options.deliveryId === undefined
            ? {}
            : {
                metadata: {
                  event_type: 'sightline_delivery',
                  event_payload: { delivery_id: options.deliveryId },
                },
              }),
        })
        // Without a `ts` nobody can say that it was sent.
        if (posted.ts === undefined) throw new PostError('unknown', 'no_ts')
        return { channel: posted.channel ?? channel, ts: posted.ts, message: form }
      }),
    update: async ({ channel, ts }, message) => {
      await eachForm(message, (form) => client.chat.update({ channel, ts, ...wire(form) }))
    },
  }
}

export function createModals(client: WebClient): Modals {
  return {
    open: async (triggerId, view) => {
      const opened = await asPostError(() =>
        client.views.open({ trigger_id: triggerId, view: view as never }),
      )
      return opened.view?.id ?? ''
    },
    update: async (viewId, view) => {
      await asPostError(() => client.views.update({ view_id: viewId, view: view as never }))
    },
  }
}

/** A message as the Web API takes it. Our charts are not in the SDK's types yet, hence the cast. */
function wire(message: Message): { text: string; blocks: never[] } {
  return { text: message.text, blocks: message.blocks as never[] }
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

async function asPostError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toPostError(error)
  }
}

/** Sorts the SDK's errors by the one question that matters: can the call have had its effect? */
function toPostError(error: unknown): PostError {
  if (error instanceof PostError) return error
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data
    if (rateLimitCodes.has(code)) return new PostError('rate_limited', code, 1, error)
    return new PostError(ambiguousCodes.has(code) ? 'unknown' : 'refused', code, null, error)
  }
  if (error instanceof WebAPIRateLimitedError)
    return new PostError('rate_limited', 'ratelimited', error.retryAfter, error)
  if (error instanceof WebAPIHTTPError)
    return new PostError('unknown', `http_${error.statusCode}`, null, error)
  return new PostError('unknown', 'no_answer', null, error)
}
