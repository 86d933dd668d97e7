/** Reads all pages of a list, up to a limit. */
import { isDeepStrictEqual } from 'node:util'
import { invalidRequest } from './errors.ts'
import type { Page } from './schemas.ts'

const PAGE_SIZE = 100

export interface RowBound {
  /** Maximum number of rows to read, at least 1. */
  readonly limit: number
}

export interface AllRows<Row> {
  readonly rows: readonly Row[]
  /** The service's count of all rows; `null`: it sends none. */
  readonly total: number | null
  /** Number of rows beyond the limit; 0: complete. A lower bound if there is no total. */
  readonly cut: number
}

type ReadPage<Row> = (page: { page: number; page_size: number }) => Promise<Page<Row>>

/** Reads pages, up to `limit` rows. @throws {ApiError} `invalid_request` for another limit than a number of rows */
export async function readAll<Row>(
  readPage: ReadPage<Row>,
  template: string,
  { limit }: RowBound,
): Promise<AllRows<Row>> {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw invalidRequest(template, [{ path: 'limit', msg: 'must be a whole number of at least 1' }])
  const rows: Row[] = []
  let previous: readonly Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await readPage({ page, page_size: PAGE_SIZE })
    const { total } = pagination
    // The same page twice: the service ignores the page number.
    if (data.length > 0 && isDeepStrictEqual(data, previous))
      return { rows, total, cut: Math.max(1, (total ?? 0) - rows.length) }
    const taken = data.slice(0, limit - rows.length)
    const seen = rows.length + data.length
    rows.push(...taken)
    // Without a total, at least the rest of this page is beyond the limit.
    const cut = Math.max((total ?? seen) - rows.length, data.length - taken.length)
    previous = data
    // The service may use smaller pages than requested. A page that is shorter than its page size is the last one.
    const isLast =
      total === null
        ? data.length < Math.min(PAGE_SIZE, pagination.page_size)
        : rows.length >= total || rows.length >= limit
    if (data.length === 0 || taken.length < data.length || isLast) return { rows, total, cut }
  }
}
