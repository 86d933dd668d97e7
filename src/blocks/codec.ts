/**
 * The one codec of everything that comes back from a button: action ids, callback ids and values.
 *
 * An action id is `sl<version>.<kind>` with an optional `.<number>` that keeps several buttons of a kind apart within
 * a block. Old messages keep their buttons for years, so a version is never reused for another shape.
 */
import { limits } from './limits.ts'

/** Where a recommendation lives in the service (specification, part 4.7). */
export interface RecommendationRef {
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
}

export type Action =
  | ({ readonly kind: 'create_task' } & RecommendationRef)
  /** Deliberately a second time: beside the task `taskId`, or with `null` after an unknown outcome. */
  | ({ readonly kind: 'create_task_again'; readonly taskId: string | null } & RecommendationRef)
  /** `briefId` `null`: all briefs of the recommendation. `page` counts from 1. */
  | ({
      readonly kind: 'view_brief'
      readonly briefId: string | null
      readonly page: number
    } & RecommendationRef)
  /** Runs what would be typed after `/sightline `. */
  | { readonly kind: 'run_verb'; readonly text: string }
  /** Shows everybody in the channel the answer to what was typed after `/sightline `. */
  | { readonly kind: 'share'; readonly text: string }

export type ActionKind = Action['kind']

export type Decoded =
  | { readonly ok: true; readonly action: Action }
  /**
   * `unknown`: no button of ours. `malformed`: ours, but the value can't be read. `newer_version`: made by a later
   * release than this one.
   */
  | { readonly ok: false; readonly reason: 'unknown' | 'malformed' | 'newer_version' }

const version = 1

/** The callback id of the modal that shows a brief. */
export const briefCallbackId = `sl${version}.brief`

type Fields = Readonly<Record<string, unknown>>

const readers: { readonly [Kind in ActionKind]: (fields: Fields) => Action | null } = {
  create_task: (fields) => {
    const ref = readRef(fields)
    return ref && { kind: 'create_task', ...ref }
  },
  create_task_again: (fields) => {
    const ref = readRef(fields)
    const taskId = fields.t ?? null
    if (ref === null || (taskId !== null && typeof taskId !== 'string')) return null
    return { kind: 'create_task_again', ...ref, taskId }
  },
  view_brief: (fields) => {
    const ref = readRef(fields)
    const briefId = fields.b ?? null
    const page = fields.p ?? 1
    if (ref === null || (briefId !== null && typeof briefId !== 'string')) return null
    if (typeof page !== 'number' || !Number.isSafeInteger(page) || page < 1) return null
    return { kind: 'view_brief', ...ref, briefId, page }
  },
  run_verb: ({ v: text }) => (typeof text === 'string' ? { kind: 'run_verb', text } : null),
  share: ({ v: text }) => (typeof text === 'string' ? { kind: 'share', text } : null),
}

/**
 * @param index keeps buttons of the same kind apart within one block
 * @returns `null` when the value would be longer than a button may carry: then the button has to be left out
 */
export function encodeAction(action: Action, index?: number): { action_id: string; value: string } | null {
  // Slack escapes these three characters in some payloads and not in others; as \u escapes they pass unchanged.
  const value = JSON.stringify(fieldsOf(action)).replace(
    /[&<>]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
  if (value.length > limits.button.value) return null
  return { action_id: `sl${version}.${action.kind}${index === undefined ? '' : `.${index}`}`, value }
}

/** Reads what Slack sends back for a click. Total: it never throws, whatever it is given. */
export function decode(actionId: string, value: string): Decoded {
  const [, madeBy, kind] = /^sl(\d{1,6})\.([a-z_]+)(?:\.\d+)?$/.exec(actionId) ?? []
  if (madeBy === undefined || kind === undefined) return { ok: false, reason: 'unknown' }
  if (Number(madeBy) > version) return { ok: false, reason: 'newer_version' }
  if (Number(madeBy) < 1 || !isKind(kind)) return { ok: false, reason: 'unknown' }
  const fields = parse(value)
  const action = fields && readers[kind](fields)
  return action ? { ok: true, action } : { ok: false, reason: 'malformed' }
}

/** Matches the action ids of a kind, of every version, for routing. */
export function actionIdPattern(kind: ActionKind): RegExp {
  return new RegExp(`^sl\\d{1,6}\\.${kind}(?:\\.\\d+)?$`)
}

function fieldsOf(action: Action): Fields {
  if (action.kind === 'run_verb' || action.kind === 'share') return { v: action.text }
  const ref = { o: action.organizationId, w: action.workspaceId, r: action.resultId }
  if (action.kind === 'create_task') return ref
  if (action.kind === 'view_brief') return { ...ref, b: action.briefId, p: action.page }
  return { ...ref, t: action.taskId }
}

function readRef({ o, w, r }: Fields): RecommendationRef | null {
  if (typeof o !== 'string' || typeof w !== 'string' || typeof r !== 'string') return null
  return { organizationId: o, workspaceId: w, resultId: r }
}

function isKind(kind: string): kind is ActionKind {
  return Object.hasOwn(readers, kind)
}

function parse(value: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : null
  } catch {
    return null
  }
}
