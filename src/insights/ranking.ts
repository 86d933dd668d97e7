import type { BrandRow, Metric } from '../api/index.ts'
import { isPercent } from '../lib/strings.ts'
import type { BrandStanding, MetricChange, SampleSizes } from '../model/reports.ts'
import { type Figure, finite, margin, metricChange } from './significance.ts'

/**
 * Ranks the brands of one query by visibility score, best first. Equal scores share a rank and the next ranks are
 * skipped (1, 2, 2, 4); ties and brands without a score are ordered by name. Previous ranks come from the `prev_value`s
 * of the same rows; if a brand with a score has none, all previous ranks are unknown. A brand listed twice, because the
 * table changed between two pages, counts once.
 */
export function standingsOf(pages: readonly BrandRow[]): readonly BrandStanding[] {
  const rows = [...new Map(pages.map((row) => [row.brand, row])).values()]
  const visibility = scoresOf(rows.map((row) => row.visibility_score))
  const presences = scoresOf(rows.map((row) => row.presence_rate))
  const mentions = rows.map((row) => metricChange(row.total_mentions, 'higher'))
  const shares = sharesOfVoice(mentions)
  const ranks = ranksOf(visibility.map((change) => change.value))
  const isPreviousKnown = visibility.every(({ value, previous }) => value === null || previous !== null)
  const previousRanks = ranksOf(visibility.map(({ previous }) => (isPreviousKnown ? previous : null)))
  const unknown = metricChange({ value: null, prev_value: null, unit: '' }, 'higher')
  return rows
    .map((row, index) => {
      const { value: now, prev_value: before } = row.presence_rate_total
      const answers = { now, before }
      const withMargin = (change: MetricChange): MetricChange => ({
        ...change,
        margin: change.isFraction ? null : margin(change.value, answers.now),
      })
      return {
        brand: row.brand,
        mine: row.is_my_brand,
        rank: ranks[index] ?? null,
        tied: ranks[index] !== null && ranks.filter((rank) => rank === ranks[index]).length > 1,
        previousRank: previousRanks[index] ?? null,
        visibility: withMargin(visibility[index] ?? unknown),
        presence: withMargin(presences[index] ?? unknown),
        averageRanking: metricChange(row.avg_ranking, 'lower'),
        mentions: mentions[index] ?? unknown,
        shareOfVoice: shares[index] ?? unknown,
        answers,
      }
    })
    .sort(byPlace)
}

/** Percentages. If all lie between 0 and 1 without a percent sign, they may be fractions and are shown as they are. */
function scoresOf(metrics: readonly Metric[]): readonly MetricChange[] {
  const values = metrics.flatMap(({ value, prev_value }) => [value, prev_value]).filter((one) => one !== null)
  const areFractions =
    values.every((one) => one >= 0 && one <= 1) &&
    values.some((one) => one > 0 && one < 1) &&
    metrics.every(({ unit }) => !isPercent(unit))
  return metrics.map((metric) => metricChange(metric, 'higher', areFractions))
}

/** Competition ranking ("1224") of scores, highest first, in the given order; `null` has no rank. */
export function ranksOf(scores: readonly (number | null)[]): readonly (number | null)[] {
  const places = new Map<number, number>()
  scores
    .filter((score) => score !== null)
    .sort((a, b) => b - a)
    .forEach((score, index) => {
      if (!places.has(score)) places.set(score, index + 1)
    })
  return scores.map((score) => (score === null ? null : (places.get(score) ?? null)))
}

/** The number of answers behind a table; if brands differ, the highest. */
export function mostAnswers(standings: readonly BrandStanding[]): SampleSizes {
  const most = (side: keyof SampleSizes) =>
    standings.reduce<number | null>((max, { answers }) => {
      const count = answers[side]
      return count !== null && count > (max ?? -1) ? count : max
    }, null)
  return { now: most('now'), before: most('before') }
}

/** The best-ranked own brand; `null` if none is marked. Expects standings by rank. */
export function ownOf(standings: readonly BrandStanding[]): BrandStanding | null {
  return standings.find((standing) => standing.mine) ?? null
}

export function isMeasured({ visibility, mentions, presence, averageRanking }: BrandStanding): boolean {
  return [visibility, mentions, presence, averageRanking].some((change) => change.value !== null)
}

function byPlace(a: BrandStanding, b: BrandStanding): number {
  const places = (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY)
  // Infinity minus infinity is NaN: neither brand has a rank.
  return Number.isNaN(places) || places === 0 ? (a.brand < b.brand ? -1 : 1) : places
}

/**
 * Each brand's share of all mentions in the list, in percent, in the list's order. `null` if any brand's mentions are
 * unknown, since the total is then incomplete, or if the total is zero. If the list was cut, these are shares of the
 * brands read, and the report says how many were omitted.
 */
export function sharesOfVoice(brands: readonly Figure[]): readonly MetricChange[] {
  const now = totalMentions(brands.map((brand) => brand.value))
  const before = totalMentions(brands.map((brand) => brand.previous))
  return brands.map((brand) =>
    metricChange(
      { value: share(brand.value, now), prev_value: share(brand.previous, before), unit: '%' },
      'higher',
    ),
  )
}

/** `null`: not known of every brand. */
export function totalMentions(mentions: readonly (number | null)[]): number | null {
  const counts = mentions.filter(isCount)
  if (counts.length === 0 || counts.length < mentions.length) return null
  return finite(counts.reduce((sum, count) => sum + count, 0))
}

function share(mentions: number | null, total: number | null): number | null {
  if (!isCount(mentions) || total === null || total === 0) return null
  return (mentions / total) * 100
}

/** A negative count is an upstream fault and would push other brands above 100 percent. */
function isCount(mentions: number | null): mentions is number {
  return mentions !== null && Number.isFinite(mentions) && mentions >= 0
}
