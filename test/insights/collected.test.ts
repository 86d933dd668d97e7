import { describe, expect, it } from 'vitest'
import { collectDays } from '../../src/insights/collected.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { collectedDaily, mine, question, row, scope, service, week } from './service.ts'

/** One collect a day, newest first, up to a Saturday. */
const daily = (count: number) => collectedDaily('2026-11-21', count)

/** Days between the two ends of a list of 2,000. */
const inTheMiddle = week('2024-03-04', '2024-03-10')

async function collected(holds: Parameters<typeof service>[0]) {
  const read = await collectDays(service(holds), scope)
  if (read === null) throw new Error('no collect says its day')
  return read
}

describe('an analysis’s collects', () => {
  const countless = true
  it.each<[number, NonNullable<Parameters<typeof service>[0]['paging']>]>([
    [0, {}],
    [99, {}],
    [100, {}],
    [1_000, {}],
    [70, { atMost: 7 }],
    [10, { atMost: 100, countless }],
    [290, { atMost: 30, countless }],
    [950, { countless }],
  ])('are all read, each page once, if there are %i in pages as %j', async (count, paging) => {
    const api = service({ collects: daily(count), paging })
    expect(await collectDays(api, scope)).toMatchObject({ days: { length: count }, leftOut: 0 })
    expect(api.asked.pages.length).toBeLessThanOrEqual(10)
    expect(new Set(api.asked.pages).size).toBe(api.asked.pages.length)
  })

  it('are read from both ends of a longer list, four pages at once, with the number left out', async () => {
    const all = daily(2_000)
    for (const collects of [all, all.toReversed()]) {
      const api = service({ collects })
      const read = await collectDays(api, scope)
      expect(read).toMatchObject({ days: { length: 1_000 }, leftOut: 1_000 })
      expect(read?.days[0]).toEqual({ date: '2026-11-21', total: 100 })
      expect(api.asked.pages.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 16, 17, 18, 19, 20])
      expect(api.asked.atOnce).toBeLessThanOrEqual(4)
    }
  })

  it('are known to be incomplete if a long list has no length', async () => {
    const cut = await collected({ collects: daily(2_000), paging: { countless } })
    expect([cut.days.length, cut.leftOut]).toEqual([1_000, 1])
  })

  it('are read from real pages even if the service reports a page size of zero', async () => {
    const api = service({ collects: daily(2), paging: { atMost: 0 } })
    await collectDays(api, scope)
    expect(api.asked.pages).toEqual([1, 2])
  })

  it('count once if the service returns the same page again and again', async () => {
    const api = service({ collects: daily(20) })
    const stuck: Pick<typeof api, 'collects'> = {
      collects: async (...asked) => {
        const page = await api.collects(...asked)
        const first = await api.collects(scope, { page: 1, page_size: 20 })
        return { data: first.data, pagination: { ...page.pagination, page: 1, page_size: 20, total: 731 } }
      },
    }
    expect((await collectDays(stuck, scope))?.leftOut).toBe(711)
  })
})

describe('a period without a collect', () => {
  it('is not called unmeasured if collects were not read: its zeros are shown', async () => {
    const zeros = () => [row('Own', [0, 0], [0, 0], mine), row('Acme', [0, 0], [0, 0])]
    const asked = { ...question, period: inTheMiddle }
    const long = await visibilityReport(service({ brands: zeros, collects: daily(2_000) }), asked)
    expect(long).toMatchObject({ period: inTheMiddle, requestedPeriod: null, headline: { kind: 'quiet' } })
    expect(long.collect).toBeNull()
    const short = await visibilityReport(service({ brands: zeros, collects: daily(500) }), asked)
    expect(short.requestedPeriod).toEqual(inTheMiddle)
  })

  it('has data if a brand was mentioned: there were answers, whatever the list of collects says', async () => {
    const mentioned = () => [row('Own', [0, 0], [0, 0], mine), row('Acme', [0, 0], [3, 0])]
    const asked = { ...question, period: inTheMiddle }
    const report = await visibilityReport(service({ brands: mentioned, collects: daily(500) }), asked)
    expect(report).toMatchObject({ period: inTheMiddle, requestedPeriod: null })
  })
})
