import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { startService } from '../../../sandbox/service/index.ts'
import { CHANNELS, startSlack, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { botSettings } from '../../bot-settings.ts'
import { inherited } from '../../inherited-environment.ts'
import { ackTimeoutMs } from '../../patience.ts'
import { textOf } from '../slack-screen.ts'

const root = join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const channel = CHANNELS.brandVisibility

/** All descendants of a process. */
function below(pid: number): readonly number[] {
  const all = execFileSync('ps', ['-Ao', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const children = (of: number): readonly number[] =>
    all.filter(([, parent]) => parent === of).flatMap(([child = 0]) => [child, ...children(child)])
  return children(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Runs a script with npm in its own process group, as a terminal would. */
async function npm(args: readonly string[], ready: string, env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'sightline-npm-'))
  const child: ChildProcess = spawn('npm', args, {
    cwd: root,
    detached: true,
    env: { ...inherited, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  let started: readonly number[] = []
  let output = ''
  const isReady = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes(ready)) isReady.resolve()
    })
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  onTestFinished(() => {
    for (const each of [pid, ...started].filter(isAlive)) process.kill(each, 'SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })
  await Promise.race([isReady.promise, exit])
  expect(output).toContain(ready)
  started = below(pid)
  expect(started.length).toBeGreaterThan(0)
  return { child, pid, exit, left: () => started.filter(isAlive) }
}

describe('a signal to npm', () => {
  let service: AnalyticsService
  let slack: SlackSandbox
  let folder: string
  beforeAll(async () => {
    service = await startService()
    slack = await startSlack({ manifest: join(root, 'manifest.yml'), ackTimeoutMs })
    folder = mkdtempSync(join(tmpdir(), 'sightline-npm-start-'))
  })
  afterAll(async () => {
    await slack?.stop()
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const settings = () => ({
    ...botSettings(slack, service),
    SIGHTLINE_DATABASE_FILE: join(folder, 'sightline.db'),
  })
  const start = () => npm(['start'], 'Sightline is running', settings())

  it.each([
    { name: 'start', run: start },
    { name: 'demo', run: () => npm(['run', 'demo', '--', '--port', '0'], 'Press Ctrl-C to stop') },
    {
      name: 'service',
      run: () => npm(['run', 'service', '--', '--port', '0', '--search-port', '0'], 'Press Ctrl-C'),
    },
    { name: 'slack', run: () => npm(['run', 'slack', '--', '--port', '0'], 'Press Ctrl-C') },
  ])('ends "$name" cleanly, and leaves no process behind', async ({ run }) => {
    const { child, exit, left } = await run()
    child.kill('SIGTERM')
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(left()).toEqual([])
  })

  it('counts once if a terminal sent it and npm forwards it: the running answer is finished', async () => {
    const { pid, exit, left } = await start()
    service.addFault({ method: 'GET', times: 2, how: { kind: 'latency', ms: 1_200 } })
    const { ok } = await slack.command({ user: USERS.owner, channel, text: '/sightline visibility' })
    expect(ok).toBe(true)
    process.kill(-pid, 'SIGINT')
    await slack.until(
      () => slack.messages(channel, USERS.owner).find((message) => textOf(message).includes('How measured')),
      'the answer that was under way',
    )
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(left()).toEqual([])
  })
})

it('each one-command script replaces its shell, which would not forward a signal', () => {
  const commands = Object.values(scripts).filter((script) => !script.includes('&&'))
  expect(commands.filter((script) => !script.startsWith('exec '))).toEqual([])
})
