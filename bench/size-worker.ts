/**
 * One database of one size, in a process of its own: seeds it, times what the bot does with it, and sends how long each
 * took and how much memory the process needs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '../src/store/backup/back-up.ts'
import { createEncryptor, openStore, type StoreOptions } from '../src/store/index.ts'
import { sizeOperations } from './size-operations.ts'
import { type Size, seedSize } from './size-seed.ts'
import { postgresScans, postgresSql, sqliteSql } from './size-sql.ts'
import { median } from './statistics.ts'

export interface SizeReport {
  readonly rows: number
  /** The median of each operation, in milliseconds, by its name. */
  readonly ms: Readonly<Record<string, number>>
  /** A whole backup, in microseconds a row. */
  readonly backupUs: number
  /** Resident after everything but the backup, in MB. */
  readonly mb: number
  /** PostgreSQL's sequential scans of the tables that grow, while all that ran. */
  readonly scans: readonly string[]
}

const { databaseUrl, size } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string | null
  size: Size
}
/** The first ones compile statements and read the pages that stay in memory at any size. */
const warmUps = 30
const times = 300

const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-size-'))
const file = join(folder, 'bench.db')
const options: StoreOptions = databaseUrl === null ? { file } : { databaseUrl }
const rows = await seedSize(options, databaseUrl === null ? sqliteSql(file) : postgresSql(databaseUrl), size)

const store = await openStore(options, createEncryptor([Buffer.alloc(32, 7)]))
const { operations, stop } = sizeOperations(store, size)
const scansBefore = databaseUrl === null ? new Map() : await postgresScans(databaseUrl)
const ms: Record<string, number> = {}
for (const [name, { before, run, after }] of Object.entries(operations)) {
  const taken: number[] = []
  for (let n = 0; n < warmUps + times; n += 1) {
    await before?.(n)
    const from = performance.now()
    await run(n)
    taken.push(performance.now() - from)
    await after?.()
  }
  ms[name] = median(taken.slice(warmUps))
}
await stop()
// PostgreSQL counts a session's scans at its end at the latest.
await store.close()
const scans = databaseUrl === null ? new Map<string, number>() : await postgresScans(databaseUrl)
const mb = process.memoryUsage.rss() / 1e6
const backupFrom = performance.now()
await backUp(options, join(folder, 'backup.db'))
const backupUs = (1_000 * (performance.now() - backupFrom)) / rows
rmSync(folder, { recursive: true, force: true })
const report: SizeReport = {
  rows,
  ms,
  backupUs,
  mb,
  scans: [...scans].flatMap(([table, count]) => {
    const more = count - (scansBefore.get(table) ?? 0)
    return more > 0 ? [`${table} ${more}`] : []
  }),
}
process.send?.(report)
process.disconnect?.()
