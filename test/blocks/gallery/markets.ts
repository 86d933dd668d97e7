/** Other weeks of the fixtures' market, so that headline, chart and table of a picture say the same. */
import type { BrandStanding } from '../../../src/model/reports.ts'
import { change, market, standing } from '../fixtures.ts'

/** The market with some of its brands as they are told here, by rank. */
export function marketWith(...told: readonly BrandStanding[]): readonly BrandStanding[] {
  const others = market.filter(({ brand }) => !told.some((each) => each.brand === brand))
  const place = ({ rank }: BrandStanding) => rank ?? Number.POSITIVE_INFINITY
  return [...told, ...others].sort((a, b) => place(a) - place(b))
}

const own = standing('Northwind', 3, 3, [38.2, 37.9], { mine: true })
const ranked = market.filter(({ rank }) => rank !== null)

/** Everybody keeps their place, and hardly moves. */
export const quietMarket = {
  own,
  of: ranked.length,
  standings: marketWith(own, standing('Fabrikam', 2, 2, [40.1, 40.6])).map((each, index) =>
    each.rank === null || each.mine
      ? each
      : { ...each, previousRank: each.rank, ...slightly(each, (index % 3) * 0.2) },
  ),
}

function slightly(each: BrandStanding, by: number): Partial<BrandStanding> {
  const { visibility, presence, averageRanking, mentions, shareOfVoice } = each
  return {
    visibility: change(visibility.value, (visibility.value ?? 0) - by),
    presence: change(presence.value, presence.value),
    averageRanking: change(averageRanking.value, averageRanking.value, '', 'lower'),
    mentions: change(mentions.value, mentions.value, ''),
    shareOfVoice: change(shareOfVoice.value, shareOfVoice.value),
  }
}
