import { readFile } from 'node:fs/promises'
import { type Meter, noMeter } from '../../lib/metrics.ts'
import { createReadiness } from './readiness.ts'
import { serveOps } from './server.ts'
import type { HealthSource } from './source.ts'

export interface OpsSettings {
  readonly host: string
  readonly port: number
  readonly metrics: boolean
}

export interface Ops {
  readonly port: number
  readonly meter: Meter
  close(): Promise<void>
}

/** Opens the operator's port. @throws {OpsError} with one line for the operator */
export async function openOps(settings: OpsSettings, healthSource: HealthSource): Promise<Ops> {
  const metrics = settings.metrics ? await loadMetrics(healthSource) : null
  const server = await serveOps(settings, { readiness: createReadiness(healthSource), metrics })
  return { port: server.port, meter: metrics?.meter ?? noMeter, close: server.close }
}

async function loadMetrics(healthSource: HealthSource) {
  // Both load prom-client, which isn't needed if metrics are off.
  const [{ createMetrics }, { addGauges }] = await Promise.all([
    import('./metrics.ts'),
    import('./gauges.ts'),
  ])
  const metrics = createMetrics()
  addGauges(metrics, healthSource, await ownVersion())
  return metrics
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
