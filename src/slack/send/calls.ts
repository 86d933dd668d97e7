import { AsyncLocalStorage } from 'node:async_hooks'
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
} from '@slack/web-api'
import { getGlobalDispatcher } from 'undici'
import type { Clock } from '../../lib/clock.ts'
import { type RetryOptions, withRetry } from '../../lib/retry.ts'
import { PostError } from '../port.ts'

/** Slack on these: "it's possible some aspect of the operation succeeded". */
const ambiguousCodes = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])
const rateLimitCodes = new Set(['ratelimited', 'rate_limited'])

/** Runs a call to Slack and throws its errors as {@link PostError}. */
export async function asPostError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toPostError(error)
  }
}

/** Classifies the SDK's errors by whether the call may have had its effect. */
export function toPostError(error: unknown): PostError {
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
  if (error instanceof WebAPIRequestError && error.original instanceof SendDeadlineError)
    return new PostError('not_sent', 'held_up', null, error)
  // Thrown by `teamClient` before the request was made.
  if (error instanceof WebAPIRequestError && error.original instanceof PostError) return error.original
  return new PostError('unknown', 'no_answer', null, error)
}

/** For `withRetry`: as long as Slack asks to wait; `null`: Slack will never accept it, so it is not repeated. */
export function retryPauseMs(error: unknown): number | null {
  if (!(error instanceof PostError) || error.outcome === 'refused') return null
  return (error.retryAfterSeconds ?? 0) * 1_000
}

/** Somebody is waiting for what depends on the look-up. */
const longestWaitMs = 12_000

/** Asks Slack, and again after a time-out, 5xx or 429: one failure must not refuse anybody. @throws {PostError} */
export function lookUp<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const last = clock.now().add({ milliseconds: longestWaitMs })
  return withRetry(clock, () => asPostError(ask), {
    forMs: longestWaitMs,
    leastMs: (error) => (Temporal.Instant.compare(clock.now(), last) > 0 ? null : retryPauseMs(error)),
  })
}

/**
 * For messages that people wait for and that Slack certainly didn't get, for example while the database with the
 * workspace's token is unavailable. After ten minutes nobody waits for the message any more.
 * @param late rejects when Sightline stops: the message is then sent once more
 */
export function untilReceived(late: Promise<never>): RetryOptions {
  const mayBeThere = (error: unknown) => error instanceof PostError && error.outcome === 'unknown'
  const leastMs = (error: unknown) => (mayBeThere(error) ? null : retryPauseMs(error))
  return { forMs: 10 * 60_000, leastMs, late }
}

interface Page {
  readonly response_metadata?: { readonly next_cursor?: string }
}

/** Reads the pages of a list, at most `most` of them. @param read gets the cursor as a part of its request */
export async function* pages<P extends Page>(
  read: (next: { readonly cursor?: string }) => Promise<P>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<P> {
  let next: { readonly cursor?: string } = {}
  for (let count = 0; count < most; count += 1) {
    const page = await read(next)
    yield page
    const cursor = page.response_metadata?.next_cursor
    if (!cursor) return
    next = { cursor }
  }
}

const sendCheck = new AsyncLocalStorage<() => boolean>()

/** A request was delayed past its deadline and was not sent. */
export class SendDeadlineError extends Error {
  override readonly name = 'SendDeadlineError'
  constructor() {
    super('delayed past its deadline; not sent')
  }
}

/**
 * Runs an SDK call whose request must not be sent late. Between the decision and the first byte lie a queue, a DNS
 * look-up, a connection and a handshake, and a paused process may resume there minutes later.
 *
 * @param maySend called right before the request is written, in the same turn of the event loop
 * @throws {SendDeadlineError} as the cause of the SDK's error, when it returns `false`
 */
export function withSendDeadline<T>(maySend: () => boolean, call: () => Promise<T>): Promise<T> {
  return sendCheck.run(maySend, call)
}

/**
 * A `fetch` for the SDK that obeys {@link withSendDeadline}: it sends a POST through undici's global dispatcher, with the
 * connections and proxy of `fetch`. `fetch` writes a request's head and then waits for its body; here both are written in
 * the turn in which `maySend` is called.
 *
 * @throws {SendDeadlineError} `maySend` returned `false`, and nothing was sent
 */
export const fetchBeforeDeadline: typeof fetch = async (input, init) => {
  const maySend = sendCheck.getStore()
  const body = init?.body
  // Only uploads have another kind of body; those may be late.
  if (maySend === undefined || typeof body !== 'string') return fetch(input, init)
  const signal = init?.signal
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const parts: Buffer[] = []
  let head: ResponseInit = {}
  let stop = () => reject(signal?.reason)
  const onAbort = () => stop()
  signal?.addEventListener('abort', onAbort, { once: true })
  getGlobalDispatcher().dispatch(
    {
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body,
    },
    {
      // An error thrown here ends the request before it is written.
      onRequestStart: (controller) => {
        signal?.throwIfAborted()
        if (!maySend()) throw new SendDeadlineError()
        stop = () => controller.abort(signal?.reason)
      },
      onResponseStart: (_, status, fields, statusText = '') => {
        const entries = Object.entries(fields).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
        )
        head = { status, statusText, headers: entries }
      },
      onResponseData: (_, part) => void parts.push(part),
      onResponseEnd: () => resolve(new Response(Buffer.concat(parts), head)),
      onResponseError: (_, error) => reject(error),
    },
  )
  return promise.finally(() => signal?.removeEventListener('abort', onAbort))
}

/** The time in Slack's last answer, for comparing clocks. */
export class SlackTime {
  last: Temporal.Instant | null = null

  /** A `fetch` that records each answer's `date` header. */
  readonly fetch: typeof fetch = async (...request) => {
    const response = await fetchBeforeDeadline(...request)
    const date = Date.parse(response.headers.get('date') ?? '')
    if (Number.isFinite(date)) this.last = Temporal.Instant.fromEpochMilliseconds(date)
    return response
  }
}

export interface Approved {
  readonly teams: ReadonlySet<string>
  /** By Slack's clock. */
  readonly at: Temporal.Instant
}

/** `auth.teams.list`: the workspaces in which an organization's token works. @throws {PostError} */
export function approvedWorkspaces(client: WebClient, time: SlackTime, clock: Clock): Promise<Approved> {
  return asPostError(async () => {
    const teams = new Set<string>()
    for await (const { teams: listed = [] } of pages((next) =>
      client.auth.teams.list({ limit: 1_000, ...next }),
    ))
      for (const { id } of listed) if (id !== undefined) teams.add(id)
    return { teams, at: time.last ?? clock.now() }
  })
}
