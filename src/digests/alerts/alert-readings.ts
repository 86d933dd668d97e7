import type { AnalyticsApi } from '../../api/index.ts'
import { channelScope } from '../../channels/settings.ts'
import { judgedReport } from '../../insights/judged.ts'
import { ofWeek } from '../../insights/market.ts'
import { loadReddit } from '../../insights/reddit.ts'
import { visibilityReport } from '../../insights/visibility.ts'
import { AnswerCache } from '../../lib/cache.ts'
import { fewAtOnce } from '../../lib/queues.ts'
import type { AlertEvent } from '../../model/alert.ts'
import type { ChannelScope } from '../../model/channel.ts'
import { lastComplete } from '../../model/period.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { readFilters } from '../../questions/read.ts'
import {
  type AlertMark,
  hashed,
  type MarkedAlerts,
  type Subscription,
  type ToldNews,
} from '../../store/index.ts'
import { loadEvaluation } from '../../watches/evaluation.ts'
import { versionedMarket } from '../../weeks/market.ts'
import { nextSlots } from '../schedule/slots.ts'
import { isTold } from '../told.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { type AlertReading, evaluationReadings, sentimentReadings } from './alert-step.ts'
import { type BrandNews, brandEvent, brandNews } from './brand-news.ts'

type ReadingWorkspace = Pick<DigestWorkspace, 'team' | 'store' | 'defaults' | 'clock' | 'apiKey'> & {
  readonly api: AnalyticsApi
  /** The digest's scope. */
  readonly scope: ChannelScope
}

/** One kind of alert with marks, ready to be checked. */
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

/** Alerts about brands are about the newest complete week, like digests. */
function alertPeriod(now: Temporal.Instant, timeZone: string): ReportPeriod {
  return { ...lastComplete('week', now, timeZone), thisYear: now.toZonedDateTimeISO(timeZone).year }
}

/** News of brands that nobody was told yet. */
export interface UntoldNews {
  readonly news: ToldNews
  readonly event: AlertEvent
}

export interface AlertChecks {
  /** The week of the news of brands. */
  readonly period: ReportPeriod
  /** @throws {ApiError} */
  readonly brands: () => Promise<readonly UntoldNews[]>
  readonly checks: readonly AlertCheck[]
}

/** The questions for the alerts that the owner chose. */
export async function alertChecks(
  workspace: Omit<ReadingWorkspace, 'scope'>,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<AlertChecks> {
  const { team, channel, alerts } = subscription
  const scope = await channelScope(workspace, { team, channel })
  const scoped = { ...workspace, scope }
  const period = alertPeriod(now, scope.timeZone)
  const isBrands = alerts.overtaken || alerts.visibilityFallsBy !== null
  const checks = [
    ...(alerts.sentimentNegative ? [sentiment(scoped)] : []),
    ...(alerts.evaluationDone ? [evaluation(scoped, now)] : []),
  ]
  return { period, checks, brands: async () => (isBrands ? brands(scoped, subscription, period, now) : []) }
}

/** A digest that is due so soon tells the week's news itself; an alert follows if it didn't. */
const leftToDigestHours = 24

async function brands(
  workspace: ReadingWorkspace,
  { team, channel, alerts, filters, schedule, sections }: Subscription,
  period: ReportPeriod,
  now: Temporal.Instant,
): Promise<readonly UntoldNews[]> {
  const { api, scope, store } = workspace
  const [slot] = sections.includes('visibility') ? nextSlots(schedule, now, 1) : []
  if (slot !== undefined && now.until(slot).total('hours') <= leftToDigestHours) return []
  const { unit: _, when: __, ...filtered } = readFilters(filters)
  const question = { scope: scope.analysis, ...filtered }
  const known = await versionedMarket(workspace, question, period)
  if (known === null) return []
  const { overtaken, visibilityFallsBy: limit } = alerts
  const told = await store.records.toldIn(team, channel)
  const key = JSON.stringify([team, question, period.start, known.version])
  const news = newsIn(workspace).get(key, async () => {
    const market = ofWeek(known.market(), { period })
    return market === null ? [] : brandNews(market)
  })
  const untold = (await news)
    .filter(({ kind }) => (kind === 'overtaken' ? overtaken : limit !== null))
    .filter(({ news }) => !isTold(told, news))
  if (untold.length === 0) return []
  const report = judgedReport(await visibilityReport(api, { ...question, period }), known.market())
  return untold.flatMap((one) => {
    const event = brandEvent(one, report, limit)
    return event === null ? [] : [{ news: one.news, event }]
  })
}

/** An hour later, or in another channel, the same weeks say the same. */
const newsOfWeeks = new WeakMap<object, AnswerCache<readonly BrandNews[]>>()
const mostQuestions = 2_000

function newsIn({ store, clock }: Pick<ReadingWorkspace, 'store' | 'clock'>) {
  const known = newsOfWeeks.get(store) ?? new AnswerCache({ clock, ttlMs: null, max: mostQuestions })
  newsOfWeeks.set(store, known)
  return known
}

/** Reddit sentiment is compared with the previous summary, which the service provides. */
const noRecord = { seen: null, lastSentiments: new Map<string, string>() }

function sentiment({ api, scope: { workspace, subreddits } }: ReadingWorkspace): AlertCheck {
  return {
    kind: 'sentiment',
    basis: basisOf([workspace, subreddits]),
    read: async () => sentimentReadings((await loadReddit(api, workspace, subreddits, noRecord)).news),
  }
}

/** After this many days, an unreadable evaluation is no longer reported. */
const evaluationDays = 7
/** Evaluations read per check, at one request each. The next check reads the rest. */
const evaluationsAtOnce = 10

function evaluation({ store, api, scope }: ReadingWorkspace, now: Temporal.Instant): AlertCheck {
  const { team, channel, workspace } = scope
  return {
    kind: 'evaluation',
    basis: basisOf([workspace]),
    read: async (marked) => {
      // Evaluations that ended before the first check are not news.
      const oldest = now.subtract({ hours: evaluationDays * 24 })
      const firstCheck = marked === null ? now : Temporal.Instant.from(marked.since)
      const since = Temporal.Instant.compare(firstCheck, oldest) > 0 ? firstCheck : oldest
      const watched = [...(await store.watches.watchedIn({ team, channel, ...workspace }, since))]
      const ended = watched
        .flatMap(([id, isWatched]) => (isWatched || marked?.states.get(id) === 'crossed' ? [] : [id]))
        .slice(0, evaluationsAtOnce)
      const readings = await fewAtOnce(ended, async (id) =>
        evaluationReadings(await loadEvaluation(api, workspace, id)),
      )
      // An evaluation that is watched again was restarted, so its mark is cleared.
      return [
        ...watched.flatMap(([subject, isWatched]) =>
          isWatched ? [{ subject, state: 'clear' } as const] : [],
        ),
        ...readings.flat(),
      ]
    },
  }
}

function basisOf(question: readonly unknown[]): string {
  return hashed(JSON.stringify(question))
}
