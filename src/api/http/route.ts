import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { invalidRequest } from '../errors.ts'
import { compiledSchema, type Page } from '../schemas.ts'
import type { Base } from './transport.ts'

export interface Route<T> {
  readonly method: 'GET' | 'POST'
  readonly template: string
  readonly base: Base
  readonly schema: z.ZodType<T>
  /** Whether repeating it is safe, because nothing can happen twice. */
  readonly repeatable: boolean
  readonly retried: boolean
  readonly bearer: boolean
  /** Whether errors must not quote the answer, because it is a secret. */
  readonly hasSecretAnswer: boolean
  /** Only for the exchange of the key: whether a status means that the service refused the key. */
  readonly refusesKey?: (status: number) => boolean
}

/** An endpoint of part 4. A GET is repeatable, a POST is not. */
export function route<T>(
  method: 'GET' | 'POST',
  base: Base,
  template: string,
  schema: z.ZodType<T>,
): Route<T> {
  const repeatable = method === 'GET'
  return {
    method,
    template,
    base,
    schema,
    repeatable,
    retried: repeatable,
    bearer: true,
    hasSecretAnswer: false,
  }
}

/** Where in the service's hierarchy a call belongs (specification, part 1). */
export interface WorkspaceScope {
  readonly organizationId: string
  readonly workspaceId: string
}

/** An analysis, which the service also calls a project. */
export interface AnalysisScope extends WorkspaceScope {
  readonly projectId: string
}

export const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

const MAX_ID = 255

/** Why `id` can't be part of a path; `null`: it can. `.` and `..` would change the path even when encoded. */
function problemOf(id: unknown): string | null {
  if (typeof id !== 'string') return 'must be text'
  if (id === '') return 'is missing'
  if (id.length > MAX_ID) return `must have at most ${MAX_ID} characters`
  if (id === '.' || id === '..') return 'must be an id'
  return id.isWellFormed() ? null : 'must be valid text'
}

/** The template with its parameters filled in, in order and encoded. @throws {ApiError} `invalid_request` */
export function fillPath(template: string, ...ids: readonly string[]): string {
  const left = [...ids]
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = left.shift() ?? ''
    const problem = problemOf(id)
    if (problem !== null) throw invalidRequest(template, [{ path: name, msg: problem }])
    return encodeURIComponent(id)
  })
}

/** The path of a workspace's endpoint. @throws {ApiError} `invalid_request` */
export function inWorkspace(
  { template }: Pick<Route<unknown>, 'template'>,
  { organizationId, workspaceId }: WorkspaceScope,
  ...ids: readonly string[]
): string {
  return fillPath(template, organizationId, workspaceId, ...ids)
}

type QueryValue = string | number | boolean | readonly string[] | null | undefined

/**
 * `?name=value&…`, or `''`. A list repeats its parameter. `null`, `undefined` and empty lists are omitted. Strings must be
 * well-formed.
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

/** Parses a caller's input. @throws {ApiError} `invalid_request`, with the path of each problem */
export function checked<T>(template: string, schema: z.ZodType<T>, input: unknown): T {
  const parsed = compiledSchema(schema).safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(
    template,
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'request', msg: message })),
  )
}

const PAGE_SIZE = 100

export interface AllRows<Row> {
  readonly rows: readonly Row[]
  /** The service's count of all rows; `null`: it sends none. */
  readonly total: number | null
  /** Number of rows beyond the limit; 0: complete. A lower bound if there is no total. */
  readonly cut: number
}

type ReadPage<Row> = (page: { page: number; page_size: number }) => Promise<Page<Row>>

/** Reads pages, up to `limit` rows. */
export async function readAll<Row>(readPage: ReadPage<Row>, limit: number): Promise<AllRows<Row>> {
  let rows: readonly Row[] = []
  let previous: readonly Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await readPage({ page, page_size: PAGE_SIZE })
    const { total } = pagination
    // The same page twice: the service ignores the page number.
    if (data.length > 0 && isDeepStrictEqual(data, previous))
      return { rows, total, cut: Math.max(1, (total ?? 0) - rows.length) }
    const taken = data.slice(0, limit - rows.length)
    const seen = rows.length + data.length
    // A cached page is the same list each time: what is computed from it is memoized by it.
    rows = seen === taken.length ? data : [...rows, ...taken]
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
