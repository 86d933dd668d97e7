import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, lookBounds, type Reading, type Sides } from '../../../src/insights/before-after/judge.ts'
import { mulberry } from '../random.ts'

const firstMonday = Temporal.PlainDate.from('2026-09-07')
const unknown: Sides = { before: { value: null, answers: null }, since: { value: null, answers: null } }

/** A figure before and since, with this many answers a week. */
const moved = (before: number, since: number, weeks = 8, aWeek = 330): Sides => ({
  before: { value: before, answers: 4 * aWeek },
  since: { value: since, answers: weeks * aWeek },
})

/** The own brand on the task's engine and on four others, and rivals on that engine. */
const reading = (
  [before, since]: readonly [number, number],
  more: {
    readonly weeks?: number
    readonly aWeek?: number
    readonly others?: readonly [number, number]
    readonly rivals?: readonly (readonly [number, number])[]
  } = {},
): Reading => {
  const { weeks = 8, aWeek = 330, others = [20, 20] } = more
  const {
    rivals = [
      [24, 24],
      [19, 19],
      [15, 15],
    ],
  } = more
  const mean = (one: number, four: number) => (one + 4 * four) / 5
  return {
    aimed: { visibility: moved(before, since, weeks, aWeek), presence: unknown },
    all: {
      visibility: moved(mean(before, others[0]), mean(since, others[1]), weeks, 5 * aWeek),
      presence: unknown,
    },
    rivals: rivals.map(([then, now], index) => ({
      name: `Rival ${index + 1}`,
      visibility: moved(then, now, weeks, aWeek),
    })),
    rival: null,
    firstMonday,
    weeksSince: weeks,
  }
}
const verdictOf = (...asked: Parameters<typeof reading>) => judge(reading(...asked)).verdict

describe('a story’s verdict', () => {
  it('is a rise or fall if it is beyond chance and beyond the others’ change', () => {
    expect(verdictOf([21, 27])).toEqual({ kind: 'up', weeks: 8 })
    expect(verdictOf([27, 21])).toEqual({ kind: 'down', weeks: 8 })
    expect(verdictOf([21, 22.5])).toEqual({ kind: 'no_reliable_change', weeks: 8 })
    expect(verdictOf([21, 27], { aWeek: 20 }).kind).toBe('no_reliable_change')
  })

  it('claims nothing if the own brand rose on other engines as well, or the rivals rose', () => {
    const sharedChange = { kind: 'shared_change', direction: 'up', weeks: 8 }
    expect(verdictOf([21, 27], { others: [20, 26] })).toEqual(sharedChange)
    expect(
      verdictOf([21, 27], {
        rivals: [
          [24, 30],
          [19, 25],
          [15, 21],
        ],
      }),
    ).toEqual(sharedChange)
    // The same share of a smaller score is fewer points.
    expect(
      verdictOf([30, 36], {
        rivals: [
          [20, 24],
          [15, 18],
          [12, 14.4],
        ],
      }),
    ).toEqual({ ...sharedChange })
    expect(verdictOf([27, 21], { others: [26, 20] })).toEqual({ ...sharedChange, direction: 'down' })
  })

  it('claims nothing without a comparison', () => {
    expect(judge({ ...reading([21, 27], { rivals: [] }), all: null }).verdict.kind).toBe('no_reliable_change')
    expect(judge({ ...reading([21, 27]), all: null }).verdict.kind).toBe('up')
  })

  it('waits for a large enough sample, or says that there won’t be one', () => {
    expect(verdictOf([2, 3], { aWeek: 60, weeks: 3 })).toEqual({
      kind: 'too_early',
      readableOn: '2026-10-05',
    })
    expect(verdictOf([20, 30], { aWeek: 3 })).toEqual({ kind: 'too_small' })
    expect(verdictOf([0.1, 0.1], { aWeek: 60 })).toEqual({ kind: 'too_small' })
    expect(verdictOf([0, 0])).toEqual({ kind: 'no_reliable_change', weeks: 8 })
    const { aimed } = reading([21, 27])
    const without = { ...aimed.visibility, since: { value: 27, answers: null } }
    expect(judge({ ...reading([21, 27]), aimed: { ...aimed, visibility: without } }).verdict.kind).toBe(
      'too_small',
    )
  })

  it('says that data is missing if one side has clearly fewer answers a week', () => {
    const asked = reading([21, 27])
    const with_ = (before: number, since: number): Reading => ({
      ...asked,
      aimed: {
        ...asked.aimed,
        visibility: { before: { value: 21, answers: before }, since: { value: 27, answers: since } },
      },
    })
    expect(judge(with_(4 * 330, 8 * 250)).verdict).toEqual({ kind: 'data_gap', side: 'since' })
    expect(judge(with_(4 * 250, 8 * 330)).verdict).toEqual({ kind: 'data_gap', side: 'before' })
    expect(judge(with_(4 * 330, 8 * 300)).verdict.kind).toBe('up')
  })
})

