/**
 * A minimal Slack for chaos runs, over HTTP: it accepts messages and finds them by their metadata. It misbehaves as Slack
 * may: it applies a post and drops the answer, applies it late, or answers 429 and 5xx. It counts every message.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../src/lib/clock.ts'
import type { Journal } from './journal.ts'
import { type PostOutcome, postOutcomes } from './post-outcomes.ts'
import type { Chance } from './random.ts'
import { type Answers, answersTo, bodyOf, deliveryOf } from './slack-http.ts'

export interface SlackPost {
  readonly channel: string
  readonly ts: string
  readonly threadTs: string | null
  readonly text: string
  readonly metadata: unknown
}

/**
 * How late a post may be applied, in milliseconds. Slack gives no bound. The look-up waits 15 s after the client gives up
 * on the answer. That is earliest if the connection is dropped at once, so the promise covers this delay.
 */
const latestMs = 12_000

export interface ChaosSlack {
  /** The Web API's base URL for one process, so that its calls can be told apart. */
  urlFor(replica: number): string
  readonly posts: readonly SlackPost[]
  /** How often each outcome happened. */
  readonly outcomes: ReadonlyMap<string, number>
  /** The text of each attempted direct message, whether or not it arrived. */
  readonly directMessages: readonly { readonly channel: string; readonly body: string }[]
  /** While false, everything works. */
  stormy: boolean
  /** Whether it rejects the token, as after the app was removed. */
  rejectsToken: boolean
  stop(): Promise<void>
}

export interface ChaosSlackOptions {
  readonly clock: Clock
  readonly chance: Chance
  readonly journal: Journal
  /** Channels whose history the bot can't read. */
  readonly unreadable: ReadonlySet<string>
  /** Channels that accept no posts, people who can't be reached, and people whose account is closed; none by default. */
  readonly archived?: ReadonlySet<string>
  readonly unreachable?: ReadonlySet<string>
  readonly hasLeft?: (user: string) => boolean
  /** The outcome of the first post of each delivery and the first message to each person; `null`: random. */
  readonly opening: PostOutcome | null
  /** Called when a post arrives, with its process and its delivery's id. `slow`: answer it slowly. */
  readonly arrived: (replica: number, delivery: string | null) => 'slow' | null
  /** Called when a post was applied but not answered yet. */
  readonly applied: (replica: number) => void
}

