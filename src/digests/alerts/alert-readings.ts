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
import { readFilters } from '../../insights/question/read.ts'
import { loadReddit } from '../../insights/reddit.ts'
import { fewAtOnce } from '../../insights/section.ts'
import { visibilityReport } from '../../insights/visibility.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { type AlertMark, hashed, type MarkedAlerts, type Subscription } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

type ReadingWorkspace = Pick<DigestWorkspace, 'store' | 'defaults'> & {
  readonly api: AnalyticsApi
  /** What the digest is about. */
  readonly scope: ChannelScope
}

/** One kind of alert of one digest, ready to be looked at. */
export interface AlertQuestion {
  readonly kind: AlertMark['kind']
  /** The same for questions whose answers can be compared: what was marked for another one says nothing. */
  readonly basis: string
  /**
   * Asks. @param marked how things stood; `null` at the first look with this question. @throws {ApiError}
   * @returns `null`: nothing can be compared
   */
  read(marked: MarkedAlerts | null): Promise<readonly AlertReading[] | null>
}

/** What alerts compare: the last seven whole days, wherever in the week they begin, with the seven before. */
function alertPeriod(now: Temporal.Instant, timeZone: string): ReportPeriod {
  const { end } = lastComplete('day', now, timeZone)
  const start = Temporal.PlainDate.from(end).subtract({ days: 6 }).toString()
  return { unit: 'week', start, end, timeZone }
}

/** The questions of a digest's alerts, those of its owner's choice; and the days that they compare. */
export async function alertQuestions(
  workspace: Omit<ReadingWorkspace, 'scope'>,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<{ readonly period: ReportPeriod; readonly questions: readonly AlertQuestion[] }> {
  const { team, channel, alerts } = subscription
  const scope = await channelScope(workspace.store, workspace.defaults, team, channel)
  const all = { ...workspace, scope }
  const period = alertPeriod(now, scope.timeZone)
  const questions = [
    ...(alerts.overtaken || alerts.visibilityFallsBy !== null ? visibility(all, subscription, period) : []),
    ...(alerts.sentimentNegative ? [sentiment(all)] : []),
    ...(alerts.evaluationDone ? [evaluation(all, now)] : []),
  ]
  return { period, questions }
}

function visibility(
  { api, scope }: ReadingWorkspace,
  { alerts, filters, noiseBand }: Subscription,
  period: ReportPeriod,
): readonly AlertQuestion[] {
  const { unit: _, when: __, ...asked } = readFilters(filters)
  const question = {
    scope: scope.analysis,
    period,
    noiseBand: noiseBand ?? scope.noiseBand,
    ...asked,
  }
  const basis = (limit: number | null) => basisOf([scope.analysis, asked, limit])
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

/** Compared with the summary before, which the service has, too. */
const noMemory = { seen: null, lastSentiments: new Map<string, string>() }

function sentiment({ api, scope: { workspace, subreddits } }: ReadingWorkspace): AlertQuestion {
  return {
    kind: 'sentiment',
    basis: basisOf([workspace, subreddits]),
    read: async () => sentimentReadings((await loadReddit(api, workspace, subreddits, noMemory)).news),
  }
}

/** An evaluation whose end can't be read for so long is not told any more. */
const evaluationDays = 7
/** More than these in one look can wait for the next one; each is a question. */
const mostEvaluations = 10

function evaluation({ store, api, scope }: ReadingWorkspace, now: Temporal.Instant): AlertQuestion {
  const { team, channel, workspace } = scope
  return {
    kind: 'evaluation',
    basis: basisOf([workspace]),
    read: async (marked) => {
      // What has ended before the first look is no news.
      const oldest = now.subtract({ hours: evaluationDays * 24 })
      const begun = marked === null ? now : Temporal.Instant.from(marked.since)
      const since = Temporal.Instant.compare(begun, oldest) > 0 ? begun : oldest
      const waited = [...(await store.watches.waitedFor({ team, channel, ...workspace }, since))]
      const ended = waited
        .flatMap(([id, isWaitedFor]) => (isWaitedFor || marked?.states.get(id) === 'crossed' ? [] : [id]))
        .slice(0, mostEvaluations)
      const read = await fewAtOnce(ended, async (id) =>
        evaluationReadings(await loadEvaluation(api, workspace, id)),
      )
      // Nobody can wait for what is done: one that is waited for has begun anew.
      return [
        ...waited.flatMap(([subject, isWaitedFor]) =>
          isWaitedFor ? [{ subject, state: 'clear' } as const] : [],
        ),
        ...read.flat(),
      ]
    },
  }
}

function basisOf(question: readonly unknown[]): string {
  return hashed(JSON.stringify(question))
}
