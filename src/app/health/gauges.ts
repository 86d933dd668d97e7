import { Gauge } from 'prom-client'
import { withTimeout } from '../../lib/timeout.ts'
import type { Metrics } from './metrics.ts'
import { atMostOncePerSecond, type HealthSource } from './source.ts'

/** Longest wait for the database during a scrape; Prometheus gives up after ten seconds. */
const storeWithinMs = 3_000

/** Gauges, read at each scrape. Those that can't be read are omitted. */
export function addGauges({ registry }: Metrics, healthSource: HealthSource, version: string): void {
  const { clock } = healthSource
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) => {
    const one: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        const value = await read()
        one.remove()
        if (value !== null) one.set(value)
      },
    })
  }
  const waiting = atMostOncePerSecond(clock, async () => {
    const { runtime } = healthSource
    if (runtime === null) return null
    return withTimeout(clock, storeWithinMs, () => runtime.store.outbox.counts().catch(() => null))
  })
  const secondsSince = (then: Temporal.Instant) => clock.now().since(then).total('seconds')

  gauge('sightline_slack_connected', '1 while connected to Slack, else 0.', () =>
    healthSource.slack.connected ? 1 : 0,
  )
  gauge(
    'sightline_work_in_flight',
    'Commands, clicks and forms in progress.',
    () => healthSource.slack.inFlight,
  )
  gauge(
    'sightline_scheduler_lag_seconds',
    'How long the scheduler is overdue; 0 while it is on time.',
    () => {
      if (healthSource.runtime === null) return null
      const { lastCheck, everyMs } = healthSource.runtime.scheduler
      return lastCheck === null ? null : Math.max(0, secondsSince(lastCheck) - everyMs / 1_000)
    },
  )
  const loopLag = new Gauge({
    name: 'sightline_scheduler_loop_lag_seconds',
    help: 'Time since each scheduler loop last succeeded, minus its longest sleep of a minute.',
    labelNames: ['loop'],
    registers,
    collect: () => {
      loopLag.reset()
      if (healthSource.runtime === null) return
      const { everyMs, health } = healthSource.runtime.scheduler
      for (const [loop, { lastSuccess }] of Object.entries(health()))
        if (lastSuccess !== null)
          loopLag.set({ loop }, Math.max(0, secondsSince(lastSuccess) - everyMs / 1_000))
    },
  })
  gauge(
    'sightline_digest_lateness_seconds',
    'How long the oldest pending digest is overdue; 0 if none is pending.',
    async () => {
      const counts = await waiting()
      if (counts === null) return null
      return counts.oldestDigest === null ? 0 : Math.max(0, secondsSince(counts.oldestDigest))
    },
  )
  const depth = new Gauge({
    name: 'sightline_outbox_depth',
    help: 'Messages that Sightline owes: ready, sending, or with an unknown outcome to be looked up.',
    labelNames: ['state'],
    registers,
    collect: async () => {
      const counts = await waiting()
      depth.reset()
      if (counts === null) return
      for (const state of ['ready', 'sending', 'unknown'] as const) depth.set({ state }, counts[state])
    },
  })
  new Gauge({
    name: 'sightline_build_info',
    help: 'Always 1; the labels name the versions.',
    labelNames: ['version', 'node', 'tzdata'],
    registers,
  }).set({ version, node: process.versions.node, tzdata: process.versions.tz ?? 'unknown' }, 1)
}