describe('a story’s comparison', () => {
  it('shows the other engines together, the rivals together, and the nearest rivals, the named one first', () => {
    const { others, overall, aimed } = judge({
      ...reading([20, 26], { others: [30, 31] }),
      rival: 'Rival 1',
    })
    expect(
      others.map(({ kind, name, of, change }) => [kind, name, of, change.before.value, change.change]),
    ).toEqual([
      ['engines', null, 0, expect.closeTo(30, 5), expect.closeTo(1, 5)],
      ['rivals', null, 3, expect.closeTo(19.333333, 5), 0],
      ['rival', 'Rival 1', 1, 24, 0],
      ['rival', 'Rival 2', 1, 19, 0],
    ])
    expect(aimed[0]).toMatchObject({ metric: 'visibility', change: 6, isReliable: true })
    expect(aimed[0]?.before).toEqual({ value: 20, answers: 1320, margin: expect.closeTo(2.16, 1) })
    expect(aimed[1]).toMatchObject({ metric: 'presence', change: null, isReliable: null })
    expect(overall[0]?.change).toBeCloseTo(2, 5)
  })

  it('omits the other engines if the parts don’t add up to the whole', () => {
    const asked = reading([20, 26])
    const odd = { ...asked, all: { visibility: moved(90, 1, 8, 340), presence: unknown } }
    expect(judge(odd).others.map(({ kind }) => kind)).not.toContain('engines')
  })
})

