import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparableWeeks, extremeIn, type ReadWeek, trendIn } from '../../src/insights/trend.ts'
import type { TrendWeek } from '../../src/model/trend.ts'
import { isThorough } from '../properties/thorough.ts'

const firstMonday = Temporal.PlainDate.from('2026-02-02')
const monday = (index: number) => firstMonday.add({ weeks: index }).toString()
const weeksOf = (scores: readonly number[], answers = 1650): readonly TrendWeek[] =>
  scores.map((score, index) => ({ start: monday(index), score, answers, rivals: [] }))
const flat = (weeks: number) => Array.from({ length: weeks }, () => 40)

describe('a trend', () => {
  it('is reported with its start and the number of weeks in its direction', () => {
    const scores = [48, 48.3, 47.8, 48.1, 48, 48.2, 47.1, 46, 45.4, 45.6, 44.2, 43.1, 42.5, 42.6, 41.8, 41.2]
    expect(trendIn(weeksOf(scores))).toEqual({
      direction: 'down',
      since: monday(5),
      from: 48.2,
      until: monday(15),
      to: 41.2,
      answers: 1650,
      moved: 8,
      of: 10,
    })
    const up = trendIn(weeksOf(scores.map((score) => 90 - score)))
    expect(up).toMatchObject({ direction: 'up', since: monday(5), moved: 8, of: 10 })
  })

  it('is reported sooner with more answers', () => {
    const slide = [...flat(8), 39, 38, 37, 36]
    expect(trendIn(weeksOf(slide))).not.toBeNull()
    expect(trendIn(weeksOf(slide, 200))).toBeNull()
  })

  it('is not reported for fewer than six weeks, or if hardly any answer names the brand', () => {
    const steep = [70, 60, 50, 40, 30, 20]
    expect(trendIn(weeksOf(steep))).not.toBeNull()
    expect(trendIn(weeksOf(steep.slice(1)))).toBeNull()
    expect(trendIn(weeksOf([0, 0, 0, 0, 0.5, 1, 1.5, 2], 200))).toBeNull()
    expect(trendIn(weeksOf([0, 0, 0, 0, 0, 0, 0]))).toBeNull()
    expect(trendIn(weeksOf([100, 100, 100, 100, 100, 100, 100]))).toBeNull()
    expect(trendIn([])).toBeNull()
  })

  it('is not one if it has turned', () => {
    const turned = [50, 50, 50, 50, 47, 44, 41, 38, 38, 41, 43]
    expect(trendIn(weeksOf(turned))).toBeNull()
  })

  it('is not one if it ended weeks ago', () => {
    const slide = [50, 50, 50, 50, 50, 49, 48, 47, 46]
    expect(trendIn(weeksOf(slide))).not.toBeNull()
    const over = [...slide, 46, 46.1, 46, 45.9, 46, 45.9, 45.9]
    expect(trendIn(weeksOf(over))).toBeNull()
  })

  it('of any scores follows its numbers and the last weeks, and begins in one of the last twelve', () => {
    const step = fc.record({
      by: fc.integer({ min: -9, max: 6 }),
      answers: fc.integer({ min: 100, max: 5_000 }),
    })
    let trends = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 20, size: 'max' }), (steps) => {
        let score = 60
        const weeks = steps.map(({ by, answers }, index) => {
          score = Math.min(100, Math.max(0, score + by))
          return { start: monday(index), score, answers, rivals: [] }
        })
        const finding = trendIn(weeks)
        if (finding === null) return
        trends += 1
        const sign = finding.direction === 'up' ? 1 : -1
        expect((finding.to - finding.from) * sign).toBeGreaterThan(0)
        const [a = 0, b = 0, c = 0, d = 0] = weeks.slice(-4).map(({ score }) => score)
        expect((c + d - a - b) * sign).toBeGreaterThan(0)
        expect(weeks.findIndex(({ start }) => start === finding.since)).toBeGreaterThanOrEqual(
          weeks.length - 12,
        )
        expect(finding.moved).toBeLessThanOrEqual(finding.of)
        expect(finding.until).toBe(weeks.at(-1)?.start)
      }),
      { seed: 16, numRuns: 1_000 },
    )
    expect(trends).toBeGreaterThan(50)
  })

  it('is the same for any order of the weeks and with weeks without data', () => {
    const scores = [48, 48.3, 47.8, 48.1, 48, 48.2, 47.1, 46, 45.4, 45.6, 44.2, 43.1]
    const read: ReadWeek[] = weeksOf(scores).map((week) => ({ ...week }))
    const sorted = comparableWeeks(read)
    const shuffled = comparableWeeks([...read.slice(7), ...read.slice(0, 7).reverse()])
    expect(shuffled).toEqual(sorted)
    const holes = read.map((week, index) =>
      index === 2
        ? { ...week, score: null }
        : index === 4
          ? { ...week, score: 0, answers: 0 }
          : index === 7
            ? { ...week, score: 90, answers: 300 }
            : week,
    )
    const { weeks, leftOut } = comparableWeeks(holes)
    expect(leftOut).toEqual([monday(2), monday(4), monday(7)])
    expect(weeks).toHaveLength(9)
    expect(trendIn(weeks)).toMatchObject({
      direction: 'down',
      since: monday(5),
      from: 48.2,
      moved: 4,
      of: 5,
    })
  })
})

