/** The cases of `bench headlines`: what a headline would say of simulated markets. */
import { isTold } from '../../src/digests/reported.ts'
import { type Change, FAMILY_RATE, OWN_RATE } from '../../src/insights/reading/changes.ts'
import {
  extremesOf,
  lastPassing,
  type Reading,
  readEngines,
  readMarket,
  spreadOfBrands,
} from '../../src/insights/reading/reading.ts'
import { collectionOf } from '../../src/insights/reading/weeks.ts'
import { isBeyondOrdinary } from '../../src/insights/significance.ts'
import type { ToldNews } from '../../src/store/index.ts'
import { median } from '../statistics.ts'
import { type BenchCase, number, share } from './case.ts'
import {
  BRANDS,
  ENGINES,
  type Market,
  type MarketOptions,
  type Movement,
  marketOf,
  mondayOf,
} from './market.ts'
import { bring, shift, wobble } from './movements.ts'

/** Shifts begin after so many weeks. */
const FROM = 12
const idOf = (brand: number) => BRANDS[brand] ?? ''

/** The market as it is read when so many weeks are complete. */
function readAt({ weeks, own, rival }: Market, count: number) {
  const readings = readMarket(weeks.slice(0, count), idOf(own))
  const find = (brand: number): Reading => {
    const reading = readings.get(idOf(brand))
    if (!reading) throw new Error('each brand has a reading')
    return reading
  }
  const monday = mondayOf(count - 1)
  const news = [...readings.values()].filter(({ last }) => last?.told === monday)
  /** The change of a brand that is news in this very week. */
  const newsOf = (brand: number): Change | null => news.find(({ id }) => id === idOf(brand))?.last ?? null
  return { find, news, newsOf, own: find(own), rival: find(rival), ownNews: newsOf(own) }
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Half of the shifts go up. */
const directionOf = (index: number) => (index % 2 === 1 ? 1 : -1)
const half = (index: number, words: string) => (index % 4 < 2 ? words : undefined)

/** Weeks in which nothing lasting changes: in how many anything is claimed. */
function quiet(
  name: string,
  atMost: number,
  firstWeek: number,
  options: (seed: string) => Partial<MarketOptions>,
): BenchCase {
  return {
    name,
    run(seed, count) {
      let claims = 0
      let weeks = 0
      for (const index of times(count(22))) {
        const market = marketOf({ seed: `${seed}-${index}`, weeks: 52, ...options(`${seed}-${index}`) })
        for (let week = firstWeek; week <= 52; week++) {
          weeks += 1
          if (readAt(market, week).news.length > 0) claims += 1
        }
      }
      return [share(`a claim where nothing happened: ${name}`, { atMost }, claims, weeks)]
    },
  }
}

const quietMoving = (name: string, atMost: number, movement: (seed: string) => Movement) =>
  quiet(name, atMost, 9, (seed) => ({ movement: movement(seed) }))

/** Four weeks against the four before them, judged by their figures and by what weeks ordinarily vary. */
function months(name: string, atMost: number, movement?: (seed: string) => Movement): BenchCase {
  const MONTH = 4
  return {
    name: `months ${name}`,
    run(seed, count) {
      let claims = 0
      let all = 0
      for (const index of times(count(40))) {
        const world = `${seed}-${index}`
        const moving = movement ? { movement: movement(world) } : {}
        const { weeks, own } = marketOf({ seed: world, weeks: 52, ...moving })
        for (let end = 3 * MONTH; end <= 52; end += MONTH) {
          const known = weeks.slice(0, end)
          const ordinary = { spread: spreadOfBrands(known, ENGINES), weeks: MONTH }
          const [before, now] = [known.slice(-2 * MONTH, -MONTH), known.slice(-MONTH)]
          const isNews = BRANDS.map((brand, at) => {
            const [one, other] = [figureOf(before, brand), figureOf(now, brand)]
            const figure = { previous: one.score, value: other.score }
            const risk = at === own ? OWN_RATE : FAMILY_RATE / (BRANDS.length - 1)
            return isBeyondOrdinary(figure, { before: one.answers, now: other.answers }, risk, ordinary)
          })
          all += 1
          if (isNews.includes(true)) claims += 1
        }
      }
      return [share(`a month, a claim where nothing happened: ${name}`, { atMost }, claims, all)]
    },
  }
}

/** A brand's score in some weeks together. */
function figureOf(weeks: Market['weeks'], brand: string) {
  const engines = weeks.flatMap((week) => [...week.engines.values()])
  const answers = engines.reduce((sum, one) => sum + one.answers, 0)
  const score = engines.reduce((sum, one) => sum + (one.scores.get(brand) ?? 0) * one.answers, 0) / answers
  return { score, answers }
}

function ownShift(errors: number, atLeast: number): BenchCase {
  return {
    name: `own shift ${errors}`,
    run(seed, count) {
      let told = 0
      const worlds = times(count(120))
      for (const index of worlds) {
        const by = directionOf(index) * errors
        const movement = shift('own', by, FROM, half(index, `${seed}-${index}`))
        const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 1, movement })
        if (readAt(market, FROM + 1).ownNews?.direction === Math.sign(by)) told += 1
      }
      return [share(`shift of ${errors} standard errors told in its week`, { atLeast }, told, worlds.length)]
    },
  }
}

