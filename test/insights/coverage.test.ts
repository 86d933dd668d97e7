import { describe, expect, it } from 'vitest'
import { gapSentence } from '../../src/blocks/kit/change-copy.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { headlineRemarks } from '../../src/blocks/visibility/visibility.ts'
import { coverageOf } from '../../src/insights/collected.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { previous } from '../../src/model/question.ts'
import type { ReportPeriod } from '../../src/model/reports.ts'
import {
  answers,
  collectedDaily,
  enginesOf,
  lastWeek,
  mine,
  question,
  row,
  service,
  unavailable,
} from './service.ts'

/** The days of ten weeks up to Sunday, 15 November 2026, newest first. */
const allDays = collectedDaily('2026-11-15', 70).map(({ date }) => date)
const collectsOn = (dates: readonly string[], total = 477) => dates.map((date) => ({ date, total }))
const except = (...missing: string[]) => allDays.filter((date) => !missing.includes(date))
const onWeekdays = (...wanted: number[]) =>
  allDays.filter((date) => wanted.includes(Temporal.PlainDate.from(date).dayOfWeek))

const workdays = onWeekdays(1, 2, 3, 4, 5)
const unknown: { now: number | null; before: number | null } = { now: null, before: null }
const collected = (dates: readonly string[], leftOut = 0) => ({ days: collectsOn(dates), leftOut })
const says = (period: ReportPeriod, sample: typeof unknown, days: ReturnType<typeof collected> | null) =>
  gapSentence({
    period,
    comparedWith: period.soFar === undefined ? previous(period) : null,
    coverage: coverageOf(period, sample, days, true),
  })
const gapOf = (dates: readonly string[], sample = unknown) => says(lastWeek, sample, collected(dates))

describe('a gap in the data', () => {
  it('means fewer days than usual, with the answers if known', () => {
    expect(gapOf(allDays)).toBeNull()
    expect(gapOf(except('2026-11-11'))).toBe('Only 6 of 7 days were collected.')
    expect(gapOf(except('2026-11-11', '2026-11-12'), { now: 2380, before: 3339 })).toBe(
      'Only 5 of 7 days were collected: 2,380 answers against 3,339.',
    )
  })

  it('may be in the days before, which makes their figures unusable for comparison', () => {
    expect(gapOf(except('2026-11-04', '2026-11-05'), { now: 3339, before: 2380 })).toBe(
      'Only 5 of 7 days were collected for 2–8 Nov: 2,380 answers against 3,339 now.',
    )
  })

  it('means far fewer answers even if the collects say nothing', () => {
    const sentence = (now: number, before: number) => says(lastWeek, { now, before }, null)
    expect(sentence(840, 1000)).toBe('Only 840 answers, against 1,000 before.')
    expect(sentence(860, 1000)).toBeNull()
    expect(sentence(1000, 840)).toBe('Only 840 answers for 2–8 Nov, against 1,000 now.')
  })

  it.each([
    ['a collect a week', onWeekdays(1), onWeekdays(1).slice(1)],
    ['none at the weekend', workdays, workdays.filter((date) => date !== '2026-11-11')],
    ['every other day', allDays.filter((_, index) => index % 2 === 0), onWeekdays(1, 3, 5, 7).slice(2)],
  ])('is judged by what is usual: %s', (_, usual, missing) => {
    expect(gapOf(usual)).toBeNull()
    expect(gapOf(missing)).toMatch(/^(?:Only \d of the usual \d days (?:was|were)|Nothing was) collected\.$/)
  })

  it('is nothing at all on a day', () => {
    const period: ReportPeriod = { ...lastWeek, unit: 'day', start: '2026-11-12', end: '2026-11-12' }
    expect(says(period, { now: 477, before: 0 }, collected(except('2026-11-11')))).toBe(
      'Nothing was collected for 11 Nov: 0 answers against 477 now.',
    )
  })

  it('is not just a shorter month', () => {
    const february: ReportPeriod = { ...lastWeek, unit: 'month', start: '2026-02-01', end: '2026-02-28' }
    const dates = collectedDaily('2026-02-28', 300).map(({ date }) => date)
    expect(coverageOf(february, unknown, collected(dates), true).gap).toBeNull()
    expect(coverageOf(february, unknown, collected(dates.slice(1)), true).gap).toMatchObject({ side: 'now' })
  })

  it('in a running week is looked for only in the days that have begun', () => {
    const running: ReportPeriod = { ...lastWeek, soFar: '2026-11-11' }
    const until = allDays.filter((date) => date <= '2026-11-11')
    const whole = coverageOf(running, unknown, collected(until), true)
    expect(whole).toMatchObject({ now: { days: 3, collected: 3 }, before: { days: 3 }, gap: null })
    expect(says(running, unknown, collected(until.slice(2)))).toBe('Only 1 of 3 days was collected.')
  })

  it('is not claimed if not all collects were read, nor in the very first week', () => {
    const { gap, now } = coverageOf(lastWeek, unknown, collected(except('2026-11-11'), 40), true)
    expect([gap, now.collected]).toEqual([null, null])
    expect(coverageOf(lastWeek, unknown, collected(allDays.slice(0, 4)), true).gap).toBeNull()
  })

  it('counts the collects’ answers if there are no filters and the rows have none', () => {
    const dates = except('2026-11-11', '2026-11-12')
    expect(coverageOf(lastWeek, unknown, collected(dates), false)).toMatchObject({
      now: { answers: 5 * 477 },
      before: { answers: 7 * 477 },
    })
    expect(coverageOf(lastWeek, unknown, collected(dates), true).now.answers).toBeNull()
  })
})

