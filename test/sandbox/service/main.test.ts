import { expect, onTestFinished, test } from 'vitest'
import { run as runProgram } from '../../processes.ts'
import { send } from './support.ts'

function run(...flags: string[]) {
  const running = runProgram(['sandbox/service/main.ts', ...flags])
  onTestFinished(() => void running.end('SIGKILL'))
  return running
}

test('the service prints URLs and demo keys, and Ctrl-C stops it cleanly', async () => {
  const { written, until, end } = run('--seed', '8', '--port', '0')
  await until('Press Ctrl-C')
  const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(written.output) ?? []
  const [key = ''] = /sk-sandbox-\w+/.exec(written.output) ?? []
  const answer = await send(`${base}/v1/auth/token`, { method: 'POST', json: { secret_key: key } })
  expect(answer.status).toBe(200)
  expect(await end('SIGINT')).toMatchObject({ code: 0, output: expect.stringContaining('Stopped.') })
})

test.for([
  [['--seed', 'abc'], '--seed'],
  [['--port', '70000'], '--port'],
  [['--search-port', '-1'], '--search-port'],
  [['--verbose'], '--verbose'],
  [['extra'], 'extra'],
] as const)('%j: prints a clear line and exits with code 2', async ([flags, named]) => {
  const { code, errors } = await run(...flags).ended
  expect(code).toBe(2)
  expect(errors.split('\n')[0]).toContain(named)
  expect(errors).toContain('Usage: npm run service')
})
