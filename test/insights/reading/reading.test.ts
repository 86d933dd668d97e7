import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketOf } from '../../../bench/headlines/market.ts'
import {
  extremesOf,
  lastPassing,
  probabilityAhead,
  readEngines,
  readMarket,
  standingOf,
} from '../../../src/insights/reading/reading.ts'
import {
  coefficient,
  discoveries,
  hinge,
  solve,
  step,
  zBeside,
} from '../../../src/insights/reading/statistics.ts'
import { collectionOf, type ScoredWeeks } from '../../../src/insights/reading/weeks.ts'
import { BRANDS, ENGINES, mondayOf, noise, weeksOf } from './weeks.ts'

const OWN = 'northwind'
/** The sampling error of a score of 40 on one engine, in points. */
const ERROR = 2.7
/** The error of the difference of two weeks of a brand on five engines. */
const CHANGE_ERROR = (ERROR * Math.SQRT2) / Math.sqrt(5)

const base = (brand: number) => 20 + 5 * brand
const ordinary = (week: number, engine: number, brand: number) =>
  base(brand) + ERROR * noise(week, engine, brand)

const constant = (_week: number, _engine: number, brand: number) => base(brand)

/** A market in which the own brand, and only that, moves by some points. */
const moving = (count: number, by: (week: number) => number) =>
  weeksOf(count, ENGINES, BRANDS, (week, engine, brand) => {
    return ordinary(week, engine, brand) + (BRANDS[brand] === OWN ? by(week) : 0)
  })

const nothingBelowZero = ({ monday, engines }: ScoredWeeks[number]) => ({
  monday,
  engines: new Map(
    [...engines].map(([engine, { answers, scores }]) => [
      engine,
      { answers, scores: new Map([...scores].map(([brand, score]) => [brand, Math.max(0, score ?? 0)])) },
    ]),
  ),
})

const ownOf = (weeks: ScoredWeeks) => {
  const reading = readMarket(weeks, OWN).get(OWN)
  if (!reading) throw new Error('no reading')
  return reading
}

const summary = (weeks: ScoredWeeks) =>
  [...readMarket(weeks, OWN).values()].map(({ id, level, spread, shape, changes }) => ({
    id,
    level: level.points.toFixed(6),
    spread: spread.toFixed(6),
    shape,
    changes: changes.map(({ kind, from, told, direction }) => [kind, from, told, direction]),
  }))

it('one more column is judged beside a base as if all were solved together', () => {
  const column = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 8, maxLength: 8 })
  const bases = [[step(8, 0)], [step(8, 0), hinge(8, 0)]]
  fc.assert(
    fc.property(column, column, fc.constantFrom(...bases), (series, one, base) => {
      const { z, error } = coefficient(solve(series, [...base, one]), base.length)
      fc.pre(error < 1_000)
      expect(zBeside(series, base)(one)).toBeCloseTo(z, 9)
    }),
  )
})

