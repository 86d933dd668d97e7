/**
 * Processor time of 1,000 digests in this checkout and in others, in turns: `node bench/digest-cpu.ts ../other …`. For
 * what a mechanism buys: the same work with it and without. On a busy machine it repeats better than time.
 *
 * `--memos` prints instead what each memo (`src/lib/memoize.ts`) saved in one run: the uses that found something, times the
 * median time of making it anew. `--filters "this week"`: of each digest; last week unless told.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFlags, startWorld, type World } from './apps.ts'
import type { RunnerReport } from './digest-runner.ts'
import { seedDigests } from './digest-seed.ts'
import type { MemoCount } from './memo-count.ts'
import { median } from './statistics.ts'

const rounds = 5
const here = join(import.meta.dirname, '..')
const { values: flags, positionals: others } = parseArgs({
  allowPositionals: true,
  options: {
    memos: { type: 'boolean', default: false },
    filters: { type: 'string', default: 'last week' },
  },
})

interface Run {
  readonly cpuMs: number
  /** Empty unless they are counted. */
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
    const order = JSON.stringify({ file, url: world.url, idlePasses: 0 })
    const runner = fork(join(checkout, 'bench/digest-runner.ts'), [order], {
      execArgv: [...startFlags, ...more],
    })
    const told: (Partial<RunnerReport> & { readonly memos?: readonly MemoCount[] })[] = []
    runner.on('message', (message: object) => void told.push(message))
    await once(runner, 'exit')
    const cpuMs = told.find((one) => one.cpuMs !== undefined)?.cpuMs
    if (cpuMs === undefined) throw new Error('the runner ended before it was done')
    return { cpuMs, memos: told.flatMap(({ memos = [] }) => memos) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(world: World): Promise<void> {
  const checkouts = [here, ...others.map((folder) => resolve(folder))]
  const taken = new Map(checkouts.map((checkout) => [checkout, [] as number[]]))
  // The first round only warms the compile caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const [checkout, times] of taken) {
      const { cpuMs } = await run(checkout, world)
      if (round > 0) times.push(cpuMs)
    }
  const own = median(taken.get(here) ?? [])
  for (const [checkout, times] of taken)
    console.log(
      `${checkout === here ? 'this checkout' : checkout}: ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')}), ${(median(times) / own).toFixed(3)} of this one`,
    )
}

async function countMemos(world: World): Promise<void> {
  const { cpuMs, memos } = await run(here, world, ['--import', join(import.meta.dirname, 'memo-count.ts')])
  console.log(
    `memo                                           made   found     saves  of ${Math.round(cpuMs)} ms`,
  )
  const saved = memos
    .map((memo) => ({ ...memo, ms: memo.made.length === 0 ? 0 : memo.found * median(memo.made) }))
    .sort((a, b) => b.ms - a.ms)
  for (const { name, found, made, ms } of saved)
    console.log(
      `${name.padEnd(44)}${String(made.length).padStart(7)}${String(found).padStart(8)}${`${ms.toFixed(0)} ms`.padStart(10)}${`${((100 * ms) / cpuMs).toFixed(1)} %`.padStart(9)}`,
    )
}

const world = await startWorld('digest-world.ts', ['5'])
try {
  await (flags.memos ? countMemos(world) : compare(world))
} finally {
  world.stop()
}