function rivalShift(errors: number, atLeast: number): BenchCase {
  return {
    name: `rival shift ${errors}`,
    run(seed, count) {
      let told = 0
      let others = 0
      const worlds = times(count(120))
      for (const index of worlds) {
        const by = directionOf(index) * errors
        const movement = shift('rival', by, FROM, half(index, `${seed}-${index}`))
        const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 1, movement })
        const read = readAt(market, FROM + 1)
        if (read.newsOf(market.rival)?.direction === Math.sign(by)) told += 1
        if (read.news.some(({ id }) => id !== idOf(market.rival))) others += 1
      }
      return [
        share(`rival's shift of ${errors} named in its week`, { atLeast }, told, worlds.length),
        share('… somebody else named', { atMost: 0.03 }, others, worlds.length),
      ]
    },
  }
}

function slide(pointsPerWeek: number, toldBy: number, slideBy: number): BenchCase {
  return {
    name: `slide ${pointsPerWeek}`,
    run(seed, count) {
      const told: number[] = []
      const called: number[] = []
      let wrong = 0
      for (const index of times(count(40))) {
        const movement: Movement = (presence, week, plan) => {
          const lost = pointsPerWeek * Math.min(20, Math.max(0, week - FROM + 1))
          bring(presence, plan, plan.own, (plan.level[plan.own] ?? 0) - lost)
        }
        const weeks = FROM + 20
        const market = marketOf({ seed: `${seed}-${index}`, weeks, own: 2, ownScore: 35, movement })
        const news = times(20).map((week) => readAt(market, FROM + 1 + week).ownNews)
        const firstOf = (is: (change: Change) => boolean) => {
          const first = news.findIndex((change) => change !== null && change.direction < 0 && is(change))
          return first < 0 ? 99 : first + 1
        }
        told.push(firstOf(() => true))
        called.push(firstOf(({ kind }) => kind === 'slope'))
        wrong += news.filter((change) => change && change.direction > 0 && change.kind !== 'stop').length
      }
      const name = `slide of ${pointsPerWeek} points a week`
      return [
        number(`${name}: told, median week`, { atMost: toldBy }, median(told)),
        number('… called a slide, median week', { atMost: slideBy }, median(called)),
        share('… weeks that tell the wrong direction', { atMost: 1 / 300 }, wrong, 20 * told.length),
      ]
    },
  }
}

function afterStep(errors: number): BenchCase {
  return {
    name: `after step ${errors}`,
    run(seed, count) {
      let slopes = 0
      let early = 0
      const worlds = times(count(100))
      for (const index of worlds) {
        const movement = shift('own', directionOf(index) * errors, FROM)
        const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 9, movement })
        const later = times(8).map((week) => readAt(market, FROM + 2 + week).own.last)
        if (later.some((change) => change?.kind === 'slope')) slopes += 1
        const isEarly = (change: Change | null) =>
          change !== null && change.told >= mondayOf(FROM) && change.from < mondayOf(FROM - 1)
        if (later.some(isEarly)) early += 1
      }
      return [
        share(`after one step of ${errors}: a slope said`, { atMost: 0.05 }, slopes, worlds.length),
        share('… dated more than a week early', { atMost: 0.05 }, early, worlds.length),
      ]
    },
  }
}

