/** From a cold start to the first acknowledged command, and the memory a second later, compared with the bare Bolt app. */
import { startApp, startWorld } from './apps.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { median } from './statistics.ts'

const rounds = 9
const settleMs = 1_000

export async function benchStart(): Promise<BenchResult> {
  const world = await startWorld()
  const taken = {
    bare: { ms: [] as number[], mb: [] as number[] },
    sightline: { ms: [] as number[], mb: [] as number[] },
  }
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const kind of ['bare', 'sightline'] as const) {
        const app = await startApp(kind, world)
        taken[kind].ms.push(app.startMs)
        // By then Sightline has loaded the rest of its modules, after the first acknowledgement.
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        taken[kind].mb.push(app.memory())
        await app.stop()
      }
  } finally {
    world.stop()
  }
  const bare = { ms: median(taken.bare.ms), mb: median(taken.bare.mb) }
  const ours = { ms: median(taken.sightline.ms), mb: median(taken.sightline.mb) }
  const row = (name: string, { ms, mb }: typeof bare) => [name, `${Math.round(ms)} ms`, `${mb.toFixed(1)} MB`]
  return {
    name: `start: median of ${rounds} starts to the first acknowledgement`,
    table: {
      columns: ['app', 'to first ack', 'resident a second later'],
      rows: [row('bare Bolt', bare), row('Sightline', ours)],
    },
    ratios: [atMost('time', ours.ms / bare.ms, 1.4), atMost('memory, MB more', ours.mb - bare.mb, 32)],
  }
}

if (import.meta.main) printResult(await benchStart())
