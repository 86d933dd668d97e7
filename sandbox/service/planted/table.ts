/** The competitor-brand table of a planted market: means and counts of the drawn answers. */
import type { BrandFilter, BrandNumbers, BrandTable } from '../data/competitor-brands.ts'
import { type DayRange, withinData } from '../data/days.ts'
import { wanted } from '../data/prompts.ts'
import { countAt, numberAt } from '../data/random.ts'
import { type Answers, drawAnswers, KINDS, SCORES } from './answers.ts'
import { type Market, marketOf, type PlantedMarket } from './plan.ts'

const oneDecimal = (x: number) => Math.round(x * 10) / 10

/** Maximum number of cached days, counted separately for each engine. */
const KEPT = 6000

export function createPlantedTable(plan: PlantedMarket): BrandTable {
  const market = marketOf(plan)
  const cache = new Map<number, Answers>()
  const answersOf = (engine: number, day: number) => {
    const key = day * plan.engines.length + engine
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const drawn = drawAnswers(market, engine, day)
    cache.set(key, drawn)
    const [oldest] = cache.keys()
    if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest)
    return drawn
  }
  return {
    entries: (range, previous, today, filter) => {
      const current = withMarket(market, withinData(range, today))
      const kinds = kindsOf(filter)
      if (current === null || kinds === null) return []
      const now = numbersOf(market, answersOf, current, filter, kinds)
      const available = withMarket(market, withinData(previous, today))
      const before =
        available?.from === previous.from ? numbersOf(market, answersOf, available, filter, kinds) : null
      return market.names.flatMap((brand, index) => {
        const numbers = now[index]
        if (numbers === undefined || numbers.mentions === 0) return []
        return {
          brand,
          isMyBrand: index === market.ownBrand,
          // A planted market has no prompts, so this counts the answers that name the brand instead.
          keywords: numbers.occurrences,
          current: numbers,
          previous: before?.[index] ?? null,
        }
      })
    },
  }
}

/** The part of a range in which the market has data. */
function withMarket({ firstDay }: Market, range: DayRange | null): DayRange | null {
  return range === null || range.to < firstDay ? null : { from: Math.max(range.from, firstDay), to: range.to }
}

/** Per kind, whether it matches; `null` if the filter names something that no answer has. */
function kindsOf(filter: BrandFilter): readonly boolean[] | null {
  const unknown = [
    filter.topicIds,
    filter.personaIds,
    filter.thematicIds,
    filter.strengthIds,
    filter.weaknessIds,
  ]
  if (!unknown.every((ids) => wanted(ids, null))) return null
  return KINDS.map(
    ({ funnel, keyword, type }) =>
      wanted(filter.funnelStages, funnel) &&
      wanted(filter.keywordTypes, keyword) &&
      wanted(filter.competitorTypes, type),
  )
}

function numbersOf(
  { plan, names }: Market,
  answersOf: (engine: number, day: number) => Answers,
  range: DayRange,
  filter: BrandFilter,
  matches: readonly boolean[],
): readonly BrandNumbers[] {
  const mentions = new Float64Array(names.length)
  const named = new Float64Array(names.length)
  const scores = new Float64Array(names.length)
  const places = new Float64Array(names.length)
  const isWhole = matches.every(Boolean)
  let answers = 0
  for (const [engine, source] of plan.engines.entries()) {
    if (!wanted(filter.sources, source)) continue
    for (let day = range.from; day <= range.to; day++) {
      const drawn = answersOf(engine, day)
      answers += isWhole
        ? drawn.total
        : drawn.counts.reduce((sum, count, kind) => sum + (matches[kind] ? count : 0), 0)
      for (let hit = 0; hit < drawn.brands.length; hit++) {
        if (!isWhole && !matches[drawn.kinds[hit] ?? 0]) continue
        const brand = countAt(drawn.brands, hit)
        const place = drawn.places[hit] ?? 0
        mentions[brand] = numberAt(mentions, brand) + (drawn.mentions[hit] ?? 0)
        named[brand] = numberAt(named, brand) + 1
        scores[brand] = numberAt(scores, brand) + numberAt(SCORES, place)
        places[brand] = numberAt(places, brand) + place + 1
      }
    }
  }
  return names.map((_, brand) => {
    const occurrences = numberAt(named, brand)
    return {
      mentions: numberAt(mentions, brand),
      occurrences,
      answers,
      visibility: answers === 0 ? 0 : oneDecimal(numberAt(scores, brand) / answers),
      presence: answers === 0 ? 0 : oneDecimal((100 * occurrences) / answers),
      ranking: occurrences === 0 ? null : oneDecimal(numberAt(places, brand) / occurrences),
    }
  })
}
