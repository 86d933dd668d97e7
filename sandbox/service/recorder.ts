/** Records the requests that arrive at both origins, with secrets masked. */
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

interface Recorded {
  readonly method: string
  readonly route: string
  readonly path: string
  readonly query: string
  status: number
  ms: number
}

/** API keys and JWTs, anywhere in a URL. */
const SECRETS = /sk-[\w-]+|eyJ[\w-]+(?:\.[\w-]*)*/g
const mask = (text: string) => text.replace(SECRETS, '***')

/** A request's route, spelled as in the specification; empty if no route matches. */
export function routeOf(request: FastifyRequest): string {
  return (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
}

/** The control routes are not part of the service. */
export const isControl = (request: FastifyRequest): boolean => request.url.startsWith('/control')

/** Whether the MCP server made this call to its own routes. Such calls don't arrive over the network. */
export const isInner = (request: FastifyRequest): boolean => !(request.raw.socket instanceof Socket)

/** A request without an answer (stalled or reset) keeps status 0. */
export function createRecorder() {
  const requests: Recorded[] = []
  const open = new WeakMap<FastifyRequest, { entry: Recorded; since: number }>()
  return {
    requests,
    attach: (app: FastifyInstance) => {
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

export type Recorder = ReturnType<typeof createRecorder>
