import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../../lib/async.ts'
import type { DigestOutcome, Meter } from '../../lib/telemetry.ts'
import { atMostOncePerSecond, type HealthSource } from './source.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Statuses come from outside, and each is a time series that is never dropped, here and in Prometheus. */
const maxStatuses = 60
/** Slack waits 3 seconds for an acknowledgement; ours takes milliseconds. */
const acknowledgementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3]
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 45]

/** Gauges of the library that are named like counters; each is the sum of another gauge. */
const misnamed = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
]

const digestStates: readonly DigestOutcome[] = ['posted', 'unknown', 'failed', 'skipped', 'quiet', 'retried']

/** Names and units follow https://prometheus.io/docs/practices/naming: base units, `_total` for counters. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)

  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: readonly string[], buckets = requestBuckets) =>
    new Histogram({ name, help, labelNames, buckets, registers })

  const acknowledgement = histogram(
    'sightline_slack_acknowledgement_seconds',
    'Time from the arrival of a delivery to its acknowledgement.',
    ['kind'],
    acknowledgementBuckets,
  )
  const command = histogram(
    'sightline_command_duration_seconds',
    'Time from a command to its answer. outcome: answered, problem (what was typed), or who failed.',
    ['verb', 'outcome'],
  )
  const apiRequests = counter(
    'sightline_api_requests_total',
    'Requests to the analytics service, repeats included. status: HTTP status, or none without an answer.',
    ['method', 'route', 'status'],
  )
  const apiDuration = histogram(
    'sightline_api_request_duration_seconds',
    'Duration of a request to the analytics service.',
    ['method', 'route'],
  )
  const cacheHits = counter('sightline_api_cache_hits_total', 'Requests answered from the cache.')
  const cacheMisses = counter(
    'sightline_api_cache_misses_total',
    'Requests not answered from the cache, including those that joined a pending one.',
  )
  const slackRequests = counter(
    'sightline_slack_requests_total',
    'Requests to Slack. outcome: ok, refused, rate_limited, not_sent, or no_answer.',
    ['method', 'outcome'],
  )
  const slackDuration = histogram(
    'sightline_slack_request_duration_seconds',
    'Duration of a request to Slack.',
    ['method'],
  )
  const rateLimited = counter(
    'sightline_slack_rate_limited_total',
    'Requests that Slack answered with HTTP 429.',
    ['method'],
  )
  const reconnections = counter(
    'sightline_slack_reconnections_total',
    'Sockets opened to replace a closed one.',
  )
  const digests = counter(
    'sightline_digests_total',
    'Transitions of digests into a state; a retried digest counts several times.',
    ['state'],
  )

  // Start at zero, so that the first event shows as an increase.
  for (const state of digestStates) digests.inc({ state }, 0)

  const statuses = new Set<string>()
  const statusLabel = (status: number | null) => {
    const label = String(status ?? 'none')
    if (statuses.size < maxStatuses) statuses.add(label)
    return statuses.has(label) ? label : 'other'
  }
  const meter: Meter = {
    acknowledged: (kind, seconds) => acknowledgement.observe({ kind }, seconds),
    commandDone: (verb, outcome, seconds) => command.observe({ verb: verb ?? 'other', outcome }, seconds),
    apiRequest: ({ method, route, status, seconds }) => {
      apiRequests.inc({ method, route, status: statusLabel(status) })
      apiDuration.observe({ method, route }, seconds)
    },
    cacheAsked: (hit) => (hit ? cacheHits : cacheMisses).inc(),
    slackRequest: (method, outcome, seconds) => {
      slackRequests.inc({ method, outcome })
      slackDuration.observe({ method }, seconds)
      if (outcome === 'rate_limited') rateLimited.inc({ method })
    },
    slackReconnected: () => reconnections.inc(),
    digests: (state, count) => digests.inc({ state }, count),
  }
  return { meter, registry, text: () => registry.metrics(), contentType: registry.contentType }
}

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
    'Commands, clicks, questions, workflow steps and other work for Slack in progress.',
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