export async function startChaosSlack(options: ChaosSlackOptions): Promise<ChaosSlack> {
  const { clock, chance, unreadable } = options
  const posts: SlackPost[] = []
  const directMessages: { channel: string; body: string }[] = []
  const outcomes = new Map<string, number>()
  let count = 0
  const slack = { stormy: false, rejectsToken: false }

  const apply = (form: URLSearchParams): SlackPost => {
    count += 1
    const seconds = Math.floor(clock.now().epochMilliseconds / 1_000)
    const metadata = form.get('metadata')
    const post = {
      channel: form.get('channel') ?? '',
      ts: `${seconds}.${String(count).padStart(6, '0')}`,
      threadTs: form.get('thread_ts'),
      text: form.get('text') ?? '',
      metadata: metadata === null ? undefined : JSON.parse(metadata),
    }
    posts.push(post)
    options.journal.note(deliveryOf(form), 'Slack', `has it, as ${post.ts}`)
    return post
  }

  const refusalOf = (channel: string) => {
    if (options.archived?.has(channel)) return 'is_archived'
    return options.unreachable?.has(channel) ? 'user_not_found' : null
  }
  const opened = new Set<string>()
  const openingOf = (delivery: string | null, channel: string) => {
    const first = isPerson(channel) ? channel : delivery
    if (first === null || opened.has(first)) return null
    opened.add(first)
    return options.opening
  }

  const chatPostMessage = async (replica: number, form: URLSearchParams, { ok, answer, drop }: Answers) => {
    const channel = form.get('channel') ?? ''
    const delivery = deliveryOf(form)
    if (isPerson(channel)) directMessages.push({ channel, body: `${form.get('text')} ${form.get('blocks')}` })
    const refusal = refusalOf(channel)
    if (refusal !== null) {
      options.journal.note(delivery, 'Slack', `refuses it: ${refusal}`)
      return answer(200, { ok: false, error: refusal })
    }
    const wanted = options.arrived(replica, delivery) ?? openingOf(delivery, channel)
    const outcome = wanted ?? (slack.stormy ? chance.weighted(postOutcomes) : 'ok')
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    options.journal.note(delivery, 'Slack', `a post of process ${replica} arrives: ${outcome}`)
    const late = chance.between(1_000, latestMs)
    const applyNow = () => {
      const post = apply(form)
      options.applied(replica)
      return post
    }
    switch (outcome) {
      case 'ok':
        return ok({ ...applyNow() })
      case 'slow': {
        const post = applyNow()
        await clock.sleep(late / 2)
        return ok({ ...post })
      }
      case 'applied, dropped':
        applyNow()
        return drop()
      case 'applied, silent':
        return void applyNow()
      case 'applied, 500':
        applyNow()
        return answer(500, 'Internal Server Error')
      case 'applied, internal_error':
        applyNow()
        return answer(200, { ok: false, error: 'internal_error' })
      case 'late, dropped':
        void clock.sleep(late).then(() => apply(form))
        return drop()
      case 'late, silent':
        return void clock.sleep(late).then(() => apply(form))
      case 'nothing, dropped':
        return drop()
      case 'nothing, silent':
        return
      case 'nothing, 503':
        return answer(503, 'Service Unavailable')
      case '429':
        return answer(429, 'Too Many Requests', { 'retry-after': String(chance.between(1, 30)) })
    }
  }

  /** Lists messages as Slack does: newest first, in pages. `of` selects the messages of the list. */
  const listed = (form: URLSearchParams, of: (post: SlackPost) => boolean, { ok, answer, drop }: Answers) => {
    const channel = form.get('channel') ?? ''
    if (unreadable.has(channel)) return answer(200, { ok: false, error: 'missing_scope' })
    if (isPerson(channel)) return answer(200, { ok: false, error: 'channel_not_found' })
    if (slack.stormy && chance.happens(0.15)) {
      if (chance.happens(0.3)) return drop()
      if (chance.happens(0.5)) return answer(500, 'Internal Server Error')
      return answer(429, 'Too Many Requests', { 'retry-after': String(chance.between(1, 20)) })
    }
    const oldest = Number(form.get('oldest') ?? 0)
    const limit = Number(form.get('limit') ?? 100)
    const from = Number(form.get('cursor') ?? 0)
    const all = posts.filter((post) => post.channel === channel && of(post) && Number(post.ts) >= oldest)
    const next = from + limit < all.length ? String(from + limit) : ''
    return ok({
      messages: all
        .toReversed()
        .slice(from, from + limit)
        .map(asMessage),
      response_metadata: { next_cursor: next },
    })
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [, replica = '', , method = ''] = (request.url ?? '').split('/')
    const form = new URLSearchParams(await bodyOf(request))
    const answers = answersTo(request, response)
    if (slack.rejectsToken) return answers.answer(200, { ok: false, error: 'token_revoked' })
    switch (method) {
      case 'chat.postMessage':
        return chatPostMessage(Number(replica), form, answers)
      case 'conversations.history':
        return listed(form, ({ threadTs }) => threadTs === null, answers)
      case 'conversations.replies':
        return listed(form, ({ ts, threadTs }) => [ts, threadTs].includes(form.get('ts')), answers)
      case 'users.info':
        return answers.ok({
          user: { id: form.get('user'), deleted: options.hasLeft?.(form.get('user') ?? '') === true },
        })
      case 'auth.test':
        return answers.ok({ team_id: 'T1', user_id: 'UBOT', bot_id: 'BBOT' })
      default:
        return answers.answer(200, { ok: false, error: 'unknown_method' })
    }
  }

  const server = createServer((request, response) => {
    // The client may have been killed by now; its request still counts.
    response.on('error', () => {})
    handle(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(slack, {
    urlFor: (replica: number) => `http://127.0.0.1:${port}/${replica}/api/`,
    posts,
    outcomes,
    directMessages,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

const isPerson = (channel: string) => channel.startsWith('U')

function asMessage({ ts, threadTs, text, metadata }: SlackPost) {
  return { type: 'message', ts, text, metadata, ...(threadTs === null ? {} : { thread_ts: threadTs }) }
}
