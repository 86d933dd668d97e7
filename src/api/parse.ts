/** From the text of a body to a checked value, or to what is wrong with it. */
import type * as z from 'zod'
import { fast } from './http/compiled.ts'

/** What an answer's body is not. `field` is a path as `data.0.brand`, `''` the whole body. */
export interface Mismatch {
  readonly field: string
  readonly expected: string
  /** The kind of what came. */
  readonly received: string
  /** The value itself, where it is short to say. It may hold a secret. */
  readonly quote: string | null
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mismatch: Mismatch }

/** Names a value without printing more of it than helps: its kind, and the beginning of a text. */
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

/** JSON, or a mismatch that shows how the text begins. */
function parseJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const came = text === '' ? { received: 'an empty body', quote: null } : describe(text)
    return { ok: false, mismatch: { field: '', expected: 'JSON', ...came } }
  }
}

/** The body as `schema` has it; the first mismatch otherwise. Never throws. */
export function parseBody<T>(schema: z.ZodType<T>, text: string): Parsed<T> {
  const json = parseJson(text)
  if (!json.ok) return json
  const parsed = fast(schema).safeParse(json.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const path = issue?.path ?? []
  const expected = issue !== undefined && 'expected' in issue ? String(issue.expected) : 'another value'
  return {
    ok: false,
    mismatch: { field: path.join('.'), expected, ...describe(valueAt(json.value, path)) },
  }
}
