/** Checks callers' input against parts 4 and 8. Each message completes the sentence "<field> …". */
import * as z from 'zod'

const MAX_PAGE_SIZE = 100
/** Excludes the year 0000, which most date parsers reject. */
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/
/** A UUID of any version, because the specification names none. */
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Well-formed text: a lone surrogate can't be encoded. */
export const text = z.string('must be text').refine((value) => value.isWellFormed(), 'must be valid text')

/** A list of texts; `null` or nothing means no filter. */
export const texts = z.array(text, 'must be a list').readonly().nullish()

const uuid = z.string('must be text').regex(UUID, 'must be a UUID')
/** A list of UUIDs; `null` or nothing means no filter. */
export const uuids = z.array(uuid, 'must be a list').readonly().nullish()

export const pageNumber = z.int('must be a whole number').min(1, 'must be at least 1')

const sizeProblem = `must be 1 to ${MAX_PAGE_SIZE}`
export const pageSize = z.int('must be a whole number').min(1, sizeProblem).max(MAX_PAGE_SIZE, sizeProblem)

function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/** A calendar date as `YYYY-MM-DD`. */
export const date = z.string('must be a date').refine(isDate, 'must be a date such as 2026-01-31')

export const nonEmptyText = text.min(1, 'is missing')

export function textUpTo(max: number) {
  return nonEmptyText.max(max, `must have at most ${max} characters`)
}

/** `page` from 1, `page_size` from 1 to 100. The service's defaults are 1 and 20. */
export type PageRequest = Readonly<z.infer<typeof pageRequest>>
export const pageRequest = z.object({ page: pageNumber.optional(), page_size: pageSize.optional() })
