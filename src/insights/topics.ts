import type { BrandStanding, ReportPeriod, Section } from '../model/reports.ts'
import type { FilterName } from '../store/index.ts'
import { noFilters } from './brands/brand-query.ts'
import { fewAtOnce, section } from './section.ts'
import { isAhead, risks } from './significance.ts'
import { type VisibilityQuestion, visibilityReport } from './visibility.ts'

/** The own brand in the answers about one topic. */
export interface TopicStanding {
  readonly name: string
  /** `null`: the brand is not listed, or nothing was measured in the period. */
  readonly own: BrandStanding | null
}

export interface TopicReport {
  readonly period: ReportPeriod
  readonly comparedWith: ReportPeriod | null
  /** The most visible first; those that could not be read last. */
  readonly topics: readonly Section<TopicStanding>[]
  /** Named only if it differs from the next one by more than ordinary variation. */
  readonly best: TopicStanding | null
  readonly worst: TopicStanding | null
}

/** Each topic costs a request. */
export const mostTopics = 20

/** The own brand's visibility on each topic that the channel has a name for. */
export async function topicReport(
  api: Parameters<typeof visibilityReport>[0],
  question: Pick<VisibilityQuestion, 'scope' | 'period' | 'noiseBand'>,
  names: readonly FilterName[],
): Promise<TopicReport> {
  const { period } = question
  const read = await fewAtOnce(names.slice(0, mostTopics), async ({ id, name }) => {
    const filters = { ...noFilters, topics: [id] }
    const report = visibilityReport(api, { ...question, engines: [], brands: [], filters })
    const part = await section(name, report, undefined)
    return { name, part }
  })
  const score = ({ own }: TopicStanding) => own?.visibility.value ?? -1
  const standings = read
    .flatMap(({ name, part }) =>
      part.ok ? [{ name, own: part.data.requestedPeriod === null ? part.data.own : null }] : [],
    )
    .toSorted((a, b) => score(b) - score(a))
  const failed = read.flatMap(({ part }) => (part.ok ? [] : [part]))
  const scored = standings.filter((one) => score(one) >= 0)
  const [first, second] = scored
  const [last, beforeLast] = scored.toReversed()
  const reports = read.flatMap(({ part }) => (part.ok ? [part.data] : []))
  return {
    period: reports.find(({ requestedPeriod }) => requestedPeriod === null)?.period ?? period,
    comparedWith: reports.find(({ comparedWith }) => comparedWith !== null)?.comparedWith ?? null,
    topics: [...standings.map((data) => ({ ok: true as const, data })), ...failed],
    best: stands(first, second, scored.length) ? (first ?? null) : null,
    worst: stands(beforeLast, last, scored.length) ? (last ?? null) : null,
  }
}

/** Whether a topic is ahead of the next one, for as many as might be. */
function stands(
  ahead: TopicStanding | undefined,
  behind: TopicStanding | undefined,
  topics: number,
): boolean {
  if (ahead?.own == null || behind?.own == null) return false
  const answers = Math.min(ahead.own.answers.now ?? 0, behind.own.answers.now ?? 0)
  return (
    isAhead(ahead.own.visibility.value, behind.own.visibility.value, answers, risks.place / topics) === true
  )
}
