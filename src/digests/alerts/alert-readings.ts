import { channelScope } from '../../channels/settings.ts'
import { judgedReport, toldChange } from '../../insights/headline.ts'
import { type Market, ofWeek } from '../../insights/market.ts'
import { lastPassing } from '../../insights/reading/reading.ts'
import { loadReddit } from '../../insights/reddit.ts'
import { visibilityReport } from '../../insights/visibility.ts'
import { AnswerCache, memoizeFor } from '../../lib/cache.ts'
import { hashed } from '../../lib/strings.ts'
import type { AlertEvent } from '../../model/alert.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import { lastComplete } from '../../model/question.ts'
import type { RedditNews } from '../../model/reddit.ts'
import type { BrandChange, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import { readFilters } from '../../questions/read.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  type AlertKind,
  type AlertMark,
  type AlertStates,
  alertKinds,
  brandNewsKinds,
  type MarkedAlerts,
  type Subscription,
  type ToldNews,
} from '../../store/index.ts'
import { readEvaluations } from '../../watches/evaluation.ts'
import { knownMarket } from '../../weeks/report.ts'
import { digestPeriod, inDigestZone } from '../compose/compose.ts'
import { isTold, toldAbout } from '../reported.ts'
import { nextSlots } from '../schedule/slots.ts'

type ReadingWorkspace = Workspace & { readonly scope: ChannelScope }

export interface AlertCheck {
  readonly kind: AlertMark['kind']
  /** Identifies questions with comparable answers. Marks of another basis don't count. */
  readonly basis: string
  /**
   * @param marked the last marks; `null` on the first check of this question
   * @returns `null` if no comparison is possible
   * @throws {ApiError}
   */
  read(marked: MarkedAlerts | null): Promise<readonly AlertReading[] | null>
}

export interface UntoldNews {
  readonly news: ToldNews
  readonly event: AlertEvent
}

export type AlertChecks = Awaited<ReturnType<typeof alertChecks>>

/** The questions for the alerts that the owner chose. */
export async function alertChecks(workspace: Workspace, subscription: Subscription, now: Temporal.Instant) {
  const { team, channel, alerts, schedule } = subscription
  const scope = inDigestZone(await channelScope(workspace, { team, channel }), schedule)
  const scoped = { ...workspace, scope }
  // Alerts about brands are about the newest complete week, like digests.
  const { year: thisYear } = now.toZonedDateTimeISO(scope.timeZone)
  const period = { ...lastComplete('week', now, scope.timeZone), thisYear }
  const checks = [
    ...(alerts.sentiment ? [sentiment(scoped)] : []),
    ...(alerts.evaluation ? [evaluation(scoped, now)] : []),
  ]
  const { filterNames } = scope
  return {
    /** The week of the news of brands. */
    period,
    filterNames,
    checks,
    /** @throws {ApiError} */
    brands: () => brands(scoped, subscription, period, now),
  }
}

/** By which setting news of brands is an alert. */
export const brandAlerts: Readonly<Record<ToldNews['kind'], AlertKind>> = {
  passing: 'overtaken',
  change: 'fall',
}

/** A digest about the same week that is due so soon tells its news itself; an alert follows if it didn't. */
const leftToDigestHours = 24
/** One that was due since may be on its way. */
const onItsWayHours = 1

async function brands(
  workspace: ReadingWorkspace,
  subscription: Subscription,
  period: ReportPeriod,
  now: Temporal.Instant,
): Promise<readonly UntoldNews[]> {
  const { api, scope, store } = workspace
  const { team, channel, alerts, filters } = subscription
  const { unit, when, ...filtered } = readFilters(filters)
  const on = alertKinds(alerts)
  const isLeft = isLeftToDigest(subscription, scope, period, now)
  const kinds = brandNewsKinds.filter((kind) => on.includes(brandAlerts[kind]) && !isLeft)
  if (kinds.length === 0) return []
  const question = { scope: scope.analysis, ...filtered }
  const known = await knownMarket(workspace, question, period)
  if (known === null) return []
  const told = await store.records.toldIn(team, channel)
  const key = JSON.stringify([team, question, period.start, known.version])
  const news = newsCache(workspace).get(key, async () => {
    const market = ofWeek(await known.market(), { period })
    return market === null ? [] : brandNews(market, filtered.engines)
  })
  const untold = (await news)
    .map((one) => ({ ...one, news: { ...one.news, ...toldAbout(filtered) } }))
    .filter(({ news }) => kinds.includes(news.kind))
    .filter(({ news }) => !isTold(told, news))
  if (untold.length === 0) return []
  const report = judgedReport(await visibilityReport(api, { ...question, period }), await known.market())
  return untold.flatMap((one) => {
    const event = brandEvent(one, report, alerts.fall)
    return event === null ? [] : [{ news: one.news, event }]
  })
}

