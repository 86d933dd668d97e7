import type { DigestData } from '../blocks/digest.ts'
import type { EngineReport, VisibilityReport } from '../insights/model.ts'
import type { DigestFigures } from '../store/index.ts'

/** What a digest says in figures; `null` when it has none. */
export function figuresOf({ report, engines, evaluations }: DigestData): DigestFigures | null {
  const ended = endedOf(evaluations)
  if (report?.ok) return { ...visibilityFigures(report.data), ended }
  if (!engines?.ok) return evaluations == null ? null : { ...noFigures, ended }
  const { period, hasData, best } = engines.data
  return {
    ended,
    period: periodFigures(period),
    headline: hasData ? 'engines' : 'no_data',
    rank: best?.own?.rank ?? null,
    visibility: best?.own?.visibility.value ?? null,
  }
}

/**
 * Whether a digest has nothing to add to the last one: all within the noise, or the same figures again, nothing new on
 * Reddit and no news of a recommendation. A section that could not be had may hide something.
 */
export function isNothingNew(
  { report, engines, reddit, recommendations, evaluations, news }: DigestData,
  figures: DigestFigures | null,
  last: DigestFigures | null,
): boolean {
  if (
    [report, engines, reddit, ...recommendations, ...(evaluations?.watched ?? [])].some(
      (part) => part?.ok === false,
    )
  )
    return false
  const same = figures !== null && last !== null && sameFigures(figures, last)
  return (
    (same ||
      ((!report?.ok || report.data.headline.kind === 'quiet') && (!engines?.ok || isSteady(engines.data)))) &&
    (!reddit?.ok ||
      (!reddit.data.baseline && !reddit.data.items.some(({ isNew, turned }) => isNew || turned !== null))) &&
    (news?.size ?? 0) === 0 &&
    !endedOf(evaluations).some((id) => !last?.ended?.includes(id))
  )
}

/** Of a digest that tells of evaluations alone. */
const noFigures = {
  period: { unit: '', start: '', end: '' },
  headline: 'evaluations',
  rank: null,
  visibility: null,
} satisfies DigestFigures

/** The evaluations that have come to their end: a digest that names one tells of it every time, but it is news once. */
function endedOf(evaluations: DigestData['evaluations']): readonly string[] {
  return (evaluations?.watched ?? []).flatMap((one) => (one.ok && one.data.isFinal ? [one.data.id] : []))
}

function visibilityFigures({ period, headline, own }: VisibilityReport): DigestFigures {
  return {
    period: periodFigures(period),
    headline: headline.kind,
    rank: own?.rank ?? null,
    visibility: own?.visibility.value ?? null,
  }
}

function periodFigures({ unit, start, end }: VisibilityReport['period']): DigestFigures['period'] {
  return { unit, start, end }
}

/** Where nothing was collected, another empty period is nothing new. */
function sameFigures(now: DigestFigures, last: DigestFigures): boolean {
  if (now.headline === 'no_data') return last.headline === 'no_data'
  const figures = ({ ended: _, ...rest }: DigestFigures) => JSON.stringify(rest)
  return figures(now) === figures(last)
}

function isSteady({ engines, noiseBand }: EngineReport): boolean {
  return engines.every((part) => !part.ok || Math.abs(part.data.own?.visibility.delta ?? 0) <= noiseBand)
}
