/** The brand table of a period, and the own brand where the table doesn't show it. */

import {
  type AnalysisScope,
  type AnalyticsApi,
  type BrandRow,
  type BrandsQuery,
  brandMetrics,
  type Metric,
} from '../api/index.ts'
import { fewAtOnce } from '../lib/async.ts'
import { Cache, memoizeFor } from '../lib/cache.ts'
import { systemClock } from '../lib/clock.ts'
import { nameKey } from '../lib/strings.ts'
import { isCalendarPeriod, isNarrowed, noFilters, previous, sameDaysBefore } from '../model/question.ts'
import {
  type BrandFilters,
  type BrandStanding,
  type ImpossibleValue,
  type MetricChange,
  type OwnBefore,
  type ReportPeriod,
  section,
  type VisibilityReport,
} from '../model/reports.ts'
import { type Collected, isKnownEmpty } from './collected.ts'
import { ownOf, standingsOf } from './ranking.ts'
import { figureLevel } from './significance.ts'

export interface BrandQuestion {
  readonly scope: AnalysisScope
  readonly engines: readonly string[]
  readonly filters?: BrandFilters
  /** Only these brands' rows, named exactly; default: all. */
  readonly brands?: readonly string[]
  readonly maxBrands: number
}

/** The brands of one period, with their values in the days that it is compared with. */
export interface BrandReading extends Pick<VisibilityReport, 'period' | 'impossible' | 'comparedWith'> {
  readonly rows: readonly BrandRow[]
  readonly leftOut: number
}

/**
 * Reads the brands of a period. The service compares a running week with the whole previous week, so for a running
 * period a second request reads only the same days of the previous period; their values become the previous ones. If
 * that request fails, nothing is compared.
 * @throws {ApiError} when the period itself can't be read
 */
export async function readBrands(
  api: Pick<AnalyticsApi, 'allBrands'>,
  { scope, engines, filters, brands, maxBrands }: BrandQuestion,
  requested: ReportPeriod,
  collects: Promise<Collected | null>,
): Promise<BrandReading> {
  const read = async (of: ReportPeriod) => {
    const query = brandQuery(of, engines, filters)
    const named = brands === undefined ? query : { ...query, brands }
    const { rows, cut } = await api.allBrands(scope, named, maxBrands)
    return { ...plausible(rows), leftOut: cut }
  }
  if (requested.soFar === undefined) {
    const now = await read(requested)
    return { ...now, period: requested, comparedWith: comparedDays(now.rows, requested) }
  }
  const [now, collected] = await Promise.all([read(requested), collects])
  const period = { ...requested, soFar: lastDayCounted(requested, requested.soFar, collected) }
  if (period.soFar === period.end) return { ...now, period, comparedWith: comparedDays(now.rows, period) }
  const before = await section('', read(sameDaysBefore(period)))
  const rows = withPrevious(now.rows, before.ok ? before.data.rows : nothing)
  const then = before.ok ? before.data.impossible : []
  const impossible = [
    ...now.impossible.filter(({ isPrevious }) => !isPrevious),
    ...then.flatMap((one) => (one.isPrevious ? [] : [{ ...one, isPrevious: true }])),
  ]
  return { period, rows, leftOut: now.leftOut, impossible, comparedWith: comparedDays(rows, period) }
}

/** Whether any answer was looked at, as far as the service tells, or any brand was seen. */
export function wasCollected(rows: readonly BrandRow[]): boolean {
  return rows.some((row) =>
    [row.presence_rate_total, row.visibility_score, row.total_mentions].some(({ value }) => value),
  )
}

/** Today counts once it has been collected; otherwise one side would have an incomplete day. */
function lastDayCounted(period: ReportPeriod, today: string, collected: Collected | null): string {
  const isCollected = collected === null || collected.days.some(({ date }) => date === today)
  if (isCollected || today <= period.start) return today
  return Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
}

function comparedDays(rows: readonly BrandRow[], period: ReportPeriod): ReportPeriod | null {
  return rows.some((row) => brandMetrics.some((name) => row[name].prev_value !== null))
    ? sameDaysBefore(period)
    : null
}

