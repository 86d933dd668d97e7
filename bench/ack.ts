/** The time until Slack has its acknowledgement, compared with a Bolt app that only acknowledges. */
import { type App, startApp, startWorld } from './apps.ts'
import { openLoop } from './open-loop.ts'
import { type BenchResult, printResult } from './result.ts'
import { median, type PairedRatio, pairedRatio, percentile } from './statistics.ts'

const ratePerSecond = 300
/**
 * Seconds in which both apps get load at the same time, alternating command by command, while the analytics service answers
 * nothing in time. The p99 of a second is the third worst of 300, which a pause of the machine decides: at the same time it
 * affects both. With alternating seconds, the median of their ratios was repeatable only to a tenth.
 */
const rounds = 240
/** Rounds at full speed. */
const speedRounds = 15
const loadMs = 1_000
const speedMs = 2_000
/** Long enough for the service to answer, deadlines to end, and all waiting to finish. */
const recoveryMs = 18_000
const helpWorkers = 16

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const month = (index: number) => String((index % 10) + 1).padStart(2, '0')

/** A second of load for both. @returns the milliseconds to each acknowledgement, for the first and the second app */
async function loadBoth(first: App, second: App): Promise<readonly [number[], number[]]> {
  let sent = 0
  const both = { command: (text: string) => (sent++ % 2 === 0 ? first : second).command(text) }
  // Ten different questions. The analytics service leaves each unanswered for ten seconds, and again when it is repeated.
  const text = (index: number) => `visibility 2026-${month(index >> 1)}`
  const taken = await openLoop(both, { perSecond: 2 * ratePerSecond, ms: loadMs, text })
  return [taken.filter((_, index) => index % 2 === 0), taken.filter((_, index) => index % 2 === 1)]
}

/** Closed loop, at the app's highest rate. @returns commands a second */
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
  const bareApp = await startApp('bare', world)
  const sightline = await startApp('sightline', world)
  const apps = [bareApp, sightline]
  const latencies = new Map(apps.map((app) => [app.name, [] as number[][]]))
  const rates = new Map(apps.map((app) => [app.name, [] as number[]]))
  try {
    // Warms both up, so that neither a first compilation nor a first connection is measured.
    for (const app of apps) await fullSpeed(app)
    await loadBoth(bareApp, sightline)
    for (let round = 0; round < rounds; round += 1) {
      const [first, second] = round % 2 === 0 ? [bareApp, sightline] : [sightline, bareApp]
      const [ofFirst, ofSecond] = await loadBoth(first, second)
      latencies.get(first.name)?.push(ofFirst)
      latencies.get(second.name)?.push(ofSecond)
    }
    await pause(recoveryMs)
    for (let round = 0; round < speedRounds; round += 1)
      for (const app of round % 2 === 0 ? apps : apps.toReversed())
        rates.get(app.name)?.push(await fullSpeed(app))
  } finally {
    for (const app of apps) await app.stop()
    world.stop()
  }
  const of = (name: string) => {
    const taken = latencies.get(name) ?? []
    const each = (share: number) => taken.map((round) => percentile(round, share))
    return { p50: each(0.5), p99: each(0.99), rates: rates.get(name) ?? [] }
  }
  const [bare, ours] = [of('bare Bolt'), of('Sightline')]
  const row = (name: string, { p50, p99, rates }: typeof bare) => [
    name,
    `${median(p50).toFixed(2)} ms`,
    `${median(p99).toFixed(2)} ms`,
    `${Math.round(median(rates))}/s`,
  ]
  const p50 = pairedRatio(ours.p50, bare.p50)
  const p99 = pairedRatio(ours.p99, bare.p99)
  const rate = pairedRatio(ours.rates, bare.rates)
  const ratio = (name: string, paired: PairedRatio, target: string, met: boolean) => ({
    name,
    value: paired.value,
    spread: paired,
    target,
    met,
  })
  return {
    name: `ack: ${ratePerSecond} commands/s while the API stalls for 10 s, and the highest rate of help (medians of rounds)`,
    table: {
      columns: ['app', 'p50 to ack', 'p99 to ack', 'help'],
      rows: [row('bare Bolt', bare), row('Sightline', ours)],
    },
    ratios: [
      ratio('p50', p50, 'at most 1.3', p50.value <= 1.3),
      ratio('p99', p99, 'at most 1.5', p99.value <= 1.5),
      ratio('help rate', rate, 'at least 0.7', rate.value >= 0.7),
    ],
  }
}

if (import.meta.main) printResult(await benchAck())
