import { expect, test } from 'vitest'
import {
  ANALYSIS,
  BRANDS_PATH,
  brandsPage,
  clientOf,
  errorOf,
  type Service,
  startService,
  WEEK,
} from './support.ts'

const allBrands = (service: Service, limit = 1_000) =>
  clientOf(service).allBrands(ANALYSIS, { ...WEEK, page: 7, page_size: 3 }, limit)

/** A service with this many brands, in pages of at most `most`. It reports the total if `counts`. */
async function pagedService(amount: number, { most = 100, counts = true } = {}) {
  const names = Array.from({ length: amount }, (_unused, index) => `Brand ${index}`)
  const service = await startService(({ request, json }) => {
    if (request.path !== BRANDS_PATH) return
    const page = Number(request.query.get('page'))
    const size = Math.min(Number(request.query.get('page_size')), most)
    const pagination = { page, page_size: size, total: counts ? amount : null }
    json({ ...brandsPage(names.slice((page - 1) * size, page * size), amount, page), pagination })
  })
  return { service, names }
}

test.each([
  { amount: 0, most: 100, counts: true, calls: 1 },
  { amount: 57, most: 100, counts: true, calls: 1 },
  { amount: 100, most: 100, counts: true, calls: 1 },
  { amount: 250, most: 100, counts: true, calls: 3 },
  { amount: 57, most: 20, counts: true, calls: 3 },
  { amount: 57, most: 100, counts: false, calls: 1 },
  { amount: 200, most: 100, counts: false, calls: 3 },
  { amount: 57, most: 20, counts: false, calls: 3 },
])('all of $amount brands, pages of $most, counted: $counts', async (given) => {
  const { service, names } = await pagedService(given.amount, given)
  const all = await allBrands(service)
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
])('a limit of $limit on $amount brands (counted: $counts) says that $cut are cut', async (given) => {
  const { service, names } = await pagedService(given.amount, given)
  const all = await allBrands(service, given.limit)
  expect(all.rows.map(({ brand }) => brand)).toEqual(names.slice(0, given.limit))
  expect(all.cut).toBe(given.cut)
  expect(service.count(BRANDS_PATH)).toBe(given.calls)
})

/** A service with these pages of brands; further pages repeat the last one. */
const answering = (total: number | null, ...answers: readonly (readonly string[])[]) =>
  startService(({ request, json }) => {
    if (request.path !== BRANDS_PATH) return
    const page = Number(request.query.get('page'))
    json(brandsPage(answers[page - 1] ?? answers.at(-1) ?? [], total, page))
  })

test('a service that counts more brands than it returns ends the reading', async () => {
  const service = await answering(9, ['Acme'], [])
  expect(await allBrands(service)).toMatchObject({ total: 9, cut: 8 })
  expect(service.count(BRANDS_PATH)).toBe(2)
})

test.each([
  { total: 731, cut: 631 },
  { total: null, cut: 1 },
])('a service that repeats a page ($total) ends the reading, and $cut are known to be cut', async (given) => {
  const full = Array.from({ length: 100 }, (_unused, index) => `Brand ${index}`)
  const service = await answering(given.total, full)
  const all = await allBrands(service)
  expect(all.rows.map(({ brand }) => brand)).toEqual(full)
  expect(all.cut).toBe(given.cut)
  expect(service.count(BRANDS_PATH)).toBe(2)
})

test('a page that fails makes the reading fail', async () => {
  const service = await startService(({ request, json }) => {
    if (request.path !== BRANDS_PATH) return
    if (request.query.get('page') === '1') json(brandsPage(['Acme'], 9, 1))
    else json({}, 403)
  })
  expect((await errorOf(allBrands(service))).code).toBe('forbidden')
})
