/** Decides whether a digest has anything new. Pure. */
import type { DigestData } from '../../blocks/digest/data.ts'
import { finite } from '../../insights/metrics.ts'
import type { EngineReport } from '../../model/engine-report.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import { type DigestFigures, hashed, type ToldNews } from '../../store/index.ts'
import { endedEvaluations } from '../statement.ts'
import { isTold, newsIn } from '../told.ts'

/** The figures of a digest; `null` if it has none. @param question the question they answer, as JSON */
export function figuresOf({ report, engines }: DigestData, question: string): DigestFigures | null {
  const basis = hashed(question)
  if (report?.ok) {
    const { period, headline, own } = report.data
    return { ...ofOwn(own), period: periodOf(period), headline: headline.kind, basis }
  }
  if (!engines?.ok) return null
  const { period, hasData } = engines.data
  const [first] = engines.data.engines.flatMap((part) => (part.ok ? [part.data.own] : []))
  return {
    ...ofOwn(first ?? null),
    period: periodOf(period),
    headline: hasData ? 'engines' : 'no_data',
    basis,
  }
}

/** Displayed precision. */
function ofOwn(own: VisibilityReport['own']): Pick<DigestFigures, 'rank' | 'visibility'> {
  const score = own?.visibility.value ?? null
  return { rank: own?.rank ?? null, visibility: score === null ? null : finite(Math.round(score * 10) / 10) }
}

function periodOf({ unit, start, end }: VisibilityReport['period']): DigestFigures['period'] {
  return { unit, start, end }
}

/**
 * Whether a digest has nothing new: no change of the brands or engines that wasn't told, nothing new on Reddit, no
 * recommendation news, no news of a task, and no evaluation that has ended. An unavailable section may hide
 * news, so it counts as new.
 * @param last.told what this digest has told of the brands
 * @param last.hasEnded whether an evaluation's end was reported
 */
export function isNothingNew(
  { report, engines, reddit, recommendations, evaluations, news, stories = [] }: DigestData,
  figures: DigestFigures | null,
  last: {
    readonly figures: DigestFigures | null
    readonly told: readonly ToldNews[]
    readonly hasEnded: (id: string) => boolean
  },
): boolean {
  if (
    [report, engines, reddit, ...recommendations, ...(evaluations?.watched ?? [])].some(
      (part) => part?.ok === false,
    )
  )
    return false
  const isQuiet =
    (!report?.ok || hasNoNews(report.data, last.told)) && (!engines?.ok || isSteady(engines.data))
  return (
    isSameQuestion(figures, last.figures) &&
    (isQuiet || isRepeated(figures, last.figures)) &&
    (!reddit?.ok ||
      (!reddit.data.baseline && !reddit.data.items.some(({ isNew, turned }) => isNew || turned !== null))) &&
    (news?.size ?? 0) === 0 &&
    stories.length === 0 &&
    endedEvaluations(evaluations).every(last.hasEnded)
  )
}

function hasNoNews(report: VisibilityReport, told: readonly ToldNews[]): boolean {
  const news = newsIn(report)
  return report.headline.kind === 'quiet' || (news.length > 0 && news.every((one) => isTold(told, one)))
}

/** An earlier release stored empty figures for evaluation-only digests. */
function isSameQuestion(now: DigestFigures | null, last: DigestFigures | null): boolean {
  if (now === null) return true
  if (last === null || last.headline === 'evaluations') return false
  if ((now.headline === 'no_data') !== (last.headline === 'no_data')) return false
  return last.basis === undefined || last.basis === now.basis
}

/** Without data, another empty period is not news. */
function isRepeated(now: DigestFigures | null, last: DigestFigures | null): boolean {
  if (now === null || last === null || now.headline !== last.headline) return false
  return now.headline === 'no_data' || JSON.stringify(now.period) === JSON.stringify(last.period)
}

function isSteady({ engines }: EngineReport): boolean {
  return engines.every((part) => !part.ok || (part.data.news === null && part.data.gone?.isCertain !== true))
}
