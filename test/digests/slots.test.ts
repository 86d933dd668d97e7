import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { owed } from '../../src/digests/due.ts'
import { newestSlot, scheduleInWords } from '../../src/digests/slots.ts'
import type { Delivery, Subscription } from '../../src/store/index.ts'

const at = (text: string) => Temporal.Instant.from(text)
const schedule = (weekday: number, time: string, timeZone: string) => ({
  team: 'T1',
  channel: 'C1',
  weekday,
  time,
  timeZone,
})

const zones = [
  'America/New_York',
  'Europe/Paris',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'UTC',
]

describe('the slots of a weekly digest', () => {
  it('are at the local time, in summer and in winter', () => {
    const paris = schedule(1, '09:00', 'Europe/Paris')
    expect(newestSlot(paris, at('2026-07-07T12:00Z')).toString()).toBe('2026-07-06T07:00:00Z')
    expect(newestSlot(paris, at('2026-12-08T12:00Z')).toString()).toBe('2026-12-07T08:00:00Z')
  })

  it('that fall into a gap run once, shortly after; in a fold once, the first time', () => {
    const newYork = schedule(7, '02:30', 'America/New_York')
    expect(newestSlot(newYork, at('2026-03-08T23:00Z')).toString()).toBe('2026-03-08T07:30:00Z')
    const fold = schedule(7, '01:30', 'America/New_York')
    expect(newestSlot(fold, at('2026-11-01T23:00Z')).toString()).toBe('2026-11-01T05:30:00Z')
  })

  it('come exactly once each week, in every zone and over every clock change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 1439 }),
        (timeZone, weekday, minute) => {
          const time = Temporal.PlainTime.from('00:00')
            .add({ minutes: minute })
            .toString({ smallestUnit: 'minute' })
          const weekly = schedule(weekday, time, timeZone)
          let slot = newestSlot(weekly, at('2026-01-01T00:00Z'))
          for (let week = 0; week < 53; week += 1) {
            const next = newestSlot(weekly, slot.add({ hours: 8 * 24 }))
            expect(newestSlot(weekly, next).equals(next)).toBe(true)
            expect(newestSlot(weekly, next.subtract({ seconds: 1 })).equals(slot)).toBe(true)
            const local = next.toZonedDateTimeISO(timeZone)
            expect(local.dayOfWeek).toBe(weekday)
            slot = next
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('are said in words', () => {
    expect(scheduleInWords(schedule(5, '16:30', 'Asia/Kolkata'))).toBe('every Friday at 16:30, Asia/Kolkata')
  })
})

describe('what a subscription owes', () => {
  const subscription: Subscription = {
    ...schedule(1, '09:00', 'UTC'),
    id: 's1',
    kind: 'weekly',
    source: 'settings',
    active: true,
    pausedReason: null,
    pausedAt: null,
    createdBy: null,
    createdAt: '2026-10-01T00:00:00.000Z',
    effectiveFrom: '2026-10-01T00:00:00.000Z',
  }
  const delivered = (slot: string, state: Delivery['state'] = 'posted'): Delivery => ({
    team: 'T1',
    id: 'd1',
    subscriptionId: 's1',
    slot,
    channel: 'C1',
    state,
    attempt: 1,
    leaseUntil: slot,
    reason: null,
    messageTs: null,
    createdAt: slot,
    updatedAt: slot,
    finishedAt: slot,
  })
  const texts = (slots: readonly Temporal.Instant[]) => slots.map(String)

  it('is the slot of this week, once', () => {
    const first = owed(subscription, delivered('2026-10-05T09:00:00Z'), at('2026-10-12T09:00:10Z'), 12)
    expect(String(first.deliver)).toBe('2026-10-12T09:00:00Z')
    expect(owed(subscription, delivered('2026-10-12T09:00:00Z'), at('2026-10-12T09:01Z'), 12)).toEqual({
      deliver: null,
      skip: [],
    })
  })

  it('is nothing from before it was set up', () => {
    const fresh = { ...subscription, effectiveFrom: '2026-10-12T10:00:00.000Z' }
    expect(owed(fresh, null, at('2026-10-12T11:00Z'), 12)).toEqual({ deliver: null, skip: [] })
  })

  it('after downtime is the newest slot if it is young enough; older ones are skipped', () => {
    const young = owed(subscription, delivered('2026-10-05T09:00:00Z'), at('2026-10-26T20:00Z'), 12)
    expect(String(young.deliver)).toBe('2026-10-26T09:00:00Z')
    expect(texts(young.skip)).toEqual(['2026-10-12T09:00:00Z', '2026-10-19T09:00:00Z'])
    const old = owed(subscription, delivered('2026-10-05T09:00:00Z'), at('2026-10-27T09:00Z'), 12)
    expect(old.deliver).toBeNull()
    expect(texts(old.skip)).toEqual(['2026-10-12T09:00:00Z', '2026-10-19T09:00:00Z', '2026-10-26T09:00:00Z'])
  })

  it('is a slot that was begun and put off, again', () => {
    const again = owed(
      subscription,
      delivered('2026-10-12T09:00:00Z', 'pending'),
      at('2026-10-12T09:05Z'),
      12,
    )
    expect(String(again.deliver)).toBe('2026-10-12T09:00:00Z')
  })

  it('is nothing while the outcome of a slot is unknown', () => {
    const unknown = delivered('2026-10-12T09:00:00Z', 'unknown')
    expect(owed(subscription, unknown, at('2026-10-12T09:05Z'), 12).deliver).toBeNull()
  })
})
