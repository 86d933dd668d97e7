/**
 * One database of one size in a child process: runs the requested operations, and sends their times and the process's
 * memory.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '../../src/store/backup/back-up.ts'
import { createEncryptor, openStore, type StoreOptions } from '../../src/store/index.ts'
import { sizeOperations } from './operations.ts'
import type { Size } from './seed.ts'

/** A request to the worker: this many calls of an operation, or the end, with a backup. */
export type SizeOrder = { readonly operation: string; readonly from: number; readonly times: number } | 'end'

/** The response to a request. */
export interface SizeTaken {
  /** The time of each call, in milliseconds. */
  readonly ms: readonly number[]
  /** Processor time of the process, in milliseconds per call. */
  readonly cpuMs: number
  /** File pages read per call because they were not in SQLite's cache; `null` on systems that don't count them. */
  readonly reads: number | null
}

export interface SizeEnd {
  /** A complete backup, in seconds. */
  readonly backupSeconds: number
  /** Resident memory before the backup, in MB. */
  readonly mb: number
  /** Peak resident memory, including the backup, in MB. */
  readonly peakMb: number
}

const { database, size } = JSON.parse(process.argv[2] ?? '{}') as { database: StoreOptions; size: Size }
const store = await openStore(database, createEncryptor([Buffer.alloc(32, 7)]))
const { operations, stop } = sizeOperations(store, size)
process.send?.(Object.keys(operations))

for (;;) {
  const [order] = (await once(process, 'message')) as [SizeOrder]
  if (order === 'end') break
  const operation = operations[order.operation]
  if (operation === undefined) throw new Error(`There is no operation "${order.operation}".`)
  const ms: number[] = []
  let cpu = 0
  let reads: number | null = 0
  for (let n = order.from; n < order.from + order.times; n += 1) {
    await operation.before?.(n)
    const [readsBefore, cpuBefore, from] = [readCalls(), process.cpuUsage(), performance.now()]
    await operation.run(n)
    ms.push(performance.now() - from)
    const used = process.cpuUsage(cpuBefore)
    cpu += (used.user + used.system) / 1_000
    const readsAfter = readCalls()
    // Without reading the counter itself, which is a file.
    reads =
      reads === null || readsBefore === null || readsAfter === null
        ? null
        : reads + readsAfter - readsBefore - 1
    await operation.after?.()
  }
  const taken: SizeTaken = {
    ms,
    cpuMs: cpu / order.times,
    reads: reads === null ? null : reads / order.times,
  }
  process.send?.(taken)
}
await stop()
await store.close()
const mb = process.memoryUsage.rss() / 1e6
const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-backup-'))
const from = performance.now()
await backUp(database, join(folder, 'backup.db'))
const backupSeconds = (performance.now() - from) / 1_000
rmSync(folder, { recursive: true, force: true })
const end: SizeEnd = { backupSeconds, mb, peakMb: (process.resourceUsage().maxRSS * 1_024) / 1e6 }
process.send?.(end)
process.disconnect?.()

/** Calls of this process that read from files so far. */
function readCalls(): number | null {
  if (process.platform !== 'linux') return null
  const [, count] = /^syscr: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? []
  return count === undefined ? null : Number(count)
}
