/**
 * Processor time of 1,000 digests in this checkout and in others, in turns: `node bench/digest-cpu.ts ../other …`. For
 * what a mechanism buys: the same work with it and without. On a busy machine it repeats better than time.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startFlags, startWorld, type World } from './apps.ts'
import type { RunnerReport } from './digest-runner.ts'
import { seedDigests } from './digest-seed.ts'
import { median } from './statistics.ts'

const rounds = 5
const here = join(import.meta.dirname, '..')

async function cpuMs(checkout: string, world: World): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-cpu-'))
  try {
    const file = join(folder, 'bench.db')
    const dueAt = Temporal.Now.instant().subtract({ minutes: 2 })
    const size = { digests: 1_000, teams: 50, questions: 50 }
    await seedDigests({ ...size, team: 'T0BENCH', dueAt, detailsInThread: true, planned: false, file })
    const order = JSON.stringify({ file, url: world.url, idlePasses: 0 })
    const runner = fork(join(checkout, 'bench/digest-runner.ts'), [order], { execArgv: startFlags })
    const exited = once(runner, 'exit')
    const [report] = (await once(runner, 'message')) as [RunnerReport]
    await exited
    return report.cpuMs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const checkouts = [here, ...process.argv.slice(2).map((folder) => resolve(folder))]
const taken = new Map(checkouts.map((checkout) => [checkout, [] as number[]]))
const world = await startWorld('digest-world.ts', ['5'])
try {
  // The first round only warms the compile caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const [checkout, times] of taken) {
      const ms = await cpuMs(checkout, world)
      if (round > 0) times.push(ms)
    }
} finally {
  world.stop()
}
const own = median(taken.get(here) ?? [])
for (const [checkout, times] of taken)
  console.log(
    `${checkout === here ? 'this checkout' : checkout}: ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')}), ${(median(times) / own).toFixed(3)} of this one`,
  )
