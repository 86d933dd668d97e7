/**
 * `npm run load`: 100 commands a second for five minutes from 4,000 channels, while the analytics service takes 200 ms
 * for each answer. `-- --teams 200` spreads the channels over workspaces, `-- --seconds 60` makes it shorter.
 */
import { parseArgs } from 'node:util'
import { startApp, startWorld } from './apps.ts'
import type { LoopReport } from './loop-delay.ts'
import { openLoop } from './open-loop.ts'
import { type BenchResult, printResult } from './result.ts'
import { percentile } from './statistics.ts'

const { values } = parseArgs({
  options: { teams: { type: 'string', default: '1' }, seconds: { type: 'string', default: '300' } },
})
const [teams, seconds] = [Number(values.teams), Number(values.seconds)]
const perSecond = 100
const channels = 4_000
const people = 2_000
const latencyMs = 200
/** What people ask; ten different months, so that not every answer is known already. */
const verbs = [
  'visibility',
  'reddit',
  'actions',
  'engines',
  'help',
  'digest list',
  'tasks',
  'status',
] as const
const text = (index: number) => {
  const verb = verbs[index % verbs.length] ?? 'help'
  return verb === 'visibility' ? `visibility 2026-${String(((index >> 3) % 10) + 1).padStart(2, '0')}` : verb
}
const place = (index: number) => ({
  team: index % teams === 0 ? 'T0BENCH' : `T0BENCH${index % teams}`,
  channel: `C${index % channels}`,
  user: `U${index % people}`,
})
const minuteMs = 60_000
const warmUpMs = 10_000

interface Sample extends LoopReport {
  readonly at: number
}

interface Service {
  readonly baseUrl: string
  readonly searchBaseUrl: string
  readonly key: string
  readonly demo: {
    readonly organizationId: string
    readonly workspaceId: string
    readonly projectId: string
    readonly resultIds: readonly string[]
  }
}

async function measure(): Promise<BenchResult> {
  const world = await startWorld('load-world.ts', [String(latencyMs)])
  const { baseUrl, searchBaseUrl, key, demo } = (await (
    await fetch(`${world.url}/service`)
  ).json()) as Service
  const app = await startApp('sightline', world, {
    preload: new URL('./loop-delay.ts', import.meta.url).pathname,
    env: {
      SIGHTLINE_API_KEY: key,
      SIGHTLINE_API_URL: baseUrl,
      SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
      SIGHTLINE_ORGANIZATION_ID: demo.organizationId,
      SIGHTLINE_WORKSPACE_ID: demo.workspaceId,
      SIGHTLINE_PROJECT_ID: demo.projectId,
      SIGHTLINE_RECOMMENDATIONS: demo.resultIds.join(','),
    },
  })
  try {
    const samples: Sample[] = []
    app.process.on('message', (report) => {
      samples.push({ ...(report as LoopReport), at: performance.now() })
    })
    await openLoop(app, { perSecond, ms: warmUpMs, text, place })
    const began = performance.now()
    const taken = await openLoop(app, { perSecond, ms: seconds * 1_000, text, place })
    const ended = performance.now()
    const during = samples.filter(({ at }) => at >= began && at <= ended)
    const edgeMs = Math.min(minuteMs, (ended - began) / 2)
    const mean = (part: readonly Sample[], of: 'rssMb' | 'heapMb') =>
      part.reduce((sum, sample) => sum + sample[of], 0) / part.length
    const first = during.filter(({ at }) => at < began + edgeMs)
    const last = during.filter(({ at }) => at >= ended - edgeMs)
    const p99 = percentile(taken, 0.99)
    const growth = mean(last, 'rssMb') / mean(first, 'rssMb')
    const seconds99 = during.map((sample) => sample.p99)
    const ms = (value: number) => `${value.toFixed(2)} ms`
    const mb = (value: number) => `${value.toFixed(1)} MB`
    return {
      name: `load: ${perSecond} commands/s for ${seconds} s, ${channels} channels in ${teams} workspace(s), an API of ${latencyMs} ms`,
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
          ...(['rssMb', 'heapMb'] as const).map((of) => [
            of === 'rssMb' ? 'resident memory, mean' : 'used heap, mean',
            mb(mean(first, of)),
            mb(mean(last, of)),
            mb(Math.max(...during.map((sample) => sample[of]))),
          ]),
        ],
      },
      ratios: [
        { name: 'acknowledgement p99', value: p99, target: 'at most 250 ms', met: p99 <= 250 },
        {
          name: 'resident memory, last to first minute',
          value: growth,
          target: 'at most 1.1',
          met: growth <= 1.1,
        },
      ],
    }
  } finally {
    await app.stop()
    world.stop()
  }
}

const result = await measure()
printResult(result)
process.exit(result.ratios.every(({ met }) => met) ? 0 : 1)