describe('a change', () => {
  it('isn’t there in a constant series', () => {
    const weeks = weeksOf(30, ENGINES, BRANDS, constant)
    for (const { changes, newestWeek } of readMarket(weeks, OWN).values()) {
      expect(changes).toEqual([])
      expect(newestWeek?.interval[0]).toBeLessThan(0)
      expect(newestWeek?.interval[1]).toBeGreaterThan(0)
    }
  })

  it.each([1, -1])('that is one step is told in its week and stays that step (%i)', (direction) => {
    const weeks = moving(29, (week) => (week >= 20 ? direction * 8 * CHANGE_ERROR : 0))
    for (let count = 21; count <= 29; count++) {
      const { last, shape, from, changes } = ownOf(weeks.slice(0, count))
      expect(last).toMatchObject({ kind: 'step', direction, from: mondayOf(20), told: mondayOf(20) })
      expect({ shape, from, changes: changes.length }).toEqual({
        shape: 'level',
        from: mondayOf(20),
        changes: 1,
      })
      expect(Math.abs((last?.points ?? 0) - direction * 8 * CHANGE_ERROR)).toBeLessThan(3 * CHANGE_ERROR)
    }
  })

  it('is a brand that no answer names any more, in that week, and its return', () => {
    const gone = moving(13, (week) => (week >= 12 ? -base(5) - 99 : 0)).map(nothingBelowZero)
    expect(ownOf(gone).last).toMatchObject({ kind: 'step', direction: -1, told: mondayOf(12) })
    expect(ownOf(gone).last?.points).toBeCloseTo(-base(5), -1)
    const back = moving(24, (week) => (week >= 12 && week < 20 ? -base(5) - 99 : 0)).map(nothingBelowZero)
    expect(ownOf(back).changes.map(({ direction, told }) => [direction, told])).toEqual([
      [-1, mondayOf(12)],
      [1, mondayOf(20)],
    ])
  })

  it('that goes on for weeks is a slope, with its points a week', () => {
    const { shape, rate, last } = ownOf(moving(30, (week) => -Math.max(0, week - 14)))
    expect(shape).toBe('slope')
    expect(last).toMatchObject({ kind: 'slope', direction: -1 })
    expect(rate?.interval[0]).toBeLessThan(-1)
    expect(rate?.interval[1]).toBeGreaterThan(-1)
    expect(rate?.interval[1]).toBeLessThan(0)
  })

  it('keeps its direction when the weeks after it are read', () => {
    const slope = (week: number) => -0.7957 * Math.max(0, Math.min(week, 19) - 5)
    const { changes } = ownOf(moving(24, (week) => slope(week) + ([-6, -2, 1, -2][week - 20] ?? 0)))
    const steps = changes.filter(({ kind }) => kind === 'step')
    expect(steps).not.toEqual([])
    for (const { points, direction } of steps) expect(Math.sign(points)).toBe(direction)
  })

  it('that ends a slope is as large as the fall from where the slope had led', () => {
    const weeks = moving(35, (week) => 1.4 * Math.max(0, week - 10) - (week >= 31 ? 40 : 0))
    for (const count of [32, 33, 35]) {
      const { last } = ownOf(weeks.slice(0, count))
      expect(last).toMatchObject({ kind: 'step', from: mondayOf(31) })
      expect(Math.abs((last?.points ?? 0) + 40)).toBeLessThan(1)
    }
  })
})

describe('what moves nothing', () => {
  it('is the order of brands and engines', () => {
    const shuffled = fc.tuple(
      fc.shuffledSubarray(ENGINES, { minLength: ENGINES.length }),
      fc.shuffledSubarray(BRANDS, { minLength: BRANDS.length }),
    )
    const expected = summary(moving(24, (week) => (week >= 20 ? 9 : 0)))
    fc.assert(
      fc.property(shuffled, ([engines, brands]) => {
        const weeks = weeksOf(24, engines, brands, (week, engine, brand) => {
          const name = brands[brand] ?? ''
          const own = name === OWN && week >= 20 ? 9 : 0
          return ordinary(week, ENGINES.indexOf(engines[engine] ?? ''), BRANDS.indexOf(name)) + own
        })
        const sorted = summary(weeks).toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(sorted).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      }),
      { numRuns: 10 },
    )
  })

  it('is a week or an engine that was not collected, although that engine is far from the others', () => {
    const score = (week: number, engine: number, brand: number) =>
      ordinary(week, engine, brand) + (engine === 0 ? 25 : 0)
    const all = weeksOf(24, ENGINES, BRANDS, score)
    fc.assert(
      fc.property(
        fc.integer({ min: 16, max: 23 }),
        fc.constantFrom(...ENGINES),
        fc.boolean(),
        (missing, engine, isWholeWeek) => {
          const weeks = all.flatMap((week, index) => {
            if (index !== missing) return [week]
            const engines = new Map([...week.engines].filter(([id]) => id !== engine))
            return isWholeWeek ? [] : [{ ...week, engines }]
          })
          for (const { changes } of readMarket(weeks, OWN).values()) expect(changes).toEqual([])
        },
      ),
      { numRuns: 20 },
    )
  })

  it('is a week without a record, which is as one in which nothing was collected', () => {
    const all = moving(30, (week) => -Math.max(0, week - 14))
    const empty = all.map((week, index) =>
      index === 20 || index === 21 ? { ...week, engines: new Map() } : week,
    )
    const without = all.filter((_, index) => index !== 20 && index !== 21)
    expect(summary(without)).toEqual(summary(empty))
  })

  it('is how many answers an engine had, as long as its score is the same', () => {
    const weeks = weeksOf(
      24,
      ENGINES,
      BRANDS,
      (_week, engine, brand) => base(brand) + 4 * engine,
      (week, engine) => (week === 23 && engine === 0 ? 660 : 330),
    )
    expect(ownOf(weeks).level.points).toBeCloseTo(base(5) + 8, 1)
    expect(ownOf(weeks).changes).toEqual([])
  })
})

