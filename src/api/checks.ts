/** The limits of part 8, as schemas of what callers hand in. Each message completes "<field> …". */
import * as z from 'zod'

const MAX_PAGE_SIZE = 100
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Text that can be encoded: a lone half of a surrogate pair can't. */
export const text = z.string('must be text').refine((value) => value.isWellFormed(), 'must be valid text')

/** A list of texts; `null` or nothing means no filter. */
export const texts = z.array(text, 'must be a list').readonly().nullish()

export const pageNumber = z.int('must be a whole number').min(1, 'must be at least 1')

const sizeFault = `must be 1 to ${MAX_PAGE_SIZE}`
export const pageSize = z.int('must be a whole number').min(1, sizeFault).max(MAX_PAGE_SIZE, sizeFault)

function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/** A day of the calendar as `YYYY-MM-DD`. */
export const date = z.string('must be a date').refine(isDate, 'must be a date as 2026-01-31')

/** Text of 1 to `max` characters. */
export function textUpTo(max: number) {
  return text.min(1, 'is missing').max(max, `must have at most ${max} characters`)
}

/** Which page of a list, and how large: `page` from 1, `page_size` 1 to 100. The service's defaults are 1 and 20. */
export type PageRequest = Readonly<z.infer<typeof pageRequest>>
export const pageRequest = z.object({ page: pageNumber.optional(), page_size: pageSize.optional() })
