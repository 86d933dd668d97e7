import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quietUntil } from '../../src/digests/schedule/slots.ts'
import { clockTime, slotsOfAll } from './schedule/oracle.ts'
import { zones } from './schedule/zones.ts'

const at = (text: string) => Temporal.Instant.from(text)
const until = (from: string, to: string, timeZone: string, now: string) =>
  quietUntil({ from, to }, timeZone, at(now))?.toString() ?? null

describe('quiet hours', () => {
  it('last from one time to the next occurrence of the other, even past midnight', () => {
    expect(quietUntil(null, 'UTC', at('2026-11-18T23:00Z'))).toBeNull()
    const night = (now: string) => until('22:00', '07:00', 'Europe/Berlin', now)
    expect(night('2026-11-18T20:59:59Z')).toBeNull()
    expect(night('2026-11-18T21:00:00Z')).toBe('2026-11-19T06:00:00Z')
    expect(night('2026-11-19T05:59:59Z')).toBe('2026-11-19T06:00:00Z')
    expect(night('2026-11-19T06:00:00Z')).toBeNull()
    const noon = (now: string) => until('12:00', '13:30', 'Asia/Kolkata', now)
    expect(noon('2026-11-18T06:30:00Z')).toBe('2026-11-18T08:00:00Z')
    expect(noon('2026-11-18T08:00:00Z')).toBeNull()
  })

  it('start or end shortly after a skipped local time, and at the first occurrence of a repeated one', () => {
    expect(until('22:00', '02:30', 'Europe/Berlin', '2026-03-29T01:15Z')).toBe('2026-03-29T01:30:00Z')
    expect(until('22:00', '02:30', 'Europe/Berlin', '2026-10-25T00:45Z')).toBeNull()
    expect(until('02:50', '03:10', 'Europe/Berlin', '2026-03-29T01:55Z'), 'there are none').toBeNull()
    expect(until('02:30', '07:00', 'Europe/Berlin', '2026-10-25T00:30Z')).toBe('2026-10-25T06:00:00Z')
  })

  const minute = fc.integer({ min: 0, max: 1439 })
  const different = fc.tuple(minute, minute).filter(([from, to]) => from !== to)
  const moment = fc.integer({ min: Date.UTC(2012, 5, 1), max: Date.UTC(2035, 0, 1) })

  it('match a wall clock around every clock change', () => {
    fc.assert(
      fc.property(
        different,
        fc.constantFrom(...zones),
        moment,
        fc.boolean(),
        ([begin, end], timeZone, some, near) => {
          const change = Temporal.Instant.fromEpochMilliseconds(some)
            .toZonedDateTimeISO(timeZone)
            .getTimeZoneTransition('next')
          const middle = Math.floor((near ? (change?.epochMilliseconds ?? some) : some) / 60_000) * 60_000
          const [from, to] = [clockTime(begin), clockTime(end)]
          const daily = (time: string) => ({ kind: 'daily', time, timeZone }) as const
          const day = 86_400_000
          const longest = (((end - begin + 1_440) % 1_440) + 120) * 60_000
          const [begins = [], ends = []] = slotsOfAll(
            timeZone,
            [daily(from), daily(to)],
            middle - 3 * day,
            middle + 3 * day,
          )
          // On the wall: quiet after a start, until the first end after it.
          for (let now = middle - day; now < middle + day; now += 7 * 60_000) {
            const until = quietUntil({ from, to }, timeZone, Temporal.Instant.fromEpochMilliseconds(now))
            const begun = begins.findLast((one) => one <= now)
            const next = begun === undefined ? undefined : ends.find((one) => one > begun)
            // If a start is moved past its own end, there are no quiet hours, rather than a whole day of them.
            const ended = next !== undefined && next - (begun ?? 0) <= longest ? next : undefined
            expect(until?.epochMilliseconds ?? null).toBe(ended !== undefined && now < ended ? ended : null)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
