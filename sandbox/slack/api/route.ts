/** POST /api/<method>: who calls, whether they may, whether too often, and what comes back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isJson, type Json, text } from '../json.ts'
import type { SlackFault } from '../model.ts'
import { noteWork } from '../steps/interactivity.ts'
import { TOKENS } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { readArguments } from './arguments.ts'
import { SlackError } from './errors.ts'
import { type Caller, family, type Method, missingScope } from './method.ts'
import { METHODS } from './methods.ts'

interface Answer {
  readonly status: number
  readonly body: Json | string
  readonly headers?: Record<string, string>
  /** The connection is cut instead of an answer. */
  readonly cut?: boolean
}

function tokenOf(request: FastifyRequest, args: Json): string | undefined {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return header ?? text(args.token)
}

/** In which workspace a token calls; an organization's token says it with each call. */
function callerOf(
  worlds: readonly World[],
  token: string | undefined,
  args: Json,
): (Caller & { readonly world: World }) | undefined {
  const [first] = worlds
  const granted = token === undefined ? undefined : first?.grants.find(token)
  if (granted === undefined) return undefined
  const named = worlds.find(({ team }) => team.id === text(args.team_id))
  return { world: granted.org && named ? named : granted.world, execution: granted.execution }
}

/** Throws as Slack does when this token may not call the method. */
function authorize(world: World, method: Method, token: string | undefined, granted: boolean): void {
  if (method.token === 'none') return
  if (!token) throw new SlackError('not_authed')
  const isApp = token === TOKENS.app
  if (token !== world.botToken && !isApp && !granted)
    throw new SlackError(token.startsWith(TOKENS.bot) ? 'token_revoked' : 'invalid_auth')
  if (isApp !== (method.token === 'app')) throw new SlackError('not_allowed_token_type')
  if (world.revoked) throw new SlackError('token_revoked')
  const needed =
    method.scope === undefined
      ? []
      : typeof method.scope === 'string'
        ? [method.scope]
        : method.scope.flatMap(family)
  if (needed.length > 0 && !needed.some((scope) => world.scopes.has(scope))) {
    throw missingScope(world, needed.join(','))
  }
}

const limited = (seconds: number): Answer => ({
  status: 429,
  body: { ok: false, error: 'ratelimited' },
  headers: { 'retry-after': String(seconds) },
})

/** The answer that a fault puts in place of the method's; undefined when the method runs. */
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
): Promise<Answer & { readonly world: World }> {
  const raw: Json = {
    ...(isJson(request.query) ? request.query : {}),
    ...(isJson(request.body) ? request.body : {}),
  }
  let world = home
  const args = readArguments(raw)
  const method = METHODS[name]
  const scopes = { 'x-oauth-scopes': [...home.scopes].join(',') }
  try {
    if (!method) throw new SlackError('unknown_method', { req_method: name })
    const token = tokenOf(request, raw)
    // It has no `team_id`: of an organization's token it tells where that was installed.
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
    const result = await method.run(args, world, { execution })
    if (execution !== undefined) noteWork(world, execution, raw, result)
    return {
      status: 200,
      body: { ok: true, ...result },
      headers: scopes,
      cut: fault !== undefined && 'reset' in fault,
      world,
    }
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    return { status: 200, body: { ok: false, error: error.code, ...error.details }, headers: scopes, world }
  }
}

function log(world: World, method: string, request: FastifyRequest, sent: Answer, ms: number) {
  const body = isJson(sent.body) ? sent.body : {}
  const error = sent.cut ? 'connection_reset' : text(body.error)
  const args: Json = { ...(isJson(request.body) ? request.body : {}) }
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
  if (home === undefined) throw new Error('a Slack has a workspace')
  const handle = async (request: FastifyRequest<{ Params: { method: string } }>, reply: FastifyReply) => {
    const started = performance.now()
    const { method } = request.params
    const sent = await answer(home, worlds, method, request)
    log(sent.world, method, request, sent, performance.now() - started)
    if (sent.cut) {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    // Slack's clock, which a test may set apart from the bot's.
    const date = new Date(home.clock.now().epochMilliseconds).toUTCString()
    reply.code(sent.status).headers({ date, ...sent.headers })
    return typeof sent.body === 'string' ? reply.type('text/plain').send(sent.body) : reply.send(sent.body)
  }
  app.route({ method: ['GET', 'POST'], url: '/api/:method', handler: handle })
}
