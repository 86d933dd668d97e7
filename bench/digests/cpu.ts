/**
 * Processor time of 1,000 digests in this checkout and in others, in turns: `node bench/digests/cpu.ts ../other …`. It
 * shows what an optimization saves, and varies less than elapsed time on a busy machine.
 *
 * `--memos` prints instead what each memo (`src/lib/cache.ts`) saved in one run: its hits times the median time of
 * computing a value. `--filters "this week"` sets the filters of each digest (default: last week).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFlags, startWorld, type World } from '../apps.ts'
import type { MemoCount } from '../memo-count.ts'
import { median } from '../statistics.ts'
import type { RunnerReport } from './runner.ts'
import { seedDigests } from './seed.ts'

const rounds = 5
const here = join(import.meta.dirname, '../..')
const { values: flags, positionals: others } = parseArgs({
  allowPositionals: true,
  options: {
    memos: { type: 'boolean', default: false },
    filters: { type: 'string', default: 'last week' },
  },
})

interface Run {
  readonly cpuMs: number
  /** Empty unless memos are counted. */
  readonly memos: readonly MemoCount[]
}

async function run(checkout: string, world: World, more: readonly string[] = []): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-cpu-'))
  try {
    const file = join(folder, 'bench.db')
    const dueAt = Temporal.Now.instant().subtract({ minutes: 2 })
    const size = { digests: 1_000, teams: 50, questions: 50, filters: flags.filters }
    await seedDigests({
      ...size,
      team: 'T0BENCH',
      dueAt,
      detailsInThread: true,
      planned: false,
      database: { file },
    })
    await (await fetch(`${world.url}/counts?channels=${size.digests}`)).text()
    const order = JSON.stringify({ file, url: world.url, idlePasses: 0 })
    const runner = fork(join(checkout, 'bench/digests/runner.ts'), [order], {
      execArgv: [...startFlags, ...more],
    })
    const reports: (Partial<RunnerReport> & { readonly memos?: readonly MemoCount[] })[] = []
    runner.on('message', (message: object) => void reports.push(message))
    await once(runner, 'exit')
    const cpuMs = reports.find((one) => one.cpuMs !== undefined)?.cpuMs
    if (cpuMs === undefined) throw new Error('the runner ended before it was done')
    return { cpuMs, memos: reports.flatMap(({ memos = [] }) => memos) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(world: World): Promise<void> {
  const checkouts = [here, ...others.map((folder) => resolve(folder))]
  const taken = new Map(checkouts.map((checkout) => [checkout, [] as number[]]))
  // The first round only warms up the compile caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const [checkout, times] of taken) {
      const { cpuMs } = await run(checkout, world)
      if (round > 0) times.push(cpuMs)
    }
  const hereMs = median(taken.get(here) ?? [])
  for (const [checkout, times] of taken)
    console.log(
      `${checkout === here ? 'this checkout' : checkout}: ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')}), ${(median(times) / hereMs).toFixed(3)} of this one`,
    )
}

async function countMemos(world: World): Promise<void> {
  const { cpuMs, memos } = await run(here, world, ['--import', join(import.meta.dirname, '../memo-count.ts')])
  console.log(
    `memo                                           made    hits     saves  of ${Math.round(cpuMs)} ms`,
  )
  const saved = memos
    .map((memo) => ({ ...memo, ms: memo.made.length === 0 ? 0 : memo.hits * median(memo.made) }))
    .sort((a, b) => b.ms - a.ms)
  for (const { name, hits, made, ms } of saved)
    console.log(
      `${name.padEnd(44)}${String(made.length).padStart(7)}${String(hits).padStart(8)}${`${ms.toFixed(0)} ms`.padStart(10)}${`${((100 * ms) / cpuMs).toFixed(1)} %`.padStart(9)}`,
    )
}

const world = await startWorld('digests/world.ts', ['5'])
try {
  await (flags.memos ? countMemos(world) : compare(world))
} finally {
  world.stop()
}