const nothing: readonly BrandRow[] = []
// Returns the same rows object each time, because ranks, report and blocks of a running period are memoized by it.
// Without this, 1,000 digests of one period take 31 % more processor time (docs/performance.md).
type Paired = ReturnType<typeof memoizeFor<readonly BrandRow[], readonly BrandRow[]>>
const paired = memoizeFor<readonly BrandRow[], Paired>()

/** The rows with the values in `before` as previous values; a brand that isn't there has none. */
function withPrevious(rows: readonly BrandRow[], before: readonly BrandRow[]): readonly BrandRow[] {
  return paired(rows, '', memoizeFor<readonly BrandRow[], readonly BrandRow[]>)(before, '', () => {
    const byBrand = new Map(before.map((row) => [row.brand, row]))
    return rows.map((row) => {
      const then = byBrand.get(row.brand)
      const metrics = brandMetrics.map((name): [string, Metric] => [
        name,
        { ...row[name], prev_value: then?.[name].value ?? null },
      ])
      return { ...row, ...Object.fromEntries(metrics) }
    })
  })
}

type Plausible = Pick<BrandReading, 'rows' | 'impossible'>

const checked = memoizeFor<readonly BrandRow[], Plausible>()

/**
 * The rows without impossible values: scores and presence lie between 0 and 100; counts and ranks are not negative. An
 * impossible value becomes `null`, so that it affects no rank, change or headline, and `impossible` lists it.
 */
function plausible(rows: readonly BrandRow[]): Plausible {
  return checked(rows, '', () => {
    const wrong = rows.flatMap((row) =>
      limits.flatMap(({ name, metric, most }) =>
        sides.flatMap((side) => {
          const value = row[name][side]
          return value === null || (value >= 0 && value <= most) ? [] : [{ row, name, metric, side, value }]
        }),
      ),
    )
    const impossible = wrong.flatMap(({ row: { brand }, metric, side, value }) =>
      metric === null ? [] : [{ brand, metric, value, isPrevious: side === 'prev_value' }],
    )
    const clean = (row: BrandRow) =>
      wrong
        .filter((one) => one.row === row)
        .reduce((left, { name, side }) => Object.assign(left, { [name]: { ...left[name], [side]: null } }), {
          ...row,
        })
    return { rows: wrong.length === 0 ? rows : rows.map(clean), impossible }
  })
}

const sides = ['value', 'prev_value'] as const
type MetricName = Exclude<keyof BrandRow, 'brand' | 'is_my_brand'>

/** A little above 100 is rounding. */
const percent = 100 + 1e-6
const count = Number.MAX_SAFE_INTEGER
const limits: readonly {
  readonly name: MetricName
  /** `null`: it is never shown. */
  readonly metric: ImpossibleValue['metric'] | null
  readonly most: number
}[] = [
  { name: 'visibility_score', metric: 'visibility', most: percent },
  { name: 'presence_rate', metric: 'presence', most: percent },
  { name: 'total_mentions', metric: 'mentions', most: count },
  { name: 'avg_ranking', metric: 'averageRanking', most: count },
  { name: 'presence_rate_total', metric: null, most: count },
  { name: 'presence_rate_occurrences', metric: null, most: count },
]

/**
 * The query for all brands of a period (specification, part 4.4), best visibility first. Only a custom range sends
 * its end: by default the service uses the end of the period that contains the start.
 */
export function brandQuery(
  period: ReportPeriod,
  engines: readonly string[],
  filters: BrandFilters = noFilters,
): BrandsQuery {
  return {
    date_start: period.start,
    ...(isCalendarPeriod(period) ? {} : { date_end: period.end }),
    period: period.unit,
    ...(engines.length > 0 ? { sources: engines } : {}),
    ...narrowing(filters),
    sort_column: 'visibility_score',
    sort_direction: 'desc',
  }
}

function narrowing(filters: BrandFilters): Partial<BrandsQuery> {
  const lists = {
    competitor_types: filters.competitorTypes,
    keyword_type: filters.keywordTypes,
    funnel_stages: filters.funnelStages,
    persona_ids: filters.personas,
    topic_ids: filters.topics,
    thematics: filters.thematics,
    strength_ids: filters.strengths,
    weakness_ids: filters.weaknesses,
  }
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    // The meaning of `false` is unspecified, so it is never sent.
    ...(filters.neutralsOnly ? { get_neutrals: true } : {}),
    ...(filters.search === null ? {} : { search_query: filters.search }),
  }
}

