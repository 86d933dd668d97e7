import type { AnalyticsApi } from '../../api/index.ts'
import { channelScope } from '../../channels/scope.ts'
import {
  type AlertReading,
  evaluationReadings,
  fallReadings,
  overtakenReadings,
  sentimentReadings,
} from '../../insights/alerts.ts'
import { loadEvaluation } from '../../insights/evaluation.ts'
import { lastComplete } from '../../insights/periods.ts'
import { loadReddit } from '../../insights/reddit.ts'
import { fewAtOnce } from '../../insights/section.ts'
import { visibilityReport } from '../../insights/visibility.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { readFilters } from '../../questions/read.ts'
import { type AlertMark, hashed, type MarkedAlerts, type Subscription } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

type ReadingWorkspace = Pick<DigestWorkspace, 'store' | 'defaults'> & {
  readonly api: AnalyticsApi
  /** The digest's scope. */
  readonly scope: ChannelScope
}

/** One kind of alert of one digest, ready to be checked. */
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

/** Alerts compare the last seven whole days with the seven before, whatever the weekday. */
function alertPeriod(now: Temporal.Instant, timeZone: string): ReportPeriod {
  const { end } = lastComplete('day', now, timeZone)
  const start = Temporal.PlainDate.from(end).subtract({ days: 6 }).toString()
  return { unit: 'week', start, end, timeZone, thisYear: now.toZonedDateTimeISO(timeZone).year }
}

/** The questions for the alerts that the owner chose, and the days they compare. */
export async function alertChecks(
  workspace: Omit<ReadingWorkspace, 'scope'>,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<{ readonly period: ReportPeriod; readonly checks: readonly AlertCheck[] }> {
  const { team, channel, alerts } = subscription
  const scope = await channelScope(workspace.store, workspace.defaults, team, channel)
  const scoped = { ...workspace, scope }
  const period = alertPeriod(now, scope.timeZone)
  const checks = [
    ...(alerts.overtaken || alerts.visibilityFallsBy !== null
      ? visibility(scoped, subscription, period)
      : []),
    ...(alerts.sentimentNegative ? [sentiment(scoped)] : []),
    ...(alerts.evaluationDone ? [evaluation(scoped, now)] : []),
  ]
  return { period, checks }
}

function visibility(
  { api, scope }: ReadingWorkspace,
  { alerts, filters, noiseBand }: Subscription,
  period: ReportPeriod,
): readonly AlertCheck[] {
  const { unit: _, when: __, ...filterQuestion } = readFilters(filters)
  const question = {
    scope: scope.analysis,
    period,
    noiseBand: noiseBand ?? scope.noiseBand,
    ...filterQuestion,
  }
  const basis = (limit: number | null) => basisOf([scope.analysis, filterQuestion, limit])
  const report = () => visibilityReport(api, question)
  const { overtaken, visibilityFallsBy: limit } = alerts
  return [
    ...(overtaken
      ? [
          {
            kind: 'overtaken' as const,
            basis: basis(null),
            read: async () => overtakenReadings(await report()),
          },
        ]
      : []),
    ...(limit === null
      ? []
      : [
          {
            kind: 'fall' as const,
            basis: basis(limit),
            read: async () => fallReadings(await report(), limit),
          },
        ]),
  ]
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
