/**
 * The service's errors. The specification shows only the body of a validation error and the 401 of an expired token;
 * the other errors follow the same convention:
 *
 * | status | when | body |
 * |---|---|---|
 * | 400, 414 | a URL that cannot be decoded, an id of more than 500 characters | `{detail: string}` |
 * | 401 | no token, an unknown or expired token, an API key instead of a token | `{detail: string}` |
 * | 403 | the key's role or scope does not allow it | `{detail: string}` |
 * | 404 | unknown path or id | `{detail: string}` |
 * | 405 | `/mcp` with a method other than POST | `{detail: string}` |
 * | 409 | a user's sixth key | `{detail: string}` |
 * | 413, 415 | body too large, media type not accepted | `{detail: string}` |
 * | 422 | validation, on every endpoint | `{detail: [{loc, msg, type, input, ctx}]}` (part 7) |
 * | 400, 408, 431 | not HTTP, sent too slowly, or a URL or headers of more than 16 KB | `{detail: string}` |
 * | 500 | a bug of this service | `{detail: string}` |
 */
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

export const ErrorItem = z
  .object({
    loc: z.array(z.string()).describe('Location of the faulty input, outermost part first'),
    msg: z.string().describe('What is wrong'),
    type: z.string().describe('Kind of error'),
    input: z.unknown().describe('The offending input'),
    ctx: z.record(z.string(), z.unknown()).describe('Extra context, for instance the bound that was missed'),
  })
  .meta({ id: 'ErrorItem' })

export const ValidationErrorBody = z.object({ detail: z.array(ErrorItem) }).meta({ id: 'ValidationError' })
export const ErrorBody = z.object({ detail: z.string() }).meta({ id: 'Error' })

/** The error responses of a route that needs a token and validates its input. */
export const SCOPED_ERRORS = {
  401: ErrorBody.describe('The token is missing, invalid or expired'),
  403: ErrorBody.describe("The key's role or scope does not allow this"),
  404: ErrorBody.describe('Something that the path names does not exist'),
  422: ValidationErrorBody.describe('The input does not validate'),
}

/** An error response with its status. */
export class HttpError extends Error {
  readonly statusCode: number
  constructor(statusCode: number, detail: string) {
    super(detail)
    this.statusCode = statusCode
  }
}

/** Input that fails validation. It becomes a 422 with the body of part 7. */
export class InvalidInput extends Error {
  readonly items: readonly z.infer<typeof ErrorItem>[]
  constructor(items: readonly z.infer<typeof ErrorItem>[]) {
    super('The input does not validate.')
    this.items = items
  }
}

/** A single item for input that no schema covers: a body that cannot be parsed, a range that ends before it starts. */
export function invalidInput(loc: string[], msg: string, type: string, input: unknown): InvalidInput {
  return new InvalidInput([{ loc, msg, type, input, ctx: {} }])
}

/** Parses a body as JSON. An empty text counts as no body. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput(['body'], 'The body is not valid JSON.', 'json_invalid', text.slice(0, 200))
  }
}

/** Answers a URL that reaches no route: not decodable (400), or with an overlong id (414). */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.code(error.statusCode ?? 400).send({ detail: error.message })
}

const UNREADABLE: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The URL or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** Answers a request that Node rejects before routing. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'This is not HTTP.']
  const body = JSON.stringify({ detail })
  const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
}

export function registerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not found.' }))
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof InvalidInput) return reply.code(422).send({ detail: error.items })
    const status = error.statusCode ?? 500
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (status < 500) return reply.code(status).send({ detail: error.message })
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown path'}`
    return reply.code(status).send({ detail: `The sandbox failed at ${route}: ${error.message}` })
  })
}
