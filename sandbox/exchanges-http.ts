/** Notes the requests that come in at a Fastify, with whatever became of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shownBody, shownTitle } from './exchange-text.ts'
import type { Exchange, Exchanges } from './exchanges.ts'

interface Described {
  readonly to: Exchange['to']
  readonly what: string
}

export interface HttpRecording {
  /** What a request is about; `null`: it is not noted. */
  describe(request: FastifyRequest): Described | null
  /** How an answered request ended. */
  judge(status: number, body: string): Pick<Exchange, 'status' | 'failed'>
}

/** What is known of a request that is under way. Holds nothing of the connection, since it is kept for long. */
interface Open {
  body: unknown
  said: string | undefined
}

/** A body that no parser has taken apart, by its size. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.body !== undefined && request.body !== null) return request.body
  const length = Number(request.headers['content-length'] ?? 0)
  const type = request.headers['content-type']?.split(';')[0] ?? 'unknown type'
  return length > 0 ? `(${length.toLocaleString('en-US')} bytes, ${type})` : undefined
}

/** The query, the body, or where there are both, both by name. */
function requestText(query: string, body: unknown): string {
  const asked = query === '' ? undefined : Object.fromEntries(new URLSearchParams(query))
  if (asked === undefined) return shownBody(body)
  return shownBody(body === undefined ? asked : { query: asked, body })
}

/**
 * Notes each described request from its arrival until it is answered, or the connection is gone. Of an answer it notes
 * what the route said; hooks that are added later may still change the bytes.
 */
export function recordHttp(app: FastifyInstance, log: Exchanges, { describe, judge }: HttpRecording): void {
  const open = new WeakMap<FastifyRequest, Open>()
  app.addHook('onRequest', async (request, reply) => {
    const described = describe(request)
    if (described === null) return
    const one: Open = { body: undefined, said: undefined }
    open.set(request, one)
    const [, ...query] = request.url.split('?')
    const end = log.begin({
      from: 'bot',
      to: described.to,
      method: request.method,
      what: shownTitle(described.what),
      request: () => requestText(query.join('?'), one.body),
    })
    const { raw } = reply
    raw.once('finish', () => {
      const said = one.said ?? ''
      end({ ...judge(raw.statusCode, said), response: () => shownBody(said) })
    })
    // Comes after `finish`, and alone where the connection was cut.
    raw.once('close', () => {
      const lost = one.said === undefined ? '' : `This did not arrive:\n\n${shownBody(one.said)}`
      end({ status: 'no answer', failed: true, response: () => lost || 'The connection was cut.' })
    })
  })
  app.addHook('preValidation', async (request) => {
    const one = open.get(request)
    if (one !== undefined) one.body = bodyOf(request)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const one = open.get(request)
    if (one !== undefined && typeof payload === 'string') one.said = payload
    return payload
  })
}
