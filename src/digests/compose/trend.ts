/** Decides whether a digest reports a trend, and what it has reported afterwards. Pure. */
import { isBeyondChance, risks } from '../../insights/significance.ts'
import type { Headline, Section, VisibilityReport } from '../../model/reports.ts'
import type { TrendFinding } from '../../model/trend.ts'
import type { DigestFigures, ReportedMove } from '../../store/index.ts'
import type { Drift } from './quiet.ts'

/** The own brand's direction as this digest last reported it for the same question; `null` if it never did. */
export function lastMove(last: DigestFigures | null, basis: string): ReportedMove | null {
  return last?.basis === basis ? (last.told ?? null) : null
}

/** A trend is reported once, and again only after it has turned, restarted, or continued beyond chance. */
export function unreportedTrend(
  finding: TrendFinding | null,
  lastMove: ReportedMove | null,
): TrendFinding | null {
  if (finding === null || lastMove === null) return finding
  if (finding.direction !== lastMove.direction || finding.since >= lastMove.week) return finding
  const { to: value, answers: now } = finding
  const change = { value, previous: lastMove.score }
  const hasContinued = value > lastMove.score === (lastMove.direction === 'up')
  return hasContinued && isBeyondChance(change, { now, before: lastMove.answers }, risks.trend)
    ? finding
    : null
}

/**
 * The move to record once the digest is posted: a trend, a week's change that may become one, or small changes that
 * added up. Without any of these, the move from before.
 */
export function reportedMove(
  report: Section<VisibilityReport> | null,
  drift: Drift | null,
  before: ReportedMove | null,
): ReportedMove | null {
  if (!report?.ok) return before
  const { headline, own, period } = report.data
  const score = own?.visibility.value ?? null
  const direction = reportedDirection(headline, drift)
  if (own === null || score === null || direction === null) return before
  return { direction, week: period.start, score, answers: own.answers.now }
}

function reportedDirection(headline: Headline, drift: Drift | null): ReportedMove['direction'] | null {
  const way = (change: number) => (change > 0 ? 'up' : 'down')
  switch (headline.kind) {
    case 'trend':
      return headline.trend.direction
    case 'own_change':
      return way(headline.own.visibility.delta ?? 0)
    case 'quiet':
      return drift?.mine ? way(drift.to - drift.from) : null
    default:
      return null
  }
}
