import {
  type AnalyticsApi,
  ApiError,
  type ApiErrorCode,
  type Organization,
  SOURCES,
  type Workspace,
  type WorkspaceScope,
} from '../api/index.ts'
import { withTimeout } from '../lib/async.ts'
import type { Clock } from '../lib/clock.ts'

/** The filter values that the service lists for a workspace (specification, part 4.5). */
export interface FilterLists {
  readonly engines: readonly string[]
  readonly brands: readonly string[]
}

/** Maximum waits for the lists, in ms. They are optional everywhere. */
export const listsWait = {
  /** Slack waits 3 seconds for the options of a menu, and for the answer to a form. */
  answeringForm: 1_500,
  /** Short, because most unknown words are in no list. */
  readingQuestion: 2_000,
  /** Longer, because Slack shows a loading form. */
  openingForm: 4_000,
} as const

/** `null` if unavailable within `waitMs`: filters work without them. Engines that we don't know come last. */
export async function filterListsInTime(
  { api, clock }: { readonly api: Pick<AnalyticsApi, 'insightsFilters'>; readonly clock: Clock },
  workspace: WorkspaceScope,
  waitMs: number,
): Promise<FilterLists | null> {
  const filters = await withTimeout(clock, waitMs, () => api.insightsFilters(workspace).catch(() => null))
  if (filters === null) return null
  const listed = new Set(filters.sources.map(String))
  const knownEngines: readonly string[] = SOURCES.filter((source) => listed.has(source))
  return { engines: [...new Set([...knownEngines, ...listed])], brands: filters.brands }
}

export interface NamedId {
  readonly id: string
  /** The id if the service provides no name. */
  readonly name: string
}

interface PlaceSource {
  readonly api: Pick<AnalyticsApi, 'organizations' | 'workspaces'>
  readonly clock: Clock
}

/** Slack waits 3 seconds for a menu's options, and people hardly wait longer for a form. */
export const placesWithinMs = 1_800

/** The organizations that the API key can read; `null` if unavailable in time for a menu. */
export function organizationsInTime({ api, clock }: PlaceSource): Promise<readonly NamedId[] | null> {
  return inTime(clock, async () => placesOf(await api.organizations()))
}

export function workspacesInTime(
  { api, clock }: PlaceSource,
  organizationId: string,
): Promise<readonly NamedId[] | null> {
  return inTime(clock, async () => placesOf(await api.workspaces(organizationId)))
}

/** The selectable ones: the service may omit ids. */
export function placesOf(listed: readonly (Organization | Workspace)[]): readonly NamedId[] {
  return listed.flatMap(({ id, name }) => (id === null || id === '' ? [] : [{ id, name: name || id }]))
}

/** The form works without the list. Errors are reported when it is submitted. */
function inTime<T>(clock: Clock, work: () => Promise<T>): Promise<T | null> {
  return withTimeout(clock, placesWithinMs, () => work().catch(() => null))
}

// Tells whether the service rejects an id that a person entered.

/** Codes that mean the id is wrong. Other codes say nothing about it. */
const wrongIdCodes: ReadonlySet<ApiErrorCode> = new Set([
  'not_found',
  'forbidden',
  'validation',
  'invalid_request',
])

export function isWrongId(error: unknown): error is ApiError {
  return error instanceof ApiError && wrongIdCodes.has(error.code)
}

/** Why the service rejects an id; `null` if it accepts it. */
export async function refusal(answer: Promise<unknown>): Promise<ApiErrorCode | null> {
  try {
    await answer
    return null
  } catch (error) {
    return wrongIdCode(error)
  }
}

/** Rethrows an error that says nothing about the id. */
export function wrongIdCode(error: unknown): ApiErrorCode {
  if (isWrongId(error)) return error.code
  throw error
}
