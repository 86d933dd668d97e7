import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/api/index.ts'
import { trendReport, withTrendHeadline } from '../../src/insights/trend-report.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { lastWeek, mine, row, scope, service, week } from './service.ts'

const at = (instant: string): Clock => ({
  now: () => Temporal.Instant.from(instant),
  sleep: () => new Promise(() => {}),
})
const now = at('2026-11-16T09:00:00Z')
const newest = Temporal.PlainDate.from(lastWeek.start)
const question = { scope, period: lastWeek, engines: ['ChatGPT'], brands: [] }
const ago = (monday: string) => Temporal.PlainDate.from(monday).until(newest).days / 7

/** The own brand's score this many weeks ago: a level, and a slide over the last eight weeks. */
const slide = (weeks: number) => 40 + Math.min(8, weeks)
const answers = 1650

/** A market in which the own brand has these scores and the rivals don't move. */
const market = (
  own: (weeks: number) => number | null,
  sample: (weeks: number) => number = () => answers,
  collects: readonly { readonly date: string; readonly total: number }[] = [],
) =>
  service({
    collects,
    brands: ({ date_start, brands }) => {
      const weeks = ago(date_start)
      const counted = {
        presence_rate_total: { value: sample(weeks), prev_value: sample(weeks + 1), unit: '' },
      }
      const all = [
        row('Leader', [90, 90], [10, 10], counted),
        row('Near', [43, 43], [10, 10], counted),
        row('Nearest', [41, 41], [10, 10], counted),
        row('Own', [own(weeks), own(weeks + 1)], [10, 10], { ...counted, ...mine }),
        row('Far', [10, 10], [10, 10], counted),
      ]
      return all.filter(({ brand }) => !brands?.length || brands.includes(brand))
    },
  })

const read = async (api: ReturnType<typeof service>, clock = now, more: object = {}) => {
  const report = await visibilityReport(api, { ...question, ...more })
  return { report, trend: await trendReport(api, scope, report, clock) }
}

