import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimLimit, storyInSteps } from '../../../src/insights/reading/story.ts'
import { BRANDS, ENGINES, mondayOf, noise, weeksOf } from './weeks.ts'

const OWN = 5
const AIM = 1
const TASK = 20
const task = { brand: 'northwind', aim: ['claude'], monday: mondayOf(TASK) }

type Move = (week: number, engine: number, brand: number) => number
const weeks = (count: number, move: Move = () => 0) =>
  weeksOf(count, ENGINES, BRANDS, (week, engine, brand) => {
    return 25 + 4 * brand + 2.7 * noise(week, engine, brand) + move(week, engine, brand)
  })
function storyOf(...asked: Parameters<typeof storyInSteps>) {
  const steps = storyInSteps(...asked)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
const story = (count: number, move?: Move, tasks = 1) => storyOf(weeks(count, move), task, tasks)

/** The own brand on the aimed engine, by some points in the weeks since the task, or in some of them. */
const effect =
  (points: number, isThere: (weeksSince: number) => boolean = () => true): Move =>
  (week, engine, brand) =>
    week > TASK && engine === AIM && brand === OWN && isThere(week - TASK) ? points : 0

describe('what followed a task', () => {
  it('is a rise of the own brand on the aimed engine, said once', () => {
    const { state, said, effect: now, weeks: since } = story(33, effect(14))
    expect(state).toBe('up')
    expect(said.map(({ news }) => news)).toEqual(['up'])
    expect(since).toBe(12)
    expect(now?.interval[0]).toBeLessThan(14)
    expect(now?.interval[1]).toBeGreaterThan(14)
  })

  it('leaves out what was moving before, and says so', () => {
    const climbing: Move = (week, engine, brand) =>
      (engine === AIM && brand === OWN ? 0.8 * week : 0) + effect(14)(week, engine, brand)
    expect(story(33, climbing)).toMatchObject({ state: 'up', wasMoving: true })
    expect(story(33, effect(14))).toMatchObject({ wasMoving: false })
  })

  it('is a fall as well', () => {
    expect(story(33, effect(-14)).state).toBe('down')
  })

  it('is nothing where nothing changed', () => {
    expect(story(33)).toMatchObject({ state: 'no_effect', said: [] })
  })

  it('is nothing where only the other engines moved, before the task or after it', () => {
    const others =
      (from: number, by: number): Move =>
      (week, engine, brand) =>
        week >= from && engine !== AIM && brand === OWN ? by : 0
    for (const from of [TASK - 11, TASK - 8, TASK - 2, TASK - 1, TASK + 1])
      for (const by of [9, -9]) expect(story(33, others(from, by)).said, `${by} from ${from}`).toEqual([])
  })

  it('is said to have faded when it is gone, and to be back when it is', () => {
    const gone = effect(16, (since) => since <= 5)
    expect(story(33, gone).said.map(({ news }) => news)).toEqual(['up', 'faded'])
    const back = effect(16, (since) => since <= 5 || since > 12)
    expect(story(40, back).said.map(({ news }) => news)).toEqual(['up', 'faded', 'back'])
  })

  it.each<[string, Move]>([
    ['the own brand rises everywhere', (week, _, brand) => (week > TASK && brand === OWN ? 14 : 0)],
    ['all brands rise on the aimed engine', (week, engine) => (week > TASK && engine === AIM ? 14 : 0)],
    [
      'it was bad there in two of the weeks before',
      (week, engine, brand) =>
        [TASK - 1, TASK - 3].includes(week) && engine === AIM && brand === OWN ? -22 : 0,
    ],
    [
      'many brands moved more than half as far on other engines',
      (week, engine, brand) => {
        if (week <= TASK) return 0
        return engine === AIM ? (brand === OWN ? 10 : 0) : 6 * Math.sign(noise(0, engine, brand))
      },
    ],
    [
      'it was climbing there for sixteen weeks before',
      (week, engine, brand) => (engine === AIM && brand === OWN ? Math.max(0, week - 4) : 0),
    ],
  ])('is no claim where %s', (_name, move) => {
    expect(story(33, move).said).toEqual([])
  })
})

it('counts weeks of which there is no record', () => {
  const all = weeks(33, effect(14))
  const [whole, without] = [all, all.filter((_, index) => index !== TASK - 2 && index !== TASK + 2)].map(
    (some) => storyOf(some, task, 1),
  )
  expect(without?.weeks).toBe(whole?.weeks)
  expect(without?.state).toBe('up')
})

describe('no claim at all', () => {
  const rise = effect(20)

  it('is made without an aim', () => {
    expect(storyOf(weeks(33, rise), { ...task, aim: [] }, 1)).toMatchObject({ state: 'no_aim', said: [] })
  })

  it('is made in the first weeks, or of a task to come', () => {
    expect(story(TASK + 3, rise)).toMatchObject({ state: 'too_early', weeks: 2 })
    expect(story(10, rise)).toMatchObject({ state: 'too_early', weeks: 0 })
  })

  it('is made without other engines, or weeks before', () => {
    const everywhere = storyOf(weeks(33, rise), { ...task, aim: ENGINES }, 1)
    expect(everywhere).toMatchObject({ state: 'no_comparison', said: [] })
    expect(storyOf(weeks(33, rise).slice(TASK - 3), task, 1).state).toBe('no_comparison')
    expect(storyOf(weeks(33, rise).slice(TASK + 3), task, 1).state).toBe('no_comparison')
  })
})

it('the more tasks there are, the clearer an effect has to be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), (tasks) => {
      expect(claimLimit(tasks + 1)).toBeGreaterThanOrEqual(claimLimit(tasks))
    }),
  )
  expect(claimLimit(20)).toBeGreaterThan(3.1)
})

it('never gives NaN, whatever was collected', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 100, null, 37, Number.NaN), { minLength: 3, maxLength: 40 }),
      fc.array(fc.constantFrom(0, 1, 330), { minLength: 3, maxLength: 15 }),
      (scores, answers) => {
        const some = weeksOf(
          30,
          ENGINES,
          BRANDS.slice(3),
          (week, engine, brand) => scores[(week * 7 + engine * 3 + brand) % scores.length] ?? null,
          (week, engine) => answers[(week * 3 + engine) % answers.length] ?? 0,
        )
        const { effect: now } = storyOf(some, task, 3)
        for (const number of now ? [now.points, ...now.interval] : [])
          expect(Number.isFinite(number)).toBe(true)
      },
    ),
    { numRuns: 25 },
  )
})
