/** Looks for the own brand when a period's table doesn't show it. */
import type { AnalyticsApi, BrandRow, BrandsQuery } from '../../api/index.ts'
import { fewAtOnce } from '../../lib/async.ts'
import { Cache, memoizeFor } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import { nameKey } from '../../lib/strings.ts'
import { isNarrowed } from '../../model/filters.ts'
import { previous, sameDaysBefore } from '../../model/period.ts'
import type {
  BrandFilters,
  BrandStanding,
  MetricChange,
  OwnBefore,
  ReportPeriod,
} from '../../model/reports.ts'
import { type Collected, isKnownEmpty } from '../collected.ts'
import { ownOf, standingsOf } from '../ranking.ts'
import { section } from '../section.ts'
import { figureLevel } from '../significance.ts'
import { type BrandQuestion, type BrandReading, brandQuery, readBrands } from './read-brands.ts'

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