it('more answers make the margin smaller, and the level stays', () => {
  const levelOf = (answers: number) => ownOf(weeksOf(12, ENGINES, BRANDS, constant, () => answers)).level
  const [narrow, wide] = [levelOf(3_200), levelOf(200)]
  expect(wide.points).toBeCloseTo(narrow.points, 1)
  expect(wide.error / narrow.error).toBeCloseTo(4, 1)
})

describe('what was collected', () => {
  const weeks = (last: (engine: number) => number) =>
    weeksOf(12, ENGINES, BRANDS, ordinary, (week, engine) => (week === 11 ? last(engine) : 330))

  it('names engines that are missing, or have far fewer answers', () => {
    expect(collectionOf(weeks((engine) => [0, 100, 240, 320, 330][engine] ?? 0))).toEqual({
      engines: ['copilot', 'gemini', 'perplexity'],
      missing: ['chatgpt'],
      fewer: ['claude', 'copilot'],
    })
  })

  it('doesn’t compare a new engine until it has been there for long', () => {
    const added = weeksOf(12, ENGINES, BRANDS, ordinary, (week, engine) =>
      engine === 0 && week < 6 ? 0 : 330,
    )
    expect(collectionOf(added)).toMatchObject({ engines: ENGINES.slice(1), missing: [] })
    expect(ownOf(added).history[0]?.level).not.toBeNull()
  })

  it('forgets an engine that has been gone for long', () => {
    const gone = weeksOf(30, ENGINES, BRANDS, ordinary, (week, engine) =>
      engine === 0 && week > 14 ? 0 : 330,
    )
    expect(collectionOf(gone).missing).toEqual([])
    expect(collectionOf(gone.slice(0, 17)).missing).toEqual(['chatgpt'])
  })
})

describe('two brands', () => {
  const level = fc.record({
    logOdds: fc.double({ min: -6, max: 6, noNaN: true }),
    error: fc.double({ min: 0.01, max: 3, noNaN: true }),
    points: fc.constant(0),
    interval: fc.constant([0, 0] as const),
  })

  it('are ahead of each other with probabilities that add up to one', () => {
    fc.assert(
      fc.property(level, level, (a, b) => {
        expect(probabilityAhead(a, b) + probabilityAhead(b, a)).toBeCloseTo(1, 6)
      }),
    )
  })

  it('pass each other once, in the week that settles it', () => {
    const weeks = weeksOf(24, ENGINES, BRANDS, (week, engine, brand) => {
      const own = BRANDS[brand] === OWN
      return ordinary(week, engine, own ? 3 : brand) + (own ? (week >= 16 ? 10 : -10) : 0)
    })
    for (const count of [17, 18, 24]) {
      const readings = readMarket(weeks.slice(0, count), OWN)
      const [own, rival] = [readings.get(OWN), readings.get('globex')]
      if (!own || !rival) throw new Error('no reading')
      expect(lastPassing(own, rival)).toEqual({ monday: mondayOf(16), standing: 'ahead' })
      expect(lastPassing(rival, own)).toEqual({ monday: mondayOf(16), standing: 'behind' })
      expect(standingOf(own.level, rival.level)).toBe('ahead')
    }
    const before = readMarket(weeks.slice(0, 16), OWN)
    const [own, rival] = [before.get(OWN), before.get('globex')]
    expect(own && rival && lastPassing(own, rival)).toBeNull()
  })
})