const twoFalls: BenchCase = {
  name: 'two falls',
  run(seed, count) {
    let again = 0
    const worlds = times(count(120))
    for (const index of worlds) {
      const movement: Movement = (presence, week, plan) => {
        const falls = Math.max(0, Math.min(2, week - FROM + 1))
        bring(presence, plan, plan.own, (plan.level[plan.own] ?? 0) - 5 * falls * plan.errors.own)
      }
      const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 2, own: 2, movement })
      const news = readAt(market, FROM + 2).ownNews
      if (news?.again && news.kind === 'step' && news.from >= mondayOf(FROM)) again += 1
    }
    return [share('second fall of 5 told as the second', { atLeast: 0.85 }, again, worlds.length)]
  },
}

function equalEngines(name: string, atMost: number, movement?: (seed: string) => Movement): BenchCase {
  return {
    name: `equal engines${name}`,
    run(seed, count) {
      let named = 0
      let weeks = 0
      for (const index of times(count(30))) {
        const moving = movement ? { movement: movement(`${seed}-${index}`) } : {}
        const market = marketOf({ seed: `${seed}-${index}`, weeks: 24, equalEngines: true, ...moving })
        for (let week = 2; week <= 24; week += 2) {
          const { best, worst } = enginesAt(market, week)
          weeks += 1
          if (best !== null || worst !== null) named += 1
        }
      }
      return [share(`ten equal engines${name}: a best or worst named`, { atMost }, named, weeks)]
    },
  }
}

const enginesAt = ({ weeks, own }: Market, count: number) =>
  extremesOf([...readEngines(weeks.slice(0, count), idOf(own)).values()], ({ level }) => level)

const lowEngine: BenchCase = {
  name: 'low engine',
  run(seed, count) {
    let named = 0
    const worlds = times(count(80))
    for (const index of worlds) {
      const movement: Movement = (presence, _week, { own, ownVariance, scoreIfNamed, answers }) => {
        const error = Math.sqrt(((ownVariance[5] ?? 0) / answers) * (1 + 1 / 9))
        const row = presence[5] ?? []
        row[own] = (row[own] ?? 0) - (4 * error) / (scoreIfNamed[5]?.[own] ?? 1)
      }
      const market = marketOf({ seed: `${seed}-${index}`, weeks: 4, equalEngines: true, movement })
      if (enginesAt(market, 4).worst?.id === ENGINES[5]) named += 1
    }
    return [
      share('an engine 4 standard errors low, in its fourth week', { atLeast: 0.9 }, named, worlds.length),
    ]
  },
}

const places: BenchCase = {
  name: 'places',
  run(seed, count) {
    let said = 0
    let wrong = 0
    for (const index of times(count(300))) {
      const movement = shift('own', directionOf(index) * (4 + 4 * (index % 3)), FROM)
      const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 1, movement })
      const read = readAt(market, FROM + 1)
      const gap = (week: number, brand: number) =>
        Math.sign((market.truth[week]?.[market.own] ?? 0) - (market.truth[week]?.[brand] ?? 0))
      for (const brand of BRANDS.keys()) {
        if (brand === market.own || lastPassing(read.own, read.find(brand))?.monday !== mondayOf(FROM))
          continue
        said += 1
        if (gap(FROM - 1, brand) === gap(FROM, brand)) wrong += 1
      }
    }
    return [
      share('places said beside a shift that did not change', { atMost: 0.05 }, wrong, Math.max(1, said)),
    ]
  },
}

function incomplete(name: string, collected: (week: number, engine: number) => number): BenchCase {
  return {
    name,
    run(seed, count) {
      let flagged = 0
      let claims = 0
      const worlds = times(count(200))
      for (const index of worlds) {
        const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 1, collected })
        const { missing, fewer } = collectionOf(market.weeks)
        if (missing.length + fewer.length > 0) flagged += 1
        if (readAt(market, FROM + 1).news.length > 0) claims += 1
      }
      return [
        share(`${name}: said`, { atLeast: 1 }, flagged, worlds.length),
        share('… a claim', { atMost: 0.02 }, claims, worlds.length),
      ]
    },
  }
}

