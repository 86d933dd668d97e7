/** A thousand and ten thousand digests due in the same minute, and acknowledgements at that time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slackPaces } from '../src/digests/workspace.ts'
import { messagesAtOnce } from '../src/outbox/loop.ts'
import type { StoreOptions } from '../src/store/index.ts'
import { startApp, startFlags, startWorld, type World } from './apps.ts'
import { bareMessageMs } from './digests/bare-poster.ts'
import type { RunnerReport } from './digests/runner.ts'
import { type Seed, seedDigests } from './digests/seed.ts'
import { openLoop } from './open-loop.ts'
import { atMost, type BenchResult, exactly, printResult } from './result.ts'
import { median, percentile } from './statistics.ts'

/** How long Slack and the service take for each answer. */
const latencyMs = 50
const questions = 50
const commandsPerSecond = 100
const minute = 60_000

interface WorldCounts {
  /** Requests that reached the analytics service. */
  readonly api: number
  readonly distinct: number
  readonly posts: number
  readonly replies: number
  /** Channels that got a digest. */
  readonly channels: number
  /** When the last of them reached Slack, in milliseconds since 1970. */
  readonly lastPostAt: number
}

interface Run extends RunnerReport {
  /** From the wake-up to Slack's answer to the last message. */
  readonly ms: number
  readonly counts: WorldCounts
  readonly boundMs: number
}

type Scenario = Pick<Seed, 'digests' | 'teams' | 'detailsInThread' | 'planned' | 'dueAt' | 'weeksOf'>

const takeCounts = async (world: World) => (await (await fetch(`${world.url}/counts`)).json()) as WorldCounts

/** Starts a count. An owner who isn't in the channel would be asked about, in a message that is no digest. */
const startCounts = async (world: World, channels: number) =>
  void (await (await fetch(`${world.url}/counts?channels=${channels}`)).text())

const seed = (scenario: Scenario, database: StoreOptions) =>
  seedDigests({ ...scenario, questions, team: 'T0BENCH', database })

/**
 * The shortest possible time of a run: each worker sends one message after another, and each workspace's messages keep
 * Slack's pace. The token and the first request come before the first message.
 *
 * @param answerMs how long an answer takes for a bare client in the same run
 */
function bound({ teams }: Scenario, messages: number, answerMs: number): number {
  const { everyMs, burst } = slackPaces.workspace
  const byWorkers = (messages / messagesAtOnce) * answerMs
  const byPace = (Math.ceil(messages / teams) - burst) * everyMs
  return Math.max(byWorkers, byPace) + 2 * answerMs
}