describe('a report of a week with a gap', () => {
  const sample = answers(2380, 3339)
  const rows = [
    row('Acme', [50, 30], [50, 50], sample),
    row('Own', [40, 60], [30, 45], { ...mine, ...sample }),
  ]
  const api = service({ brands: () => rows, collects: collectsOn(except('2026-11-11', '2026-11-12')) })

  it('says so first, reports no change, and marks none', async () => {
    const report = await visibilityReport(api, question)
    expect(headlineSentence(report)).toBe(
      'Only 5 of 7 days were collected: 2,380 answers against 3,339. Own is 2nd of 2 with 40.0% visibility. That’s too little data to compare with 2–8 Nov.',
    )
    expect(report.standings.map(({ visibility }) => visibility.isNews)).toEqual([false, false])
    expect(headlineRemarks(report).join()).not.toContain('collected')
  })

  it('says so below a headline that is not a change', async () => {
    const unmarked = service({
      brands: () => rows.map((one) => ({ ...one, is_my_brand: false })),
      collects: collectsOn(except('2026-11-11', '2026-11-12')),
    })
    const report = await visibilityReport(unmarked, question)
    expect(report.headline.kind).toBe('no_own_brand')
    expect(headlineRemarks(report)[0]).toContain('Only 5 of 7 days were collected')
  })

  it('says so for engines, by the answers of all of them together', async () => {
    const { coverage } = await enginesOf(api, ['ChatGPT', 'Gemini'])
    expect(coverage).toMatchObject({
      now: { collected: 5, answers: 4760 },
      before: { collected: 7, answers: 6678 },
      gap: { side: 'now', by: 'days' },
    })
  })
})

it('a first measurement is called that only if the collects show that nothing was measured before', async () => {
  const rows = [row('Own', [40], [30], mine), row('Acme', [50], [50])]
  const kindAfter = async (collects: { date: string; total: number }[] | Error) =>
    (await visibilityReport(service({ brands: () => rows, collects }), question)).headline.kind
  expect(await kindAfter(collectsOn(['2026-11-14', '2026-11-10']))).toBe('first_period')
  expect(await kindAfter(collectsOn(['2026-11-14', '2026-10-01']))).toBe('not_compared')
  expect(await kindAfter(unavailable)).toBe('not_compared')
})
