import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addGauges, createMetrics } from '../../src/app/health/metrics.ts'
import { startingHealth } from '../../src/app/health/source.ts'
import { FakeClock } from '../digests/clock.ts'
import { familyOf, faultsIn, readExposition, valueIn } from './exposition.ts'

const now = '2026-11-16T08:00:00Z'

/** The metrics of a running bot with the given queue. */
function running(
  open: { ready: number; oldestDigest: Temporal.Instant | null } = { ready: 0, oldestDigest: null },
) {
  const clock = new FakeClock(now)
  const healthSource = startingHealth(clock, 'socket')
  const metrics = createMetrics()
  addGauges(metrics, healthSource, '1.2.3')
  healthSource.state = 'running'
  healthSource.slack = { connected: true, inFlight: 2 }
  const scheduler = { lastCheck: clock.now(), everyMs: 60_000, health: () => ({}) }
  const counts = async () => ({ sending: 2, unknown: 1, ...open })
  const store = { ping: async () => {}, outbox: { counts } }
  const runtime = { database: 'SQLite', scheduler, store } as const
  healthSource.runtime = runtime
  const read = async () => readExposition(await metrics.text())
  return { clock, healthSource, runtime, meter: metrics.meter, read }
}

function countOneOfEach(meter: ReturnType<typeof running>['meter']): void {
  meter.acknowledged('command', 0.004)
  meter.commandDone('visibility', 'answered', 1.2)
  meter.apiRequest({ method: 'GET', route: '/v1/organizations', status: 200, seconds: 0.2 })
  meter.cacheAsked(true)
  meter.slackRequest('chat.postMessage', 'rate_limited', 0.1)
  meter.slackReconnected()
  meter.digests('posted', 1)
}

