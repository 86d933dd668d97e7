/** POST /api/<method>: authenticates the caller, checks scopes and rate limits, and answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isJson, type Json, strings, text } from '../json.ts'
import type { SlackFault } from '../model.ts'
import { noteWork } from '../steps/run.ts'
import { TOKENS } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { readArguments, SlackError } from './call.ts'
import { type Caller, type Method, missingScope, scopesOf } from './method.ts'
import { METHODS } from './methods.ts'

// Reads the body of a call, a form or JSON. See docs.slack.dev/apis/web-api#basics, and “Errors” and “Warnings” on
// each method's page.

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

interface CallBody {
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
function addBodyParsers(scope: FastifyInstance): void {
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

async function readBody(request: FastifyRequest): Promise<CallBody> {
  const type = request.headers['content-type'] ?? ''
  const isForm = !/^application\/json\b/i.test(type)
  const { body } = request
  if (body instanceof Unreadable) return { args: {}, isForm, error: body.error }
  const warning = request.method === 'POST' ? warningOf(type) : undefined
  const args = request.isMultipart() ? await multipartFields(request) : isJson(body) ? body : {}
  if (args === undefined) return { args: {}, isForm, error: 'invalid_form_data' }
  return { args, isForm, ...(warning === undefined ? {} : { warning }) }
}

interface Answer {
  readonly status: number
  readonly body: Json | string
  readonly headers?: Record<string, string>
  /** Whether to cut the connection instead of answering. */
  readonly cut?: boolean
}

/**
 * The token from the header or the form. One in a JSON body doesn't count, nor one in the URL:
 * docs.slack.dev/changelog/2020-11-no-more-tokens-in-querystrings-for-newly-created-apps
 */
function tokenOf(request: FastifyRequest, { args, isForm }: CallBody): string | undefined {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return header ?? (isForm ? text(args.token) : undefined)
}

/** The app's id and secret from a Basic header, which Bolt for Python sends and oauth.v2.access accepts. */
function basicOf(request: FastifyRequest): Json {
  const given = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) return {}
  const [client_id, ...secret] = Buffer.from(given, 'base64').toString('utf8').split(':')
  return { client_id, client_secret: secret.join(':') }
}

/** The answer with its own warning and the body's. */
function warned(answer: Json, bodyWarning: string | undefined): Json {
  const warnings = [text(answer.warning), bodyWarning].filter((warning) => warning !== undefined)
  if (warnings.length === 0) return answer
  const metadata = isJson(answer.response_metadata) ? answer.response_metadata : {}
  return { ...answer, warning: warnings.join(','), response_metadata: { ...metadata, warnings } }
}

/**
 * The workspace that a token acts in. With an organization's token, each call names one of its workspaces. Throws
 * `team_access_not_granted` for another organization's.
 */
function callerOf(
  worlds: readonly World[],
  token: string | undefined,
  args: Json,
): (Caller & { readonly world: World }) | undefined {
  const [first] = worlds
  const granted = token === undefined ? undefined : first?.grants.find(token)
  if (granted === undefined) return undefined
  const named = worlds.find(({ team }) => team.id === text(args.team_id))
  const world = granted.org && named ? named : granted.world
  if (world.enterprise?.id !== granted.world.enterprise?.id) throw new SlackError('team_access_not_granted')
  return { world, execution: granted.execution }
}

/** Throws Slack's error if this token may not call the method. */
function authorize(world: World, method: Method, token: string | undefined, granted: boolean): void {
  if (method.token === 'none') return
  if (!token) throw new SlackError('not_authed')
  const isApp = token === TOKENS.app
  if (token !== world.botToken && !isApp && !granted)
    throw new SlackError(token.startsWith(TOKENS.bot) ? 'token_revoked' : 'invalid_auth')
  if (isApp !== (method.token === 'app')) throw new SlackError('not_allowed_token_type')
  if (world.revoked) throw new SlackError('token_revoked')
  const needed = scopesOf(method)
  if (needed.length > 0 && !needed.some((scope) => world.scopes.has(scope))) {
    throw missingScope(world, needed.join(','))
  }
}

const limited = (seconds: number): Answer => ({
  status: 429,
  body: { ok: false, error: 'ratelimited' },
  headers: { 'retry-after': String(seconds) },
})

