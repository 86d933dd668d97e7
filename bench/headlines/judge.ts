/** Compares what was said with the truth. */
import { dayFromDate } from '../../sandbox/service/data/days.ts'
import { type MarketTruth, truthOf } from '../../sandbox/service/planted/truth.ts'
import type { Claim } from './claims.ts'
import { type BenchMarket, isSource, type Planned } from './markets.ts'
import type { WeekMessages } from './run.ts'

/** `hits` out of `of`. */
export interface Share {
  readonly hits: number
  readonly of: number
}

/**
 * In how many weeks the order must have changed for an overtake to count as true. A headline compares weeks. An alert
 * compares with what it last knew, and if a brand slides past another, proving that takes longer.
 */
const RECENT_WEEKS = { headline: 3, alert: 8 } as const
/** In points. The levels of a plan are either the same or differ by far more. */
const NOTHING = 0.01
/** A trend is false if nothing changed for this many weeks. */
const WINDOW = 8

const dayNumber = (date: string) => dayFromDate(Temporal.PlainDate.from(date))

/** How many samples of each kind of error are printed. */
const SAMPLES = 8

const NEWS = new Set<Claim['kind']>([
  'own_change',
  'overtook',
  'overtaken',
  'rival_change',
  'trend',
  'drift',
  'vanished',
  'returned',
])

/** One market's truth as if all data had been collected: gaps change the samples, not the truth. */
class Judge {
  readonly market: BenchMarket
  readonly #truth: MarketTruth
  readonly #indexes: ReadonlyMap<string, number>

  constructor(market: BenchMarket) {
    this.market = market
    this.#truth = truthOf({ ...market.plan, gaps: [] })
    this.#indexes = new Map(this.#truth.market.names.map((name, index) => [name, index]))
  }

  #score(brand: string, from: number, to: number, engine?: string): number {
    const index = this.#indexes.get(brand)
    const engines = engine !== undefined && isSource(engine) ? [engine] : undefined
    return index === undefined ? 0 : (this.#truth.score(index, { from, to }, engines) ?? 0)
  }

  #change(claim: Claim, brand: string, engine?: string): number {
    const [from, to] = [dayNumber(claim.start), dayNumber(claim.end)]
    const length = to - from + 1
    const since = claim.since === null ? from - length : dayNumber(claim.since)
    return this.#score(brand, from, to, engine) - this.#score(brand, since, since + length - 1, engine)
  }

  get #own(): string {
    return this.market.plan.brands.find(({ mine }) => mine)?.name ?? ''
  }

  /** Whether a claim of news is true; `null` if it claims none. */
  isTrue(claim: Claim): boolean | null {
    if (!NEWS.has(claim.kind)) return null
    if (claim.kind === 'overtook' || claim.kind === 'overtaken') return this.#isOvertake(claim)
    if (claim.kind === 'vanished' || claim.kind === 'returned') return this.#hasComeOrGone(claim)
    return claim.brands.every((brand) => {
      const change = this.#change(claim, brand)
      return claim.direction === 'up' ? change > NOTHING : change < -NOTHING
    })
  }

  /** Whether the own brand is in no answer now but was in some before, or the other way round. */
  #hasComeOrGone({ kind, start, end }: Claim): boolean {
    const [from, to] = [dayNumber(start), dayNumber(end)]
    const isIn = (back: number) => this.#score(this.#own, from - 7 * back, to - 7 * back) > NOTHING
    const before = Array.from({ length: WINDOW }, (_, index) => isIn(index + 1))
    return kind === 'vanished' ? !isIn(0) && before.some(Boolean) : isIn(0) && !before.every(Boolean)
  }

  #isOvertake(claim: Claim): boolean {
    const sign = claim.kind === 'overtook' ? 1 : -1
    const [from, to] = [dayNumber(claim.start), dayNumber(claim.end)]
    const gap = (brand: string, back: number) =>
      sign *
      (this.#score(this.#own, from - 7 * back, to - 7 * back) -
        this.#score(brand, from - 7 * back, to - 7 * back))
    return claim.brands.every(
      (brand) =>
        gap(brand, 0) > NOTHING &&
        Array.from({ length: RECENT_WEEKS[claim.source] }, (_, index) => gap(brand, index + 1)).some(
          (before) => before < -NOTHING,
        ),
    )
  }

  /** Whether no brand's level changed between two weeks, both included. */
  isFlat(from: number, to: number): boolean {
    const { week, market, score } = this.#truth
    const planned = market.plan.brands.length
    return Array.from({ length: planned }, (_, brand) => brand).every((brand) => {
      const first = score(brand, week(Math.max(0, from))) ?? 0
      return Array.from({ length: to - from }, (_, index) => week(from + 1 + index)).every(
        (days) => Math.abs((score(brand, days) ?? 0) - first) < NOTHING,
      )
    })
  }

  /** Whether the engines named by "why" moved in that direction. */
  isWhyTrue(claim: Claim): boolean {
    const brand =
      claim.kind === 'overtook' || claim.kind === 'overtaken' ? this.#own : (claim.brands[0] ?? '')
    const whole = this.#change(claim, brand)
    return claim.engines.every((engine) => this.#change(claim, brand, engine) * Math.sign(whole) > NOTHING)
  }
}

