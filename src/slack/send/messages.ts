import type { ConversationsHistoryResponse, ConversationsRepliesResponse, WebClient } from '@slack/web-api'
import { getGlobalDispatcher } from 'undici'
import { slowAnswerMessage, workingMessage } from '../../blocks/conversation/replies.ts'
import { asPlainText, withoutChartsAndTables } from '../../blocks/kit/block-text.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Message } from '../../model/message.ts'
import { type Answer, type History, IncompleteSearchError, PostError, type Poster } from '../port.ts'
import { asPostError, pages, sendInTime } from './calls.ts'
import { callTimeoutMs, type SlackClient } from './client.ts'

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
async function eachForm<T>(message: Message, send: (form: Message) => Promise<T>): Promise<T> {
  for (const form of [() => message, () => withoutChartsAndTables(message)])
    try {
      return await asPostError(() => send(form()))
    } catch (error) {
      if (!(error instanceof PostError) || !blocksRefused.has(error.code)) throw error
    }
  return asPostError(() => send(asPlainText(message)))
}

const deliveryEvent = 'sightline_delivery'

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

/** After this long without an answer, "Looking it up…" is shown until the answer replaces it. */
export const progressAfterMs = 1_500
/** After this long, a line is shown that stays above the answer. */
const standingLineAfterMs = 2_500

/**
 * Answers through the response address, which works five times in 30 minutes, even where the bot isn't a member. Once
 * it is used up or expired (404), or if there is none (a modal), the Web API is used.
 * @param requester.threadTs thread of the click; without it Slack answers in the channel
 */
export function createAnswer(
  address: string | null,
  client: SlackClient,
  requester: { readonly channel: string | null; readonly user: string; readonly threadTs: string | null },
  clock: Clock,
): Answer {
  const inThread = requester.threadTs === null ? {} : { thread_ts: requester.threadTs }

  /** @returns `false` if the address is used up, expired or missing */
  const throughAddress = async (
    message: Message,
    how: { readonly response_type: 'ephemeral' | 'in_channel'; readonly replace_original: boolean },
  ): Promise<boolean> => {
    if (address === null) return false
    try {
      const where = how.replace_original ? {} : inThread
      await eachForm(message, ({ text, blocks }) => {
        const body = { ...how, ...where, text, blocks }
        return client.watched('response_url', () => postToAddress(address, body, callTimeoutMs))
      })
      return true
    } catch (error) {
      if (error instanceof PostError && error.code === addressGone) return false
      throw error
    }
  }

  /** Without a channel (Home tab) the answer goes to the direct messages, which are private. */
  const throughApi = (message: Message, isEphemeral: boolean) =>
    eachForm<unknown>(message, ({ text, blocks }) => {
      const { channel, user } = requester
      const form = { text, blocks: blocks as never[] }
      if (channel === null) return client.chat.postMessage({ channel: user, ...form })
      const inPlace = { channel, ...inThread, ...form }
      return isEphemeral ? client.chat.postEphemeral({ ...inPlace, user }) : client.chat.postMessage(inPlace)
    })

  let answered = false
  /** The line has taken the clicked message's place, which it leaves to the answer, or to an error. */
  let isReplaced = false
  let progressSent: Promise<void> = Promise.resolve()
  /** Stops a later "Looking it up…" and waits for one being sent, so that the answer comes after it. */
  const endProgress = () => {
    answered = true
    return progressSent
  }

  const sendEphemeral = async (message: Message, replace: boolean): Promise<void> => {
    // If the outcome is unknown, it is sent again: an ephemeral message shown twice is better than none.
    const sent = await throughAddress(message, {
      response_type: 'ephemeral',
      replace_original: replace,
    }).catch((error: PostError) => error.outcome === 'refused' && Promise.reject(error))
    if (!sent) await throughApi(message, true)
  }

  const answer: Answer = {
    ephemeral: async (message, options = {}) => {
      await endProgress()
      await sendEphemeral(message, options.replace === true || isReplaced)
    },
    inChannel: async (message) => {
      await endProgress()
      const how = { response_type: 'in_channel', replace_original: false } as const
      if (!(await throughAddress(message, how))) await throughApi(message, false)
    },
    withProgress: (replace = false) => {
      // Not cancelled: for thousands of waiting commands, timers are far cheaper than abort signals.
      void clock.sleep(replace ? progressAfterMs : standingLineAfterMs).then(() => {
        if (answered) return
        isReplaced = replace
        progressSent = sendEphemeral(replace ? workingMessage() : slowAnswerMessage(), replace).catch(
          () => {},
        )
      })
      return answer
    },
  }
  return answer
}

/**
 * Posts to a command's or a click's response address (https://docs.slack.dev/interactivity/handling-user-interaction).
 * Measured with 4,500 commands that wait for the analytics service: 167 garbage collections with `dispatch`, 184 with
 * undici's `request`, 191 with Node's HTTP client. `fetch` costs several times as much.
 *
 * @param timeoutMs after this long without a byte the outcome is unknown
 * @throws {PostError} only the status is known; 400 means blocks that Slack can't show
 */
export async function postToAddress(
  address: string,
  body: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): Promise<void> {
  const status = await statusOf(address, JSON.stringify(body), timeoutMs).catch((error: unknown) => {
    throw new PostError('unknown', 'no_answer', null, error)
  })
  if (status >= 200 && status < 300) return
  if (status === 400) throw new PostError('refused', 'invalid_blocks')
  if (status === 404 || status === 410) throw new PostError('refused', addressGone)
  if (status === 429) throw new PostError('rate_limited', 'ratelimited')
  throw new PostError(status >= 500 ? 'unknown' : 'refused', `http_${status}`)
}

/** The address is used up (five times) or has expired (30 minutes). */
export const addressGone = 'response_address_gone'

async function statusOf(address: string, body: string, timeoutMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { origin, pathname, search } = new URL(address)
  getGlobalDispatcher().dispatch(
    {
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    },
    {
      onRequestStart: () => {},
      onResponseStart: (_, status) => resolve(status),
      onResponseData: () => {},
      onResponseEnd: () => {},
      onResponseError: (_, error) => reject(error),
    },
  )
  return promise
}
