/** Starts what is measured, each in a process of its own, and speaks to it as Slack does: signed, over HTTP. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'

const signingSecret = 'bench-signing-secret'
const root = join(import.meta.dirname, '..')

/** The flags of `npm start`, from its one place. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const startFlags = scripts.start.split(' ').filter((word) => /^--(?!env-file)/.test(word))

export interface World {
  readonly url: string
  stop(): void
}

export async function startWorld(): Promise<World> {
  const child = fork(join(import.meta.dirname, 'world.ts'), { stdio: 'inherit' })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

export interface App {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  /** From the spawn to the first acknowledged command. */
  readonly startMs: number
  /** Resident memory in MB. */
  memory(): number
  /** Sends one slash command; resolves with the milliseconds to its acknowledgement. */
  command(text: string): Promise<number>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** @param kind `sightline`: the real bot, as `npm start` runs it; `bare`: the smallest Bolt app. */
export async function startApp(kind: 'sightline' | 'bare', world: World): Promise<App> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const started = performance.now()
  const child = spawn(
    process.execPath,
    kind === 'bare' ? [join(root, 'bench/bare-bolt.ts')] : [...startFlags, join(root, 'src/main.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        SLACK_BOT_TOKEN: 'xoxb-bench',
        SLACK_SIGNING_SECRET: signingSecret,
        SIGHTLINE_SLACK_MODE: 'http',
        SIGHTLINE_HTTP_PORT: String(port),
        SIGHTLINE_SLACK_API_URL: `${world.url}/api/`,
        SIGHTLINE_API_KEY: 'sk-bench',
        SIGHTLINE_API_URL: world.url,
        SIGHTLINE_SEARCH_API_URL: world.url,
        SIGHTLINE_ORGANIZATION_ID: 'bench',
        SIGHTLINE_WORKSPACE_ID: 'bench',
        SIGHTLINE_PROJECT_ID: 'bench',
        SIGHTLINE_DATABASE_FILE: join(folder, 'bench.db'),
        SIGHTLINE_LOG_LEVEL: 'error',
      },
    },
  )
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 })
  const command = async (text: string) => {
    const body = commandBody(text, world)
    const from = performance.now()
    const answer = await pool.request({ method: 'POST', path: '/slack/events', ...body })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`${kind} answered ${answer.statusCode}.`)
    return performance.now() - from
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${kind} ended with exit code ${child.exitCode}.`)
    try {
      await command('help')
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
    command,
    stop: async () => {
      await pool.destroy()
      const exited = child.exitCode === null ? once(child, 'exit') : null
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let serial = 0

/** A slash command as Slack sends it (https://docs.slack.dev/authentication/verifying-requests-from-slack). */
function commandBody(text: string, world: World): { headers: Record<string, string>; body: string } {
  serial += 1
  const body = new URLSearchParams({
    token: 'bench',
    team_id: 'T0BENCH',
    team_domain: 'bench',
    channel_id: 'C0BENCH',
    channel_name: 'bench',
    user_id: 'U0BENCH',
    user_name: 'bench',
    command: '/sightline',
    text,
    api_app_id: 'A0BENCH',
    is_enterprise_install: 'false',
    response_url: `${world.url}/response/${serial}`,
    trigger_id: `${serial}.bench`,
  }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
  }
}
