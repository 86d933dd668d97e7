/**
 * Strangers at the public address, with 200 hostile connections at once: how long Slack waits meanwhile, compared with a
 * bare Bolt app that nobody attacks, and how much memory they take.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type App, startApp, startWorld } from './apps.ts'
import { heldByBytewise, heldByChunks, heldByStalled } from './flood/bodies.ts'
import type { Memory } from './flood/heap.ts'
import { openLoop } from './open-loop.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { median, pairedRatio, percentile } from './statistics.ts'

const eachKind = 25
const perSecond = 50
const roundMs = 2_000
const rounds = 20
const stalled = 300
/** The bytes that all bodies may hold at once (src/slack/receive/http-body.ts). */
const mostHeldMb = (16 * 1024 * 1024) / 1e6
const preload = join(import.meta.dirname, 'flood/heap.ts')

/** A bot for many workspaces has the pages of an installation, too. */
const env = {
  SLACK_CLIENT_ID: '1234567890.1234567890',
  SLACK_CLIENT_SECRET: 'bench-client-secret',
  SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
  SIGHTLINE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}

async function memoryOf(app: App): Promise<Memory> {
  app.process.send('memory')
  const [memory] = (await once(app.process, 'message')) as [Memory]
  return memory
}

/** @returns the p99 of the milliseconds to each acknowledgement, for each app, command by command in turns */
async function round(apps: readonly App[]): Promise<readonly number[]> {
  let sent = 0
  const both = { command: (text: string) => (apps[sent++ % apps.length] as App).command(text) }
  const load = { perSecond: perSecond * apps.length, ms: roundMs, text: () => 'help' }
  const taken = await openLoop(both, load)
  return apps.map((_, app) =>
    percentile(
      taken.filter((_, index) => index % apps.length === app),
      0.99,
    ),
  )
}

async function series(apps: readonly App[], count: number) {
  const all: (readonly number[])[] = []
  for (let done = 0; done < count; done += 1) all.push(await round(apps))
  return { bare: all.map(([ms = 0]) => ms), ours: all.map(([, ms = 0]) => ms) }
}

export async function benchFlood(): Promise<BenchResult> {
  const world = await startWorld()
  const bare = await startApp('bare', world)
  const ours = await startApp('sightline', world, { env, preload })
  const apps = [bare, ours]
  const strangers = () =>
    fork(join(import.meta.dirname, '../test/attack/hostile.ts'), [String(ours.port), String(eachKind)])
  try {
    await series(apps, 3)
    await memoryOf(ours)
    const calm = await series(apps, rounds)
    const before = await memoryOf(ours)
    const hostile = strangers()
    await once(hostile, 'message')
    await series(apps, 3)
    const early = await memoryOf(ours)
    const flooded = await series(apps, rounds)
    const late = await memoryOf(ours)
    hostile.kill('SIGKILL')
    const peak = Math.max(early.peakMb, late.peakMb) / before.peakMb
    const growth = late.heapMb / early.heapMb
    const held = (await heldByStalled(stalled)) / mostHeldMb
    const bytewise = (await heldByBytewise(8)) / (await heldByChunks(8))
    const row = (name: string, quiet: readonly number[], loud: readonly number[]) => [
      name,
      `${median(quiet).toFixed(2)} ms`,
      `${median(loud).toFixed(2)} ms`,
    ]
    return {
      name: `flood: ${8 * eachKind} hostile connections at Sightline, ${perSecond} commands/s at both`,
      table: {
        columns: ['app', 'p99 to ack before', 'p99 to ack meanwhile'],
        rows: [
          row('bare Bolt, not attacked', calm.bare, flooded.bare),
          row('Sightline', calm.ours, flooded.ours),
          [
            `heap ${before.heapMb.toFixed(1)} MB before, ${early.heapMb.toFixed(1)} MB after seconds, ${late.heapMb.toFixed(1)} MB at the end`,
          ],
          [
            `resident at most ${before.peakMb.toFixed(0)} MB before, ${Math.max(early.peakMb, late.peakMb).toFixed(0)} MB meanwhile`,
          ],
        ],
      },
      ratios: [
        atMost('p99 before, of bare Bolt’s', pairedRatio(calm.ours, calm.bare), 2),
        atMost('p99 meanwhile, of bare Bolt’s', pairedRatio(flooded.ours, flooded.bare), 20),
        atMost('most resident memory, of that before', peak, 1.5),
        atMost('heap at the end, of that after seconds', growth, 1.1),
        atMost(`memory of ${stalled} stalled bodies, of its limit`, held, 1.1),
        atMost('memory of bodies byte by byte, of their chunks’', bytewise, 0.5),
      ],
    }
  } finally {
    for (const app of apps) await app.stop()
    world.stop()
  }
}

if (import.meta.main) printResult(await benchFlood())
