/** The bot's database operations on a small database and on one a hundred times as large, on SQLite and PostgreSQL. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreOptions } from '../src/store/index.ts'
import { startPostgres } from '../test/store/postgres-server.ts'
import { startFlags } from './apps.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { roundsOf } from './sizes/operations.ts'
import { type Size, seedSize } from './sizes/seed.ts'
import { postgresScans, postgresSql, sqliteSql } from './sizes/sql.ts'
import type { SizeEnd, SizeOrder, SizeTaken } from './sizes/worker.ts'
import { median, pairedRatio } from './statistics.ts'

/** 5,000 workspaces with 20 weekly digests each, and a million messages, by default. */
export const sizeDefaults = { digests: 100_000 }
const smallerBy = 100
const most = 2
/** For a server with 4 GB. By default PostgreSQL uses 128 MB. */
const serverSettings = ['shared_buffers=1GB', 'max_wal_size=8GB']

const sizeOf = (digests: number): Size => ({
  workspaces: Math.ceil(digests / 20),
  digests,
  messagesEach: 10,
})

class Sized {
  readonly #worker: ChildProcess
  readonly #exited: Promise<unknown[]>
  readonly rows: number

  constructor(database: StoreOptions, size: Size, rows: number) {
    this.rows = rows
    this.#worker = fork(join(import.meta.dirname, 'sizes/worker.ts'), [JSON.stringify({ database, size })], {
      execArgv: startFlags,
      stdio: 'inherit',
    })
    this.#exited = once(this.#worker, 'exit')
  }

  /** The names of the operations, once the worker is ready. */
  ready(): Promise<readonly string[]> {
    return this.#answer()
  }

  take(order: Exclude<SizeOrder, 'end'>): Promise<SizeTaken> {
    this.#worker.send(order)
    return this.#answer()
  }

  async end(): Promise<SizeEnd> {
    this.#worker.send('end')
    const end = await this.#answer<SizeEnd>()
    await this.#exited
    return end
  }

  async #answer<Answer>(): Promise<Answer> {
    const ended = this.#exited.then(([code]): [Answer] => {
      throw new Error(`the worker ended with ${code} before it was done`)
    })
    const [answer] = (await Promise.race([once(this.#worker, 'message'), ended])) as [Answer]
    return answer
  }
}

/** Seeded by this process, because the worker's memory is measured. */
async function sized(database: StoreOptions, size: Size): Promise<Sized> {
  const sql = 'file' in database ? sqliteSql(database.file) : postgresSql(database.databaseUrl)
  const from = performance.now()
  const rows = await seedSize(database, sql, size)
  const seconds = ((performance.now() - from) / 1_000).toFixed(0)
  console.error(`${rows.toLocaleString('en-US')} rows in ${seconds} s`)
  return new Sized(database, size, rows)
}

interface Measured {
  readonly rows: string[][]
  readonly ratios: BenchResult['ratios']
}

async function compare(engine: string, small: Sized, large: Sized): Promise<Measured> {
  const rows: string[][] = [[engine, small.rows.toLocaleString('en-US'), large.rows.toLocaleString('en-US')]]
  const ratios: Measured['ratios'] = []
  const limit = (name: string, of: Parameters<typeof atMost>[1]) =>
    ratios.push(atMost(`${engine}: ${name}`, of, most))
  await large.ready()
  for (const operation of await small.ready()) {
    const { rounds, times } = roundsOf(operation)
    const taken: [SizeTaken, SizeTaken][] = []
    for (let round = 0; round <= rounds; round += 1) {
      const order = { operation, from: round * times, times }
      taken.push([await small.take(order), await large.take(order)])
    }
    // The first round compiles statements and reads the pages that stay in memory at any size.
    const [ours, theirs] = [taken.slice(1).map(([, one]) => one), taken.slice(1).map(([one]) => one)]
    const shown = (all: readonly SizeTaken[]) => [
      `${median(all.map(({ ms }) => median(ms))).toFixed(2)} ms`,
      `${median(all.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms`,
      all.some(({ reads }) => reads === null) ? '' : median(all.map(({ reads }) => reads ?? 0)).toFixed(1),
    ]
    const [smallOnes, largeOnes] = [shown(theirs), shown(ours)]
    rows.push([`  ${operation}`, ...smallOnes.flatMap((one, index) => [one, largeOnes[index] ?? ''])])
    const [ofOurs, ofTheirs] = [ours, theirs].map((all) => all.map(({ ms }) => median(ms)))
    limit(operation, pairedRatio(ofOurs ?? [], ofTheirs ?? []))
  }
  // One after the other, because they would share the disk.
  const [smallEnd, largeEnd] = [await small.end(), await large.end()]
  const usPerRow = [smallEnd.backupSeconds / small.rows, largeEnd.backupSeconds / large.rows] as const
  const [smallUs, largeUs] = usPerRow.map((seconds) => `${(1e6 * seconds).toFixed(1)} µs a row`)
  rows.push([`  backup (${largeEnd.backupSeconds.toFixed(0)} s)`, `${smallUs}`, `${largeUs}`])
  limit('backup, a row', usPerRow[1] / usPerRow[0])
  const mb = (value: number) => `${value.toFixed(0)} MB`
  rows.push(['  memory', mb(smallEnd.mb), mb(largeEnd.mb)])
  rows.push(['  most of it, with the backup', mb(smallEnd.peakMb), mb(largeEnd.peakMb)])
  limit('memory', largeEnd.mb / smallEnd.mb)
  limit('most memory, with the backup', largeEnd.peakMb / smallEnd.peakMb)
  return { rows, ratios }
}

export async function benchSizes({ digests }: typeof sizeDefaults = sizeDefaults): Promise<BenchResult> {
  const sizes = [sizeOf(Math.max(20, Math.round(digests / smallerBy))), sizeOf(digests)] as const
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-size-'))
  const server = await startPostgres({ settings: serverSettings })
  const sqlite = async () => {
    const [small, large] = [join(folder, 'small.db'), join(folder, 'large.db')]
    const result = await compare(
      'SQLite',
      await sized({ file: small }, sizes[0]),
      await sized({ file: large }, sizes[1]),
    )
    for (const name of [small, large]) rmSync(name, { force: true })
    return result
  }
  const postgres = async () => {
    const [small, large] = [await server.createDatabase(), await server.createDatabase()]
    const before = await sized({ databaseUrl: small }, sizes[0])
    const after = await sized({ databaseUrl: large }, sizes[1])
    const scansBefore = await postgresScans(large)
    const result = await compare('PostgreSQL', before, after)
    const scans = [...(await postgresScans(large))].flatMap(([table, count]) => {
      const more = count - (scansBefore.get(table) ?? 0)
      return more > 0 ? [`${table} ${more}`] : []
    })
    // A backup scans each table once.
    return { ...result, rows: [...result.rows, [`  read from end to end: ${scans.join(', ') || 'none'}`]] }
  }
  try {
    const results = [await sqlite(), await postgres()]
    return {
      name: `sizes: a database of ${digests.toLocaleString('en-US')} digests beside one with a hundredth of the rows, taking turns; medians`,
      table: {
        columns: ['', 'small', 'large', 'processor', 'processor', 'reads', 'reads'],
        rows: results.flatMap(({ rows }) => rows),
      },
      ratios: results.flatMap(({ ratios }) => ratios),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) printResult(await benchSizes())
