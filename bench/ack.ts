/** How soon Slack has its acknowledgement, against a Bolt app that only acknowledges. */
import { type App, startApp, startWorld } from './apps.ts'
import { openLoop } from './open-loop.ts'
import { type BenchResult, printResult } from './result.ts'
import { median, percentile } from './statistics.ts'

const ratePerSecond = 300
/** Fifteen slices for each app, in turns: thirty seconds, in which the analytics service answers nothing in time. */
const slices = 15
const loadMs = 1_000
const speedMs = 2_000
/** By then the service has answered, the deadlines are over, and nothing waits any more. */
const recoveryMs = 18_000
const helpWorkers = 16

const load = { perSecond: ratePerSecond, ms: loadMs }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const month = (index: number) => String((index % 10) + 1).padStart(2, '0')

/** Closed loop: as many as the app can take; the answer is commands a second. */
async function fullSpeed(app: App): Promise<number> {
  const until = performance.now() + speedMs
  let done = 0
  const worker = async () => {
    while (performance.now() < until) {
      await app.command('help')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: helpWorkers }, worker))
  return done / (speedMs / 1000)
}

export async function benchAck(): Promise<BenchResult> {
  const world = await startWorld()
  const apps = [await startApp('bare', world), await startApp('sightline', world)]
  const latencies = new Map(apps.map((app) => [app.name, [] as number[]]))
  const rates = new Map(apps.map((app) => [app.name, [] as number[]]))
  try {
    // Both are warm: neither a first compilation nor a first connection is measured.
    for (const app of apps) {
      await fullSpeed(app)
      await openLoop(app, { ...load, text: (index) => `visibility 2025-${month(index)}` })
    }
    for (let slice = 0; slice < slices; slice += 1)
      for (const app of slice % 2 === 0 ? apps : apps.toReversed()) {
        // Ten different questions; the analytics service leaves each unanswered for ten seconds, and again when it is repeated.
        const text = (index: number) => `visibility 2026-${month(index)}`
        latencies.get(app.name)?.push(...(await openLoop(app, { ...load, text })))
      }
    await pause(recoveryMs)
    for (let slice = 0; slice < slices; slice += 1)
      for (const app of slice % 2 === 0 ? apps : apps.toReversed())
        rates.get(app.name)?.push(await fullSpeed(app))
  } finally {
    for (const app of apps) await app.stop()
    world.stop()
  }
  const of = (name: string) => {
    const taken = latencies.get(name) ?? []
    return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), rate: median(rates.get(name) ?? []) }
  }
  const [bare, ours] = [of('bare Bolt'), of('Sightline')]
  const row = (name: string, { p50, p99, rate }: typeof bare) => [
    name,
    `${p50.toFixed(2)} ms`,
    `${p99.toFixed(2)} ms`,
    `${Math.round(rate)}/s`,
  ]
  return {
    name: `ack: ${ratePerSecond} commands/s while the API stalls for 10 s, and the highest rate of help`,
    table: {
      columns: ['app', 'p50 to ack', 'p99 to ack', 'help'],
      rows: [row('bare Bolt', bare), row('Sightline', ours)],
    },
    ratios: [
      { name: 'p50', value: ours.p50 / bare.p50, target: 'at most 1.3', met: ours.p50 / bare.p50 <= 1.3 },
      { name: 'p99', value: ours.p99 / bare.p99, target: 'at most 1.5', met: ours.p99 / bare.p99 <= 1.5 },
      {
        name: 'help rate',
        value: ours.rate / bare.rate,
        target: 'at least 0.7',
        met: ours.rate / bare.rate >= 0.7,
      },
    ],
  }
}

if (import.meta.main) printResult(await benchAck())
