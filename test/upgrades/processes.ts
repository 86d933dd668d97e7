/** Processes of a release, started as its `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import { freePort } from '../store/postgres-server.ts'
import type { Unpacked } from './releases.ts'

export type Env = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export interface Process {
  readonly name: string
  /** Where Slack sends its requests. */
  readonly url: string
  /** Whether it is running; `false` if it ended first. */
  readonly running: Promise<boolean>
  readonly ended: Promise<Ended>
  /** Log lines with errors. */
  errors(): readonly string[]
  /** Log lines with errors or warnings. */
  troubles(): readonly string[]
  /** As a supervisor does: SIGTERM, and SIGKILL after half a minute. */
  stop(): Promise<Ended>
  kill(): void
}

const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`

export async function startProcess(release: Unpacked, name: string, env: Env): Promise<Process> {
  const port = await freePort()
  const child = spawn('sh', ['-c', release.start], {
    cwd: release.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: path, ...env, SIGHTLINE_SLACK_MODE: 'http', SIGHTLINE_HTTP_PORT: String(port) },
  })
  const output = collected(child)
  const lines = (having: RegExp) =>
    output()
      .split('\n')
      .filter((line) => having.test(line))
  const started = Promise.withResolvers<boolean>()
  child.stdout.on('data', () => /Sightline (is running|runs)/.test(output()) && started.resolve(true))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output: output() }))
  void ended.then(() => started.resolve(false))
  return {
    name,
    url: `http://127.0.0.1:${port}/slack/events`,
    running: started.promise,
    ended,
    // By pino's levels.
    errors: () => lines(/"level":(50|60)/),
    troubles: () => lines(/"level":(40|50|60)/),
    stop: async () => {
      const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
      child.kill('SIGTERM')
      return ended.finally(() => clearTimeout(late))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Runs an operator command of that release. */
export async function runCommand(release: Unpacked, words: readonly string[], env: Env): Promise<Ended> {
  const child = spawn(process.execPath, words, { cwd: release.folder, env: { PATH: path, ...env } })
  const output = collected(child)
  const [code] = await once(child, 'close')
  return { code: code as number | null, output: output() }
}

function collected(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  return () => output
}
