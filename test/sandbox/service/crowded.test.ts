import { expect, test } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { type Page, paths, queryOf, type Row, send, started, tokenFor } from './support.ts'

const week = { date_start: '2026-06-08', page_size: 100 }

async function rowsOf(service: AnalyticsService, pages: number): Promise<Row[]> {
  const token = await tokenFor(service, service.keys.workspace)
  const rows: Row[] = []
  for (let page = 1; page <= pages; page += 1) {
    const { body } = await send<Page<Row>>(`${paths(service).brands}${queryOf({ ...week, page })}`, { token })
    rows.push(...body.data)
  }
  return rows
}

test('a crowded market has the requested number of brands, and the usual ones keep their numbers', async () => {
  const [crowded, usual] = [await started({ demoBrands: 180 }), await started()]
  const [many, few] = [await rowsOf(crowded, 2), await rowsOf(usual, 1)]
  expect(many).toHaveLength(180)
  expect(new Set(many.map(({ brand }) => brand)).size).toBe(180)
  expect(many.filter(({ is_my_brand }) => is_my_brand)).toHaveLength(1)
  const names = new Set(few.map(({ brand }) => brand))
  expect(many.filter(({ brand }) => names.has(brand))).toEqual(few)
  for (const { visibility_score } of many) expect(visibility_score.value ?? 0).toBeGreaterThanOrEqual(3)

  const token = await tokenFor(crowded, crowded.keys.workspace)
  const filters = await send<{ readonly brands: readonly string[] }>(paths(crowded).filters, { token })
  expect(filters.body.brands).toHaveLength(180)
})
