import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFreeText } from '../../src/commands/free-text/index.ts'
import { commands } from '../../src/commands/index.ts'
import type { Question } from '../../src/model/question.ts'
import { readPeriod } from '../../src/questions/period.ts'
import '../properties/seed.ts'

/** A Wednesday. */
const today = Temporal.PlainDate.from('2026-11-18')
const now = today.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant()
const vocabulary = { engines: ['ChatGPT'], brands: ['Contoso'], subreddits: [] }

const daysOf = (when: string, unit: Question['unit'] = null, at = now) => {
  const reading = readPeriod(when, unit, at, 'UTC')
  return reading.ok ? `${reading.period.start}..${reading.period.end}` : reading.problem
}

/** The days of a question about visibility; `null`: it is none. */
function daysAsked(text: string | null): string | null {
  const meaning = text === null ? null : commands.meaning(text)
  if (meaning?.verb !== 'visibility') return null
  const { when, unit } = meaning.args as Question
  return daysOf(when ?? '', unit)
}

/** What the doors make of a period: alone, as a command's argument, and in a sentence. */
function doors(period: string) {
  const sentence = readFreeText(`how did we do ${period}?`, vocabulary, today)
  return {
    alone: daysOf(period),
    argument: daysAsked(`visibility ${period}`),
    sentence: daysAsked(sentence.kind === 'certain' ? sentence.text : null),
  }
}

const same = (days: string) => ({ alone: days, argument: days, sentence: days })

describe('a period means the same alone, as an argument and in a sentence', () => {
  it.each([
    ['yesterday', '2026-11-17..2026-11-17'],
    ['day before yesterday', '2026-11-16..2026-11-16'],
    ['past week', '2026-11-09..2026-11-15'],
    ['last quarter', '2026-07-01..2026-09-30'],
    ['2 quarters ago', '2026-04-01..2026-06-30'],
    ['this quarter', '2026-10-01..2026-11-18'],
    ['last weekend', '2026-11-14..2026-11-15'],
    ['past two weeks', '2026-11-04..2026-11-17'],
    ['30 days', '2026-10-19..2026-11-17'],
    ['last 12 months', '2025-11-18..2026-11-17'],
    ['two weeks ago', '2026-11-02..2026-11-08'],
    ['month before last', '2026-09-01..2026-09-30'],
    ['december', '2025-12-01..2025-12-31'],
    ['october last year', '2025-10-01..2025-10-31'],
    ['5 october', '2026-10-05..2026-10-05'],
    ['october 5th 2025', '2025-10-05..2025-10-05'],
    ['october 5-18', '2026-10-05..2026-10-18'],
    ['oct 5 to oct 18', '2026-10-05..2026-10-18'],
    ['between 5 and 18 october', '2026-10-05..2026-10-18'],
    ['2026-10-05..2026-10-18', '2026-10-05..2026-10-18'],
    ['2026-09 until yesterday', '2026-09-01..2026-11-17'],
    ['since october', '2026-10-01..2026-11-18'],
    ['since last month', '2026-10-01..2026-11-18'],
    ['since last week', '2026-11-09..2026-11-15'],
    ['week of nov 9', '2026-11-09..2026-11-15'],
    ['week 2026-10-07', '2026-10-05..2026-10-11'],
    ['2026-w41', '2026-10-05..2026-10-11'],
    ['week 41', '2026-10-05..2026-10-11'],
    ['q3', '2026-07-01..2026-09-30'],
    ['q4 last year', '2025-10-01..2025-12-31'],
    ['h1 2026', '2026-01-01..2026-06-30'],
    ['first half of october', '2026-10-01..2026-10-15'],
    ['second half of november', '2026-11-16..2026-11-18'],
    ['first half of last year', '2025-01-01..2025-06-30'],
    ['first half of last week', '2026-11-09..2026-11-11'],
    ['second half of q3', '2026-08-16..2026-09-30'],
    ['year to date', '2026-01-01..2026-12-31'],
    ['mtd', '2026-11-01..2026-11-30'],
    ['this year so far', '2026-01-01..2026-12-31'],
    ['last monday to last friday', '2026-11-09..2026-11-13'],
  ])('%s', (period, days) => {
    expect(doors(period)).toEqual(same(days))
  })

  it.each(['monday', 'early october', 'last few weeks', 'next month', 'next friday', 'tomorrow'])(
    'but “%s” may mean something else, so as an argument it is read as a sentence is',
    (period) => {
      expect(doors(period)).toMatchObject({ argument: null })
    },
  )

  it('“this weekend” begins on its Saturday', () => {
    expect(daysOf('this weekend', null, now.add({ hours: 72 }))).toBe('2026-11-21..2026-11-21')
  })

  it.each(['next friday', 'next month', 'tomorrow', 'this weekend', 'december this year'])(
    '%s has no figures: neither alone nor in a sentence',
    (period) => {
      expect(doors(period)).toMatchObject({ alone: expect.stringContaining('in the future'), sentence: null })
    },
  )

  const month = fc.constantFrom('january', 'feb', 'march', 'apr', 'may', 'june', 'sept', 'october', 'dec')
  const count = fc.integer({ min: 2, max: 90 })
  const unit = fc.constantFrom('day', 'week', 'month', 'quarter', 'year')
  const words = (...parts: readonly fc.Arbitrary<string | number>[]) =>
    fc.tuple(...parts).map((some) => some.join(' '))
  const day = fc.integer({ min: 0, max: 1_000 }).map((ago) => today.subtract({ days: ago }).toString())
  const single = fc.oneof(
    fc.constantFrom('today', 'yesterday', 'ytd', 'q1', 'q2 2025', 'second quarter', 'h2 2025', 'week 7 2026'),
    words(fc.constantFrom('last', 'previous', 'past', 'this', 'current'), unit),
    words(fc.constantFrom('last', 'past'), count, fc.constantFrom('days', 'weeks')).filter(
      (text) => !/[2-9]\d weeks/u.test(text) || Number(/\d+/u.exec(text)?.[0]) < 90,
    ),
    words(
      fc.integer({ min: 2, max: 9 }),
      fc.constantFrom('days', 'weeks', 'months', 'years'),
      fc.constant('ago'),
    ),
    month,
    words(month, fc.constantFrom('2024', '2025', 'last year')),
    words(month, fc.integer({ min: 1, max: 28 })),
    words(fc.integer({ min: 1, max: 28 }), month, fc.constantFrom('2024', '2025')),
    day,
    day.map((one) => one.slice(0, 7)),
    day.map((one) => one.slice(0, 4)),
    words(fc.constantFrom('week', 'month'), day),
    words(fc.constant('week of'), day),
  )
  const range = fc.oneof(
    words(single, fc.constantFrom('to', 'until', 'through'), single),
    words(fc.constant('since'), single),
    fc.tuple(day, day).map(([from, to]) => [from, to].toSorted().join('..')),
  )

  it('in any combination', () => {
    fc.assert(
      fc.property(fc.oneof(single, range), (period) => {
        const days = daysOf(period)
        fc.pre(/^[\d.-]+$/u.test(days))
        // In a sentence, a range such as “2026 to ytd” ends today.
        fc.pre(!/ (?:to|until|through) /u.test(period) || days.slice(-10) <= today.toString())
        expect(doors(`in ${period}`).sentence, period).toBe(days)
        expect(doors(period).argument, period).toBe(days)
      }),
      { numRuns: 300 },
    )
  })
})
