import type * as z from 'zod'
import { invalidRequest } from '../errors.ts'
import { compiledSchema } from './compiled-schema.ts'

export type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** `?name=value&…`, or `''`. A list repeats its parameter; `null`, `undefined` and empty lists are omitted. */
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

/** Parses a caller's input. @throws {ApiError} `invalid_request`, with the path of each problem */
export function checked<T>(template: string, schema: z.ZodType<T>, input: unknown): T {
  const parsed = compiledSchema(schema).safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(
    template,
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'request', msg: message })),
  )
}
