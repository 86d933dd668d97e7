import * as z from 'zod'
import { type AnalysisScope, type AnalyticsApi, ApiError, type BrandRow, type Brief } from '../api/index.ts'
import { ownBeyond, readBrands, wasCollected } from '../insights/brands.ts'
import { collectDays } from '../insights/collected.ts'
import { fewAtOnce, unlessAborted } from '../lib/async.ts'
import { singleFlight } from '../lib/cache.ts'
import { hashed } from '../lib/strings.ts'
import { lastComplete, periodContaining } from '../model/question.ts'
import { type BriefSummary, briefSummary } from '../model/recommendation.ts'
import {
  type BrandFilters,
  brandFilters,
  type EngineWeek,
  type MarketWeek,
  marketWeek,
} from '../model/reports.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Store } from '../store/index.ts'

export type WeeksWorkspace = Pick<Workspace, 'team' | 'store' | 'clock' | 'shared'> & {
  readonly api: Parameters<typeof readWeek>[0] & Parameters<typeof readRecommendation>[0]
  readonly apiKey: Pick<Workspace['apiKey'], 'fingerprint'>
}

export interface AskedMarket extends MarketQuestion {
  /** In which the newest complete week has ended. */
  readonly timeZone: string
}

export interface ReadWeeks {
  /** Reads the complete weeks that are known, oldest first. A year takes about 10 ms. */
  readonly weeks: () => Promise<readonly MarketWeek[]>
  /** The Mondays of those that are not read yet; they follow in the background. */
  readonly missing: readonly string[]
  /** When the newest week was read, if the service is unavailable now; `null`: the weeks are up to date. */
  readonly asOf: string | null
  /** When the newest week was read last; `null`: none was. */
  readonly readAt: string | null
  /** Differs as soon as one of the weeks was read again. */
  readonly version: string
}

export const mostWeeks = 52
/** Data of a week may arrive late, so it is read again for as long. */
const settledAfterDays = 14
const leastReadingHours = 6
/** Weeks to read ahead for those who ask once a month. */
export const weeksAhead = 5
/** Older weeks are read this far apart. */
const minutesApart = 1

const marketQuestion: z.ZodType<MarketQuestion> = z.object({
  scope: z.object({ organizationId: z.string(), workspaceId: z.string(), projectId: z.string() }),
  filters: brandFilters,
})
/** The recommendation whose briefs are read. */
const recommendationQuestion = z.object({
  organizationId: z.string(),
  workspaceId: z.string(),
  resultId: z.string(),
})
export type RecommendationQuestion = Readonly<z.infer<typeof recommendationQuestion>>
/** What is asked each week, in its stored form: without the names of filters. */
export const storedQuestion = z.union([recommendationQuestion, marketQuestion])
type KeptQuestion = z.infer<typeof storedQuestion>

/**
 * The last complete weeks of an analysis. Of the newest two, those that are missing or not up to date are requested,
 * unless `asks` is `false`; older ones are left to `fillWeeks`. If the service is unavailable, returns what is stored.
 * @throws {ApiError} if nothing is stored then, or if the key may not read the analysis
 */
