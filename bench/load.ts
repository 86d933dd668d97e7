/**
 * `npm run load`: 100 commands a second for five minutes from 200 Slack workspaces with 20 channels each, while the
 * analytics service takes 200 ms for each answer. `-- --seconds 60` makes it shorter; `--workspaces`, `--channels` and
 * `--rate` (commands a second) change the numbers. With `--replicas 2` the commands go through a load balancer to that many
 * processes on PostgreSQL.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { StoreOptions } from '../src/store/index.ts'
import { everydayCommands } from '../test/everyday-commands.ts'
import { startPostgres } from '../test/store/postgres-server.ts'
import { type App, openCommandClient, startApp, startWorld } from './apps.ts'
import { seedWorkspaces, serviceOf, settingsFor } from './load/seed.ts'
import type { LoopReport } from './loop-delay.ts'
import { openLoop } from './open-loop.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { percentile } from './statistics.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    workspaces: { type: 'string', default: '200' },
    channels: { type: 'string', default: '20' },
    rate: { type: 'string', default: '100' },
    replicas: { type: 'string', default: '1' },
  },
})
const seconds = Number(values.seconds)
const perSecond = Number(values.rate)
const replicas = Number(values.replicas)
const teams = Array.from({ length: Number(values.workspaces) }, (_, index) => `T${index}BENCH`)
const channelsEach = Number(values.channels)
const peopleEach = 10
const latencyMs = 200
/** The number of this command in its place. Each place sends all commands in turn. */
const roundOf = (index: number) => Math.floor(index / teams.length)
const text = (index: number) => {
  const round = roundOf(index)
  const verb = everydayCommands[(index + round) % everydayCommands.length] ?? 'help'
  // Ten different months, so that not every answer is cached.
  return verb === 'visibility' ? `visibility 2026-${String((round % 10) + 1).padStart(2, '0')}` : verb
}
/** All workspaces in turn, each time with another channel and person. */
const place = (index: number) => {
  const round = roundOf(index)
  const team = teams[index % teams.length] ?? ''
  return { team, channel: channelOf(team, round % channelsEach), user: `U${round % peopleEach}${team}` }
}
const channelOf = (team: string, index: number) => `C${index}${team}`
const channelsOf = (team: string) =>
  Array.from({ length: channelsEach }, (_, index) => channelOf(team, index))
const encryptionKey = randomBytes(32).toString('base64')
/** The memory figures of a sample, in MB. */
const memory: readonly (readonly [Memory, string])[] = [
  ['rssMb', 'resident memory, mean'],
  ['committedMb', 'heap, mean'],
  ['heapMb', 'used of it, mean'],
  ['externalMb', 'buffers outside of it, mean'],
]
type Memory = 'rssMb' | 'committedMb' | 'heapMb' | 'externalMb'
const minuteMs = 60_000
/** The service's answers are cached for a minute; until then the cache grows. */
const warmUpMs = 60_000

interface Sample extends LoopReport {
  readonly at: number
}

async function measure(): Promise<BenchResult> {
  const world = await startWorld('load/world.ts', [String(latencyMs)])
  const service = await serviceOf(world)
  const server = replicas > 1 ? await startPostgres() : null
  const database = server === null ? {} : { database: { databaseUrl: await server.createDatabase() } }
  const seed = (into: StoreOptions) =>
    seedWorkspaces(into, { teams, channelsOf, encryptionKey, apiKey: service.key, demo: service.demo })
  const apps: App[] = []
  for (let index = 0; index < replicas; index += 1)
    apps.push(
      await startApp('sightline', world, {
        preload: new URL('./loop-delay.ts', import.meta.url).pathname,
        ...database,
        ...(index === 0 ? { seed } : {}),
        env: settingsFor(service, encryptionKey),
      }),
    )
  const ports = apps.map(({ port }) => port)
  const balancer = replicas > 1 ? await startWorld('balancer.ts', ports.map(String)) : null
  const commands = openCommandClient(
    balancer === null ? (ports[0] ?? 0) : Number(new URL(balancer.url).port),
    world,
  )
  try {
    const samples: Sample[] = []
    for (const app of apps)
      app.process.on('message', (report) => {
        samples.push({ ...(report as LoopReport), at: performance.now() })
      })
    await openLoop(commands, { perSecond, ms: warmUpMs, text, place })
    const began = performance.now()
    const taken = await openLoop(commands, { perSecond, ms: seconds * 1_000, text, place })
    const ended = performance.now()
    const during = samples.filter(({ at }) => at >= began && at <= ended)
    const edgeMs = Math.min(minuteMs, (ended - began) / 2)
    const mean = (part: readonly Sample[], of: Memory) =>
      part.reduce((sum, sample) => sum + sample[of], 0) / part.length
    const first = during.filter(({ at }) => at < began + edgeMs)
    const last = during.filter(({ at }) => at >= ended - edgeMs)
    const p99 = percentile(taken, 0.99)
    const growth = mean(last, 'rssMb') / mean(first, 'rssMb')
    const seconds99 = during.map((sample) => sample.p99)
    const ms = (value: number) => `${value.toFixed(2)} ms`
    const mb = (value: number) => `${value.toFixed(1)} MB`
    return {
      name: `load: ${perSecond} commands/s for ${seconds} s from ${teams.length} workspaces with ${channelsEach} channels each, an API of ${latencyMs} ms${replicas > 1 ? `; ${replicas} replicas on PostgreSQL behind a load balancer, memory of each` : ''}`,
      table: {
        columns: ['', 'p50', 'p99', 'worst'],
        rows: [
          ['acknowledgement', ms(percentile(taken, 0.5)), ms(p99), ms(percentile(taken, 1))],
          [
            'event-loop delay, p99 of each second',
            ms(percentile(seconds99, 0.5)),
            ms(percentile(seconds99, 0.99)),
            ms(Math.max(...during.map(({ max }) => max))),
          ],
          ['', 'first minute', 'last minute', 'most'],
          ...memory.map(([of, name]) => [
            name,
            mb(mean(first, of)),
            mb(mean(last, of)),
            mb(Math.max(...during.map((sample) => sample[of]))),
          ]),
        ],
      },
      ratios: [
        atMost('acknowledgement p99', p99, 250, ' ms'),
        atMost('resident memory, last to first minute', growth, 1.1),
      ],
    }
  } finally {
    await commands.close()
    balancer?.stop()
    for (const app of apps) await app.stop()
    world.stop()
    await server?.stop()
  }
}

const result = await measure()
printResult(result)
process.exit(result.ratios.every(({ met }) => met) ? 0 : 1)
