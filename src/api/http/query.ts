/** Query strings and the checks of what a caller hands in, before anything leaves. */
import type * as z from 'zod'
import { invalidRequest } from '../errors.ts'
import { fast } from './compiled.ts'

export type QueryValue = string | number | boolean | readonly string[] | null | undefined

/**
 * `?name=value&…`, or `''`. A list becomes its parameter repeated; `null`, `undefined` and empty lists are left out.
 * The values must be well-formed text.
 */
export function encodeQuery(values: Readonly<Record<string, QueryValue>>): string {
  let query = ''
  for (const name in values) {
    const value = values[name]
    if (value === null || value === undefined) continue
    if (typeof value === 'object') {
      for (const item of value) query += `&${name}=${encodeURIComponent(item)}`
    } else {
      query += `&${name}=${encodeURIComponent(value)}`
    }
  }
  return query === '' ? '' : `?${query.slice(1)}`
}

/** `input` as `schema` has it. Throws `invalid_request` that names every fault by its path. */
export function checked<T>(template: string, schema: z.ZodType<T>, input: unknown): T {
  const parsed = fast(schema).safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(
    template,
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'request', msg: message })),
  )
}
