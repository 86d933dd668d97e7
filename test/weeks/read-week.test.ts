import { expect, it } from 'vitest'
import { noFilters } from '../../src/model/question.ts'
import { readWeek } from '../../src/weeks/weeks.ts'
import { Chance } from '../chance.ts'
import { mine, row, scope, service } from '../insights/service.ts'

it('A week of a large market takes at most 10 KB: the best brands and the nearest ones, with all digits', async () => {
  const chance = new Chance(7)
  const digits = (least: number, most: number) => least + (most - least) * chance.next()
  const rows = () =>
    Array.from({ length: 200 }, (_, index) => {
      const metric = (value: number, unit: string) => ({ value, prev_value: null, unit })
      return row(`Brand ${index}`, [digits(0.1, 0.4) + (200 - index) / 3], [9], {
        presence_rate: metric(digits(10, 60), '%'),
        presence_rate_total: metric(12_345, ''),
        ...(index === 120 ? mine : {}),
      })
    })
  const days = ['09', '10', '11', '12', '13', '14', '15']
  const api = service({
    brands: rows,
    collects: days.map((day) => ({ date: `2026-11-${day}`, total: 900 })),
    engines: Array.from({ length: 10 }, (_, index) => `An engine ${index}`),
  })
  const week = await readWeek(api, { scope, filters: noFilters }, '2026-11-09')
  expect(Object.keys(week.engines)).toHaveLength(10)
  expect(JSON.stringify(week).length).toBeLessThanOrEqual(10 * 1_024)
  const kept = week.brands.map(({ name }) => Number(name.split(' ').at(-1)))
  expect(kept).toHaveLength(18)
  expect(kept.slice(0, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(Math.max(...kept.slice(12).map((index) => Math.abs(index - 120)))).toBeLessThanOrEqual(6)
  expect(week.brandsLeftOut).toBe(182)
})
