import type { BrandStanding, Headline } from '../model/reports.ts'
import { isNothing } from './metrics.ts'
import { ownOf } from './ranking.ts'

/** The data that a headline is chosen from. */
interface HeadlineQuestion {
  /** All brands, by rank. */
  readonly all: readonly BrandStanding[]
  /** The displayed brands: only these make news. */
  readonly shown: readonly BrandStanding[]
  readonly overtook: readonly BrandStanding[]
  readonly overtakenBy: readonly BrandStanding[]
  /** Changes of at most this many points are not news. */
  readonly noiseBand: number
}

/**
 * The most important news of a report. In order: the own brand changed places with another; its visibility changed
 * by more than the noise band; a competitor's did (largest change first); otherwise quiet.
 *
 * A change of places is news even within the noise band, but must be visible: scores equal at one decimal make no
 * headline.
 */
export function headlineOf(question: HeadlineQuestion): Headline {
  const leader = question.all[0]
  if (leader === undefined || !question.all.some(isMeasured)) return { kind: 'no_data' }
  const own = ownOf(question.all)
  if (own === null) return { kind: 'no_own_brand', leader }
  if (own.visibility.value === null) return { kind: 'own_unmeasured', own, leader }
  const of = question.all.filter((standing) => standing.rank !== null).length
  if (own.visibility.previous === null) return { kind: 'first_period', own, of }
  return (
    changeOfPlace(own, question) ??
    (isNews(own, question.noiseBand) ? { kind: 'own_change', own } : null) ??
    competitorChange(own, question) ?? { kind: 'quiet', own, of }
  )
}

/** The direction with more brands; in a tie, the bad news. */
function changeOfPlace(own: BrandStanding, { overtook, overtakenBy }: HeadlineQuestion): Headline | null {
  const isVisible = (other: BrandStanding) =>
    !isNothing((own.visibility.value ?? 0) - (other.visibility.value ?? 0))
  const won = overtook.filter(isVisible).map((other) => other.brand)
  const lost = overtakenBy.filter(isVisible).map((other) => other.brand)
  if (won.length > lost.length) return { kind: 'overtook', own, brands: won }
  if (lost.length > 0) return { kind: 'overtaken', own, brands: lost }
  return null
}

function competitorChange(own: BrandStanding, { shown, noiseBand }: HeadlineQuestion): Headline | null {
  const size = (standing: BrandStanding) => Math.abs(standing.visibility.delta ?? 0)
  const [competitor] = shown
    .filter((standing) => !standing.mine && isNews(standing, noiseBand))
    .sort((a, b) => size(b) - size(a))
  return competitor === undefined ? null : { kind: 'competitor_change', own, competitor }
}

function isNews({ visibility }: BrandStanding, noiseBand: number): boolean {
  return visibility.delta !== null && visibility.verdict !== 'same' && Math.abs(visibility.delta) > noiseBand
}

/** Whether the service measured this brand in the period. */
export function isMeasured({ visibility, mentions, presence, averageRanking }: BrandStanding): boolean {
  return [visibility, mentions, presence, averageRanking].some((change) => change.value !== null)
}
