import { expect, test } from 'vitest'
import { opened, type Page, type Query, queryOf, type Row } from './support.ts'

type Opened = Awaited<ReturnType<typeof opened>>
const rowsOf = async ({ ask, at }: Opened, query: Query) =>
  (await ask<Page<Row>>(`${at.brands}${queryOf(query)}`)).body.data

const WEEKS_BACK = 102
const WEEKS_AHEAD = 52

async function weeks() {
  const market = await opened({ tokenLifeSeconds: 400 * 86_400 })
  const monday = Temporal.PlainDate.from('2026-06-08')
  const read = (week: number) => rowsOf(market, { date_start: monday.add({ weeks: week }).toString() })
  const all: (readonly Row[])[] = []
  for (let week = -WEEKS_BACK; week <= 0; week++) all.push(await read(week))
  market.service.clock.advance({ weeks: WEEKS_AHEAD })
  for (let week = 1; week <= WEEKS_AHEAD; week++) all.push(await read(week))
  return all
}

const ahead = (rows: readonly Row[], which: 'value' | 'prev_value') => {
  const ownScore = rows.find((row) => row.is_my_brand)?.visibility_score[which] ?? 0
  const names = rows.filter((row) => (row.visibility_score[which] ?? 0) > ownScore).map(({ brand }) => brand)
  return names.toSorted().join()
}

const change = ({ visibility_score }: Row) =>
  Math.abs((visibility_score.value ?? 0) - (visibility_score.prev_value ?? 0))

// What makes the data worth a digest: overtakes, changes, and weeks without either.
test('the own brand overtakes or is overtaken in any eight weeks, and some weeks are quiet', async () => {
  const all = await weeks()
  expect(all).toHaveLength(WEEKS_BACK + WEEKS_AHEAD + 1)
  const overtakes = all.map((rows) => ahead(rows, 'value') !== ahead(rows, 'prev_value'))
  for (let first = 0; first + 8 <= all.length; first++) {
    // Eight weeks contain seven week-to-week changes.
    expect(overtakes.slice(first + 1, first + 8), `from week ${first}`).toContain(true)
  }
  const quiet = all.filter((rows, i) => !overtakes[i] && rows.every((row) => change(row) < 1.5))
  expect(quiet.length).toBeGreaterThan(10)
  const ownChanges = all.flatMap((rows) => rows.filter((row) => row.is_my_brand).map(change))
  expect(ownChanges.filter((points) => points >= 1).length).toBeGreaterThan(20)
  expect(Math.max(...ownChanges)).toBeGreaterThan(3)
  expect(Math.max(...ownChanges)).toBeLessThanOrEqual(14)
})

test('a crowded market has the requested number of brands, and the usual ones keep their numbers', async () => {
  const [crowded, usual] = [await opened({ demoBrands: 180 }), await opened()]
  const week = { date_start: '2026-06-08', page_size: 100 }
  const many = [...(await rowsOf(crowded, week)), ...(await rowsOf(crowded, { ...week, page: 2 }))]
  expect(many).toHaveLength(180)
  expect(new Set(many.map(({ brand }) => brand)).size).toBe(180)
  expect(many.filter(({ is_my_brand }) => is_my_brand)).toHaveLength(1)
  const few = await rowsOf(usual, week)
  const names = new Set(few.map(({ brand }) => brand))
  expect(many.filter(({ brand }) => names.has(brand))).toEqual(few)
  for (const { visibility_score } of many) expect(visibility_score.value ?? 0).toBeGreaterThanOrEqual(3)
  const filters = await crowded.ask<{ readonly brands: readonly string[] }>(crowded.at.filters)
  expect(filters.body.brands).toHaveLength(180)
})
