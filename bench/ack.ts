/** The time until Slack has its acknowledgement, compared with a Bolt app that only acknowledges. */

import { medians, type Rounds, ratios, sideBySide } from './ack/side-by-side.ts'
import { type App, startApp, startWorld } from './apps.ts'
import { atLeast, atMost, type BenchResult, printResult } from './result.ts'
import { median, pairedRatio } from './statistics.ts'

const ratePerSecond = 300
/** Seconds of load, while the analytics service answers nothing in time. */
const rounds = 240
/** Rounds at full speed. */
const speedRounds = 15
const speedMs = 2_000
/** Long enough for the service to answer, deadlines to end, and all waiting to finish. */
const recoveryMs = 18_000
const helpWorkers = 16

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const month = (index: number) => String((index % 10) + 1).padStart(2, '0')

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
  const rates = new Map(apps.map((app) => [app.name, [] as number[]]))
  let taken: { readonly bare: Rounds; readonly ours: Rounds }
  try {
    // Warms both up, so that neither a first compilation nor a first connection is measured.
    for (const app of apps) await fullSpeed(app)
    taken = await sideBySide(
      { bare: bareApp, ours: sightline },
      {
        perSecond: ratePerSecond,
        rounds,
        warmUpRounds: 1,
        // Ten different questions. The service leaves each unanswered for ten seconds, and again when it is repeated.
        send: (app, index) => app.command(`visibility 2026-${month(index)}`),
      },
    )
    await pause(recoveryMs)
    for (let round = 0; round < speedRounds; round += 1)
      for (const app of round % 2 === 0 ? apps : apps.toReversed())
        rates.get(app.name)?.push(await fullSpeed(app))
  } finally {
    for (const app of apps) await app.stop()
    world.stop()
  }
  const rateOf = (app: App) => rates.get(app.name) ?? []
  const row = (app: App, of: Rounds) => [app.name, ...medians(of), `${Math.round(median(rateOf(app)))}/s`]
  const { p50, p99 } = ratios(taken)
  const rate = pairedRatio(rateOf(sightline), rateOf(bareApp))
  return {
    name: `ack: ${ratePerSecond} commands/s while the API stalls for 10 s, and the highest rate of help (medians of rounds)`,
    table: {
      columns: ['app', 'p50 to ack', 'p99 to ack', 'help'],
      rows: [row(bareApp, taken.bare), row(sightline, taken.ours)],
    },
    ratios: [atMost('p50', p50, 1.3), atMost('p99', p99, 1.5), atLeast('help rate', rate, 0.7)],
  }
}

if (import.meta.main) printResult(await benchAck())
