/** All rows of a list that comes in pages, up to a bound that the caller sets. */
import { isDeepStrictEqual } from 'node:util'
import { invalidRequest } from './errors.ts'
import type { Page } from './schemas.ts'

const PAGE_SIZE = 100

export interface RowBound {
  /** Most rows to read, at least 1. */
  readonly limit: number
}

export interface AllRows<Row> {
  readonly rows: readonly Row[]
  /** How many rows the service says there are; `null` if it does not say. */
  readonly total: number | null
  /** Rows known to exist beyond those read; 0 = complete. Of a list without a total it is a lower bound. */
  readonly cut: number
}

type ReadPage<Row> = (page: { page: number; page_size: number }) => Promise<Page<Row>>

/**
 * An async iterable of rows. After the loop, `cut` tells how many rows are known to exist beyond those read
 * (0 = complete), and `total` how many there are by the service's own count. Iterating again reads anew.
 */
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
    let before: readonly Row[] = []
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await this.#readPage({ page, page_size: PAGE_SIZE })
      this.#total = pagination.total
      // The same page once more: the service does not turn pages as it is asked to. There is more, or it had ended.
      if (data.length > 0 && isDeepStrictEqual(data, before)) {
        this.#cut = Math.max(1, (pagination.total ?? 0) - read)
        return
      }
      const taken = data.slice(0, limit - read)
      // Where the service does not say how many there are, what lies in hand and is not taken is known at least.
      this.#cut = (pagination.total ?? read + data.length) - read - taken.length
      this.#cut = Math.max(this.#cut, data.length - taken.length)
      yield* taken
      read += taken.length
      before = data
      if (data.length === 0 || taken.length < data.length) return
      if (pagination.total === null) {
        // A service that hands out smaller pages than asked for says so; a short one of those is the last.
        if (data.length < Math.min(PAGE_SIZE, pagination.page_size)) return
      } else if (read >= pagination.total || read >= limit) return
    }
  }
}

/** The rows as one list, with the sign whether it is all of them. */
export async function readAll<Row>(all: Rows<Row>): Promise<AllRows<Row>> {
  const rows: Row[] = []
  for await (const row of all) rows.push(row)
  return { rows, total: all.total, cut: all.cut }
}