describe('any figures', () => {
  const value = fc.oneof(
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.constantFrom(null, 0, 100, -1, 1e16, NaN),
  )
  const answers = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(null, NaN, -5))
  const figure = fc.record({ value, answers })
  const sides = fc.record({ before: figure, since: figure })
  const both = fc.record({ visibility: sides, presence: sides })
  const any = fc.record({
    aimed: both,
    all: fc.option(both),
    rivals: fc.array(fc.record({ name: fc.constantFrom('A', 'B', 'C'), visibility: sides }), {
      maxLength: 10,
    }),
    rival: fc.constantFrom(null, 'A', 'Z'),
    firstMonday: fc.constant(firstMonday),
    weeksSince: fc.integer({ min: 3, max: 12 }),
  })

  it('get a verdict, which claims only a change in its direction', () => {
    fc.assert(
      fc.property(any, (asked) => {
        const { verdict, aimed, others } = judge(asked)
        if (verdict.kind === 'up' || verdict.kind === 'down') {
          const change = (aimed[0]?.change ?? aimed[1]?.change ?? 0) * (verdict.kind === 'up' ? 1 : -1)
          expect(change).toBeGreaterThan(0)
          expect(others.length).toBeGreaterThan(0)
        }
        for (const { change } of others)
          expect(change.change === null || Number.isFinite(change.change)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('get no claim if everybody moves by the same points or the same share', () => {
    const level = fc.double({ min: 5, max: 40, noNaN: true })
    fc.assert(
      fc.property(
        level,
        fc.array(level, { minLength: 3, maxLength: 8 }),
        fc.double({ min: -4.9, max: 30, noNaN: true }),
        fc.integer({ min: 50, max: 20_000 }),
        fc.boolean(),
        (own, rivals, points, aWeek, isPart) => {
          const moves = (one: number) => (isPart ? one * (1 + points / 40) : one + points)
          const asked = { aWeek, rivals: rivals.map((one) => [one, moves(one)] as const) }
          const { kind } = verdictOf([own, moves(own)], { ...asked, others: [own, own] })
          expect(['up', 'down']).not.toContain(kind)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('over ten weekly checks', () => {
  /** Of this many tasks, the shares with a claim, and with a change called reliable, in any of the checks. */
  function claimRates(tasks: number, risen: { readonly own: number; readonly others: number }) {
    const random = mulberry(7)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    // With the variance of shares, which is the largest that scores can have.
    const week = (share: number, answers: number) =>
      share + Math.sqrt((share * (1 - share)) / answers) * normal()
    const percent = (of: readonly number[]) => (100 * of.reduce((sum, one) => sum + one, 0)) / of.length
    let [claims, reliable] = [0, 0]
    for (let task = 0; task < tasks; task++) {
      const series = (share: number, points: number, answers: number) =>
        Array.from({ length: 16 }, (_, at) => week(share + (at < 4 ? 0 : points), answers))
      const own = series(0.2, risen.own, 330)
      const others = series(0.22, risen.others, 4 * 330)
      const rivals = [0.25, 0.21, 0.18, 0.12].map((share) => series(share, 0, 330))
      const looks = Array.from({ length: 10 }, (_, look) => {
        const weeks = look + 3
        const pair = (of: readonly number[]) =>
          [percent(of.slice(0, 4)), percent(of.slice(4, 4 + weeks))] as const
        return judge(reading(pair(own), { weeks, others: pair(others), rivals: rivals.map(pair) }))
      })
      if (looks.some(({ verdict: { kind } }) => kind === 'up' || kind === 'down')) claims += 1
      if (looks.some(({ aimed: [first] }) => first?.isReliable)) reliable += 1
    }
    return { claims: claims / tasks, reliable: reliable / tasks }
  }

  it.each([0.85, 1, 1 / 0.85])(
    'the bounds hold across all checks, with %f times as many answers since',
    (ratio) => {
      const random = mulberry(11)
      const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      const tasks = 20_000
      let [either, up] = [0, 0]
      for (let task = 0; task < tasks; task += 1) {
        const before = normal() / 2
        let [sum, highest, largest] = [0, 0, 0]
        for (let weeks = 1; weeks <= 12; weeks += 1) {
          sum += normal() / Math.sqrt(ratio)
          const change = (sum / weeks - before) / Math.sqrt(1 / 4 + 1 / (ratio * weeks))
          if (weeks < 3) continue
          highest = Math.max(highest, change)
          largest = Math.max(largest, Math.abs(change))
        }
        if (largest > lookBounds.since) either += 1
        if (highest > lookBounds.beyondOthers) up += 1
      }
      // Within two standard errors of the share for this many tasks.
      for (const share of [either / tasks, up / tasks]) {
        expect(share).toBeLessThan(0.05 + 0.003)
        expect(share, 'and no stricter than that').toBeGreaterThan(0.037)
      }
    },
  )

  it('pure chance is called reliable in at most 5 % of the tasks', () => {
    expect(claimRates(400, { own: 0, others: 0 }).reliable).toBeLessThanOrEqual(0.05)
  })

  it('a rise shared by the other engines is claimed in at most 5 %, and a rise of its own in most', () => {
    const shared = claimRates(300, { own: 0.06, others: 0.06 })
    expect(shared.claims).toBeLessThanOrEqual(0.05)
    expect(shared.reliable).toBeGreaterThan(0.9)
    expect(claimRates(100, { own: 0.06, others: 0 }).claims).toBeGreaterThan(0.8)
  })
})
