/**
 * Reads the body of a call, a form or JSON. See docs.slack.dev/apis/web-api#basics, and “Errors” and “Warnings” on
 * each method's page.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isJson, type Json } from '../json.ts'

/** An unreadable body, with Slack's error code. */
class Unreadable {
  readonly error: string
  /** The body as received, for the request log. */
  readonly body: string
  constructor(error: string, body: string) {
    this.error = error
    this.body = body
  }
}

export interface CallBody {
  readonly args: Json
  /** Slack accepts a token from a form, but not from JSON. */
  readonly isForm: boolean
  /** Why the call is refused. This comes before any other check. */
  readonly error?: string
  readonly warning?: string
}

function parsed(body: string): unknown {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return isJson(value) ? value : new Unreadable('json_not_object', body)
  } catch {
    return new Unreadable('invalid_json', body)
  }
}

/** Replaces Fastify's parsers, which reject an empty body and report a broken one in their own format. */
export function addBodyParsers(scope: FastifyInstance): void {
  scope.removeContentTypeParser(['application/json', 'text/plain'])
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parsed(String(body)))
  })
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const error = request.headers['content-type'] === undefined ? 'missing_post_type' : 'invalid_post_type'
    done(null, String(body) === '' ? {} : new Unreadable(error, String(body)))
  })
}

/** The fields of a multipart form; undefined for any other body. */
async function multipartFields(request: FastifyRequest): Promise<Json | undefined> {
  const fields: Json = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else await part.toBuffer()
    }
    return fields
  } catch {
    return undefined
  }
}

/** Slack warns about JSON without a charset, and about a form with one. */
function warningOf(type: string): string | undefined {
  const named = /;\s*charset=/i.test(type)
  if (/^application\/json\b/i.test(type)) return named ? undefined : 'missing_charset'
  return named && /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    ? 'superfluous_charset'
    : undefined
}

export async function readBody(request: FastifyRequest): Promise<CallBody> {
  const type = request.headers['content-type'] ?? ''
  const isForm = !/^application\/json\b/i.test(type)
  const { body } = request
  if (body instanceof Unreadable) return { args: {}, isForm, error: body.error }
  const warning = request.method === 'POST' ? warningOf(type) : undefined
  const args = request.isMultipart() ? await multipartFields(request) : isJson(body) ? body : {}
  if (args === undefined) return { args: {}, isForm, error: 'invalid_form_data' }
  return { args, isForm, ...(warning === undefined ? {} : { warning }) }
}
