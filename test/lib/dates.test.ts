import { expect, it } from 'vitest'
import { dayOf } from '../../src/lib/dates.ts'

it.each([
  ['2026-11-02', '2026-11-02'],
  ['2026-11-02T23:30:00Z', '2026-11-02'],
  ['2026-11-02 23:30', '2026-11-02'],
  ['2026-02-30', null],
  ['2026-11-021', null],
  ['2 November', null],
  ['', null],
  [null, null],
])('the day of %j is %j', (date, day) => {
  expect(dayOf(date)).toBe(day)
})
