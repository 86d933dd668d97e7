import { expect, test } from 'vitest'
import { ANALYSIS, BRANDS_PATH, brandsPage, clientOf, errorOf, startService, WEEK } from './support.ts'

/** A service with so many brands, which hands out pages of at most `most` and counts them if it `counts`. */
async function brandService(amount: number, { most = 100, counts = true } = {}) {
  const names = Array.from({ length: amount }, (_unused, index) => `Brand ${index}`)
  const service = await startService(({ request, json }) => {
    if (request.path !== BRANDS_PATH) return
    const page = Number(request.query.get('page'))
    const size = Math.min(Number(request.query.get('page_size')), most)
    const answer = brandsPage(names.slice((page - 1) * size, page * size), counts ? amount : null, page)
    json({ ...answer, pagination: { ...answer.pagination, page_size: size } })
  })
  return { service, names, api: clientOf(service) }
}

const pages = [
  { amount: 0, most: 100, counts: true, calls: 1 },
  { amount: 57, most: 100, counts: true, calls: 1 },
  { amount: 100, most: 100, counts: true, calls: 1 },
  { amount: 250, most: 100, counts: true, calls: 3 },
  { amount: 57, most: 20, counts: true, calls: 3 },
  { amount: 57, most: 100, counts: false, calls: 1 },
  { amount: 200, most: 100, counts: false, calls: 3 },
  { amount: 57, most: 20, counts: false, calls: 3 },
]

test.each(pages)('all of $amount rows, pages of $most, counted: $counts', async (given) => {
  const { service, names, api } = await brandService(given.amount, given)
  const all = await api.allBrands(ANALYSIS, { ...WEEK, page: 7, page_size: 3 }, { limit: 1000 })
  expect(all.rows.map(({ brand }) => brand)).toEqual(names)
  expect(all).toMatchObject({ cut: 0, total: given.counts ? given.amount : null })
  expect(service.count(BRANDS_PATH)).toBe(given.calls)
  expect(service.received.at(-1)?.query.get('page_size')).toBe('100')
})

test.each([
  { amount: 250, limit: 120, counts: true, cut: 130, calls: 2 },
  { amount: 250, limit: 100, counts: true, cut: 150, calls: 1 },
  { amount: 250, limit: 120, counts: false, cut: 80, calls: 2 },
  { amount: 250, limit: 100, counts: false, cut: 100, calls: 2 },
  { amount: 100, limit: 100, counts: false, cut: 0, calls: 2 },
])('a bound of $limit on $amount rows (counted: $counts) says that $cut are cut', async (given) => {
  const { service, names, api } = await brandService(given.amount, given)
  const all = await api.allBrands(ANALYSIS, WEEK, { limit: given.limit })
  expect(all.rows.map(({ brand }) => brand)).toEqual(names.slice(0, given.limit))
  expect(all.cut).toBe(given.cut)
  expect(service.count(BRANDS_PATH)).toBe(given.calls)
})

test('row by row, no page is read before it is needed, and the sign stands after the loop', async () => {
  const { service, api } = await brandService(250)
  const rows = api.eachBrand(ANALYSIS, WEEK, { limit: 150 })
  let read = 0
  for await (const { brand } of rows) {
    expect(brand).toBe(`Brand ${read}`)
    read += 1
    expect(service.count(BRANDS_PATH)).toBe(read > 100 ? 2 : 1)
  }
  expect(read).toBe(150)
  expect([rows.total, rows.cut]).toEqual([250, 100])
})

test('a service that counts more than it hands out ends the reading, and the sign says so', async () => {
  const service = await startService(({ request, json }) => {
    if (request.path !== BRANDS_PATH) return
    json(brandsPage(request.query.get('page') === '1' ? ['Acme'] : [], 9))
  })
  const all = await clientOf(service).allBrands(ANALYSIS, WEEK, { limit: 1000 })
  expect(all).toMatchObject({ total: 9, cut: 8 })
  expect(service.count(BRANDS_PATH)).toBe(2)
})

test('a page that fails fails the reading', async () => {
  const service = await startService(({ request, json }) => {
    if (request.path !== BRANDS_PATH) return
    if (request.query.get('page') === '1') json(brandsPage(['Acme'], 9))
    else json({}, 403)
  })
  const reading = clientOf(service).allBrands(ANALYSIS, WEEK, { limit: 1000 })
  expect((await errorOf(reading)).code).toBe('forbidden')
})
