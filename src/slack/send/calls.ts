import { AsyncLocalStorage } from 'node:async_hooks'
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
} from '@slack/web-api'
import { getGlobalDispatcher, request } from 'undici'
import {
  type RetryOptions,
  SendDeadlineError,
  unlessAborted,
  withRetry,
  withSendDeadline,
} from '../../lib/async.ts'
import type { Clock } from '../../lib/clock.ts'
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

/** Somebody is waiting for what depends on the call. */
const longestWaitMs = 12_000

/** A call that may be repeated: again after a time-out, 5xx or 429. @throws {PostError} */
export function callWithRetry<T>(clock: Clock, call: () => Promise<T>): Promise<T> {
  const last = clock.now().add({ milliseconds: longestWaitMs })
  return withRetry(clock, () => asPostError(call), {
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

/**
 * Runs an SDK call whose request must not be sent late. If it would be, the cause of the SDK's error is a
 * {@link SendDeadlineError}.
 */
export function sendInTime<T>(maySend: () => boolean, call: () => Promise<T>): Promise<T> {
  return sendCheck.run(maySend, call)
}

/**
 * A `fetch` for the SDK that obeys {@link sendInTime}. `fetch` writes a request's head and then waits for its body;
 * `request` writes both in one turn. It uses the connections and proxy of `fetch`.
 *
 * @throws {SendDeadlineError} nothing was sent
 */
export const fetchBeforeDeadline: typeof fetch = async (input, init) => {
  const maySend = sendCheck.getStore()
  const body = init?.body
  // Only uploads have another kind of body; those may be late.
  if (maySend === undefined || typeof body !== 'string') return fetch(input, init)
  const signal = init?.signal ?? null
  const sent = request(input instanceof Request ? input.url : input, {
    method: 'POST',
    headers: new Headers(init?.headers),
    body,
    signal,
    dispatcher: getGlobalDispatcher().compose(withSendDeadline(maySend)),
  })
  // While it connects, undici doesn't reject an aborted request.
  const {
    body: answer,
    statusCode: status,
    statusText,
    headers,
  } = await unlessAborted(sent, signal ?? undefined)
  return new Response(await answer.arrayBuffer(), {
    status,
    statusText,
    headers: headers as Record<string, string>,
  })
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
