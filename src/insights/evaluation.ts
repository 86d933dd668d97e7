import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi, CallOptions, WorkspaceScope } from '../api/index.ts'
import { idIn, isUuid } from './ids.ts'

/** One website evaluation (specification, part 2.1), as a reader is told of it. */
export interface Evaluation {
  readonly id: string
  /** Its first address where it has no name; empty: it has neither. */
  readonly name: string
  /** As the service names it; `null`: it said none. */
  readonly status: string | null
  /** Nothing will change any more. */
  readonly isFinal: boolean
  readonly urls: readonly string[]
  readonly tags: readonly string[]
  /** Whether it includes discovery; `null`: not told. */
  readonly discovery: boolean | null
  /** The specification names no unit. */
  readonly cost: number
  /** ISO 8601 instant, as the service wrote it. */
  readonly createdAt: string
  readonly isArchived: boolean
}

type EvaluationIdReading =
  | { readonly ok: true; readonly evaluationId: string }
  | { readonly ok: false; readonly problem: string }

/** In the service's own path (4.1), and in what a console may call its addresses and parameters. */
const PLACES = [
  /\/(?:website[-_]?)?evaluations?\/([^/?#&]+)/i,
  /[?&#](?:website[-_]?)?evaluation(?:[-_]?id)?=([^&#]+)/i,
]

/**
 * The states that end an evaluation. The specification shows no transitions (part 3), so this is what the words mean;
 * a state that it doesn't list is taken as one that goes on.
 */
const FINAL: ReadonlySet<string> = new Set(['completed', 'partial', 'failed'])

/** One evaluation; `null`: the service doesn't know it. Any other ApiError is thrown. */
export async function loadEvaluation(
  api: Pick<AnalyticsApi, 'websiteEvaluation'>,
  scope: WorkspaceScope,
  id: string,
  call?: CallOptions,
): Promise<Evaluation | null> {
  const read = await api.websiteEvaluation(scope, id, call).catch(nullIfUnknown)
  if (read === null) return null
  const status = read.status === null ? null : String(read.status)
  return {
    id: read.id,
    name: nameOf(read),
    status,
    isFinal: status !== null && FINAL.has(status),
    urls: read.urls,
    tags: read.tags,
    discovery: read.include_discovery,
    cost: read.generation_cost,
    createdAt: read.created_at,
    isArchived: read.is_archived,
  }
}

/** An evaluation without a name is known by its first address. */
function nameOf({ name, urls }: { readonly name: string; readonly urls: readonly string[] }): string {
  return [name, ...urls].find((text) => text.trim() !== '') ?? ''
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}

/**
 * The evaluation that a person means: its id, which is a UUID, or a console address that holds it. The problem, if there
 * is one, is a sentence for that person.
 */
export function evaluationIdFrom(text: string): EvaluationIdReading {
  const id = idIn(text, PLACES)
  if (id !== null && isUuid(id)) return { ok: true, evaluationId: id.toLowerCase() }
  return {
    ok: false,
    problem:
      'No evaluation id in there. Open the evaluation in the console, copy its address from the browser, and paste it here.',
  }
}