describe('the weeks up to a report', () => {
  it('are read for the own brand and its two nearest rivals, two weeks per request', async () => {
    const api = market(slide)
    const { trend } = await read(api)
    expect(trend).toMatchObject({ ownBrand: 'Own', rivals: ['Nearest', 'Near'], unit: '%', leftOut: [] })
    expect(trend?.weeks).toHaveLength(16)
    expect(trend?.weeks.map(({ score }) => score).slice(-10)).toEqual([
      48, 48, 47, 46, 45, 44, 43, 42, 41, 40,
    ])
    expect(trend?.weeks.at(-1)).toEqual({ start: '2026-11-09', score: 40, answers, rivals: [41, 43] })
    expect(trend?.finding).toMatchObject({
      direction: 'down',
      since: '2026-09-14',
      from: 48,
      to: 40,
      moved: 8,
      of: 8,
    })
    const past = api.asked.brands.slice(1)
    expect(past.map(({ date_start }) => ago(date_start))).toEqual([2, 4, 6, 8, 10, 12, 14])
    for (const query of past)
      expect(query).toMatchObject({
        period: 'week',
        sources: ['ChatGPT'],
        brands: ['Own', 'Nearest', 'Near'],
      })
  })

  it('are requested once for everybody who needs the same report', async () => {
    const api = market(slide)
    const report = await visibilityReport(api, question)
    const all = await Promise.all(Array.from({ length: 1_000 }, () => trendReport(api, scope, report, now)))
    expect(new Set(all).size).toBe(1)
    expect(api.asked.brands).toHaveLength(8)
  })

  it('take at most twelve requests, and few at once', async () => {
    const api = market(slide)
    await read(api)
    expect(api.asked.brands.length).toBeLessThanOrEqual(12)
    expect(api.asked.atOnce).toBeLessThanOrEqual(4)
  })

  it('are omitted without data or with far fewer answers, and are never zero', async () => {
    const gaps = market(
      (weeks) => (weeks === 3 ? null : slide(weeks)),
      (weeks) => (weeks === 5 ? 0 : weeks === 7 ? 400 : answers),
    )
    const { trend } = await read(gaps)
    expect(trend?.leftOut).toEqual(['2026-09-21', '2026-10-05', '2026-10-19'])
    expect(trend?.weeks.map(({ score }) => score).slice(-6)).toEqual([48, 46, 44, 42, 41, 40])
    expect(trend?.finding).toMatchObject({ direction: 'down', since: '2026-09-14' })
  })

  it('show no trend if the report’s own week has far fewer answers', async () => {
    const { trend } = await read(market(slide, (weeks) => (weeks === 0 ? 300 : answers)))
    expect(trend?.weeks).toHaveLength(15)
    expect(trend).toMatchObject({ finding: null, extreme: null, leftOut: [lastWeek.start] })
  })

  it('show no trend if days of the report’s own week are missing', async () => {
    const days = Array.from({ length: 70 }, (_, index) => newest.add({ days: 6 - index }).toString())
    const daily = days.map((date) => ({ date, total: 200 }))
    const { finding } = (await read(market(slide, () => answers, daily))).trend ?? {}
    expect(finding).not.toBeNull()
    const { trend } = await read(market(slide, () => answers, daily.toSpliced(2, 3)))
    expect(trend?.weeks).toHaveLength(16)
    expect(trend).toMatchObject({ finding: null, extreme: null })
  })

  it('are missing if fewer than six can be compared', async () => {
    expect((await read(market((weeks) => (weeks < 5 ? slide(weeks) : null)))).trend).toBeNull()
    expect((await read(market((weeks) => (weeks < 6 ? slide(weeks) : null)))).trend?.weeks).toHaveLength(6)
  })

  it('are missing before a running week, for other periods, and without an own brand', async () => {
    const api = market(slide)
    expect((await read(api, at('2026-11-15T22:59:59Z'))).trend).toBeNull()
    expect((await read(api, now, { period: { ...lastWeek, unit: 'month' } })).trend).toBeNull()
    expect((await read(api, now, { period: week('2026-11-09', '2026-11-14') })).trend).toBeNull()
    const nobody = service({ brands: () => [row('Near', [43, 43])] })
    expect((await read(nobody)).trend).toBeNull()
  })

  it('don’t delay the report if they take too long', async () => {
    const api = market(slide)
    const report = await visibilityReport(api, question)
    Object.assign(api, { allBrands: () => new Promise(() => {}) })
    const slow = { ...now, sleep: async () => {} }
    expect(await trendReport(api, scope, report, slow)).toBeNull()
  })

  it('don’t fail the report if they can’t be read, and are requested again', async () => {
    const api = market(slide)
    const { allBrands } = api
    const report = await visibilityReport(api, question)
    const failed = new ApiError({ code: 'timeout', message: '', userMessage: '', retryable: true })
    Object.assign(api, { allBrands: () => Promise.reject(failed) })
    expect(await trendReport(api, scope, report, now)).toBeNull()
    Object.assign(api, { allBrands })
    expect((await trendReport(api, scope, report, now))?.finding).not.toBeNull()
  })
})

describe('the headline', () => {
  it('is the trend only if the own brand has no news that week', async () => {
    const { report, trend } = await read(market(slide), now)
    const finding = trend?.finding ?? null
    expect(report.headline.kind).toBe('quiet')
    expect(withTrendHeadline(report, finding).headline).toEqual({
      kind: 'trend',
      own: report.own,
      trend: finding,
    })
    expect(withTrendHeadline(report, null)).toBe(report)
    const { own } = report
    if (own === null) throw new Error('no own brand')
    const why = { of: own, splits: [], unsplit: [] }
    const rival = { ...report, headline: { kind: 'rival_change', own, rival: own } as const, why }
    expect(withTrendHeadline(rival, finding), 'nor the rival’s reasons').not.toHaveProperty('why')
    const moved = { ...report, headline: { kind: 'own_change', own } as const }
    expect(withTrendHeadline(moved, finding)).toBe(moved)
  })
})
