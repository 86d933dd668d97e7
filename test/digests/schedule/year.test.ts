import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Days, Schedule } from '../../../src/store/index.ts'
import { Chance } from '../../chance.ts'
import { isThorough } from '../../properties/thorough.ts'
import { createWorld, team } from '../world.ts'
import { slotsByWalking, slotsOfAll } from './oracle.ts'
import { zones } from './zones.ts'

const start = '2026-03-01T00:00:00Z'
/** By default, until each zone with daylight saving has changed its clocks twice. A thorough run takes a whole year. */
const end = isThorough ? '2027-03-01T00:00:00Z' : '2026-11-16T00:00:00Z'

/** At times that clock changes skip or repeat, and at others. All of these zones change their clocks on Sundays. */
const schedules: readonly (Days & { readonly time: string })[] = [
  { ...(isThorough ? { kind: 'daily' } : { kind: 'days', days: [7] }), time: '02:15' },
  { kind: 'days', days: isThorough ? [7, 3] : [7], time: '01:45' },
  { kind: 'monthly', day: 31, time: '00:30' },
  { kind: 'monthly', day: 'last', time: '23:59' },
]

it('digests in twelve zones are posted exactly once for each local slot, across every clock change', {
  timeout: 300_000,
}, async () => {
  const world = await createWorld({ start })
  const ms = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds
  const expected = new Map<string, readonly number[]>()
  for (const timeZone of zones) {
    const inZone = schedules.map((days): Schedule => ({ ...days, timeZone }))
    const slots = slotsOfAll(timeZone, inZone, ms(start), ms(end))
    for (const [index, schedule] of inZone.entries()) {
      const id = `${timeZone} ${index}`
      await world.subscribe({ id, channel: id, schedule, sections: ['actions'] })
      expected.set(id, slots[index] ?? [])
    }
  }

  // The scheduler wakes late, twice, or not for hours, and once in a while on time.
  const chance = new Chance(20261109)
  await world.wake()
  while (Temporal.Instant.compare(world.clock.now(), end) < 0) {
    const minutes = chance.happens(0.03) ? 600 : chance.between(1, isThorough ? 150 : 600)
    const next = world.clock.now().add({ minutes, seconds: chance.between(0, 59) })
    await world.goTo(
      String(chance.happens(0.2) ? next.round({ smallestUnit: 'hour', roundingMode: 'floor' }) : next),
    )
    if (chance.happens(0.1)) await world.wake()
  }

  for (const [id, slots] of expected) {
    const posts = world.slack.in(id).filter(({ at }) => at <= ms(end))
    const delivered = await world.history(id)
    const posted = delivered
      .filter(({ state }) => state === 'posted')
      .map(({ slot }) => Temporal.Instant.from(slot).epochMilliseconds)
      .filter((slot) => slot <= ms(end))
      .sort((a, b) => a - b)
    expect(posted, id).toEqual(slots)
    expect(new Set(delivered.map(({ state }) => state))).toEqual(new Set(['posted']))
    expect(posts.length, id).toBeGreaterThanOrEqual(slots.length - 1)
    for (const [index, { at }] of posts.entries())
      expect(at, `${id} is never early`).toBeGreaterThanOrEqual(slots[index] ?? ms(end))
  }
  expect([...expected.values()].flat().length).toBeGreaterThan(zones.length * (isThorough ? 490 : 85))
})

describe('a schedule that is changed, even on a day on which it runs,', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '59'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
  const schedule: fc.Arbitrary<Schedule> = fc.record({
    kind: fc.constantFrom('daily' as const, 'weekdays' as const),
    time,
    timeZone: fc.constantFrom(...zones),
  })
  const change = fc.record({ schedule, minutes: fc.integer({ min: 1, max: 3_000 }) })
  /** Weeks with a clock change in one of the zones, and others. */
  const weeks = fc.constantFrom(
    '2026-03-07',
    '2026-03-28',
    '2026-04-04',
    '2026-09-26',
    '2026-10-24',
    '2026-06-01',
  )

  it('posts each slot of the current version once, and none of any other', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(weeks, fc.array(change, { minLength: 2, maxLength: 5 }), async (week, changes) => {
        const world = await createWorld({ start: `${week}T00:00:00Z` })
        const owed: number[] = []
        for (const [index, { schedule, minutes }] of changes.entries()) {
          const from = world.clock.now()
          if (index === 0) await world.subscribe({ schedule, sections: ['actions'] })
          else await world.store.subscriptions.update(team, 'S1', { schedule }, from)
          const until = from.add({ minutes })
          const slots = slotsByWalking(schedule, from.epochMilliseconds, until.epochMilliseconds)
          owed.push(...slots)
          for (const at of [...slots, until.epochMilliseconds])
            await world.goTo(Temporal.Instant.fromEpochMilliseconds(at).toString())
        }
        const delivered = await world.history()
        expect(delivered.map(({ state }) => state)).toEqual(owed.map(() => 'posted'))
        const slots = delivered.map(({ slot }) => Temporal.Instant.from(slot).epochMilliseconds)
        expect(slots.toReversed()).toEqual(owed)
        expect(world.slack.in('C1')).toHaveLength(owed.length)
      }),
      { numRuns: isThorough ? 25 : 6 },
    )
  })
})