/** The response that a fault injects instead of the method's; undefined if the method should run. */
function faulty(fault: SlackFault | undefined): Answer | undefined {
  if (!fault) return undefined
  if ('error' in fault) return { status: 200, body: { ok: false, error: fault.error } }
  if ('status' in fault) return { status: fault.status, body: `HTTP ${fault.status} by the sandbox` }
  if ('retryAfter' in fault) return limited(fault.retryAfter)
  if ('reset' in fault && fault.reset === 'before') return { status: 0, body: '', cut: true }
  return undefined
}

async function answer(
  home: World,
  worlds: readonly World[],
  name: string,
  request: FastifyRequest,
  body: CallBody,
): Promise<Answer & { readonly world: World }> {
  const query = isJson(request.query) ? request.query : {}
  const raw: Json = { ...basicOf(request), ...query, ...body.args }
  let world = home
  const args = readArguments(raw)
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  const scopes = () => ({ 'x-oauth-scopes': [...world.scopes].join(',') })
  try {
    if (!method) throw new SlackError('unknown_method', { req_method: name })
    if (body.error !== undefined) throw new SlackError(body.error)
    const token = tokenOf(request, body)
    // auth.test takes no `team_id`: it reports where an organization's token was installed.
    const granted = callerOf(worlds, token, name === 'auth.test' ? {} : raw)
    world = granted?.world ?? home
    authorize(world, method, token, granted !== undefined)
    const fault = world.faults.take(name)
    const replaced = faulty(fault)
    if (replaced) return { ...replaced, world }
    if (fault && 'delayMs' in fault) await world.clock.sleep(fault.delayMs, world.stopping.signal)
    const seconds = world.limits?.check(name, method.tier, args.string('channel'))
    if (seconds !== undefined) return { ...limited(seconds), world }
    const execution = granted?.execution
    const result = (await method.run(args, world, { execution })) ?? {}
    if (execution !== undefined) noteWork(world, execution, raw, result)
    return {
      status: 200,
      body: warned({ ok: true, ...result }, body.warning),
      headers: scopes(),
      cut: fault !== undefined && 'reset' in fault,
      world,
    }
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    const refused = warned({ ok: false, error: error.code, ...error.details }, body.warning)
    return { status: 200, body: refused, headers: scopes(), world }
  }
}

/** A log line for the app's developer about a refused call. */
function refusalLine(method: string, body: Json): string {
  const metadata = isJson(body.response_metadata) ? body.response_metadata : {}
  const why =
    body.error === 'unknown_method'
      ? ['not implemented by the sandbox; see /about']
      : [...strings(metadata.messages), ...(body.needed === undefined ? [] : [`needs ${body.needed}`])]
  return `${method}: ${[body.error, ...why].join(', ')}`
}

function log(world: World, method: string, call: CallBody, sent: Answer, ms: number) {
  const body = isJson(sent.body) ? sent.body : {}
  const error = sent.cut ? 'connection_reset' : text(body.error)
  if (body.ok === false) world.log(refusalLine(method, body))
  const args: Json = { ...call.args }
  for (const secret of ['token', 'client_secret', 'code', 'refresh_token'])
    if (secret in args) args[secret] = '***'
  world.requests.push({
    method,
    args,
    status: sent.status,
    ok: !sent.cut && body.ok === true,
    ...(error ? { error } : {}),
    ms,
  })
  world.changes.changed()
}

export function addApi(app: FastifyInstance, worlds: readonly World[]): void {
  const [home] = worlds
  if (home === undefined) throw new Error('no workspace')
  const handle = async (request: FastifyRequest<{ Params: { method: string } }>, reply: FastifyReply) => {
    const started = performance.now()
    const { method } = request.params
    const body = await readBody(request)
    const sent = await answer(home, worlds, method, request, body)
    log(sent.world, method, body, sent, performance.now() - started)
    if (sent.cut) {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    // The sandbox's time, which a test may set apart from the bot's.
    const date = new Date(home.clock.now().epochMilliseconds).toUTCString()
    reply.code(sent.status).headers({ date, ...sent.headers })
    return typeof sent.body === 'string' ? reply.type('text/plain').send(sent.body) : reply.send(sent.body)
  }
  void app.register(async (scope) => {
    addBodyParsers(scope)
    // A bug in the sandbox. The app still gets an error in Slack's format.
    scope.setErrorHandler(async (error, request, reply) => {
      const { method = '' } = request.params as { method?: string }
      home.log(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return reply.code(500).send({ ok: false, error: 'internal_error' })
    })
    scope.route({ method: ['GET', 'POST'], url: '/api/:method', handler: handle })
  })
}
