/** Bot processes behind one address, as with a load balancer, and the sandbox's service and Slack. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { startService } from '../../../sandbox/service/index.ts'
import { startSlack } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { openStore, type Store } from '../../../src/store/index.ts'
import { botSettings } from '../../bot-settings.ts'
import { ackTimeoutMs } from '../../patience.ts'
import { temporaryFolder } from '../../store/engines.ts'
import { startPostgres } from '../../store/postgres-server.ts'
import { messageOf, postAsBot, postsFor } from './world.ts'

export interface BotProcess {
  readonly port: number
  /** SIGKILL: nothing is finished, and nothing more is written. */
  kill(): Promise<void>
}

export interface Processes {
  readonly clock: SandboxClock
  readonly service: AnalyticsService
  readonly slack: SlackSandbox
  /** Starts one more replica, whose clock is as far ahead as `clock`. */
  start(): Promise<BotProcess>
  /** How many requests from Slack each replica got, by port. */
  readonly taken: ReadonlyMap<number, number>
  /** Posts a bot message that shows the recommendation, as a digest would. */
  post(channel: string, resultId: string): Promise<ShownMessage>
  /** The number of task requests that arrived at the service, including refused ones. */
  posts(resultId: string): number
  /** Kills the remaining processes and opens the database. */
  records(): Promise<Store>
  stop(): Promise<void>
}

/** A new, empty database. */
interface Database {
  readonly env: Readonly<Record<string, string>>
  open(): Promise<Store>
  remove(): Promise<void>
}

export interface Engine {
  /** SQLite supports one process, PostgreSQL several. */
  readonly replicas: number
  create(): Promise<Database>
  stop(): Promise<void>
}

export const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  SQLite: async () => ({
    replicas: 1,
    create: async () => {
      const folder = await temporaryFolder()
      const file = join(folder.path, 'sightline.db')
      const open = () => openStore({ file })
      return { env: { SIGHTLINE_DATABASE_FILE: file }, open, remove: folder.remove }
    },
    stop: async () => {},
  }),
  PostgreSQL: async () => {
    const server = await startPostgres()
    return {
      replicas: 2,
      create: async () => {
        const databaseUrl = await server.createDatabase()
        const open = () => openStore({ databaseUrl })
        return { env: { DATABASE_URL: databaseUrl }, open, remove: async () => {} }
      },
      stop: () => server.stop(),
    }
  },
}

export async function startProcesses(engine: Engine): Promise<Processes> {
  const database = await engine.create()
  const clock = createSandboxClock()
  const service = await startService({ clock })
  const manifest = join(import.meta.dirname, '../../../manifest.yml')
  const slack = await startSlack({ clock, manifest, rateLimits: false, ackTimeoutMs })
  const running = new Set<BotProcess>()
  const taken = new Map<number, number>()
  const balancer = await listenBefore(() => next(running, taken))
  slack.setRequestUrl(`http://127.0.0.1:${balancer.port}/slack/events`)
  let opened: Store | null = null

  const killAll = () => Promise.all([...running].map((bot) => bot.kill()))
  return {
    clock,
    service,
    slack,
    taken,
    start: async () => {
      const ahead = clock.now().since(Temporal.Now.instant()).toString()
      const bot = await startBotProcess({ ...settings(service, slack), ...database.env, CLOCK_AHEAD: ahead })
      const entry = {
        ...bot,
        kill: () => {
          running.delete(entry)
          return bot.kill()
        },
      }
      running.add(entry)
      return entry
    },
    post: (channel, resultId) => postAsBot(slack, channel, messageOf(service, resultId)),
    posts: (resultId) => postsFor(service, resultId),
    records: async () => {
      await killAll()
      opened ??= await database.open()
      return opened
    },
    stop: async () => {
      await killAll()
      balancer.close()
      await opened?.close()
      await slack.stop()
      await service.stop()
      await database.remove()
    },
  }
}

function settings(service: AnalyticsService, slack: SlackSandbox): Record<string, string> {
  return {
    ...botSettings(slack, service),
    SIGHTLINE_SLACK_MODE: 'http',
    SIGHTLINE_HTTP_PORT: '0',
    SIGHTLINE_API_DEADLINE_SECONDS: '45',
    SIGHTLINE_RECOMMENDATIONS: service.demo.resultIds.join(','),
    SIGHTLINE_LOG_LEVEL: 'error',
  }
}

async function startBotProcess(env: Readonly<Record<string, string>>): Promise<BotProcess> {
  const child = fork(new URL('bot.ts', import.meta.url), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const exited = once(child, 'exit')
  const [started] = await Promise.race([
    once(child, 'message') as Promise<[{ port: number }]>,
    exited.then(([code]) => Promise.reject(new Error(`the bot ended with ${code} at its start`))),
  ])
  return {
    port: started.port,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The port of the replica with the fewest requests. */
function next(running: ReadonlySet<BotProcess>, taken: Map<number, number>): number {
  const counts = [...running].map(({ port }) => ({ port, count: taken.get(port) ?? 0 }))
  const [least] = counts.toSorted((a, b) => a.count - b.count)
  if (least === undefined) return 0
  taken.set(least.port, least.count + 1)
  return least.port
}

/** Forwards each connection to a port. */
async function listenBefore(portOf: () => number): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((incoming) => {
    const outgoing = connect(portOf(), '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    // A replica that is killed loses its connections.
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const)
      one.on('error', () => other.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
