import type { BrandStanding, Headline } from '../model/reports.ts'
import { isNothing } from './metrics.ts'
import { ownOf } from './ranking.ts'

/** What a headline is picked from. */
interface HeadlineQuestion {
  /** All brands, in their order. */
  readonly all: readonly BrandStanding[]
  /** The brands that the reader sees: nobody else makes the news. */
  readonly shown: readonly BrandStanding[]
  readonly overtook: readonly BrandStanding[]
  readonly overtakenBy: readonly BrandStanding[]
  /** Changes of at most this many points are not news. */
  readonly noiseBand: number
}

/**
 * The biggest thing in a report. In order of importance: the own brand changed places with another; its visibility
 * changed by more than the noise band; a competitor's did, the biggest change first; else all is quiet.
 *
 * Changing places is news even when the points that did it are inside the band, since a place is not a matter of
 * points. It has to be visible, though: two scores that are the same at one decimal make no headline.
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

/** Of both directions the one with more brands; as many each way, the bad news. */
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

/** Whether the service measured anything of this brand in the period. */
export function isMeasured({ visibility, mentions, presence, averageRanking }: BrandStanding): boolean {
  return [visibility, mentions, presence, averageRanking].some((change) => change.value !== null)
}
