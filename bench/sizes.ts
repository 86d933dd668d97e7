/** What the bot does with a small database and with one a hundred times as large, on SQLite and on PostgreSQL. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startPostgres } from '../test/store/postgres-server.ts'
import { startFlags } from './apps.ts'
import { type BenchResult, printResult } from './result.ts'
import type { Size } from './size-seed.ts'
import type { SizeReport } from './size-worker.ts'

/** 5,000 workspaces with 20 weekly digests each, and a million deliveries with their messages, unless told. */
export const sizeDefaults = { digests: 100_000 }
const smallerBy = 100
const most = 2

const sizeOf = (digests: number): Size => ({
  workspaces: Math.ceil(digests / 20),
  digests,
  deliveriesEach: 10,
})

async function measured(databaseUrl: string | null, size: Size): Promise<SizeReport> {
  const worker = fork(join(import.meta.dirname, 'size-worker.ts'), [JSON.stringify({ databaseUrl, size })], {
    execArgv: startFlags,
    stdio: 'inherit',
  })
  const exited = once(worker, 'exit')
  const ended = exited.then(([code]): [SizeReport] => {
    throw new Error(`the worker ended with ${code} before it was done`)
  })
  const [report] = (await Promise.race([once(worker, 'message'), ended])) as [SizeReport]
  await exited
  return report
}

export async function benchSizes({ digests }: typeof sizeDefaults = sizeDefaults): Promise<BenchResult> {
  const server = await startPostgres()
  try {
    const engines = [
      ['SQLite', async () => null],
      ['PostgreSQL', () => server.createDatabase()],
    ] as const
    const rows: string[][] = []
    const ratios: BenchResult['ratios'] = []
    for (const [engine, database] of engines) {
      const small = await measured(await database(), sizeOf(Math.max(20, Math.round(digests / smallerBy))))
      const large = await measured(await database(), sizeOf(digests))
      rows.push([engine, small.rows.toLocaleString('en-US'), large.rows.toLocaleString('en-US')])
      for (const [name, ms] of Object.entries(large.ms)) {
        const before = small.ms[name] ?? Number.NaN
        rows.push([`  ${name}`, `${before.toFixed(2)} ms`, `${ms.toFixed(2)} ms`])
        const value = ms / before
        ratios.push({ name: `${engine}: ${name}`, value, target: `at most ${most}`, met: value <= most })
      }
      rows.push([
        '  backup',
        `${small.backupUs.toFixed(1)} µs a row`,
        `${large.backupUs.toFixed(1)} µs a row`,
      ])
      const backup = large.backupUs / small.backupUs
      ratios.push({
        name: `${engine}: backup, a row`,
        value: backup,
        target: `at most ${most}`,
        met: backup <= most,
      })
      rows.push(['  memory', `${small.mb.toFixed(0)} MB`, `${large.mb.toFixed(0)} MB`])
      if (large.scans.length > 0) rows.push([`  read from end to end: ${large.scans.join(', ')}`])
    }
    return {
      name: `sizes: a database of ${digests.toLocaleString('en-US')} digests beside one with a hundredth of the rows; medians`,
      table: { columns: ['', 'rows', 'rows'], rows },
      ratios,
    }
  } finally {
    await server.stop()
  }
}

if (import.meta.main) printResult(await benchSizes())