async function run(world: World, answerMs: number, scenario: Scenario, idlePasses = 0): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-digests-'))
  try {
    const file = join(folder, 'bench.db')
    await seed(scenario, { file })
    await startCounts(world, scenario.digests)
    const runner = fork(
      join(import.meta.dirname, 'digests/runner.ts'),
      [JSON.stringify({ file, url: world.url, idlePasses })],
      { execArgv: startFlags, stdio: 'inherit' },
    )
    const exited = once(runner, 'exit')
    const ended = exited.then(([code, signal]): [RunnerReport] => {
      throw new Error(`the runner ended with ${code ?? signal} before it was done`)
    })
    const [report] = (await Promise.race([once(runner, 'message'), ended])) as [RunnerReport]
    await exited
    const counts = await takeCounts(world)
    const ms = counts.lastPostAt + latencyMs - report.startedAt
    return { ...report, ms, counts, boundMs: bound(scenario, counts.posts + counts.replies, answerMs) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The real bot, with digests that come due while commands arrive. @returns the milliseconds to each acknowledgement */
async function acknowledgements(world: World, digests: number): Promise<number[]> {
  // A full minute, far enough away for the bot to start and warm up first.
  const due = Math.ceil(Date.now() / minute + 1 / 2) * minute
  const dueAt = Temporal.Instant.fromEpochMilliseconds(due)
  const scenario = { digests, teams: questions, detailsInThread: true, planned: true, dueAt }
  const app = await startApp('sightline', world, { seed: (database) => seed(scenario, database) })
  try {
    const text = (index: number) => ['visibility', 'reddit', 'actions', 'help'][index % 4] ?? ''
    await openLoop(app, { perSecond: commandsPerSecond, ms: 3_000, text })
    await new Promise((resolve) => setTimeout(resolve, due - 2_000 - Date.now()))
    await startCounts(world, digests)
    const taken: number[] = []
    let posted = 0
    do {
      taken.push(...(await openLoop(app, { perSecond: commandsPerSecond, ms: 1_000, text })))
      posted += (await takeCounts(world)).posts
    } while (posted < digests && Date.now() < due + 3 * minute)
    if (posted < digests) throw new Error(`only ${posted} of ${digests} digests were posted.`)
    return taken
  } finally {
    await app.stop()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

export async function benchDigests(): Promise<BenchResult> {
  const world = await startWorld('digests/world.ts', [String(latencyMs)])
  try {
    const answerMs = await bareMessageMs(world, messagesAtOnce)
    const now = Temporal.Now.instant()
    const usual = { detailsInThread: true, planned: false, dueAt: now.subtract({ minutes: 2 }) }
    const thousands: Run[] = []
    for (let round = 0; round < 3; round += 1)
      thousands.push(await run(world, answerMs, { ...usual, digests: 1_000, teams: 50 }))
    const thousand = thousands.toSorted(
      (one, other) => one.ms / one.boundMs - other.ms / other.boundMs,
    )[1] as Run
    const ordinary = await run(world, answerMs, { ...usual, digests: 1_000, teams: 50, weeksOf: world.url })
    const tenThousand = await run(world, answerMs, { ...usual, digests: 10_000, teams: 500 })
    const paced = await run(world, answerMs, { ...usual, digests: 1_000, teams: 1, detailsInThread: false })
    const idle = await run(
      world,
      answerMs,
      { ...usual, digests: 100_000, teams: 50, planned: true, dueAt: now.add({ hours: 12 }) },
      200,
    )
    const acks = await acknowledgements(world, 1_000)
    const row = (name: string, { ms, boundMs, peakMb, counts }: Run) => [
      name,
      seconds(ms),
      seconds(boundMs),
      `${peakMb.toFixed(1)} MB`,
      `${counts.posts} + ${counts.replies}`,
      `${counts.api} of ${counts.distinct}`,
    ]
    const asked = [thousand, ordinary, tenThousand, paced].map(({ counts }) => counts.api / counts.distinct)
    const runs = [...thousands, ordinary, tenThousand, paced]
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const channels = sum(runs.map(({ counts }) => counts.channels))
    const posts = sum(runs.map(({ counts }) => counts.posts))
    return {
      name: `digests due in the same minute, ${questions} distinct requests, Slack and API take ${latencyMs} ms each (${answerMs.toFixed(1)} ms for a bare client), ${messagesAtOnce} at the same time`,
      table: {
        columns: [
          'digests',
          'time',
          'bound',
          'peak memory',
          'messages + replies',
          'API requests of distinct',
        ],
        rows: [
          row('1,000 in 50 workspaces, median of 3', thousand),
          row('1,000 in an ordinary week: older ones are kept', ordinary),
          row('10,000 in 500 workspaces', tenThousand),
          row('1,000 in one workspace, without threads', paced),
          [
            'none of 100,000',
            `${median(idle.idleMs).toFixed(2)} ms a pass (p50)`,
            `${percentile(idle.idleMs, 0.99).toFixed(2)} ms (p99)`,
            `${idle.peakMb.toFixed(1)} MB`,
            '0 + 0',
            '',
          ],
          [
            `${acks.length} commands during the run`,
            `${percentile(acks, 0.5).toFixed(2)} ms (p50)`,
            `${percentile(acks, 0.99).toFixed(2)} ms (p99)`,
            '',
            '',
            '',
          ],
        ],
      },
      ratios: [
        exactly('channels with a digest', channels, 15_000),
        exactly('digests in them', posts, 15_000),
        atMost('API requests to distinct ones', Math.max(...asked), 1),
        atMost('API requests an analysis in an ordinary week', ordinary.counts.api / questions, 4),
        atMost('1,000 to its bound', thousand.ms / thousand.boundMs, 1.5),
        atMost('10,000 to its bound', tenThousand.ms / tenThousand.boundMs, 1.25),
        atMost('1,000 in one workspace to its bound', paced.ms / paced.boundMs, 1.25),
        atMost('time, 10,000 to 1,000', tenThousand.ms / thousand.ms, 11),
        atMost('memory, 10,000 to 1,000', tenThousand.peakMb / thousand.peakMb, 1.5),
        atMost('an idle pass with 100,000, median', median(idle.idleMs), 5, ' ms'),
        atMost('acknowledgement during the run, p99', percentile(acks, 0.99), 100, ' ms'),
      ],
    }
  } finally {
    world.stop()
  }
}

if (import.meta.main) printResult(await benchDigests())
