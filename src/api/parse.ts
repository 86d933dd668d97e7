import * as z from 'zod'

/** Why a body doesn't match its schema. `field` is a path such as `data.0.brand`; `''`: the whole body. */
export interface Mismatch {
  readonly field: string
  readonly expected: string
  readonly received: string
  /** The value, if it isn't an object, a list or `null`. It may contain a secret. */
  readonly quote: string | null
}

type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mismatch: Mismatch }

function describe(value: unknown): Pick<Mismatch, 'received' | 'quote'> {
  if (value === undefined) return { received: 'nothing', quote: null }
  if (value === null) return { received: 'null', quote: null }
  if (Array.isArray(value)) return { received: 'a list', quote: null }
  if (typeof value === 'object') return { received: 'an object', quote: null }
  if (typeof value === 'string') return { received: 'text', quote: value }
  return { received: typeof value, quote: String(value) }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function parseJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const actual = text === '' ? { received: 'an empty body', quote: null } : describe(text)
    return { ok: false, mismatch: { field: '', expected: 'JSON', ...actual } }
  }
}

export function parseBody<T>(schema: z.ZodType<T>, text: string): Parsed<T> {
  const json = parseJson(text)
  if (!json.ok) return json
  const parsed = compiledSchema(schema).safeParse(json.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const path = issue?.path ?? []
  const expected = issue !== undefined && 'expected' in issue ? String(issue.expected) : 'another value'
  return {
    ok: false,
    mismatch: { field: path.join('.'), expected, ...describe(valueAt(json.value, path)) },
  }
}

const compiled = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The compiled schema, cached. In an uncompiled schema, each of zod's transforms allocates a closure, and garbage
 * collection of the closures doubles the time for a page.
 */
export function compiledSchema<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const cached = compiled.get(schema) as z.ZodType<T> | undefined
  if (cached !== undefined) return cached
  const fresh = z.compile(schema)
  compiled.set(schema, fresh)
  return fresh
}
