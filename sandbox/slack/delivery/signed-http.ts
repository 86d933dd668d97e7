/**
 * Requests to the app's request URL, signed as Slack signs them.
 * docs.slack.dev/authentication/verifying-requests-from-slack
 */
import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Json } from '../json.ts'
import type { Envelope, Outcome, Retry } from './envelope.ts'

const FORM = 'application/x-www-form-urlencoded'
const USER_AGENT = 'Slackbot 1.0 (+https://api.slack.com/robots)'

/** The request's body: a slash command as form fields, an interaction as one field `payload`, an event as JSON. */
function encode(envelope: Envelope): { type: string; body: string } {
  if (envelope.kind === 'events_api')
    return { type: 'application/json', body: JSON.stringify(envelope.payload) }
  const fields =
    envelope.kind === 'slash_commands'
      ? Object.entries(envelope.payload).map(([name, value]): [string, string] => [name, String(value)])
      : [['payload', JSON.stringify(envelope.payload)]]
  return { type: FORM, body: new URLSearchParams(fields).toString() }
}

function signed(body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.trunc(Temporal.Now.instant().epochMilliseconds / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` }
}

async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Sends one POST on a new connection, because Slack doesn't keep connections open either. */
function post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  const length = String(Buffer.byteLength(body))
  return new Promise<{ status: number; type: string; noRetry: boolean; text: string }>((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent: false, signal, headers: { ...headers, 'content-length': length } },
      (response) => {
        const noRetry = response.headers['x-slack-no-retry'] === '1'
        const type = response.headers['content-type'] ?? ''
        const status = response.statusCode ?? 0
        readAll(response).then((text) => resolve({ status, type, noRetry, text }), reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function readBody(type: string, text: string): { body?: unknown } {
  if (text === '') return {}
  if (!type.includes('json')) return { body: text }
  try {
    return { body: JSON.parse(text) }
  } catch {
    return { body: text }
  }
}

/** Delivers an envelope. Never rejects: timeouts, broken connections and error statuses are outcomes. */
export async function deliverSigned(
  url: string,
  envelope: Envelope,
  options: { secret: string; timeoutMs: number; signal: AbortSignal; retry?: Retry },
): Promise<Outcome> {
  const { type, body } = encode(envelope)
  const headers: Record<string, string> = {
    'content-type': type,
    'user-agent': USER_AGENT,
    ...signed(body, options.secret),
  }
  if (options.retry) {
    headers['x-slack-retry-num'] = String(options.retry.attempt)
    headers['x-slack-retry-reason'] = options.retry.reason
  }
  const started = performance.now()
  const timeout = AbortSignal.timeout(options.timeoutMs)
  try {
    const answer = await post(url, headers, body, AbortSignal.any([timeout, options.signal]))
    const ms = performance.now() - started
    if (answer.status >= 200 && answer.status < 300) {
      return { ok: true, ms, ...readBody(answer.type, answer.text) }
    }
    const failure = answer.status >= 500 ? 'http_service_error' : 'http_client_error'
    return { ok: false, ms, failure, noRetry: answer.noRetry }
  } catch {
    const ms = performance.now() - started
    return { ok: false, ms, failure: timeout.aborted ? 'operation_timeout' : 'dispatch_failed' }
  }
}

/**
 * Posts a request of Slackbot to an MCP server. Rejects if there is no answer.
 * @param options.secret null: the request isn't signed
 */
export function postSigned(
  url: string,
  body: string,
  options: {
    readonly headers: Readonly<Record<string, string>>
    readonly secret: string | null
    readonly signal: AbortSignal
  },
): Promise<{ status: number; type: string; text: string }> {
  const signature = options.secret === null ? {} : signed(body, options.secret)
  return post(url, { 'user-agent': USER_AGENT, ...options.headers, ...signature }, body, options.signal)
}

/** Slack's check of a new request URL: the app must return the challenge. */
export async function verifyUrl(
  url: string,
  challenge: string,
  token: string,
  secret: string,
): Promise<boolean> {
  const payload: Json = { type: 'url_verification', token, challenge }
  const envelope: Envelope = { id: challenge, kind: 'events_api', payload, acceptsResponse: true }
  const signal = new AbortController().signal
  const outcome = await deliverSigned(url, envelope, { secret, timeoutMs: 3000, signal })
  if (!outcome.ok) return false
  const { body } = outcome
  if (typeof body === 'string') return body === challenge
  return typeof body === 'object' && body !== null && 'challenge' in body && body.challenge === challenge
}

/**
 * The URL of the app's own HTTP server, as in an app's settings.
 * @throws {Error} if it isn't a URL or doesn't point to this machine: the sandbox connects only to this machine
 */
export function readRequestUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`"${text}" is not an HTTP URL. Example: http://127.0.0.1:3000/slack/events`)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    throw new Error(`${url.host} is another machine; the sandbox delivers only to 127.0.0.1 and localhost.`)
  return url.href
}