describe('weeks', () => {
  it.each([null, -3, 101, 1e16])('with the score %s are omitted', (score) => {
    const read = weeksOf([40, 41, 42]).map((week, index) => (index === 1 ? { ...week, score } : week))
    const { weeks, leftOut } = comparableWeeks(read)
    expect(weeks.map((week) => week.start)).toEqual([monday(0), monday(2)])
    expect(leftOut).toEqual([monday(1)])
  })

  it('before the first one with data are not called gaps', () => {
    const read = weeksOf([40, 41, 42]).map((week, index) => (index === 0 ? { ...week, answers: null } : week))
    expect(comparableWeeks(read).leftOut).toEqual([])
  })
})

describe('the highest or lowest week', () => {
  it('is reported since the last week that was not lower, or not higher', () => {
    expect(extremeIn(weeksOf([40, 41, 47, 40, 41, 40, 39, 41, 40, 46.5]))).toEqual({
      kind: 'highest',
      since: monday(2),
      weeks: 7,
    })
    expect(extremeIn(weeksOf([40, 41, 39, 40, 41, 40, 39, 41, 40, 33]))).toEqual({
      kind: 'lowest',
      since: null,
      weeks: 10,
    })
  })

  it('is not reported within chance, for fewer than six weeks, or on a tie', () => {
    expect(extremeIn(weeksOf([40, 41, 39, 40, 41, 40, 39, 41, 40, 41.8]))).toBeNull()
    expect(extremeIn(weeksOf([40, 41, 39, 48, 40, 40, 39, 41, 40, 47]))).toBeNull()
    expect(extremeIn(weeksOf([40, 41, 47, 39, 40, 40, 39, 41, 40, 47.04]))).toMatchObject({
      since: monday(2),
    })
    expect(extremeIn([])).toBeNull()
  })
})

/** Weeks with a known truth, read again each week as a weekly digest does. */
describe('measured against a known truth', { timeout: 60_000 }, () => {
  const answers = 1650
  const error = 100 * Math.sqrt(0.24 / answers)
  const weeksRead = 16
  const findingAt = (scores: readonly number[], week: number) =>
    trendIn(weeksOf(scores.slice(week, week + weeksRead), answers))

  it.each([
    ['a share', 1],
    ['a score', 0.7],
  ])('with the variance of %s, eight weeks without a trend report none', (_, ratio) => {
    const normal = normals(16)
    const runs = 1_000
    let [inOne, inAny] = [0, 0]
    for (let run = 0; run < runs; run += 1) {
      const scores = Array.from({ length: weeksRead + 7 }, () => 40 + error * Math.sqrt(ratio) * normal())
      const findings = Array.from({ length: 8 }, (_unused, week) => findingAt(scores, week))
      inOne += findings[0] === null ? 0 : 1
      inAny += findings.some((finding) => finding !== null) ? 1 : 0
    }
    expect(inOne / runs, 'a given week').toBeLessThan(0.01)
    expect(inAny / runs, 'any of eight weeks in a row').toBeLessThan(ratio === 1 ? 0.04 : 0.01)
  })

  it.each([
    [0.02, 1650],
    [0.05, 200],
    [0.4, 200],
  ])('none is reported with a true share of %d and %d answers either', (share, size) => {
    const random = mulberry(7)
    const runs = 1_000
    let called = 0
    for (let run = 0; run < runs; run += 1) {
      const scores = Array.from({ length: weeksRead }, () => {
        let named = 0
        for (let answer = 0; answer < size; answer += 1) named += random() < share ? 1 : 0
        return (100 * named) / size
      })
      called += trendIn(weeksOf(scores, size)) === null ? 0 : 1
    }
    expect(called / runs).toBeLessThan(0.01)
  })

  it.each([
    [1, 4, 1],
    [1, 4, 0.7],
    [-1, 4, 1],
    [0.5, 7, 1],
    [0.5, 7, 0.7],
    [-0.5, 7, 1],
  ])(
    'a slide of %d points a week is found within %d weeks (variance %d of the bound)',
    (slope, weeks, ratio) => {
      const normal = normals(99)
      const runs = isThorough ? 1_000 : 400
      let [detected, wrong] = [0, 0]
      for (let run = 0; run < runs; run += 1) {
        const scores = Array.from(
          { length: weeksRead + weeks },
          (_, index) => 40 - slope * Math.max(0, index - weeksRead + 1) + error * Math.sqrt(ratio) * normal(),
        )
        const findings = Array.from({ length: weeks }, (_, week) => findingAt(scores, week + 1)).filter(
          (one) => one !== null,
        )
        const way = slope > 0 ? 'down' : 'up'
        detected += findings.some(({ direction }) => direction === way) ? 1 : 0
        wrong += findings.some(({ direction }) => direction !== way) ? 1 : 0
      }
      expect(detected / runs).toBeGreaterThan(0.8)
      expect(wrong / runs).toBeLessThan(0.01)
    },
  )

  it('a slide’s reported start is near its true start', () => {
    const normal = normals(5)
    const off: number[] = []
    for (let run = 0; run < 500; run += 1) {
      const scores = Array.from(
        { length: weeksRead },
        (_, index) => 40 - Math.max(0, index - 9) + error * 0.9 * normal(),
      )
      const finding = trendIn(weeksOf(scores, answers))
      if (finding !== null)
        off.push(Math.abs(weeksOf(scores).findIndex(({ start }) => start === finding.since) - 9))
    }
    expect(off.length).toBeGreaterThan(450)
    expect(off.filter((weeks) => weeks <= 2).length / off.length).toBeGreaterThan(0.8)
  })
})

function normals(seed: number): () => number {
  const random = mulberry(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A small random number generator with the same sequence in every run. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