describe('the metrics', () => {
  it('follow the conventions for names, units and labels', async () => {
    const { meter, read } = running()
    countOneOfEach(meter)
    const families = await read()
    expect(faultsIn(families)).toEqual([])
    expect(families.size).toBeGreaterThan(20)
    for (const family of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
      expect([...families.keys()]).toContain(family)
    expect(valueIn(families, 'sightline_slack_rate_limited_total', { method: 'chat.postMessage' })).toBe(1)
    expect(valueIn(families, 'sightline_slack_acknowledgement_seconds_sum', { kind: 'command' })).toBe(0.004)
    expect(valueIn(families, 'sightline_build_info', { version: '1.2.3' })).toBe(1)
  })

  it('stay bounded, whatever the service answers', async () => {
    const { meter, read } = running()
    const request = { method: 'GET', route: '/v1/organizations', seconds: 1 }
    for (let status = 100; status < 1_000; status += 1) meter.apiRequest({ ...request, status })
    const samples = (await read()).get('sightline_api_requests_total')?.samples ?? []
    expect(samples).toHaveLength(61)
    expect(samples.find(({ labels }) => labels.status === 'other')?.value).toBe(840)
  })

  it('show how late the scheduler and the digests are', async () => {
    const due = Temporal.Instant.from(now).subtract({ minutes: 3 })
    const { clock, read } = running({ ready: 7, oldestDigest: due })
    expect(valueIn(await read(), 'sightline_scheduler_lag_seconds')).toBe(0)
    expect(valueIn(await read(), 'sightline_digest_lateness_seconds')).toBe(180)
    const depth = async (state: string) => valueIn(await read(), 'sightline_outbox_depth', { state })
    expect([await depth('ready'), await depth('sending'), await depth('unknown')]).toEqual([7, 2, 1])
    clock.advance({ minutes: 5 })
    const later = await read()
    expect(valueIn(later, 'sightline_scheduler_lag_seconds')).toBe(240)
    expect(valueIn(later, 'sightline_digest_lateness_seconds')).toBe(480)
  })

  it('show how late each loop of the scheduler is', async () => {
    const { clock, healthSource, runtime, read } = running()
    const rest = { lastFailure: null, runningSince: null }
    const health = () => ({
      plan: { ...rest, lastSuccess: clock.now() },
      watches: { ...rest, lastSuccess: Temporal.Instant.from(now) },
    })
    healthSource.runtime = { ...runtime, scheduler: { ...runtime.scheduler, health } }
    clock.advance({ minutes: 5 })
    const samples = await read()
    const lag = (loop: string) => valueIn(samples, 'sightline_scheduler_loop_lag_seconds', { loop })
    expect([lag('plan'), lag('watches')]).toEqual([0, 240])
    expect(samples.get('sightline_scheduler_loop_lag_seconds')?.samples).toHaveLength(2)
  })

  it('leave out what can’t be read, and show the rest', async () => {
    const { clock, healthSource, runtime, read } = running()
    const fails = async () => {
      throw new Error('down')
    }
    healthSource.runtime = { ...runtime, store: { ping: fails, outbox: { counts: fails } } }
    const families = await read()
    expect(families.get('sightline_digest_lateness_seconds')?.samples).toEqual([])
    expect(families.get('sightline_outbox_depth')?.samples).toEqual([])
    expect(valueIn(families, 'sightline_slack_connected')).toBe(1)
    healthSource.runtime = null
    clock.advance({ seconds: 2 })
    expect((await read()).get('sightline_scheduler_lag_seconds')?.samples).toEqual([])
  })
})

describe('the dashboard and the alert rules', () => {
  const docs = join(import.meta.dirname, '../../docs')
  const { groups }: { groups: { rules: Rule[] }[] } = parse(
    readFileSync(join(docs, 'alert-rules.yml'), 'utf8'),
  )
  const rules = groups.flatMap((group) => group.rules)
  const dashboard: { panels: Panel[] } = JSON.parse(
    readFileSync(join(docs, 'grafana-dashboard.json'), 'utf8'),
  )

  interface Rule {
    readonly alert: string
    readonly expr: string
    readonly for: string
    readonly labels: { readonly severity: string }
    readonly annotations: { readonly summary: string; readonly description: string }
  }
  interface Panel {
    readonly type: string
    readonly title: string
    readonly description?: string
    readonly targets?: readonly { readonly expr: string }[]
  }

  /** The metrics that a query uses. */
  const namesIn = (expr: string) =>
    [...expr.matchAll(/\b(?:sightline|process|nodejs)_\w+/g)].map(([name]) => name)
  /** The labels that a query filters or groups by. */
  const labelsIn = (expr: string) =>
    [...expr.matchAll(/(?:\{|,\s*)(\w+)(?:=~|!~|!=|=)|\bby \(([^)]*)\)/g)]
      .flatMap(([, chosen, grouped]) => (grouped === undefined ? [chosen ?? ''] : grouped.split(/,\s*/)))
      .filter((label) => label !== 'job' && label !== 'instance' && label !== 'le' && label !== '')

  const queries = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    ),
  ]

  it.each(queries)('use existing metrics and labels in “%s”', async (_title, expr) => {
    const { meter, read } = running()
    countOneOfEach(meter)
    const families = await read()
    const names = namesIn(expr)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(familyOf(families, name), name).toBeDefined()
    const samples = names.flatMap((name) => familyOf(families, name)?.samples ?? [])
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
    for (const label of labelsIn(expr)) expect(labels).toContain(label)
  })

  it('include alerts for late digests, a failing API and a lost Slack, with what happened and what to do', () => {
    const names = rules.map(({ alert }) => alert)
    for (const needed of ['SightlineDigestsLate', 'SightlineApiFailing', 'SightlineSlackDisconnected'])
      expect(names).toContain(needed)
    for (const { for: length, labels, annotations } of rules) {
      expect(length).toMatch(/^\d+[ms]$/)
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/^[A-Z].{10,}\.$/)
      expect(annotations.description).toMatch(/^[A-Z].{20,}\.$/s)
    }
  })

  it('quote only lines that the log has', () => {
    const quoted = rules.flatMap(
      ({ annotations }) => annotations.description.match(/(?<=")[a-z]+ [a-z ]+(?=")/g) ?? [],
    )
    expect(quoted).toContain('the scheduler could not run')
    const root = join(docs, '..')
    const source = globSync('src/**/*.ts', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    )
    expect(quoted.filter((line) => !source.some((text) => text.includes(`'${line}'`)))).toEqual([])
  })

  it('have a title and an explanation for every panel', () => {
    for (const { type, title, description = '' } of dashboard.panels)
      if (type !== 'row') expect(`${title}: ${description}`).toMatch(/^[A-Z].+: [A-Z].{10,}\.$/)
  })
})
