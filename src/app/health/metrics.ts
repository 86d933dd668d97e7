import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { DigestOutcome, Meter } from '../../lib/metrics.ts'

export interface Metrics {
  readonly meter: Meter
  text(): Promise<string>
  readonly contentType: string
  readonly registry: Registry
}

/** For labels with values from our code: verbs, route templates, Slack methods. */
const maxLabelValues = 60
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
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)

  const acknowledgement = new Histogram({
    name: 'sightline_slack_acknowledgement_seconds',
    help: 'Time from the arrival of a delivery to its acknowledgement.',
    labelNames: ['kind'],
    buckets: acknowledgementBuckets,
    registers,
  })
  const command = new Histogram({
    name: 'sightline_command_duration_seconds',
    help: 'Time from a command to its answer. outcome: answered, problem (what was typed), or who failed.',
    labelNames: ['verb', 'outcome'],
    buckets: requestBuckets,
    registers,
  })
  const apiRequests = new Counter({
    name: 'sightline_api_requests_total',
    help: 'Requests to the analytics service, repeats included. status: HTTP status, or none without an answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const apiDuration = new Histogram({
    name: 'sightline_api_request_duration_seconds',
    help: 'Duration of a request to the analytics service.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  })
  const cacheHits = new Counter({
    name: 'sightline_api_cache_hits_total',
    help: 'Requests answered from the cache.',
    registers,
  })
  const cacheMisses = new Counter({
    name: 'sightline_api_cache_misses_total',
    help: 'Requests not answered from the cache, including those that joined a pending one.',
    registers,
  })
  const slackRequests = new Counter({
    name: 'sightline_slack_requests_total',
    help: 'Requests to Slack. outcome: ok, refused, rate_limited, not_sent, or no_answer.',
    labelNames: ['method', 'outcome'],
    registers,
  })
  const slackDuration = new Histogram({
    name: 'sightline_slack_request_duration_seconds',
    help: 'Duration of a request to Slack.',
    labelNames: ['method'],
    buckets: requestBuckets,
    registers,
  })
  const rateLimited = new Counter({
    name: 'sightline_slack_rate_limited_total',
    help: 'Requests that Slack answered with HTTP 429.',
    labelNames: ['method'],
    registers,
  })
  const reconnections = new Counter({
    name: 'sightline_slack_reconnections_total',
    help: 'Sockets opened to replace a closed one.',
    registers,
  })
  const digests = new Counter({
    name: 'sightline_digests_total',
    help: 'Transitions of digests into a state; a retried digest counts several times.',
    labelNames: ['state'],
    registers,
  })

  // Start at zero, so that the first event shows as an increase.
  for (const state of digestStates) digests.inc({ state }, 0)

  const verb = boundedBy(/^[a-z]{1,30}$/, maxLabelValues)
  const route = boundedBy(/^\/v\d+\/[a-z_{}/-]{1,160}$/, maxLabelValues)
  const method = boundedBy(/^[a-z][a-z_.]{1,60}$/i, maxLabelValues)
  const meter: Meter = {
    acknowledged: (kind, seconds) => acknowledgement.observe({ kind }, seconds),
    commandDone: (name, outcome, seconds) =>
      command.observe({ verb: name === null ? other : verb(name), outcome }, seconds),
    apiRequest: (request) => {
      const labels = { method: request.method, route: route(request.route) }
      apiRequests.inc({ ...labels, status: statusLabel(request.status) })
      apiDuration.observe(labels, request.seconds)
    },
    cacheAsked: (hit) => (hit ? cacheHits : cacheMisses).inc(),
    slackRequest: (name, outcome, seconds) => {
      const labels = { method: method(name) }
      slackRequests.inc({ ...labels, outcome })
      slackDuration.observe(labels, seconds)
      if (outcome === 'rate_limited') rateLimited.inc(labels)
    },
    slackReconnected: () => reconnections.inc(),
    digests: (state, count) => digests.inc({ state }, count),
  }
  return { meter, registry, text: () => registry.metrics(), contentType: registry.contentType }
}

/** Label for unlisted values. */
export const other = 'other'

/**
 * Bounds the values of a label: the listed ones or, if they can't be listed, the first `max` that match the format. Each
 * value is a time series that is never dropped, here and in Prometheus.
 */
export function boundedTo(values: Iterable<string>): (value: string) => string {
  const allowed = new Set(values)
  return (value) => (allowed.has(value) ? value : other)
}

export function boundedBy(format: RegExp, max: number): (value: string) => string {
  const accepted = new Set<string>()
  return (value) => {
    if (accepted.has(value)) return value
    if (accepted.size >= max || !format.test(value)) return other
    accepted.add(value)
    return value
  }
}

/** HTTP statuses with their own label. */
const statuses = boundedTo(
  [
    [200, 201, 202, 204, 301, 302, 304, 307, 308],
    [400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429],
    [500, 501, 502, 503, 504],
  ]
    .flat()
    .map(String),
)

/** @param status `null`: no answer came */
export function statusLabel(status: number | null): string {
  return status === null ? 'none' : statuses(String(status))
}