/** Whether a digest tells the news of these days. */
function isLeftToDigest(
  { filters, schedule, sections }: Subscription,
  scope: ChannelScope,
  { start, end }: ReportPeriod,
  now: Temporal.Instant,
): boolean {
  if (!sections.includes('visibility')) return false
  const [slot] = nextSlots(schedule, now.subtract({ hours: onItsWayHours }), 1)
  if (slot === undefined || now.until(slot).total('hours') > leftToDigestHours) return false
  const told = digestPeriod(schedule, readFilters(filters), slot, scope)
  return start === told.start && end === told.end
}

/** An hour later, or in another channel, the same weeks say the same. */
const newsOfWeeks = memoizeFor<object, AnswerCache<readonly BrandNews[]>>()
const mostQuestions = 2_000

const newsCache = ({ store, clock }: Pick<ReadingWorkspace, 'store' | 'clock'>) =>
  newsOfWeeks(store, '', () => new AnswerCache({ clock, ttlMs: null, max: mostQuestions }))

/** Reddit sentiment is compared with the previous summary, which the service provides. */
const noRecord = { seen: null, lastSentiments: new Map<string, string>() }

function sentiment({ api, scope: { workspace, subreddits } }: ReadingWorkspace): AlertCheck {
  return {
    kind: 'sentiment',
    basis: hashed(JSON.stringify([workspace, subreddits])),
    read: async () => sentimentReadings((await loadReddit(api, workspace, subreddits, noRecord)).news),
  }
}

/** After this many days, an unreadable evaluation is no longer reported. */
const evaluationDays = 7

function evaluation({ store, api, log, scope }: ReadingWorkspace, now: Temporal.Instant): AlertCheck {
  const { team, channel, workspace } = scope
  return {
    kind: 'evaluation',
    basis: hashed(JSON.stringify([workspace])),
    read: async (marked) => {
      // Evaluations that ended before the first check are not news.
      const oldest = now.subtract({ hours: evaluationDays * 24 })
      const firstCheck = marked === null ? now : Temporal.Instant.from(marked.since)
      const since = Temporal.Instant.compare(firstCheck, oldest) > 0 ? firstCheck : oldest
      const watched = [...(await store.watches.watchedIn({ team, channel, ...workspace }, since))]
      const ended = watched.flatMap(([id, isWatched]) =>
        isWatched || marked?.states.get(id) === 'crossed' ? [] : [id],
      )
      const { evaluations } = await readEvaluations(api, workspace, ended)
      for (const one of evaluations)
        if (!one.ok) log.warn('an alert could not be checked', { team, channel, detail: one.reason })
      // An evaluation that is watched again was restarted, so its mark is cleared.
      return [
        ...watched.flatMap(([subject, isWatched]) =>
          isWatched ? [{ subject, state: 'clear' } as const] : [],
        ),
        ...evaluations.flatMap((one) => (one.ok ? evaluationReadings(one.data) : [])),
      ]
    },
  }
}

/** The state of one subject. Missing subjects are unknown and keep their marks. */
export type AlertReading =
  | { readonly subject: string; readonly state: 'clear' }
  | {
      readonly subject: string
      readonly state: 'crossed'
      readonly event: AlertEvent
      /** It is known to have been clear before, although no check recorded that. */
      readonly wasClear: boolean
    }

/** Each subreddit's newest sentiment, negative or not; unknown sentiments are omitted. `null`: none. */
export function sentimentReadings({ items }: RedditNews): readonly AlertReading[] | null {
  const readings = items.flatMap(
    ({ subreddit, sentiment, previousSentiment, turned, description }): AlertReading[] => {
      if (sentiment === null) return []
      const subject = subreddit.toLowerCase()
      if (sentiment.toLowerCase() !== 'negative') return [{ subject, state: 'clear' }]
      const event = {
        kind: 'sentiment',
        subreddit,
        sentiment,
        before: turned === null ? null : previousSentiment,
        description,
      } as const
      return [{ subject, state: 'crossed', event, wasClear: false }]
    },
  )
  return readings.length === 0 ? null : readings
}

