import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFreeText } from '../../src/commands/free-text/index.ts'
import { commands } from '../../src/commands/index.ts'
import type { Question } from '../../src/model/question.ts'
import { readPeriod } from '../../src/questions/period.ts'
import { pairs } from '../pairs.ts'
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
  it.each(pairs(import.meta.dirname, 'periods.txt'))('%s', (period, days) => {
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
