import type { AnalyticsApi, Brief, CallOptions, WorkspaceScope } from '../api/index.ts'
import type { BriefSummary, Recommendation, Section, TaskState } from './model.ts'
import { fewAtOnce, section } from './section.ts'

type ResultIdReading =
  | { readonly ok: true; readonly resultId: string }
  | { readonly ok: false; readonly problem: string }

const PLAIN_ID = /^[A-Za-z0-9_-]{1,128}$/
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/**
 * The tracked recommendations with their briefs, in the service's order (specification, part 4.8), and their tasks. One
 * that can't be read is a failed section whose subject is its result id; only a cancelled call fails them all.
 */
export async function loadRecommendations(
  api: Pick<AnalyticsApi, 'briefs'>,
  scope: WorkspaceScope,
  resultIds: readonly string[],
  taskOf: (resultId: string) => TaskState,
  call?: CallOptions,
): Promise<readonly Section<Recommendation>[]> {
  const { organizationId, workspaceId } = scope
  const read = async (resultId: string): Promise<Recommendation> => {
    const briefs = await loadBriefs(api, scope, resultId, call)
    return { organizationId, workspaceId, resultId, briefs, task: taskOf(resultId) }
  }
  return fewAtOnce(resultIds, (resultId) => section(resultId, read(resultId), call))
}

/** One recommendation's briefs, in the service's order (specification, part 4.8). An ApiError is thrown. */
export async function loadBriefs(
  api: Pick<AnalyticsApi, 'briefs'>,
  scope: WorkspaceScope,
  resultId: string,
  call?: CallOptions,
): Promise<readonly BriefSummary[]> {
  return (await api.briefs(scope, resultId, call)).map(summaryOf)
}

function summaryOf({ id, task_id, title, body, updated_at }: Brief): BriefSummary {
  return { id, taskId: task_id, title, body, updatedAt: updated_at }
}

/**
 * The recommendation that a person means: its id, or a console address that holds it, also as Slack wraps addresses
 * (`<https://…|shown>`). In an address: what follows `recommended-actions/`, as in the service's own paths (4.8), else
 * a parameter named `result`, `recommendation` or the like, else the last UUID.
 */
export function resultIdFrom(text: string): ResultIdReading {
  const given = unwrapped(text.trim())
  if (PLAIN_ID.test(given)) return { ok: true, resultId: given }
  const resultId = named(given) ?? given.match(UUID)?.at(-1)
  if (resultId !== undefined) return { ok: true, resultId }
  const what = given === '' ? 'No recommendation given.' : 'No recommendation id in there.'
  return {
    ok: false,
    problem: `${what} Open the recommendation in the console, copy its address from the browser, and paste it here.`,
  }
}

/** The id in a place whose name says so. */
function named(address: string): string | undefined {
  const places = [
    /\/recommended[-_]actions?\/([^/?#&]+)/i,
    /[?&#][a-z_-]*(?:result|recommendation|recommended[-_]action)(?:[-_]?id)?=([^&#]+)/i,
  ]
  // Without a digit it is a word of the console's, such as "list".
  const isId = (id: string | undefined) => id !== undefined && PLAIN_ID.test(id) && /\d/.test(id)
  return places.map((place) => place.exec(address)?.[1]).find(isId)
}

function unwrapped(text: string): string {
  const address = /^<([^|>]+)(?:\|[^>]*)?>$/.exec(text)?.[1] ?? text
  return address.replaceAll('&amp;', '&')
}
