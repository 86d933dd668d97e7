/** An endpoint as data: method, template, base address, and what its answer looks like. */
import type * as z from 'zod'
import { invalidRequest } from '../errors.ts'
import type { Base } from './transport.ts'

export interface Route<T> {
  readonly method: 'GET' | 'POST'
  /** As the specification writes it, with `{organization_id}` and kin. */
  readonly template: string
  readonly base: Base
  readonly schema: z.ZodType<T>
  /** Whether a lost answer leaves nothing behind that a second try could double. */
  readonly repeatable: boolean
  /** Whether it is tried again by itself. */
  readonly retried: boolean
  /** Whether it carries the bearer token. */
  readonly bearer: boolean
  /** Whether no part of its answer may be quoted, since the answer is a secret. */
  readonly discreet: boolean
  /** Statuses that refuse the key itself, where the route is the exchange of it. */
  readonly refusesKey?: (status: number) => boolean
}

/** An endpoint of part 4: a GET is repeatable, a POST never is. */
export function route<T>(
  method: 'GET' | 'POST',
  base: Base,
  template: string,
  schema: z.ZodType<T>,
): Route<T> {
  const repeatable = method === 'GET'
  return { method, template, base, schema, repeatable, retried: repeatable, bearer: true, discreet: false }
}

const MAX_ID = 255

/** Why `id` can't be part of a path, or `null`. Dots alone would climb in it, even when they are encoded. */
function faultOf(id: unknown): string | null {
  if (typeof id !== 'string') return 'must be text'
  if (id === '') return 'is missing'
  if (id.length > MAX_ID) return `must have at most ${MAX_ID} characters`
  if (id === '.' || id === '..') return 'must be an id'
  return id.isWellFormed() ? null : 'must be valid text'
}

/** The template with its parameters filled in, in their order and encoded. Throws `invalid_request`. */
export function fillPath(template: string, ...ids: readonly string[]): string {
  let next = 0
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[next]
    next += 1
    const fault = faultOf(id)
    if (fault !== null || id === undefined) {
      throw invalidRequest(template, [{ path: name, msg: fault ?? 'is missing' }])
    }
    return encodeURIComponent(id)
  })
}
