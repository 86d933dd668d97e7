import { expect, test } from 'vitest'
import type { AllRows, AnalyticsApi } from '../../src/api/index.ts'
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

/** A paged list, with functions to read its rows' names. */
interface Paged {
  readonly path: string
  readonly pageOf: (names: readonly string[], total: number | null, page: number) => object
  readonly all: (api: AnalyticsApi, limit: number) => Promise<AllRows<unknown>>
  readonly nameOf: (row: unknown) => string
}

const field = (name: string) => (row: unknown) => String(Reflect.get(row as object, name))

const LISTS: readonly (Paged & { readonly list: string })[] = [
  {
    list: 'brands',
    path: BRANDS_PATH,
    pageOf: brandsPage,
    all: (api, limit) => api.allBrands(ANALYSIS, { ...WEEK, page: 7, page_size: 3 }, limit),
    nameOf: field('brand'),
  },
]

/** Each case with each list. */
const ofBoth = <Case extends object>(cases: readonly Case[]) =>
  LISTS.flatMap((list) => cases.map((one) => ({ ...list, ...one })))

/** A service with this many rows, in pages of at most `most`. It reports the total if `counts`. */
async function pagedService({ path, pageOf }: Paged, amount: number, { most = 100, counts = true } = {}) {
  const names = Array.from({ length: amount }, (_unused, index) => `Row ${index}`)
  const service = await startService(({ request, json }) => {
    if (request.path !== path) return
    const page = Number(request.query.get('page'))
    const size = Math.min(Number(request.query.get('page_size')), most)
    const pagination = { page, page_size: size, total: counts ? amount : null }
    json({ ...pageOf(names.slice((page - 1) * size, page * size), amount, page), pagination })
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

test.each(ofBoth(pages))('all of $amount $list, pages of $most, counted: $counts', async (given) => {
  const { service, names, api } = await pagedService(given, given.amount, given)
  const all = await given.all(api, 1000)
  expect(all.rows.map(given.nameOf)).toEqual(names)
  expect(all).toMatchObject({ cut: 0, total: given.counts ? given.amount : null })
  expect(service.count(given.path)).toBe(given.calls)
  expect(service.received.at(-1)?.query.get('page_size')).toBe('100')
})

const bounds = [
  { amount: 250, limit: 120, counts: true, cut: 130, calls: 2 },
  { amount: 250, limit: 100, counts: true, cut: 150, calls: 1 },
  { amount: 250, limit: 120, counts: false, cut: 80, calls: 2 },
  { amount: 250, limit: 100, counts: false, cut: 100, calls: 2 },
  { amount: 100, limit: 100, counts: false, cut: 0, calls: 2 },
]

test.each(ofBoth(bounds))(
  'a limit of $limit on $amount $list (counted: $counts) says that $cut are cut',
  async (given) => {
    const { service, names, api } = await pagedService(given, given.amount, given)
    const all = await given.all(api, given.limit)
    expect(all.rows.map(given.nameOf)).toEqual(names.slice(0, given.limit))
    expect(all.cut).toBe(given.cut)
    expect(service.count(given.path)).toBe(given.calls)
  },
)

/** A service with these pages of the list; further pages repeat the last one. */
function answering({ path, pageOf }: Paged, ...answers: readonly (readonly string[])[]) {
  return (total: number | null): Promise<Service> =>
    startService(({ request, json }) => {
      if (request.path !== path) return
      const page = Number(request.query.get('page'))
      json(pageOf(answers[page - 1] ?? answers.at(-1) ?? [], total, page))
    })
}

test.each(LISTS)('a service that counts more $list than it returns ends the reading', async (list) => {
  const service = await answering(list, ['Acme'], [])(9)
  expect(await list.all(clientOf(service), 1000)).toMatchObject({ total: 9, cut: 8 })
  expect(service.count(list.path)).toBe(2)
})

const full = Array.from({ length: 100 }, (_unused, index) => `Row ${index}`)
const stuck = [
  { total: 731, cut: 631 },
  { total: null, cut: 1 },
]

test.each(ofBoth(stuck))(
  'a service that repeats a page of $list ($total) ends the reading, and $cut are known to be cut',
  async (given) => {
    const service = await answering(given, full)(given.total)
    const all = await given.all(clientOf(service), 1000)
    expect(all.rows.map(given.nameOf)).toEqual(full)
    expect(all.cut).toBe(given.cut)
    expect(service.count(given.path)).toBe(2)
  },
)

test.each(LISTS)('a page of $list that fails makes the reading fail', async ({ path, pageOf, all }) => {
  const service = await startService(({ request, json }) => {
    if (request.path !== path) return
    if (request.query.get('page') === '1') json(pageOf(['Acme'], 9, 1))
    else json({}, 403)
  })
  expect((await errorOf(all(clientOf(service), 1000))).code).toBe('forbidden')
})
