import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config/index.ts'
import { noMeter } from '../../lib/telemetry.ts'
import type { Metrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'
import type { HealthSource } from './source.ts'

interface Page {
  readonly status: number
  readonly type: string
  readonly body: string
}

const maxConnections = 50
const slowClientMs = 5_000

/** The port can't be opened. The start ends with exit code 1. */
export class OpsError extends Error {
  override readonly name = 'OpsError'
}

type OpsSettings = NonNullable<Config['ops']>

export type Ops = Awaited<ReturnType<typeof openOps>>

/**
 * Opens the operator's port: read-only, without authentication, for an address that only the operator reaches.
 * @throws {OpsError} with one line for the operator
 */
export async function openOps(settings: OpsSettings, healthSource: HealthSource) {
  const metrics = settings.metrics ? await loadMetrics(healthSource) : null
  const readiness = createReadiness(healthSource)
  const server = createServer(
    { headersTimeout: slowClientMs, requestTimeout: slowClientMs, keepAliveTimeout: slowClientMs },
    (request, response) => {
      pageFor(request, readiness, metrics).then(
        (page) => send(request, response, page),
        () => send(request, response, json(500, { error: 'This page failed unexpectedly.' })),
      )
    },
  )
  server.maxConnections = maxConnections
  await listening(server, settings)
  return {
    port: (server.address() as AddressInfo).port,
    meter: metrics?.meter ?? noMeter,
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
}

function listening(server: Server, { host, port }: OpsSettings): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Never removed: without a listener, an error of a later connection would crash the process.
  server.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      new OpsError(
        `Port ${port} of ${host} can’t be used (${error.code ?? error.message}). Free it, or change SIGHTLINE_OPS_PORT or SIGHTLINE_OPS_HOST.`,
      ),
    ),
  )
  server.listen(port, host, resolve)
  return promise
}

async function pageFor(
  { method, url = '/' }: IncomingMessage,
  readinessNow: ReturnType<typeof createReadiness>,
  metrics: Metrics | null,
): Promise<Page> {
  if (method !== 'GET' && method !== 'HEAD') return json(405, { error: 'Use GET.' })
  const [path] = url.split('?', 1)
  if (path === '/healthz') {
    const minutes = Math.floor(process.uptime() / 60)
    return json(200, { ok: true, reason: `The process has been running for ${minutes} min.` })
  }
  if (path === '/readyz') {
    const readiness = await readinessNow()
    return json(readiness.ready ? 200 : 503, readiness)
  }
  if (path === '/metrics' && metrics !== null)
    return { status: 200, type: metrics.contentType, body: await metrics.text() }
  const off = 'Metrics are off. Set SIGHTLINE_METRICS=on to serve them.'
  const pages = 'Try /healthz, /readyz or /metrics.'
  return json(404, { error: path === '/metrics' ? off : pages })
}

function json(status: number, value: unknown): Page {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(value)}\n` }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, type, body }: Page): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(method === 'HEAD' ? undefined : body)
}

async function loadMetrics(healthSource: HealthSource) {
  // It loads prom-client, which isn't needed if metrics are off.
  const { addGauges, createMetrics } = await import('./metrics.ts')
  const metrics = createMetrics()
  const ownPackage = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version }: { readonly version: string } = JSON.parse(ownPackage)
  addGauges(metrics, healthSource, version)
  return metrics
}
