/** Records a Fastify server's requests and their outcomes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Exchange, Exchanges } from './exchanges.ts'

// Formats request and response bodies for display: pretty-printed, secrets masked, shortened.

const MOST_SHOWN = 20_000
/** Longer bodies are not parsed; only their beginning is shown. */
const MOST_READ = 1_000_000

/** Fields that always hold a secret, whatever the value looks like. */
const SECRET_FIELDS = /^(?:token|\w+_token|secret_key|(?:\w+_)?secret|api_key|password|authorization)$/i
/** API keys, JSON Web Tokens, and Slack's tokens and secrets, anywhere in a text. */
const SECRETS =
  /\bsk-[\w-]{4,}|\beyJ[\w-]{16,}(?:\.[\w-]*)*|\bx(?:ox[a-z]|app|wfp)-[\w-]{3,}|\b[\w-]+-(?:signing-secret|verification-token)\b/g
/** URLs that work without a token. The first characters stay, so that they can be told apart. */
const OPEN_ADDRESSES = /(\/response\/(?:\w+-)?\w{4}|\/upload\/v1\/\w{4}|[?&]ticket=\w{4})[\w-]+/g
/** The secret fields in an unparsed URL or form. */
const NAMED = /\b((?:\w+_)?(?:token|secret)|secret_key|api_key|password)=[^&\s"]+/gi

const mask = (text: string) =>
  text.replace(SECRETS, '***').replace(OPEN_ADDRESSES, '$1***').replace(NAMED, '$1=***')

/** Whether `code` is an OAuth code, which is as secret as a token. The client secret is in the body or a header. */
const isCode = (beside: object) =>
  'client_secret' in beside || 'redirect_uri' in beside || Object.keys(beside).length === 1
const isSecret = (name: string, beside: object) =>
  SECRET_FIELDS.test(name) || (name === 'code' && isCode(beside))

function cut(text: string): string {
  if (text.length <= MOST_SHOWN) return text
  const shown = text.slice(0, MOST_SHOWN).replace(/[\uD800-\uDBFF]$/, '')
  const restLength = text.length - shown.length
  return `${shown}\n\n… ${restLength.toLocaleString('en-US')} more characters not shown.`
}

/** Parses JSON inside a string, as forms send it. Any other value is returned unchanged. */
function unfold(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const unfoldFields = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, unfold(field)]))
    : value

/** A body as text: at most 20,000 characters, then a note about the rest. Empty if there is no body. */
export function shownBody(body: unknown): string {
  if (body === undefined || body === null || body === '') return ''
  if (Buffer.isBuffer(body)) return `(${body.length.toLocaleString('en-US')} bytes)`
  if (typeof body === 'string' && body.length > MOST_READ) return cut(mask(body))
  const value = unfoldFields(unfold(body))
  if (typeof value === 'string') return cut(mask(value))
  const masked = JSON.stringify(
    value,
    function (this: object, name, field) {
      return typeof field === 'string' && isSecret(name, this) ? '***' : field
    },
    2,
  )
  return cut(mask(masked))
}

/** The text of a URL or title, with secrets masked. */
export const shownTitle = (text: string): string => mask(text).slice(0, 300)

interface Described {
  readonly to: Exchange['to']
  readonly title: string
}

interface HttpRecording {
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