export interface Verdicts {
  readonly weeks: number
  /** Weeks without any change for which a headline or an alert claims one. */
  readonly falseNews: { readonly usual: Share; readonly small: Share }
  /** What was claimed in those weeks. */
  readonly falseKinds: ReadonlyMap<string, number>
  /** By standard errors. */
  readonly ownShifts: ReadonlyMap<number, Share>
  readonly rivalShifts: Share
  readonly falseOvertakes: Share
  readonly fastSlides: Share
  readonly slowSlides: Share
  readonly falseTrends: Share
  readonly why: Share
  readonly contradictions: Share
  readonly missingDays: Share
  readonly missingEngines: Share
  readonly vanished: Share
  /** Samples of what was wrong, in words. */
  readonly samples: readonly string[]
}

export function judge(markets: readonly BenchMarket[], weeks: readonly WeekMessages[]): Verdicts {
  const judges = markets.map((market) => new Judge(market))
  const byWeek = new Map(weeks.map((one) => [`${one.market} ${one.week}`, one]))
  const claimsOf = (market: number, week: number) =>
    byWeek.get(`${market} ${week}`)?.messages.flatMap(({ claims }) => claims) ?? []
  const share = (all: readonly boolean[]): Share => ({ hits: all.filter(Boolean).length, of: all.length })

  const falseKinds = new Map<string, number>()
  const falseWords: string[] = []
  const calm: { small: boolean; isFalse: boolean }[] = []
  const trends: boolean[] = []
  for (const { market, week, messages } of weeks) {
    const judgeOf = judges[market]
    if (judgeOf === undefined) continue
    const claims = messages.flatMap((one) => one.claims)
    if (judgeOf.isFlat(week - 2, week)) {
      const wrong = claims.filter((claim) => judgeOf.isTrue(claim) === false)
      for (const { source, kind } of wrong) {
        const name = `${source}: ${kind}`
        falseKinds.set(name, (falseKinds.get(name) ?? 0) + 1)
      }
      calm.push({ small: judgeOf.market.isSmall, isFalse: wrong.length > 0 })
    }
    if (judgeOf.isFlat(week - WINDOW + 1, week))
      trends.push(claims.some((claim) => claim.kind === 'trend' && judgeOf.isTrue(claim) === false))
  }

  const overtakes: boolean[] = []
  const why: boolean[] = []
  for (const { market, week, messages } of weeks) {
    const judgeOf = judges[market]
    if (judgeOf === undefined) continue
    for (const { claims, text } of messages) {
      if (claims.some((claim) => judgeOf.isTrue(claim) === false))
        falseWords.push(`${judgeOf.market.name}, week ${week}: ${text.split('\n')[0]}`)
    }
    for (const claim of messages.flatMap((one) => one.claims)) {
      if (claim.kind === 'overtook' || claim.kind === 'overtaken')
        overtakes.push(judgeOf.isTrue(claim) === false)
      if (claim.engines.length > 0) why.push(judgeOf.isWhyTrue(claim))
    }
  }

  const plans = markets.flatMap(({ planned, isSmall, plan }, market) =>
    planned.map((one) => ({ one, market, isSmall, plan })),
  )
  const lastWeek = Math.max(...weeks.map(({ week }) => week))
  const kindOf = <Kind extends Planned['kind']>(kind: Kind) =>
    plans.flatMap(({ one, ...where }) =>
      one.kind === kind && one.week <= lastWeek
        ? [{ ...where, one: one as Extract<Planned, { kind: Kind }> }]
        : [],
    )
  const ownMoved = (market: number, week: number, sign: number) =>
    claimsOf(market, week).some(
      ({ kind, direction, brands }) =>
        direction === (sign > 0 ? 'up' : 'down') &&
        (kind === 'overtook' ||
          kind === 'overtaken' ||
          (['own_change', 'trend', 'drift'].includes(kind) && brands.includes('Northwind'))),
    )
  const shifts = kindOf('shift')
  const ownShifts = new Map(
    [5, 4, 3].map((errors) => [
      errors,
      share(
        shifts
          .filter(({ one }) => one.brand === 0 && Math.abs(one.errors) === errors)
          .map(({ one, market }) => ownMoved(market, one.week, one.errors)),
      ),
    ]),
  )
  const rivalShifts = share(
    shifts
      .filter(({ one }) => one.brand !== 0)
      .map(({ one, market, plan }) => {
        const name = plan.brands[one.brand]?.name ?? ''
        const isUp = one.errors > 0
        return claimsOf(market, one.week).some(
          ({ kind, direction, brands }) =>
            brands.includes(name) &&
            (kind === (isUp ? 'overtaken' : 'overtook') ||
              ((kind === 'rival_change' || kind === 'drift') && direction === (isUp ? 'up' : 'down'))),
        )
      }),
  )
  const slides = (perWeek: number, within: number) =>
    share(
      kindOf('slide')
        .filter(
          ({ one, isSmall }) =>
            !isSmall && Math.abs(one.perWeek) === perWeek && one.week + within - 1 <= lastWeek,
        )
        .map(({ one, market }) =>
          Array.from({ length: within }, (_, index) => one.week + index).some((week) =>
            ownMoved(market, week, one.perWeek),
          ),
        ),
    )
  const gapsOf = (of: 'days' | 'engine') =>
    share(
      kindOf('gap')
        .filter(({ one }) => one.of === of)
        .map(({ one, market }) => claimsOf(market, one.week).some(({ kind }) => kind === 'gap_in_data')),
    )
  const small = (isSmall: boolean) =>
    share(calm.filter((one) => one.small === isSmall).map(({ isFalse }) => isFalse))
  return {
    weeks: weeks.length,
    falseNews: { usual: small(false), small: small(true) },
    falseKinds,
    ownShifts,
    rivalShifts,
    falseOvertakes: share(overtakes),
    fastSlides: slides(1, 4),
    slowSlides: slides(0.5, 7),
    falseTrends: share(trends),
    why: share(why),
    contradictions: {
      hits: weeks.reduce((sum, one) => sum + one.contradictions.length, 0),
      of: weeks.reduce((sum, one) => sum + one.sentences, 0),
    },
    missingDays: gapsOf('days'),
    missingEngines: gapsOf('engine'),
    vanished: share(
      kindOf('absent')
        .filter(({ one }) => one.brand === 0)
        .map(({ one, market }) => claimsOf(market, one.week).some(({ kind }) => kind === 'vanished')),
    ),
    samples: [
      ...weeks.flatMap((one) => one.contradictions).slice(0, SAMPLES),
      ...falseWords.slice(0, SAMPLES),
    ],
  }
}