const overtake: BenchCase = {
  name: 'overtake',
  run(seed, count) {
    let soon = 0
    let again = 0
    let early = 0
    const worlds = times(count(80))
    for (const index of worlds) {
      const direction = directionOf(index)
      const isRivals = index % 4 < 2
      const movement: Movement = (presence, week, plan) => {
        const gap = (week >= FROM ? 2 : -2) * plan.errors.gap * direction
        const brand = isRivals ? plan.rival : plan.own
        bring(presence, plan, brand, (plan.level[plan.own] ?? 0) + (isRivals ? -gap : gap))
      }
      const market = marketOf({ seed: `${seed}-${index}`, weeks: FROM + 6, pair: true, movement })
      // Digests and alerts share a record of what was told, so one list stands for both.
      const told: ToldNews[] = []
      for (const week of times(10).map((later) => FROM - 3 + later)) {
        const { own, rival } = readAt(market, week)
        const passing = lastPassing(own, rival)
        const monday = mondayOf(week - 1)
        if (passing?.monday !== monday) continue
        const direction = passing.standing === 'ahead' ? 1 : -1
        const news: ToldNews = { brand: rival.id, kind: 'passing', direction, from: monday, told: monday }
        if (!isTold(told, news)) told.push(news)
      }
      const isIn = ({ told: monday }: ToldNews, weeks: readonly number[]) =>
        weeks.map(mondayOf).includes(monday)
      if (told.some((news) => isIn(news, [FROM, FROM + 1]))) soon += 1
      if (told.some((news) => news.told < mondayOf(FROM))) early += 1
      if (told.filter((news) => news.told >= mondayOf(FROM)).length > 1) again += 1
    }
    return [
      share('overtake by 4 standard errors told within two weeks', { atLeast: 0.95 }, soon, worlds.length),
      share('… told again', { atMost: 0 }, again, worlds.length),
      share('… told before it happened', { atMost: 0.02 }, early, worlds.length),
    ]
  },
}

export const cases: readonly BenchCase[] = [
  quiet('330 answers an engine', 0.02, 2, () => ({})),
  quiet('40 answers an engine', 0.02, 2, () => ({ answers: 40 })),
  quietMoving('wobble of 0.1 by engine and brand', 0.03, (seed) => wobble(seed, 0.1)),
  quietMoving('wobble of 0.06 shared by the engines', 0.03, (seed) => wobble(seed, 0.06, 0, true)),
  quietMoving('slow wobble of 0.1', 0.04, (seed) => wobble(seed, 0.1, 0.8)),
  quietMoving('slow wobble of 0.06, shared', 0.04, (seed) => wobble(seed, 0.06, 0.8, true)),
  quiet('days that differ by 0.1', 0.03, 9, () => ({ daySd: 0.1 })),
  quiet('days that differ by 0.3', 0.03, 9, () => ({ daySd: 0.3 })),
  months('330 answers an engine', 0.02),
  months('wobble of 0.1 by engine and brand', 0.03, (seed) => wobble(seed, 0.1)),
  months('wobble of 0.06 shared by the engines', 0.03, (seed) => wobble(seed, 0.06, 0, true)),
  months('slow wobble of 0.06, shared', 0.04, (seed) => wobble(seed, 0.06, 0.8, true)),
  ownShift(3, 0.68),
  ownShift(4, 0.92),
  ownShift(5, 0.98),
  rivalShift(3, 0.4),
  rivalShift(4, 0.82),
  rivalShift(5, 0.95),
  slide(1, 4, 8),
  slide(0.5, 6, 13),
  afterStep(4),
  afterStep(6),
  twoFalls,
  equalEngines('', 0.05),
  equalEngines(', wobble of 0.1', 0.05, (seed) => wobble(seed, 0.1)),
  equalEngines(', slow wobble of 0.1', 0.12, (seed) => wobble(seed, 0.1, 0.8)),
  lowEngine,
  places,
  incomplete('one of ten engines not collected', (week, engine) => (week === FROM && engine === 4 ? 0 : 1)),
  incomplete('three of seven days not collected', (week) => (week === FROM ? 4 / 7 : 1)),
  overtake,
]
