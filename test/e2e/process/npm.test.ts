import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { inherited } from '../../inherited-environment.ts'
import { follow, type Processes, root, startProcesses } from '../../processes.ts'
import { temporaryFolder } from '../../store/engines.ts'
import { messageSaying } from '../slack-screen.ts'

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
  const home = await temporaryFolder()
  const child = spawn('npm', args, {
    cwd: root,
    detached: true,
    env: { ...inherited, HOME: home.path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  let started: readonly number[] = []
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  onTestFinished(async () => {
    for (const each of [pid, ...started].filter(isAlive)) process.kill(each, 'SIGKILL')
    await home.remove()
  })
  await follow(child).until(ready)
  started = below(pid)
  expect(started.length).toBeGreaterThan(0)
  return { child, pid, exit, left: () => started.filter(isAlive) }
}

describe('a signal to npm', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await startProcesses()
  })
  afterAll(() => processes?.stop())
  const start = () => npm(['start'], 'Sightline is running', processes.settings)

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
    const { service, slack } = processes
    const { pid, exit, left } = await start()
    service.addFault({ method: 'GET', times: 2, how: { kind: 'latency', ms: 1_200 } })
    const { ok } = await slack.command({ user: USERS.owner, channel, text: '/sightline visibility' })
    expect(ok).toBe(true)
    process.kill(-pid, 'SIGINT')
    await messageSaying(slack, channel, 'How measured', USERS.owner)
    expect(await exit).toEqual({ code: 0, signal: null })
    expect(left()).toEqual([])
  })
})

it('each one-command script replaces its shell, which would not forward a signal', () => {
  const commands = Object.values(scripts).filter((script) => !script.includes('&&'))
  expect(commands.filter((script) => !script.startsWith('exec '))).toEqual([])
})
