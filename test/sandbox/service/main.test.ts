import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { send } from './support.ts'

const MAIN = fileURLToPath(new URL('../../../sandbox/service/main.ts', import.meta.url))

function run(...flags: string[]) {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const out = { text: '' }
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      out.text += text
      if (out.text.includes('Press Ctrl-C')) ready.resolve()
    })
  }
  return { child, out, ready: ready.promise, closed: once(child, 'close') }
}

test('the service prints URLs and demo keys, and Ctrl-C stops it cleanly', async () => {
  const { child, out, ready, closed } = run('--seed', '8', '--port', '0')
  await ready
  const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(out.text) ?? []
  const [key = ''] = /sk-sandbox-\w+/.exec(out.text) ?? []
  const answer = await send(`${base}/v1/auth/token`, { method: 'POST', json: { secret_key: key } })
  expect(answer.status).toBe(200)
  child.kill('SIGINT')
  expect(await closed).toEqual([0, null])
  expect(out.text).toContain('Stopped.')
})

test.for([
  [['--seed', 'abc'], '--seed'],
  [['--port', '70000'], '--port'],
  [['--search-port', '-1'], '--search-port'],
  [['--verbose'], '--verbose'],
  [['extra'], 'extra'],
] as const)('%j: prints a clear line and exits with code 2', async ([flags, named]) => {
  const { out, closed } = run(...flags)
  expect(await closed).toEqual([2, null])
  expect(out.text.split('\n')[0]).toContain(named)
  expect(out.text).toContain('Usage: npm run service')
})
