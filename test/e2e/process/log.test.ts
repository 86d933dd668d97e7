import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Runs a program that has a log, as a process of its own. */
function run(program: string, stdout: 'pipe' | number = 'pipe') {
  return spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createLog } from './src/lib/telemetry.ts'\nconst log = createLog('info')\n${program}`,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 50_000,
      stdio: ['ignore', stdout, 'pipe'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    },
  )
}

it('a process’s last line is its last one in the log, even if Node’s threads are busy when it exits', () => {
  const { status, stdout } = run(`
    import { pbkdf2 } from 'node:crypto'
    pbkdf2('', '', 300_000, 64, 'sha512', () => {})
    for (const line of ['first', 'second', 'reason']) log.error(line)
    process.exit(1)`)
  expect(status).toBe(1)
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'second', 'reason'])
})

it('a log that can’t be written, as on a full disk, neither ends the process nor delays its exit', () => {
  // Every write is refused, on any system.
  const readOnly = openSync(devNull, 'r')
  try {
    const { status, stderr } = run(
      `
      for (const line of ['first', 'second']) log.error(line)
      await new Promise(setImmediate)
      process.stderr.write('worked on')
      process.exit(0)`,
      readOnly,
    )
    expect([status, stderr]).toEqual([0, 'worked on'])
  } finally {
    closeSync(readOnly)
  }
})
