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

/** An async iterable of rows; each loop reads all pages again. `cut` and `total` as in `AllRows`, after the loop. */
export class Rows<Row> implements AsyncIterable<Row> {
  readonly #readPage: ReadPage<Row>
  readonly #template: string
  readonly #limit: number
  #total: number | null = null
  #cut = 0

  constructor(readPage: ReadPage<Row>, template: string, limit: number) {
    this.#readPage = readPage
    this.#template = template
    this.#limit = limit
  }

  get total(): number | null {
    return this.#total
  }

  get cut(): number {
    return this.#cut
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    const limit = this.#limit
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw invalidRequest(this.#template, [{ path: 'limit', msg: 'must be a whole number of at least 1' }])
    }
    let read = 0
    let previous: readonly Row[] = []
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await this.#readPage({ page, page_size: PAGE_SIZE })
      this.#total = pagination.total
      // The same page twice: the service ignores the page number.
      if (data.length > 0 && isDeepStrictEqual(data, previous)) {
        this.#cut = Math.max(1, (pagination.total ?? 0) - read)
        return
      }
      const taken = data.slice(0, limit - read)
      // Without a total, at least the rest of this page is beyond the limit.
      this.#cut = (pagination.total ?? read + data.length) - read - taken.length
      this.#cut = Math.max(this.#cut, data.length - taken.length)
      yield* taken
      read += taken.length
      previous = data
      if (data.length === 0 || taken.length < data.length) return
      if (pagination.total === null) {
        // The service may use smaller pages than requested. A page that is shorter than its page size is the last one.
        if (data.length < Math.min(PAGE_SIZE, pagination.page_size)) return
      } else if (read >= pagination.total || read >= limit) return
    }
  }
}

export async function readAll<Row>(all: Rows<Row>): Promise<AllRows<Row>> {
  const rows: Row[] = []
  for await (const row of all) rows.push(row)
  return { rows, total: all.total, cut: all.cut }
}
