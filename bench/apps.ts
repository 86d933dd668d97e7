/** Starts each measured app in a child process and sends it signed HTTP requests as Slack does. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Pool } from 'undici'
import type { StoreOptions } from '../src/store/index.ts'

const signingSecret = 'bench-signing-secret'
/** Settings of a bot for one workspace. A bot for many keeps these in its database. */
const oneWorkspace = {
  SLACK_BOT_TOKEN: 'xoxb-bench',
  SIGHTLINE_API_KEY: 'sk-bench',
  SIGHTLINE_ORGANIZATION_ID: 'bench',
  SIGHTLINE_WORKSPACE_ID: 'bench',
  SIGHTLINE_PROJECT_ID: 'bench',
}
const root = join(import.meta.dirname, '..')

/** The V8 flags of `npm start`, read from `src/start.sh`. */
export const startFlags = readFileSync(join(root, 'src/start.sh'), 'utf8').match(/(?<= )--[\w=-]+/g) ?? []

// A signal ends a process without the `exit` event, which stops the apps.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export interface World {
  readonly url: string
  stop(): void
}

/** @param file the module that acts as Slack and the analytics service in a child process, and sends its `port` */
export async function startWorld(file = 'world.ts', args: readonly string[] = []): Promise<World> {
  const child = fork(join(import.meta.dirname, file), args, { stdio: 'inherit' })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

/** Who typed a command, and where. */
export interface CommandPlace {
  readonly team: string
  readonly channel: string
  readonly user: string
}

const benchPlace: CommandPlace = { team: 'T0BENCH', channel: 'C0BENCH', user: 'U0T0BENCH' }

/** Sends slash commands and calls of tools to an app, as Slack does. */
export interface CommandClient {
  /** Sends one slash command; resolves with the milliseconds to its acknowledgement. */
  command(text: string, from?: CommandPlace): Promise<number>
  /** Calls a tool as Slackbot does; resolves with the milliseconds to its result. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<number>
  close(): Promise<void>
}

export interface App extends Pick<CommandClient, 'command' | 'call'> {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  /** From the spawn to the first acknowledged command. */
  readonly startMs: number
  /** Resident memory in MB. */
  memory(): number
  stop(): Promise<void>
}

/** Opens a client for the app at a port on this machine. */
export function openCommandClient(port: number, world: World): CommandClient {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 })
  const post = async (path: string, request: SignedRequest, check = (_answer: string) => {}) => {
    const from = performance.now()
    const answer = await pool.request({ method: 'POST', path, ...request })
    const text = await answer.body.text()
    const ms = performance.now() - from
    if (answer.statusCode !== 200) throw new Error(`port ${port} answered ${answer.statusCode}`)
    check(text)
    return ms
  }
  return {
    command: (text, place = benchPlace) => post('/slack/events', commandRequest(text, world, place)),
    call: (tool, args) =>
      post('/mcp', callRequest(tool, args), (answer) => {
        if (/"isError":true|"error":/.test(answer)) throw new Error(`port ${port} answered ${answer}`)
      }),
    close: () => pool.destroy(),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Differences from the usual start. */
interface AppOptions {
  readonly env?: Readonly<Record<string, string>>
  /** A module that is loaded before the app. Its messages arrive at `process`. */
  readonly preload?: string
  /** The database that replicas share; a new file by default. */
  readonly database?: StoreOptions
  /** Fills the database before the app opens it. */
  readonly seed?: (database: StoreOptions) => Promise<void>
}

/** @param kind `sightline`: the real bot, as `npm start` runs it; `bare`: the smallest Bolt app */
export async function startApp(
  kind: 'sightline' | 'bare',
  world: World,
  { env = {}, preload, seed, ...where }: AppOptions = {},
): Promise<App> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const { database = { file: join(folder, 'bench.db') } } = where
  await seed?.(database)
  const started = performance.now()
  const options = preload === undefined ? [] : ['--import', preload]
  const child = spawn(
    kind === 'bare' ? process.execPath : 'sh',
    [join(root, kind === 'bare' ? 'bench/ack/bare-bolt.ts' : 'src/start.sh'), ...options],
    {
      stdio: ['ignore', 'ignore', 'inherit', ...(preload === undefined ? [] : ['ipc' as const])],
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        ...(env.SLACK_CLIENT_ID === undefined ? oneWorkspace : {}),
        SLACK_SIGNING_SECRET: signingSecret,
        SIGHTLINE_SLACK_MODE: 'http',
        SIGHTLINE_HTTP_PORT: String(port),
        SIGHTLINE_SLACK_API_URL: `${world.url}/api/`,
        SIGHTLINE_API_URL: world.url,
        SIGHTLINE_SEARCH_API_URL: world.url,
        ...('databaseUrl' in database
          ? { DATABASE_URL: database.databaseUrl }
          : { SIGHTLINE_DATABASE_FILE: database.file }),
        SIGHTLINE_LOG_LEVEL: 'error',
        ...env,
      },
    },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const commands = openCommandClient(port, world)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${kind} ended with exit code ${child.exitCode}.`)
    try {
      await commands.command('help')
      break
    } catch (error) {
      if (performance.now() - started > 20_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return {
    name: kind === 'bare' ? 'bare Bolt' : 'Sightline',
    port,
    process: child,
    startMs: performance.now() - started,
    memory: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    command: commands.command,
    call: commands.call,
    stop: async () => {
      await commands.close()
      const exited = child.exitCode === null ? once(child, 'exit') : null
      kill()
      await exited
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let serial = 0

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A slash command as Slack sends it (https://docs.slack.dev/authentication/verifying-requests-from-slack). */
function commandRequest(text: string, world: World, { team, channel, user }: CommandPlace): SignedRequest {
  serial += 1
  const body = new URLSearchParams({
    token: 'bench',
    team_id: team,
    team_domain: 'bench',
    channel_id: channel,
    channel_name: 'bench',
    user_id: user,
    user_name: 'bench',
    command: '/sightline',
    text,
    api_app_id: 'A0BENCH',
    is_enterprise_install: 'false',
    response_url: `${world.url}/response/${serial}`,
    trigger_id: `${serial}.bench`,
  }).toString()
  return signed(body, { 'content-type': 'application/x-www-form-urlencoded' })
}

/** A call of a tool as Slackbot sends it (https://docs.slack.dev/ai/slackbot-mcp-client). */
function callRequest(name: string, args: Readonly<Record<string, unknown>>): SignedRequest {
  serial += 1
  const slack = { user_id: benchPlace.user, team_id: benchPlace.team }
  const params = { name, arguments: args, _meta: { slack } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: serial, method: 'tools/call', params })
  return signed(body, {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  })
}

function signed(body: string, headers: Readonly<Record<string, string>>): SignedRequest {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    body,
    headers: {
      ...headers,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
  }
}
