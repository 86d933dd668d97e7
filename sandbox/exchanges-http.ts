/** Records a Fastify server's requests and their outcomes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shownBody, shownTitle } from './exchange-text.ts'
import type { Exchange, Exchanges } from './exchanges.ts'

interface Described {
  readonly to: Exchange['to']
  readonly title: string
}

export interface HttpRecording {
  /** The request's target and title, or `null` if it is not recorded. */
  describe(request: FastifyRequest): Described | null
  /** The outcome of an answered request. */
  judge(status: number, body: string): Pick<Exchange, 'status' | 'failed'>
}

/** A pending request's bodies. These are kept for a long time, so it holds no reference to the connection. */
interface Open {
  requestBody: unknown
  responseBody: string | undefined
}

/** The parsed body, or a note about its size if it was not parsed. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.body !== undefined && request.body !== null) return request.body
  const length = Number(request.headers['content-length'] ?? 0)
  const type = request.headers['content-type']?.split(';')[0] ?? 'unknown type'
  return length > 0 ? `(${length.toLocaleString('en-US')} bytes, ${type})` : undefined
}

/** The query, the body, or an object of both. */
function requestText(query: string, body: unknown): string {
  const asked = query === '' ? undefined : Object.fromEntries(new URLSearchParams(query))
  if (asked === undefined) return shownBody(body)
  return shownBody(body === undefined ? asked : { query: asked, body })
}

/**
 * Records each described request from its arrival until it is answered or its connection closes. The recorded answer
 * is what the route returned; hooks that are added later may still change the bytes.
 */
export function recordHttp(app: FastifyInstance, log: Exchanges, { describe, judge }: HttpRecording): void {
  const open = new WeakMap<FastifyRequest, Open>()
  app.addHook('onRequest', async (request, reply) => {
    const described = describe(request)
    if (described === null) return
    const one: Open = { requestBody: undefined, responseBody: undefined }
    open.set(request, one)
    const [, ...query] = request.url.split('?')
    const end = log.begin({
      from: 'bot',
      to: described.to,
      method: request.method,
      title: shownTitle(described.title),
      request: () => requestText(query.join('?'), one.requestBody),
    })
    const { raw } = reply
    raw.once('finish', () => {
      const body = one.responseBody ?? ''
      end({ ...judge(raw.statusCode, body), response: () => shownBody(body) })
    })
    // `close` comes after `finish`, or without it if the connection was cut.
    raw.once('close', () => {
      const lost = one.responseBody === undefined ? '' : `Not delivered:\n\n${shownBody(one.responseBody)}`
      end({ status: 'no answer', failed: true, response: () => lost || 'The connection was closed.' })
    })
  })
  app.addHook('preValidation', async (request) => {
    const one = open.get(request)
    if (one !== undefined) one.requestBody = bodyOf(request)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const one = open.get(request)
    if (one !== undefined && typeof payload === 'string') one.responseBody = payload
    return payload
  })
}