type OwnQuestion = BrandQuestion & { readonly filters: BrandFilters }
type ReadingApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'>

const MAX_EARLIER_PERIODS = 8
/** With fewer answers than this, even a well-known brand may be missing. */
const MIN_ANSWERS = 30
const hour = 3_600_000

/** The brands of one period, among which to find the own brand. */
export interface OwnReading extends BrandReading {
  readonly requested: ReportPeriod
  readonly standings: readonly BrandStanding[]
}

/** The own brand's names by analysis, when it isn't among the first brands. */
const names = memoizeFor<object, Cache<readonly string[]>>()
const namesOf = (api: ReadingApi) =>
  names(api, '', () => new Cache({ clock: systemClock, ttlMs: hour, max: 500 }))

export function isOwnMissing({ standings }: Pick<OwnReading, 'standings'>): boolean {
  const own = ownOf(standings)
  return own === null || isNamedNowhere(own)
}

/** Whether the service lists a brand without naming it in any answer. */
export function isNamedNowhere({ visibility, mentions }: BrandStanding): boolean {
  return visibility.value === 0 && !mentions.value
}

/** Whether a brand had no score in the days that the report is compared with. */
export function wasNamedNowhere({ visibility, mentions }: BrandStanding): boolean {
  return !visibility.previous && !mentions.previous
}

/** Whether chance can't explain that none of `without` answers names a brand, given its figures where it is named. */
export function isMissingBeyondChance(
  { visibility, presence, answers }: BrandStanding,
  without: number | null,
  risk: number,
): boolean {
  const level = figureLevel(presence.value ?? visibility.value, answers.now)
  if (without === null || without < MIN_ANSWERS || level === null) return false
  const [least] = level.interval
  return (1 - least / 100) ** without < risk
}

/**
 * If no own brand was read, looks for it beyond the brands read, then in earlier periods. Also finds its earlier
 * figures if it has just returned.
 */
export async function withOwn<Reading extends OwnReading>(
  api: ReadingApi,
  question: OwnQuestion,
  read: Reading,
  days: Collected | null,
  most?: number,
): Promise<Reading & { readonly earlier: OwnBefore | null }> {
  const reading = await withBeyond(api, question, read, days)
  const { period, standings, comparedWith } = reading
  const ownStanding = ownOf(standings)
  const isHere = !isOwnMissing(reading)
  const wasThere = ownStanding !== null && !wasNamedNowhere(ownStanding)
  if (!isHere && wasThere) return { ...reading, earlier: asBefore(ownStanding, standings, period) }
  const isNew = isHere && !wasThere && ownStanding?.visibility.value !== null && comparedWith !== null
  const isSearched = (!isHere || isNew) && ownStanding?.beyond === undefined
  return { ...reading, earlier: isSearched ? await ownBefore(api, question, period, days, most) : null }
}

/** If no own brand was read, looks for it beyond the brands read. It then has a score but no rank. */
async function withBeyond<Reading extends OwnReading>(
  api: ReadingApi,
  question: OwnQuestion,
  reading: Reading,
  days: Collected | null,
): Promise<Reading> {
  const { requested, rows, standings, leftOut } = reading
  if (ownOf(standings) !== null || leftOut === 0) return reading
  const beyond = await ownBeyond(api, question, requested, rows, Promise.resolve(days))
  if (beyond.length === 0) return reading
  const unranked = { rank: null, tied: false, previousRank: null, beyond: rows.length }
  return {
    ...reading,
    standings: standingsOf([...rows, ...beyond]).map((one) => (one.mine ? { ...one, ...unranked } : one)),
    leftOut: Math.max(0, leftOut - beyond.length),
  }
}

