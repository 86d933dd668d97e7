import { createHmac, timingSafeEqual } from 'node:crypto'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerOptions,
  ServerResponse,
} from 'node:http'
import { parse } from 'node:querystring'
import { type CustomRoute, HTTPReceiver, type HTTPReceiverOptions, type Logger } from '@slack/bolt'
import { withTimeout } from '../../lib/async.ts'
import type { Clock } from '../../lib/clock.ts'
import { logThrottle } from '../../lib/rate-limit.ts'
import type { Log } from '../../lib/telemetry.ts'
import { Bodies, freeBuffer } from './http-body.ts'

const endpoint = '/slack/events'

/** Slack sends a request within milliseconds and waits 3 s for the answer. Slower clients are cut off after 4 s. */
export const requestTimeouts = {
  headersTimeout: 3_000,
  requestTimeout: 3_500,
  connectionsCheckingInterval: 500,
} satisfies ServerOptions

/** Less than the three seconds that Slack waits for an acknowledgement. */
const startWithinMs = 2_500

/** By path: answers a request of Slack whose signature was checked. */
export type SignedRoutes = ReadonlyMap<
  string,
  (body: Buffer, headers: IncomingHttpHeaders, response: ServerResponse) => void
>

/** Bolt's installation pages, whose requests carry no signature. */
export type InstallerOptions = Pick<
  HTTPReceiverOptions,
  'clientId' | 'clientSecret' | 'scopes' | 'redirectUri' | 'installationStore' | 'installerOptions'
>

/** Bolt's HTTP receiver behind our request guard. Start it with `requestTimeouts`. */
export function createHttpReceiver(
  settings: { readonly signingSecret: string; readonly port: number },
  options: Pick<RequestGuardOptions, 'wallClock' | 'log'> & {
    readonly logger: Logger
    readonly routes: readonly CustomRoute[]
    /** Other paths that only Slack may post to. */
    readonly signedRoutes: SignedRoutes
    /** Serves "Add to Slack"; `null` with a fixed token. */
    readonly installer: InstallerOptions | null
    /**
     * Settles when the process has started or failed to start. Events wait for it, and are refused if it takes too long or
     * fails: without the database there is no token to answer with. Omitted with a fixed token.
     */
    readonly started?: Promise<unknown> | undefined
  },
): HTTPReceiver {
  const { signingSecret, port } = settings
  const receiver = new HTTPReceiver({
    signingSecret,
    port,
    logger: options.logger,
    endpoints: endpoint,
    customRoutes: [...options.routes],
    ...options.installer,
    // The request guard has verified it.
    signatureVerification: false,
    // Only malformed requests and questions that can't be recorded end here; errors of our listeners don't.
    processEventErrorHandler: async ({ error, response }) => {
      const isNotRecorded = error.name === 'NotRecordedError' || error.name === 'StoreError'
      if (isNotRecorded) options.log.warn('a delivery could not be recorded', { error })
      // What makes a malformed request unreadable is no fault of ours.
      else options.log.warn('a delivery could not be read')
      if (!response.headersSent) response.writeHead(isNotRecorded ? 503 : 400).end()
      return true
    },
  })
  const { wallClock, log, started } = options
  const acceptsEvents = started === undefined ? async () => true : onceStarted(started, wallClock)
  const guard = { signingSecret, wallClock, log, acceptsEvents }
  receiver.requestListener = guardRequests(receiver.requestListener, options.signedRoutes, guard)
  return receiver
}

/** Slack repeats a refused event at once, after one minute and after five (https://docs.slack.dev/apis/events-api). */
function onceStarted(started: Promise<unknown>, wallClock: Clock): () => Promise<boolean> {
  let isStarted = false
  const settled = started.then(
    () => {
      isStarted = true
    },
    () => {},
  )
  return async () => {
    if (!isStarted) await withTimeout(wallClock, startWithinMs, () => settled)
    return isStarted
  }
}

interface RequestGuardOptions {
  readonly signingSecret: string
  /** The real time: Slack's signatures carry it, even in a demo with another clock. */
  readonly wallClock: Clock
  readonly log: Log
  /** `false`: events are refused for now. Slack repeats them, but not commands and clicks, so those are accepted. */
  readonly acceptsEvents: () => Promise<boolean>
}

/**
 * Checks requests at the public address before Bolt sees them: complete, signed by Slack, recent and readable, in this
 * order. Nothing is parsed before the signature is verified.
 *
 * @param next Bolt: reads the checked body from `rawBody`. Requests to other paths than Slack's are passed on unchecked
 * @param signedRoutes not through Bolt, which compiles the pattern of each route for each request
 */
