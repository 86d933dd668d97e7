import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi, CallOptions, WorkspaceScope } from '../api/index.ts'
import { fewAtOnce } from '../lib/async.ts'
import { idIn, isUuid, type Read, read, unreadable } from '../lib/strings.ts'
import type { Evaluation } from '../model/evaluation.ts'
import { type Section, section } from '../model/reports.ts'

/** Matches the service's path (4.1) and likely console addresses and parameters. */
const PLACES = [
  /\/(?:website[-_]?)?evaluations?\/([^/?#&]+)/i,
  /[?&#](?:website[-_]?)?evaluation(?:[-_]?id)?=([^&#]+)/i,
]

/** The specification shows no transitions (part 3), so this follows the names; an unlisted state counts as running. */
const FINAL: ReadonlySet<string> = new Set(['completed', 'partial', 'failed'])

/** One evaluation; `null`: unknown to the service. @throws {ApiError} for other failures */
export async function loadEvaluation(
  api: Pick<AnalyticsApi, 'websiteEvaluation'>,
  scope: WorkspaceScope,
  id: string,
  call?: CallOptions,
): Promise<Evaluation | null> {
  const found = await api.websiteEvaluation(scope, id, call).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  if (found === null) return null
  const status = found.status === null ? null : String(found.status)
  return {
    id: found.id,
    // An unnamed evaluation is called by its first address.
    name: [found.name, ...found.urls].find((text) => text.trim() !== '') ?? '',
    status,
    isFinal: status !== null && FINAL.has(status),
    urls: found.urls,
    tags: found.tags,
    discovery: found.include_discovery,
    cost: found.generation_cost,
    createdAt: found.created_at,
    isArchived: found.is_archived,
  }
}

/** Reads an evaluation id, a UUID, from a typed id or a console address. */
export function evaluationIdFrom(text: string): Read<string> {
  const id = idIn(text, PLACES)
  if (id !== null && isUuid(id)) return read(id.toLowerCase())
  return unreadable(
    'There’s no evaluation id in that. Open the evaluation in the console, copy its address from the browser, and paste it here.',
  )
}

/** Each costs a request. */
const mostRead = 10

/** Those that the service still has, or why they can't be read. Watchers of a deleted one have been told. */
export async function readEvaluations(
  api: Pick<AnalyticsApi, 'websiteEvaluation'>,
  scope: WorkspaceScope,
  ids: readonly string[],
) {
  const sections = await fewAtOnce(ids.slice(0, mostRead), (id) =>
    section(id, loadEvaluation(api, scope, id)),
  )
  const evaluations = sections.flatMap((one): readonly Section<Evaluation>[] => {
    if (!one.ok) return [one]
    return one.data === null ? [] : [{ ok: true, data: one.data }]
  })
  const unread = ids.filter((_, index) => sections[index]?.ok !== true)
  return { evaluations, unread, omittedCount: Math.max(0, ids.length - mostRead) }
}
