import { fewAtOnce } from '../lib/async.ts'
import type { EngineReport } from '../model/engine-report.ts'
import { noFilters } from '../model/question.ts'
import { type BrandStanding, type Coverage, dataOf, type Section, section } from '../model/reports.ts'
import type { FilterName } from '../store/index.ts'
import { type Market, ofWeek, ordinaryOf } from './market.ts'
import { extremesOf } from './reading/reading.ts'
import { figureLevel } from './significance.ts'
import { type VisibilityQuestion, visibilityReport } from './visibility.ts'

/** The own brand in the answers about one topic. */
export interface TopicStanding {
  readonly name: string
  /** `null`: the brand is not listed, or nothing was measured in the period. */
  readonly own: BrandStanding | null
}

export interface TopicReport extends Pick<EngineReport, 'period' | 'comparedWith' | 'notCollected'> {
  /** Days that are missing; `null`: no topic was read. */
  readonly coverage: Coverage | null
  /** The most visible first; those that could not be read last. */
  readonly topics: readonly Section<TopicStanding>[]
  /** Named only if it differs from the others by more than ordinary variation. */
  readonly best: TopicStanding | null
  readonly worst: TopicStanding | null
}

/** Each topic costs a request. */
export const mostTopics = 20

/** The own brand's visibility on each topic that the channel has a name for. */
export async function topicReport(
  api: Parameters<typeof visibilityReport>[0],
  { market, ...question }: Pick<VisibilityQuestion, 'scope' | 'period'> & { readonly market: Market | null },
  names: readonly FilterName[],
): Promise<TopicReport> {
  const { period } = question
  const ordinary = ordinaryOf(market, period, 'part')
  const parts = await fewAtOnce(names.slice(0, mostTopics), ({ id, name }) => {
    const filters = { ...noFilters, topics: [id] }
    const report = visibilityReport(api, { ...question, engines: [], brands: [], filters })
    const asked = report.then((read) => ({ name, report: read.requestedPeriod === null ? read : null }))
    return section(name, asked)
  })
  const score = ({ own }: TopicStanding) => own?.visibility.value ?? -1
  const standings = dataOf(parts)
    .map(({ name, report }) => ({ name, own: report?.own ?? null }))
    .toSorted((a, b) => score(b) - score(a))
  const { best, worst } = extremesOf(
    standings,
    ({ own }) => own && figureLevel(own.visibility.value, own.answers.now, ordinary),
  )
  const reports = dataOf(parts).flatMap(({ report }) => report ?? [])
  const { coverage } = reports[0] ?? {}
  return {
    period: reports[0]?.period ?? period,
    // The answers are those of one topic.
    coverage: coverage ? { ...coverage, now: { ...coverage.now, answers: null } } : null,
    notCollected: ofWeek(market, question)?.collection.missing ?? [],
    comparedWith: reports.find(({ comparedWith }) => comparedWith !== null)?.comparedWith ?? null,
    topics: [...standings.map((data) => ({ ok: true as const, data })), ...parts.filter((part) => !part.ok)],
    best,
    worst,
  }
}