/** The own brand in the previous period, from the previous values of its row. */
function asBefore(
  ownStanding: BrandStanding,
  standings: readonly BrandStanding[],
  period: ReportPeriod,
): OwnBefore {
  const then = (change: MetricChange): MetricChange => ({ ...change, value: change.previous })
  const of = standings.filter(({ previousRank }) => previousRank !== null).length
  const { visibility, presence, answers, previousRank } = ownStanding
  return {
    own: {
      ...ownStanding,
      rank: previousRank,
      visibility: then(visibility),
      presence: then(presence),
      answers: { now: answers.before, before: null },
    },
    period: sameDaysBefore(period),
    of,
  }
}

/**
 * The own brand in the newest earlier period that shows it. Searches eight periods; with filters, only the previous
 * one. `null`: none of them shows it, or one can't be read.
 */
export async function ownBefore(
  api: ReadingApi,
  question: OwnQuestion,
  period: ReportPeriod,
  collected: Collected | null,
  most = isNarrowed(question.filters) ? 1 : MAX_EARLIER_PERIODS,
): Promise<OwnBefore | null> {
  const { soFar: _, ...whole } = period
  const first = collected?.leftOut === 0 ? (collected.days.at(-1)?.date ?? period.end) : ''
  let calendar: ReportPeriod = previous(whole)
  let earlier = sameDaysBefore(period)
  for (let step = 0; step < most && first <= earlier.end; step += 1) {
    const isEmpty = collected !== null && isKnownEmpty(earlier, collected)
    const standing = isEmpty ? 'none' : await ownIn(api, question, earlier)
    if (standing !== 'none') return standing
    calendar = previous(calendar)
    earlier = calendar
  }
  return null
}

async function ownIn(
  api: ReadingApi,
  { scope, engines, filters, maxBrands }: OwnQuestion,
  period: ReportPeriod,
): Promise<OwnBefore | 'none' | null> {
  const query = brandQuery(period, engines, filters)
  const read = await section('', api.allBrands(scope, query, maxBrands))
  if (!read.ok) return null
  const standings = standingsOf(read.data.rows)
  const own = ownOf(standings)
  if (own === null || own.visibility.value === null || isNamedNowhere(own)) return 'none'
  return { own, period, of: standings.filter(({ rank }) => rank !== null).length }
}

/** Names in one request, and the maximum number of requests. */
const NAMES_AT_ONCE = 100
const MAX_REQUESTS = 20

/**
 * The own brand's rows beyond the brands that were read: by its name if known, otherwise by searching the workspace's
 * other names. Empty: not found, or unreadable.
 */
export async function ownBeyond(
  api: ReadingApi,
  question: OwnQuestion,
  period: ReportPeriod,
  read: readonly BrandRow[],
  collects: Promise<Collected | null>,
): Promise<readonly BrandRow[]> {
  const { scope } = question
  const ask = async (brands: NonNullable<BrandsQuery['brands']>): Promise<readonly BrandRow[]> => {
    const asked = { ...question, brands, maxBrands: NAMES_AT_ONCE }
    const part = await section('', readBrands(api, asked, period, collects))
    return part.ok ? part.data.rows.filter((row) => row.is_my_brand) : []
  }
  const remembered = namesOf(api).get(JSON.stringify(scope)) ?? []
  const named = remembered.length === 0 ? [] : await ask(remembered)
  if (named.length > 0) return named
  const filters = await section('', api.insightsFilters(scope))
  if (!filters.ok) return []
  const isNamedStill = remembered.length > 0 && remembered.every((name) => filters.data.brands.includes(name))
  if (isNamedStill) return []
  const seen = new Set(read.map(({ brand }) => nameKey(brand)))
  const others = filters.data.brands.filter((brand) => !seen.has(nameKey(brand)))
  const batches = Array.from({ length: Math.ceil(others.length / NAMES_AT_ONCE) }, (_, index) =>
    others.slice(index * NAMES_AT_ONCE, (index + 1) * NAMES_AT_ONCE),
  )
  const rows = (await fewAtOnce(batches.slice(0, MAX_REQUESTS), ask)).flat()
  rememberNames(api, scope, rows)
  return rows
}

/** For questions whose rows lack the own brand. @param own its rows */
export function rememberNames(
  api: ReadingApi,
  scope: BrandQuestion['scope'],
  own: readonly BrandRow[],
): void {
  if (own.length > 0) namesOf(api).set(JSON.stringify(scope), [...new Set(own.map(({ brand }) => brand))])
}
