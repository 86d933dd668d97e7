import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { logThrottle } from '../../lib/log-throttle.ts'
import { Bodies, free } from './http-body.ts'
import { isSignedBySlack } from './signature.ts'

interface GateDeps {
  readonly signingSecret: string
  /** Slack signs with the real time, whatever a demo's clock says. */
  readonly wallClock: Clock
  readonly log: Log
}

/**
 * Stands before Bolt at the address that everybody can reach: a delivery is handed on when it is whole, Slack's, of
 * now, and readable, in this order. Nothing of it is parsed before it is known to be Slack's.
 *
 * @param endpoint the only path that takes deliveries; others are handed on as they are
 * @param next finds the body in `rawBody`, and needs not check it again
 */
export function gate(next: RequestListener, endpoint: string, deps: GateDeps): RequestListener {
  const { signingSecret, wallClock, log } = deps
  const bodies = new Bodies()
  const refused = logThrottle(wallClock)

  const tell = (detail: string) =>
    refused((count) => log.warn('refused what did not come from Slack', { count, detail }))

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodies.read(request)
    if (body === 'too-long' || body === 'no-room') {
      tell(body === 'too-long' ? 'the body is too long' : 'too many and too long bodies came at once')
      response.setHeader('connection', 'close')
      // Nothing more is read of it, not even to be thrown away.
      response.writeHead(body === 'too-long' ? 413 : 503).end(() => request.socket.destroy())
      return
    }
    if (!isSignedBySlack(body, request.headers, signingSecret, wallClock.now().epochMilliseconds)) {
      if (isCertificateCheck(body)) return end(response, 200)
      free(body)
      tell('its signature is not Slack’s, or it is not of now')
      return end(response, 401)
    }
    if (!isReadable(body.toString(), request.headers['content-type'])) return end(response, 400)
    next(Object.assign(request, { rawBody: body }), response)
  }

  return (request, response) => {
    const path = URL.parse(request.url ?? '', 'http://localhost')?.pathname
    // Read as Bolt reads it: nothing may be a delivery there and none here.
    const isDelivery = path === endpoint && request.method?.toUpperCase() === 'POST'
    if (path === undefined) end(response, 404)
    // Bolt makes an address of it, and takes one that is none for a fault of its own.
    else if (!URL.canParse(`https://${request.headers.host}`)) end(response, 400)
    else if (!isDelivery) {
      // Nobody reads a body here: the connection that brings one ends with the answer.
      if (hasBody(request)) response.setHeader('connection', 'close')
      next(request, response)
    }
    // Whoever broke the connection off gets no answer.
    else receive(request, response).catch(() => response.destroy())
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

/** Slack looks at the certificate with an unsigned `ssl_check=1` now and then, and wants nothing but a 200. */
function isCertificateCheck(body: Buffer): boolean {
  return body.length < 1_000 && /(^|&)ssl_check=1(&|$)/.test(body.toString('latin1'))
}

/** Bolt takes whatever JSON it finds for an object; a `null` would end the process. */
function isReadable(body: string, contentType: string | undefined): boolean {
  if (contentType !== 'application/x-www-form-urlencoded') return isObject(body)
  // The usual one; what follows can't be JSON of its own.
  if (body.startsWith('payload=%7B')) return true
  // A command has none, and is not taken apart twice for it.
  if (!mayHavePayload.test(body)) return true
  const { payload } = parse(body)
  return typeof payload !== 'string' || isObject(payload)
}

/** A field of that name, or of one whose letters are percent-encoded. */
const mayHavePayload = /(?:^|&)(?:payload(?:=|&|$)|[^=&]*%)/

function isObject(json: string): boolean {
  return /^\s*\{/.test(json)
}