/** A reading once a watched evaluation has ended. */
function evaluationReadings({ id, name, status, isFinal }: Evaluation): readonly AlertReading[] {
  if (!isFinal) return []
  const event = { kind: 'evaluation', id, name, status } as const
  return [{ subject: id, state: 'crossed', event, wasClear: true }]
}

type Crossing = Extract<AlertReading, { state: 'crossed' }>

/**
 * The result of a check: crossings to report, marked as crossed once posted, and marks to set without reporting. Each
 * crossing is reported once, and again only after it was clear in between. A subject first seen crossed is marked
 * silently, since the time of the crossing is unknown.
 * @param marked the previous marks; `null`: the first check, which reports nothing
 */
export function alertStep(readings: readonly AlertReading[], marked: AlertStates | null) {
  const toReport: Crossing[] = []
  const toMark = new Map<string, 'crossed' | 'clear'>()
  for (const reading of readings) {
    const { subject, state } = reading
    const before = marked?.get(subject)
    if (state === 'clear') {
      if (before !== 'clear') toMark.set(subject, 'clear')
    } else if (before !== 'crossed') {
      const isTurn = before === 'clear' || (marked !== null && reading.wasClear)
      if (isTurn) toReport.push(reading)
      else toMark.set(subject, 'crossed')
    }
  }
  return { toReport, toMark }
}

/** What became news of the brands in the newest complete week, and may be worth an alert. */
export interface BrandNews {
  readonly news: ToldNews
  /** Of a fall; `null`: it is a passing, or the brand is gone. */
  readonly change: BrandChange | null
}

/** What became news in the market's newest week. @param engines those asked for; empty: all */
export const brandNews = (market: Market, engines: readonly string[]): readonly BrandNews[] => [
  ...passings(market),
  ...ownFall(market, engines),
]

/** Which rivals passed the own brand. */
function passings({ own: ownBrand, brands, monday }: Market): readonly BrandNews[] {
  const own = brands.get(ownBrand)
  return [...brands].flatMap(([brand, rival]): BrandNews[] => {
    const passing = own === undefined || rival === own ? null : lastPassing(own, rival)
    if (passing?.monday !== monday || passing.standing !== 'behind') return []
    return [{ news: { brand, kind: 'passing', direction: -1, from: monday, told: monday }, change: null }]
  })
}

/** Whether the own brand fell, or is gone. */
function ownFall(market: Market, engines: readonly string[]): readonly BrandNews[] {
  const { own: brand, monday, stored } = market
  const change = toldChange(brand, market, engines)
  const fell = change?.kind === 'step' && change.direction < 0 ? change : null
  if (fell === null && !isGone(stored, brand)) return []
  const from = fell?.from ?? monday
  return [{ news: { brand, kind: 'change', direction: -1, from, told: monday }, change: fell }]
}

/** Whether the newest week no longer names a brand. */
function isGone(stored: Market['stored'], brand: string): boolean {
  const [before, now] = stored
    .slice(-2)
    .map(({ all, brands }) => all && (all.figures[brands.findIndex(({ name }) => name === brand)]?.[0] ?? 0))
  return now === 0 && (before ?? 0) > 0
}

/**
 * The alert about news, with the figures of its week; `null`: the figures don't show it, or it is within the owner's limit.
 * @param limit in points; `null`: falls are not reported
 */
export function brandEvent(
  { news, change }: BrandNews,
  { own, standings, headline, requestedPeriod, period }: VisibilityReport,
  limit: number | null,
): AlertEvent | null {
  if (requestedPeriod !== null) return null
  if (news.kind === 'passing') {
    const rival = standings.find(({ brand, mine }) => !mine && brand === news.brand)
    const isAhead = rival && own && (rival.visibility.value ?? 0) > (own.visibility.value ?? 0)
    return isAhead ? { kind: 'overtaken', rival, own } : null
  }
  if (limit === null) return null
  if (headline.kind === 'own_vanished')
    return headline.isCertain ? { kind: 'vanished', last: headline.last } : null
  if (change === null) return null
  const { value = null, delta = null } = own?.visibility ?? {}
  if (own === null || value === null) return null
  const since = change.from === period.start ? null : change
  const shown = since === null ? (delta ?? 0) : since.before === null ? since.points : value - since.before
  // What the figures show may come from what is missing.
  const gap =
    headline.kind === 'data_gap'
      ? { points: change.points, without: [...headline.missing, ...headline.fewer] }
      : null
  return (gap?.points ?? shown) < -limit ? { kind: 'fall', own, limit, since, gap } : null
}
