/** Ten thousand digests due in the same minute, delivered by one, two and four replicas on PostgreSQL. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startPostgres } from '../test/store/postgres-server.ts'
import { startFlags, startWorld, type World } from './apps.ts'
import type { RunnerReport } from './digests/runner.ts'
import { seedDigests } from './digests/seed.ts'
import { type BenchResult, exactly, printResult } from './result.ts'

const latencyMs = 50
const digests = 10_000
const counts = [1, 2, 4]

interface Run {
  readonly seconds: number
  /** Processor time of all replicas. */
  readonly cpuSeconds: number
  readonly messages: number
  readonly channels: number
}

async function run(world: World, databaseUrl: string, replicas: number): Promise<Run> {
  const database = { databaseUrl }
  const dueAt = Temporal.Now.instant().subtract({ minutes: 2 })
  const due = { dueAt, detailsInThread: true, planned: false }
  await seedDigests({ database, digests, teams: 500, team: 'T0BENCH', questions: 50, ...due })
  await (await fetch(`${world.url}/counts?channels=${digests}`)).text()
  const argument = JSON.stringify({ ...database, url: world.url, idlePasses: 0, together: true })
  const runners = await Promise.all(
    Array.from({ length: replicas }, async () => {
      const runner = fork(join(import.meta.dirname, 'digests/runner.ts'), [argument], {
        execArgv: startFlags,
        stdio: 'inherit',
      })
      // Rejects if the replica exits first.
      await Promise.race([
        once(runner, 'message'),
        once(runner, 'exit').then(() => Promise.reject(new Error('a replica ended before it was ready'))),
      ])
      return runner
    }),
  )
  const reports = runners.map(async (runner) => {
    const exited = once(runner, 'exit')
    const [report] = (await once(runner, 'message')) as [RunnerReport]
    await exited
    return report
  })
  for (const runner of runners) runner.send('start')
  const ended = await Promise.all(reports)
  const counts = (await (await fetch(`${world.url}/counts`)).json()) as {
    readonly posts: number
    readonly replies: number
    readonly channels: number
    readonly lastPostAt: number
  }
  const startedAt = Math.min(...ended.map((report) => report.startedAt))
  return {
    seconds: (counts.lastPostAt + latencyMs - startedAt) / 1_000,
    cpuSeconds: ended.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1_000,
    messages: counts.posts + counts.replies,
    channels: counts.channels,
  }
}

export async function benchReplicas(): Promise<BenchResult> {
  const server = await startPostgres()
  const world = await startWorld('digests/world.ts', [String(latencyMs)])
  try {
    const runs = new Map<number, Run>()
    for (const replicas of counts)
      runs.set(replicas, await run(world, await server.createDatabase(), replicas))
    const complete = [...runs.values()].every(
      ({ channels, messages }) => channels === digests && messages === 2 * digests,
    )
    return {
      name: `replicas: ${digests.toLocaleString('en-US')} digests of 500 workspaces with a reply each, on PostgreSQL; Slack and API take ${latencyMs} ms each`,
      table: {
        columns: [
          'replicas',
          'time',
          'messages',
          'channels',
          'messages a second',
          'processor time of the replicas',
        ],
        rows: [...runs].map(([replicas, { seconds, messages, channels, cpuSeconds }]) => [
          String(replicas),
          `${seconds.toFixed(1)} s`,
          String(messages),
          String(channels),
          (messages / seconds).toFixed(0),
          `${cpuSeconds.toFixed(1)} s`,
        ]),
      },
      ratios: [exactly('each digest and each reply once', complete ? 1 : 0, 1)],
    }
  } finally {
    world.stop()
    await server.stop()
  }
}

if (import.meta.main) printResult(await benchReplicas())
