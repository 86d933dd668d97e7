import * as z from 'zod'
import { type AnalysisScope, type AnalyticsApi, ApiError, type BrandRow, type Brief } from '../api/index.ts'
import { ownBeyond } from '../insights/brands/own-brand.ts'
import { readBrands, wasCollected } from '../insights/brands/read-brands.ts'
import { collectDays } from '../insights/collected.ts'
import { fewAtOnce } from '../lib/async.ts'
import type { EngineWeek, MarketWeek } from '../model/market-week.ts'
import { periodContaining } from '../model/period.ts'
import { type BriefSummary, briefSummary } from '../model/recommendation.ts'
import type { BrandFilters } from '../model/reports.ts'

export interface MarketQuestion {
  readonly scope: AnalysisScope
  readonly filters: BrandFilters
}

/** As many as the answers of commands and digests read, so that they share requests. */
const maxBrands = 500
/** More than the service has today; each costs a request. */
const mostEngines = 20
/** The service lists this many brands per request. */
const onePage = 100
/** Brands kept of a large market. With ten engines they take 5 KB, or 10 KB if every number has all its digits. */
const mostKept = 18
/** Of these, the best; the others are the nearest to the own brand. */
const mostLeaders = 12

/**
 * One week as the service has it now. Each request returns one engine's brands, so it takes one request for all engines
 * together, one for each engine, and the lists of collects and engines, which other weeks share. A week without data
 * takes one.
 * @param week its Monday
 * @throws {ApiError}
 */
export async function readWeek(
  api: Pick<AnalyticsApi, 'allBrands' | 'collects' | 'insightsFilters'>,
  { scope, filters }: MarketQuestion,
  week: string,
): Promise<MarketWeek> {
  // The service's weeks are calendar weeks without a time zone.
  const period = periodContaining('week', week, 'UTC')
  const question = { scope, filters, maxBrands }
  const collects = collectDays(api, scope)
  const ask = async (engines: readonly string[], brands?: readonly string[]) =>
    readBrands(api, { ...question, engines, ...(brands && { brands }) }, period, collects)
  const [collected, { rows: listed, leftOut }] = await Promise.all([collects, ask([])])
  const days =
    collected === null || collected.leftOut > 0
      ? null
      : [...new Set(collected.days.map(({ date }) => date))]
          .filter((date) => period.start <= date && date <= period.end)
          .toSorted()
  const isOwnListed = leftOut === 0 || listed.some((row) => row.is_my_brand)
  const beyond = isOwnListed
    ? []
    : await ownBeyond(api, { ...question, engines: [] }, period, listed, collects)
  const rows = [...listed, ...beyond]
  const kept = keptOf(rows)
  const names = kept.map(({ brand }) => brand)
  const all = engineWeek(rows, names)
  const engines =
    all === null ? [] : (await api.insightsFilters(scope)).sources.map(String).slice(0, mostEngines)
  const read = await fewAtOnce(engines, async (engine) => {
    const answer = await ask([engine], rows.length > onePage ? names : undefined)
    return [engine, engineWeek(answer.rows, names)] as const
  })
  return {
    week,
    days,
    unit: kept[0]?.visibility_score.unit ?? '',
    brands: kept.map(({ brand, is_my_brand: mine }) => ({ name: brand, mine })),
    brandsLeftOut: leftOut + listed.length + beyond.length - kept.length,
    all,
    engines: Object.fromEntries(read),
  }
}

/** The brands to keep, best first. */
function keptOf(rows: readonly BrandRow[]): readonly BrandRow[] {
  const score = (row: BrandRow) => row.visibility_score.value ?? 0
  const sorted = rows.toSorted((a, b) => score(b) - score(a))
  const own = sorted.filter((row) => row.is_my_brand)
  const gap = (row: BrandRow) => Math.abs(score(row) - (own[0] === undefined ? 100 : score(own[0])))
  const nearest = sorted.toSorted((a, b) => gap(a) - gap(b))
  const kept = [...new Set([...own, ...sorted.slice(0, mostLeaders), ...nearest])].slice(0, mostKept)
  return sorted.filter((row) => kept.includes(row))
}

/** `null`: nothing was collected. */
function engineWeek(rows: readonly BrandRow[], names: readonly string[]): EngineWeek | null {
  if (!wasCollected(rows)) return null
  const byName = new Map(rows.map((row) => [row.brand, row]))
  const answers = rows.map((row) => row.presence_rate_total.value).filter((value) => value !== null)
  return {
    answers: answers.length === 0 ? null : Math.max(...answers),
    figures: names.map((name) => {
      const row = byName.get(name)
      return row === undefined
        ? null
        : [row.visibility_score.value, row.presence_rate.value, row.presence_rate_total.value]
    }),
  }
}

/** The recommendation whose briefs are read. */
export const recommendationQuestion = z.object({
  organizationId: z.string(),
  workspaceId: z.string(),
  resultId: z.string(),
})
export type RecommendationQuestion = Readonly<z.infer<typeof recommendationQuestion>>

/** What a digest shows of a recommendation, or why the service no longer has it, in a sentence for people. */
export const keptRecommendation = z.union([
  z.object({ briefs: z.array(briefSummary.readonly()).readonly() }),
  z.object({ gone: z.string() }),
])
type KeptRecommendation = Readonly<z.infer<typeof keptRecommendation>>

/** More than a digest shows of the first brief, once its formatting is gone. It shows no other body. */
const longestBody = 2_000
const longestTitle = 500

/** A recommendation as it is kept, with its briefs in the service's order. @throws {ApiError} */
export async function readRecommendation(
  api: Pick<AnalyticsApi, 'briefs'>,
  { resultId, ...scope }: RecommendationQuestion,
): Promise<KeptRecommendation> {
  try {
    const briefs = await api.briefs(scope, resultId)
    return {
      briefs: briefs.map(summaryOf).map(({ title, body, ...brief }, index) => ({
        ...brief,
        title: title.slice(0, longestTitle),
        body: index === 0 ? body.slice(0, longestBody) : '',
      })),
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { gone: error.userMessage }
    throw error
  }
}

export function summaryOf({ id, task_id, title, body, updated_at }: Brief): BriefSummary {
  return { id, taskId: task_id, title, body, updatedAt: updated_at }
}

/** @throws {ApiError} if the service no longer has the recommendation */
export function briefsIn(record: string): readonly BriefSummary[] {
  const kept = keptRecommendation.parse(JSON.parse(record))
  if ('briefs' in kept) return kept.briefs
  throw new ApiError({ code: 'not_found', message: 'kept as gone', userMessage: kept.gone, retryable: false })
}
