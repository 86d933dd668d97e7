/** Injected faults, which act before a route runs or change the bytes of its answer. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxClock } from '../clock.ts'
import type { PendingFault } from '../pending-fault.ts'
import type { ServiceFault } from './model.ts'
import { isControl, isInner, routeOf } from './recorder.ts'
import { EXPIRED_DETAIL } from './tokens.ts'

type How = ServiceFault['how']

const CHUNK = 64 * 1024

/** The body, then spaces up to `bytes` (which leaves the same JSON), generated while they are read. */
function* padded(body: string, bytes: number): Generator<string> {
  yield body
  for (let remaining = bytes - Buffer.byteLength(body); remaining > 0; remaining -= CHUNK) {
    yield ' '.repeat(Math.min(remaining, CHUNK))
  }
}

/** Yields ten pieces per second, so that `bytesPerSecond` holds on average. */
async function* trickled(body: string, bytesPerSecond: number, clock: SandboxClock, signal: AbortSignal) {
  const bytes = Buffer.from(body)
  const size = Math.max(1, Math.round(bytesPerSecond / 10))
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size)
    await clock.sleep((1000 * size) / bytesPerSecond, signal)
  }
}

/** Applies `change` to every object within a JSON value. */
function inObjects(value: unknown, change: (o: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => inObjects(item, change))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, item]) => [key, inObjects(item, change)] as const)
  return change(Object.fromEntries(inner))
}

const EXTRA = { unexpected_field: { nested: [1, 'two', null] }, x_beta: true }

function withoutField(field: string) {
  return ({ [field]: _, ...rest }: Record<string, unknown>) => rest
}

/** Ends the connection without an answer. */
function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.resetAndDestroy()
  return reply.hijack()
}

/** @param signal ends waiting and stalled requests when the service stops. */
export function createFaults(clock: SandboxClock, signal: AbortSignal) {
  let faults: {
    readonly fault: ServiceFault
    remaining: number
    readonly over: PromiseWithResolvers<void>
  }[] = []
  const chosen = new WeakMap<FastifyRequest, How>()

  function end(one: (typeof faults)[number]): void {
    faults = faults.filter((other) => other !== one)
    one.over.resolve()
  }

  function take(request: FastifyRequest): How | undefined {
    const route = routeOf(request)
    const active = faults.find(({ fault }) => {
      if (fault.route !== undefined && fault.route !== route) return false
      if (fault.method !== undefined && fault.method.toUpperCase() !== request.method) return false
      return fault.how.kind !== 'token_expired' || !route.startsWith('/v1/auth/')
    })
    if (!active) return undefined
    active.remaining -= 1
    if (active.remaining <= 0) end(active)
    return active.fault.how
  }

  async function before(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (isControl(request) || isInner(request)) return undefined
    const how = take(request)
    if (!how) return undefined
    chosen.set(request, how)
    switch (how.kind) {
      case 'latency':
        return clock
          .sleep(how.ms, AbortSignal.any([signal, request.signal]))
          .catch(() => hangUp(request, reply))
      case 'stall':
        return reply.hijack()
      case 'status':
        return reply
          .code(how.status)
          .type('application/json')
          .send(JSON.stringify(how.body ?? { detail: 'Fault.' }))
      case 'rate_limit':
        reply.header('retry-after', String(how.retryAfterSeconds))
        return reply.code(429).send({ detail: 'Too many requests.' })
      case 'token_expired':
        reply.header('www-authenticate', 'Bearer')
        return reply.code(401).send({ detail: EXPIRED_DETAIL })
      case 'reset':
        if (how.when === 'after_effect') return undefined
        return hangUp(request, reply)
      default:
        return undefined
    }
  }

  function alter(how: How | undefined, request: FastifyRequest, body: string): unknown {
    switch (how?.kind) {
      case 'reset':
        request.raw.socket.resetAndDestroy()
        // Never resolves: the route has run, and the connection is gone.
        return new Promise(() => {})
      case 'slow_body':
        return Readable.from(trickled(body, how.bytesPerSecond, clock, signal))
      case 'huge_body':
        return Readable.from(padded(body, how.bytes))
      case 'broken_json':
        return body.slice(0, Math.ceil(body.length / 2))
      case 'extra_fields':
        return JSON.stringify(inObjects(JSON.parse(body), (object) => ({ ...object, ...EXTRA })))
      case 'missing_field':
        return JSON.stringify(inObjects(JSON.parse(body), withoutField(how.field)))
      default:
        return body
    }
  }

  return {
    add: (fault: ServiceFault): PendingFault => {
      const remaining = fault.times ?? Number.POSITIVE_INFINITY
      const added = { fault, remaining, over: Promise.withResolvers<void>() }
      faults.push(added)
      return { over: added.over.promise, end: () => end(added) }
    },
    clear: () => faults.forEach(end),
    attach: (app: FastifyInstance) => {
      app.addHook('onRequest', before)
      app.addHook('onSend', async (request, _reply, payload) =>
        typeof payload === 'string' ? alter(chosen.get(request), request, payload) : payload,
      )
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
