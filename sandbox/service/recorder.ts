/** Records the requests that arrive at both origins, with secrets masked. */
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnalyticsService } from './model.ts'

type Recorded = { -readonly [K in keyof Entry]: Entry[K] }
type Entry = ReturnType<AnalyticsService['requests']>[number]

export interface Recorder {
  readonly requests: readonly Entry[]
  attach(app: FastifyInstance): void
}

/** API keys and JWTs, wherever in an address they may have been put. */
const SECRETS = /sk-[\w-]+|eyJ[\w-]+(?:\.[\w-]*)*/g
const mask = (text: string) => text.replace(SECRETS, '***')

/** A request's route as the specification writes it; empty where no route matches. */
export function routeOf(request: FastifyRequest): string {
  return (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
}

/** The control routes are not part of the service. */
export const isControl = (request: FastifyRequest): boolean => request.url.startsWith('/control')

/** A call that the tool-protocol server makes to its own routes: nothing of it arrived over the wire. */
export const isInner = (request: FastifyRequest): boolean => !(request.raw.socket instanceof Socket)

/** A request without an answer (a stall, a reset) keeps status 0. */
export function createRecorder(): Recorder {
  const requests: Recorded[] = []
  const open = new WeakMap<FastifyRequest, { entry: Recorded; since: number }>()
  return {
    requests,
    attach: (app) => {
      app.addHook('onRequest', async (request) => {
        if (isControl(request) || isInner(request)) return
        const [path = '', ...query] = request.url.split('?')
        const entry: Recorded = {
          method: request.method,
          route: routeOf(request),
          path: mask(path),
          query: mask(query.join('?')),
          status: 0,
          ms: 0,
        }
        requests.push(entry)
        open.set(request, { entry, since: performance.now() })
      })
      app.addHook('onResponse', async (request, reply) => {
        const pending = open.get(request)
        if (!pending || !reply.raw.headersSent) return
        pending.entry.status = reply.statusCode
        pending.entry.ms = performance.now() - pending.since
      })
    },
  }
}