describe('the best and the worst engine', () => {
  const engines = (by: (engine: number) => number) => {
    const score: typeof ordinary = (week, engine, brand) => ordinary(week, engine, brand) + by(engine)
    const weeks = weeksOf(8, ENGINES, BRANDS, score)
    const { best, worst } = extremesOf([...readEngines(weeks, OWN).values()], ({ level }) => level)
    return { best: best?.id ?? null, worst: worst?.id ?? null }
  }

  it('are named where they differ, and nobody where none does', () => {
    expect(engines(() => 0)).toEqual({ best: null, worst: null })
    expect(engines((engine) => (engine === 1 ? -12 : 0))).toEqual({ best: null, worst: 'claude' })
    expect(engines((engine) => (engine === 3 ? 12 : 0))).toEqual({ best: 'gemini', worst: null })
  })

  it('are not named where two share the place', () => {
    expect(engines((engine) => (engine < 2 ? -12 : 0)).worst).toBeNull()
  })
})

it('of a family, what was news stays news when another test gets clearer', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.001, max: 0.2, noNaN: true }),
      (chances, index, factor, q) => {
        const before = discoveries(chances, q)
        const clearer = chances.map((chance, at) =>
          at === index % chances.length ? chance * factor : chance,
        )
        const after = discoveries(clearer, q)
        for (const [at, isNews] of before.entries()) if (isNews) expect(after[at]).toBe(true)
      },
    ),
  )
})

describe('whatever the weeks are', () => {
  const score = fc.oneof(
    fc.constantFrom(0, 100, null, Number.NaN),
    fc.double({ min: 0, max: 100, noNaN: true }),
  )
  const answers = fc.constantFrom(0, 1, 2, 40, 330)
  const anyWeeks = fc
    .tuple(fc.constantFrom(1, 2, 3, 9, 52), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .chain(([weeks, engines, brands]) =>
      fc
        .tuple(
          fc.array(score, { minLength: 7, maxLength: 60 }),
          fc.array(answers, { minLength: 3, maxLength: 20 }),
        )
        .map(([scores, counts]) =>
          weeksOf(
            weeks,
            ENGINES.slice(0, engines),
            [...BRANDS.slice(0, brands - 1), OWN],
            (week, engine, brand) => scores[(week * 7 + engine * 3 + brand) % scores.length] ?? null,
            (week, engine) => counts[(week * 3 + engine) % counts.length] ?? 0,
          ),
        ),
    )

  it('nothing throws, nothing is NaN, and the same weeks give the same readings', () => {
    fc.assert(
      fc.property(anyWeeks, (weeks) => {
        const readings = readMarket(weeks, OWN)
        const byEngine = readEngines(weeks, OWN)
        const all = {
          readings: [...readings],
          byEngine: [...byEngine],
          extremes: extremesOf([...byEngine.values()], ({ level }) => level),
        }
        // JSON turns NaN and Infinity into null; the only nulls that a reading may have are these.
        const numbers = JSON.stringify(all, (key, value) =>
          value === null || typeof value !== 'number' || Number.isFinite(value) ? value : `bad ${key}`,
        )
        expect(numbers).not.toContain('bad')
        expect(JSON.stringify([...readMarket(weeks, OWN)])).toBe(JSON.stringify([...readings]))
      }),
      { numRuns: 60 },
    )
  })

  it('no weeks and no brands give no readings', () => {
    expect(readMarket([], OWN).size).toBe(0)
    const withoutBrands = weeksOf(3, ENGINES, [], () => null)
    expect(readEngines(withoutBrands, OWN).size).toBe(0)
    expect(collectionOf([])).toEqual({ engines: [], missing: [], fewer: [] })
  })
})

it('claims little in simulated markets where nothing happens', () => {
  let claims = 0
  for (const seed of ['quiet-1', 'quiet-2', 'quiet-3', 'quiet-4']) {
    const { weeks } = marketOf({ seed, weeks: 40, answers: 60 })
    for (const { changes } of readMarket(weeks, 'brand03').values()) claims += changes.length
  }
  // 4 markets of 40 weeks; 2 % of them are 3.
  expect(claims).toBeLessThanOrEqual(8)
})