export async function weeksOf(
  workspace: WeeksWorkspace,
  market: AskedMarket,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<ReadWeeks> {
  const read = () => readWeeks(workspace, market, asks)
  // After an outage, the next digest asks the service again.
  const isKept = ({ asOf }: ReadWeeks) => asOf === null
  return workspace.shared?.(JSON.stringify([market, asks]), read, isKept) ?? read()
}

async function readWeeks(
  workspace: WeeksWorkspace,
  { timeZone, ...asked }: AskedMarket,
  asks: boolean,
): Promise<ReadWeeks> {
  const { store, clock, team } = workspace
  const market = await keptAs(workspace, asked)
  const now = clock.now()
  const newest = Temporal.PlainDate.from(lastComplete('week', now, timeZone).start)
  const monday = weekBefore(newest, 0)
  const oldest = weekBefore(newest, mostWeeks - 1)
  const ref = { team, market: market.id }
  const read = () => store.marketWeeks.known(ref, oldest, weekBefore(newest, -weeksAhead))
  let stored = await read()
  if (stored.length < mostWeeks + weeksAhead) {
    const known = new Set(stored.map(({ week }) => week))
    const unknown = mondaysUpTo(newest, mostWeeks).filter((week) => !known.has(week))
    const dueAt = new Map(unknown.map((week, index) => [week, now.add({ minutes: index * minutesApart })]))
    for (let ahead = 1; ahead <= weeksAhead; ahead += 1) {
      const week = weekBefore(newest, -ahead)
      dueAt.set(week, endOf(week))
    }
    const wanted = { ...ref, question: JSON.stringify(market.question) }
    await store.marketWeeks.want(wanted, dueAt, weekBefore(newest, mostWeeks))
    stored = await read()
  }
  const isCurrent = (monday: string) => {
    const readAt = stored.find(({ week }) => week === monday)?.readAt ?? null
    const next = readAt === null ? now : nextReading(monday, Temporal.Instant.from(readAt))
    return next === null || Temporal.Instant.compare(now, next) < 0
  }
  const outdated = asks ? mondaysUpTo(newest, 2).filter((week) => !isCurrent(week)) : []
  let outage: ApiError | null = null
  try {
    await Promise.all(outdated.map((week) => refresh(store, { ...workspace, kept: market, week })))
  } catch (error) {
    if (!(error instanceof ApiError && isOutage(error))) throw error
    outage = error
  }
  if (outdated.length > 0) stored = await read()
  const missing = stored.flatMap(({ week, readAt }) => (week <= monday && readAt === null ? [week] : []))
  const readAt = stored.findLast(({ readAt }) => readAt !== null)?.readAt ?? null
  if (outage !== null && readAt === null) throw outage
  return {
    weeks: async () => {
      const records = await store.marketWeeks.between(ref, oldest, monday)
      return records.flatMap(({ record }) => (record === null ? [] : [marketWeek.parse(JSON.parse(record))]))
    },
    missing,
    asOf: outage === null ? null : readAt,
    readAt,
    // Of each week: one that was requested earlier than another may arrive after it.
    version: hashed(stored.map(({ readAt }) => readAt).join()),
  }
}

export interface Kept {
  /** Differs for other questions and keys. */
  readonly id: string
  readonly question: KeptQuestion
}

export async function keptAs({ apiKey }: Pick<WeeksWorkspace, 'apiKey'>, asked: KeptQuestion): Promise<Kept> {
  const question = storedQuestion.parse(asked)
  return { id: hashed(JSON.stringify([question, await apiKey.fingerprint()])), question }
}

interface Refresh extends Pick<WeeksWorkspace, 'team' | 'api' | 'clock'> {
  readonly kept: Kept
  readonly week: string
}

/** Requests a week and stores it. Concurrent callers share the requests. @returns what is stored */
export const refresh = singleFlight(
  ({ team, kept, week }: Refresh) => JSON.stringify([team, kept.id, week]),
  async (store: Pick<Store, 'marketWeeks'>, { team, api, clock, kept, week }) => {
    const at = clock.now()
    const { question } = kept
    const isRecommendation = 'resultId' in question
    const record = JSON.stringify(
      isRecommendation ? await readRecommendation(api, question) : await readWeek(api, question, week),
    )
    const ref = { team, market: kept.id, week }
    await store.marketWeeks.save(ref, record, at, isRecommendation ? null : nextReading(week, at))
    // Earlier weeks keep their figures, but briefs only matter as they are now.
    if (isRecommendation) await store.marketWeeks.forgetBefore(ref)
    return record
  },
)

/** Soon at first, then less and less often, because data arrives rather early than late. */
function nextReading(week: string, at: Temporal.Instant): Temporal.Instant | null {
  const hours = (at.epochMilliseconds - endOf(week).epochMilliseconds) / 3_600_000
  return hours < settledAfterDays * 24
    ? at.add({ minutes: Math.round(Math.max(leastReadingHours, hours / 2) * 60) })
    : null
}

const mondaysUpTo = (monday: Temporal.PlainDate, count: number) =>
  Array.from({ length: count }, (_, weeks) => weekBefore(monday, weeks))

export function weekBefore(monday: Temporal.PlainDate, weeks: number): string {
  return monday.subtract({ weeks }).toString()
}

function endOf(monday: string): Temporal.Instant {
  return Temporal.Instant.from(`${monday}T00:00Z`).add({ hours: 7 * 24 })
}

export function isOutage({ code }: ApiError): boolean {
  return code === 'unavailable' || code === 'timeout' || code === 'rate_limited'
}

/** Weeks per call, each of another workspace where others are waiting. */
const weeksAtOnce = 4
/** After a failure, and after a process was killed. */
const retryMinutes = 60

interface WeeksWorkspaces extends Pick<Workspace, 'store' | 'clock' | 'log'> {
  /** `null`: Sightline was removed from the workspace. */
  readonly of: (team: string) => Promise<WeeksWorkspace | null>
}

/** Called every minute; each week is claimed by one process. @param signal leaves the rest to the next process */
export async function fillWeeks({ store, clock, log, of }: WeeksWorkspaces, signal: AbortSignal) {
  let busy: readonly string[] = []
  for (let read = 0; read < weeksAtOnce && !signal.aborted; read += 1) {
    const now = clock.now()
    const later = now.add({ minutes: retryMinutes })
    const [next] = await store.marketWeeks.claim(now, later, busy)
    const [claimed] =
      next !== undefined || busy.length === 0 ? [next] : await store.marketWeeks.claim(now, later, [])
    if (claimed === undefined) return
    const { team, week, question } = claimed
    busy = next === undefined ? [team] : [...busy, team]
    try {
      const workspace = await of(team)
      const asked = storedQuestion.parse(JSON.parse(question))
      const kept = workspace === null ? null : await keptAs(workspace, asked)
      // Nobody asks with an earlier key again.
      if (workspace === null || kept?.id !== claimed.market) await store.marketWeeks.forget(claimed)
      else await unlessAborted(refresh(store, { ...workspace, clock, team, kept, week }), signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      log.debug('a week could not be read', { team, code: error.code, error })
      await store.marketWeeks.postpone(claimed, later)
      if (isOutage(error)) return
    }
  }
}

/** The stored weeks of an analysis, without a request: what is missing is read in the background. */
export async function storedWeeks(workspace: WeeksWorkspace, market: AskedMarket): Promise<StoredWeeks> {
  try {
    const known = await weeksOf(workspace, market, { asks: false })
    return { ...known, weeks: await known.weeks() }
  } catch (error) {
    if (error instanceof ApiError) return { weeks: [], missing: [], version: '' }
    throw error
  }
}

type StoredWeeks = Pick<ReadWeeks, 'missing' | 'version'> & { readonly weeks: readonly MarketWeek[] }

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
async function readRecommendation(
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
