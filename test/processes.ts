/** Processes in tests: what they print and how they end, and the sandbox that Sightline's own processes talk to. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSandboxClock } from '../sandbox/clock.ts'
import { startService } from '../sandbox/service/index.ts'
import { startSlack } from '../sandbox/slack/index.ts'
import { openStore, type Store } from '../src/store/index.ts'
import { inherited } from './inherited-environment.ts'
import { ackTimeoutMs } from './patience.ts'
import { temporaryFolder } from './store/engines.ts'
import { startPostgres } from './store/postgres-server.ts'

export const root = join(import.meta.dirname, '..')

export interface Running {
  readonly child: ChildProcess
  /** What it has written so far. */
  readonly written: { readonly output: string; readonly errors: string }
  /** Resolves when standard output is as it should be; rejects if the process ends before that. */
  until(isSaid: string | ((output: string) => boolean)): Promise<void>
  /** Everything that it wrote, and its exit code; `null` if a signal ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }>
  /** Sends it a signal, and waits for its end. */
  end(signal?: NodeJS.Signals): Running['ended']
}

export function follow(child: ChildProcess): Running {
  const written = { output: '', errors: '' }
  child.stdout?.on('data', (chunk) => {
    written.output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    written.errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...written }))
  return {
    child,
    written,
    ended,
    until: async (isSaid) => {
      const is = typeof isSaid === 'string' ? (output: string) => output.includes(isSaid) : isSaid
      while (!is(written.output)) {
        const heard = Promise.withResolvers<null>()
        child.stdout?.once('data', () => heard.resolve(null))
        const last = await Promise.race([heard.promise, ended])
        if (last !== null && !is(last.output))
          throw new Error(`it ended with ${last.code} before it said ${isSaid}:\n${last.errors}`)
      }
    },
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

interface HowToRun {
  /** Its whole environment, beside what every process needs. */
  readonly env?: Readonly<Record<string, string>>
  /** Its folder; the project's by default. */
  readonly cwd?: string
  /** All that it reads from standard input, which otherwise stays open. */
  readonly input?: string
}

/** Runs a program with Node. */
export function run(words: readonly string[], { env = {}, cwd = root, input }: HowToRun = {}): Running {
  const child = spawn(process.execPath, words, { cwd, env: { ...inherited, ...env } })
  if (input !== undefined) child.stdin.end(input)
  return follow(child)
}

export type Engine = 'SQLite' | 'PostgreSQL'

export type Processes = Awaited<ReturnType<typeof startProcesses>>

/** The sandbox, an empty database, and as many Sightlines as a test starts: one on SQLite, several on PostgreSQL. */
export async function startProcesses(engine: Engine = 'SQLite') {
  const folder = await temporaryFolder()
  const server = engine === 'SQLite' ? null : await startPostgres()
  const file = join(folder.path, 'sightline.db')
  const databaseUrl = await server?.createDatabase()
  const clock = createSandboxClock()
  const service = await startService({ clock })
  const slack = await startSlack({
    clock,
    manifest: join(root, 'manifest.yml'),
    rateLimits: false,
    ackTimeoutMs,
  })
  const settings: Readonly<Record<string, string>> = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SIGHTLINE_SLACK_API_URL: slack.apiUrl,
    SIGHTLINE_API_KEY: service.keys.workspace,
    SIGHTLINE_API_URL: service.baseUrl,
    SIGHTLINE_SEARCH_API_URL: service.searchBaseUrl,
    SIGHTLINE_ORGANIZATION_ID: service.demo.organizationId,
    SIGHTLINE_WORKSPACE_ID: service.demo.workspaceId,
    SIGHTLINE_PROJECT_ID: service.demo.projectId,
    ...(databaseUrl === undefined ? { SIGHTLINE_DATABASE_FILE: file } : { DATABASE_URL: databaseUrl }),
  }
  const all: Running[] = []
  let files = 0
  const kill = () => Promise.all(all.map(({ end }) => end('SIGKILL')))
  return {
    clock,
    service,
    slack,
    /** They connect a process to the sandbox and the database. */
    settings,
    /** A path for another SQLite file, or a folder. */
    newPath: () => {
      files += 1
      return join(folder.path, `other-${files}`)
    },
    /** An SQLite file must not be open in a process at the same time. */
    withStore: async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
      const store = await openStore(databaseUrl === undefined ? { file } : { databaseUrl })
      return work(store).finally(() => store.close())
    },
    /** Starts Sightline as `npm start` does. Once it is ready it says “Sightline is running”. */
    start: (
      env: Readonly<Record<string, string>> = {},
      words: readonly string[] = ['src/start.mjs'],
    ): Running => {
      const bot = run(words, { env: { ...settings, ...env } })
      all.push(bot)
      return bot
    },
    /** SIGKILL to every Sightline: nothing is finished, and nothing more is written. */
    kill,
    stop: async (): Promise<void> => {
      await kill()
      await slack.stop()
      await service.stop()
      await server?.stop()
      await folder.remove()
    },
  }
}

/**
 * A load balancer of the more careful kind (docs/operations.md): each request goes to the next port, and to another one if
 * it was cut off before an answer began. The ports may change.
 */
export async function balance(ports: readonly number[]) {
  let turn = 0
  /** How many requests each port got. */
  const taken = new Map<number, number>()
  const hand = (incoming: Socket, sent: Buffer[], [port = 0, ...others]: readonly number[]) => {
    taken.set(port, (taken.get(port) ?? 0) + 1)
    const outgoing = connect(port, '127.0.0.1')
    const pass = (chunk: Buffer) => {
      sent.push(chunk)
      outgoing.write(chunk)
    }
    for (const chunk of sent) outgoing.write(chunk)
    incoming.on('data', pass)
    outgoing.pipe(incoming)
    outgoing.on('error', () => {
      incoming.off('data', pass)
      if (outgoing.bytesRead === 0 && others.length > 0) hand(incoming, sent, others)
      else incoming.destroy()
    })
    incoming.on('error', () => outgoing.destroy())
  }
  const server = createServer((incoming) => {
    turn += 1
    const first = turn % ports.length
    hand(incoming, [], [...ports.slice(first), ...ports.slice(0, first)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/slack/events`, taken, close: () => server.close() }
}