function guardRequests(
  next: RequestListener,
  signedRoutes: SignedRoutes,
  { signingSecret, wallClock, log, acceptsEvents }: RequestGuardOptions,
): RequestListener {
  const bodies = new Bodies()
  const throttled = logThrottle(wallClock)

  const logRefusal = (detail: string) =>
    throttled((count) => log.warn('rejected requests not sent by Slack', { count, detail }))

  const receive = async (path: string, request: IncomingMessage, response: ServerResponse) => {
    const body = await bodies.read(request)
    if (body === 'too-long' || body === 'no-room') {
      logRefusal(body === 'too-long' ? 'the body is too long' : 'too many large bodies at once')
      response.setHeader('connection', 'close')
      // Don't read the rest of the body.
      response.writeHead(body === 'too-long' ? 413 : 503).end(() => request.socket.destroy())
      return
    }
    if (!isSignedBySlack(body, request.headers, signingSecret, wallClock.now().epochMilliseconds)) {
      if (isCertificateCheck(body)) return end(response, 200)
      freeBuffer(body)
      logRefusal('the signature is wrong or too old')
      return end(response, 401)
    }
    const { 'content-type': contentType } = request.headers
    if (!isReadable(body.toString(), contentType)) return end(response, 400)
    if (contentType !== formType && !(await acceptsEvents())) return end(response, 503)
    const answer = signedRoutes.get(path)
    if (answer === undefined) next(Object.assign(request, { rawBody: body }), response)
    else answer(body, request.headers, response)
  }

  return (request, response) => {
    const path = URL.parse(request.url ?? '', 'http://localhost')?.pathname
    // Parsed as Bolt does, so that both agree on what is a delivery.
    const isSlacks = path === endpoint || signedRoutes.has(path ?? '')
    if (path === undefined) end(response, 404)
    // Bolt builds a URL from the host and fails on an invalid one.
    else if (!URL.canParse(`https://${request.headers.host}`)) end(response, 400)
    else if (isSlacks && request.method?.toUpperCase() === 'POST')
      // It only fails if the client closed the connection.
      receive(path, request, response).catch(() => response.destroy())
    else {
      // Bodies aren't read here, so a connection with one is closed after the answer.
      if (hasBody(request)) response.setHeader('connection', 'close')
      if (signedRoutes.has(path)) response.writeHead(405, { allow: 'POST' }).end()
      else next(request, response)
    }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

/** Slack checks the certificate with an unsigned `ssl_check=1` now and then and expects a 200. */
function isCertificateCheck(body: Buffer): boolean {
  return body.length < 1_000 && /(^|&)ssl_check=1(&|$)/.test(body.toString('latin1'))
}

/** The content type of commands and interactions; events are JSON. */
const formType = 'application/x-www-form-urlencoded'

/** Bolt assumes that any JSON is an object; a `null` would crash the process. */
function isReadable(body: string, contentType: string | undefined): boolean {
  if (contentType !== formType) return isObject(body)
  const { payload } = parse(body)
  return typeof payload !== 'string' || isObject(payload)
}

function isObject(json: string): boolean {
  return /^\s*\{/.test(json)
}

/** For load balancers, on the public port: one word each. Reasons and metrics are on the operator's port. */
export function healthRoutes(ready: () => Promise<boolean>) {
  const route = (path: string, answer: () => Promise<readonly [status: number, word: string]>) => ({
    path,
    method: ['GET', 'HEAD'],
    handler: async (_request: unknown, response: ServerResponse) => {
      const [status, word] = await answer()
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers })
      response.end(`${word}\n`)
    },
  })
  return [
    route('/healthz', async () => [200, 'ok']),
    route('/readyz', async () => ((await ready().catch(() => false)) ? [200, 'ready'] : [503, 'not ready'])),
  ]
}

/** Slack: a request more than five minutes from now may be a replay. */
const windowSeconds = 300

/** How long a signed request can be replayed: from five minutes before its time until five minutes after it. */
export const replayableMs = 2 * windowSeconds * 1_000

/**
 * Whether Slack signed these bytes within five minutes before or after now
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack). Bolt accepts any future time, which would give
 * a replay more time.
 *
 * @param nowMs since 1970
 */
export function isSignedBySlack(
  body: Buffer,
  headers: IncomingHttpHeaders,
  signingSecret: string,
  nowMs: number,
): boolean {
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': signature } = headers
  if (typeof time !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(nowMs / 1000 - Number(time)) > windowSeconds) return false
  const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(body, time, signingSecret))]
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** @param time in seconds since 1970 */
export function signatureOf(body: string | Buffer, time: string, signingSecret: string): string {
  return `v0=${createHmac('sha256', signingSecret).update(`v0:${time}:`).update(body).digest('hex')}`
}
