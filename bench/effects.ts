/**
 * Verdicts about tasks compared with the planned truth. Each market has one task, whose verdict is read every Monday from
 * the third to the twelfth complete week after it.
 */
import { dayFromDate } from '../sandbox/service/data/days.ts'
import { createPlantedTable } from '../sandbox/service/planted/table.ts'
import { byColumn, rowOf } from '../sandbox/service/routes/brand-rows.ts'
import type { AnalyticsApi } from '../src/api/index.ts'
import { noAim } from '../src/insights/before-after/aim.ts'
import { beforeAfterOf } from '../src/insights/before-after/read.ts'
import type { BeforeAfterVerdict } from '../src/model/before-after.ts'
import { type EffectMarket, effectMarkets, type Kind, TASK_DAY, WITHIN } from './effects-markets.ts'
import type { BenchResult } from './result.ts'

const LOOKS = { from: 3, to: 12 } as const
const scope = { organizationId: 'organization', workspaceId: 'workspace', projectId: 'analysis' }

/** The verdicts about one task, one per week. */
interface TaskVerdicts {
  readonly market: EffectMarket
  readonly verdicts: readonly BeforeAfterVerdict[]
  readonly questions: number
}

export async function benchEffects({ seed }: { readonly seed: number } = { seed: 1 }): Promise<BenchResult> {
  const tasks: TaskVerdicts[] = []
  for (const market of effectMarkets(seed)) tasks.push(await followTask(market))
  return resultOf(tasks)
}

async function followTask(market: EffectMarket): Promise<TaskVerdicts> {
  let now = Temporal.Instant.from(`${TASK_DAY}T12:00:00Z`)
  let questions = 0
  const table = createPlantedTable(market.plan)
  const day = (date: string) => dayFromDate(Temporal.PlainDate.from(date))
  // The rows that the sandbox's service would send, without HTTP.
  const api: Pick<AnalyticsApi, 'allBrands'> = {
    async allBrands(_scope, { date_start, date_end, sources, topic_ids }) {
      if (!date_end) throw new Error('an end was expected')
      questions += 1
      const today = day(now.toZonedDateTimeISO('UTC').toPlainDate().toString())
      const range = { from: day(date_start), to: day(date_end) }
      const nothing = { from: 0, to: 0 }
      const entries = table.entries(range, nothing, today, {
        sources: sources ? [...sources] : null,
        topicIds: topic_ids ? [...topic_ids] : null,
      })
      const rows = entries.toSorted(byColumn('visibility_score', 'desc')).map(rowOf)
      return { rows, total: rows.length, cut: 0 }
    },
  }
  const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) }
  const task = {
    id: 'task',
    from: TASK_DAY,
    basis: 'created',
    aim: { ...noAim, engines: market.engines },
  } as const
  const firstMonday = Temporal.PlainDate.from(TASK_DAY).add({ days: 5 })
  const verdicts: BeforeAfterVerdict[] = []
  for (let weeks = LOOKS.from; weeks <= LOOKS.to; weeks++) {
    now = firstMonday.add({ weeks }).toZonedDateTime({ timeZone: 'UTC', plainTime: '08:00' }).toInstant()
    const stories = await beforeAfterOf(api, scope, [task], {
      clock,
      timeZone: 'UTC',
      noiseBand: 1,
      maxRequests: 6,
    })
    const verdict = stories.get(task.id)?.verdict
    if (verdict === undefined) throw new Error('a task without a story')
    verdicts.push(verdict)
  }
  return { market, verdicts, questions }
}

const isClaim = ({ kind }: BeforeAfterVerdict) => kind === 'up' || kind === 'down'
const hasClaim = ({ verdicts }: TaskVerdicts) => verdicts.some(isClaim)
const directionOf = ({ market }: TaskVerdicts) => (market.sign > 0 ? 'up' : 'down')
const isFound = (one: TaskVerdicts) =>
  one.verdicts.slice(0, WITHIN - LOOKS.from + 1).some(({ kind }) => kind === directionOf(one))
const isWrong = (one: TaskVerdicts) =>
  one.verdicts.some((verdict) => isClaim(verdict) && verdict.kind !== directionOf(one))

interface Line {
  readonly name: string
  readonly of: (task: TaskVerdicts) => boolean
  readonly hit: (task: TaskVerdicts) => boolean
  /** Shares; `null`: no target. */
  readonly target: { readonly atMost: number } | { readonly atLeast: number } | null
}

const none = (name: string, kind: Kind, hasEngine: boolean | null = null): Line => ({
  name: `claimed in any of ten weeks: ${name}`,
  of: ({ market }) => market.kind === kind && (hasEngine === null || hasEngine === market.engines.length > 0),
  hit: hasClaim,
  target: { atMost: 0.05 },
})
const isOf =
  (...kinds: readonly Kind[]) =>
  ({ market }: TaskVerdicts) =>
    kinds.includes(market.kind)

const lines: readonly Line[] = [
  none('nothing follows', 'nothing'),
  none('the own brand rises on all engines', 'own everywhere'),
  none('all brands rise on the engine of the task', 'all brands', true),
  none('all brands rise, the task names no engine', 'all brands', false),
  none('all brands rise on all engines', 'everybody'),
  {
    name: 'effects of 4 standard errors reported within eight weeks',
    of: isOf('effect'),
    hit: isFound,
    target: { atLeast: 0.8 },
  },
  {
    name: 'the same, of 4 standard errors of the own figure only',
    of: isOf('small effect'),
    hit: isFound,
    target: { atLeast: 0.8 },
  },
  {
    name: 'effects reported in the wrong direction',
    of: isOf('effect', 'small effect'),
    hit: isWrong,
    target: { atMost: 0.01 },
  },
  {
    name: 'a rise of all brands reported as such in the last week',
    of: isOf('own everywhere', 'all brands', 'everybody'),
    hit: ({ verdicts }) => verdicts.at(-1)?.kind === 'shared_change',
    target: null,
  },
]

function resultOf(tasks: readonly TaskVerdicts[]): BenchResult {
  const rows = lines.map(({ name, of, hit, target }) => {
    const all = tasks.filter(of)
    const hits = all.filter(hit).length
    const share = hits / all.length
    const isMet = target === null || ('atMost' in target ? share <= target.atMost : share >= target.atLeast)
    const words =
      target === null
        ? ''
        : 'atMost' in target
          ? `at most ${100 * target.atMost} %`
          : `at least ${100 * target.atLeast} %`
    return {
      name,
      target,
      words,
      share,
      isMet,
      text: `${(100 * share).toFixed(1)} % (${hits} of ${all.length})`,
    }
  })
  const most = Math.max(...tasks.map(({ questions }) => questions))
  return {
    name: `what is said of tasks, against the truth: ${tasks.length} tasks, a look in each of ten weeks`,
    table: {
      columns: ['', 'target', 'this state', ''],
      rows: [
        ...rows.map(({ name, words, text, target, isMet }) => [
          name,
          words,
          text,
          target === null ? '' : isMet ? 'met' : 'NOT MET',
        ]),
        [`questions to the service for one task over all ten weeks: ${most} at most`],
      ],
    },
    ratios: rows
      .filter(({ target }) => target !== null)
      .map(({ name, share, words, isMet }) => ({ name, value: share, target: words, met: isMet })),
  }
}
