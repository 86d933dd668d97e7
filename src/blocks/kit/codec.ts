/**
 * The only codec for what buttons send back: action ids, callback ids and values.
 *
 * An action id is `sl<version>.<kind>` with an optional `.<number>` that distinguishes buttons of the same kind in
 * one block. Old messages keep their buttons for years, so a version is never reused for another shape.
 */
import { limits } from './limits.ts'

/** Where a recommendation lives in the service (specification, part 4.7). */
export interface RecommendationRef {
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
}

/** Where a website evaluation lives in the service (specification, part 4.1). */
export interface EvaluationRef {
  readonly organizationId: string
  readonly workspaceId: string
  readonly evaluationId: string
}

/** Actions on one digest. */
type DigestAction = {
  readonly [Kind in
    | 'digest_edit'
    | 'digest_pause'
    | 'digest_resume'
    | 'digest_delete'
    | 'digest_delete_ask'
    | 'digest_test'
    | 'digest_test_post'
    | 'digest_alerts_off'
    | 'digest_now'
    | 'adopt_digest']: {
    readonly kind: Kind
    readonly subscriptionId: string
  }
}

export type Action =
  /** `channel`: the one that tracks it, for a button that is not in a message. */
  | ({ readonly kind: 'create_task'; readonly channel?: string } & RecommendationRef)
  /** Creates a second task on purpose: in addition to `taskId`, or with `null` after an unknown outcome. */
  | ({ readonly kind: 'create_task_again'; readonly taskId: string | null } & RecommendationRef)
  /**
   * Shows a brief. `briefId` `null`: all briefs of the recommendation. `page` counts from 1. `channel`: the one that
   * tracks it, for a button that is not in a message.
   */
  | ({
      readonly kind: 'view_brief'
      readonly briefId: string | null
      readonly page: number
      readonly channel?: string
    } & RecommendationRef)
  /** Shows the brief of one task, or the recommendation's briefs while the task has none. */
  | ({
      readonly kind: 'view_task_brief'
      readonly taskId: string
      readonly channel?: string
    } & RecommendationRef)
  /** Looks for signs of a task whose creation has an unknown outcome. */
  | ({ readonly kind: 'check_task' } & RecommendationRef)
  /** Confirms that this is the task whose creation has an unknown outcome. */
  | ({ readonly kind: 'confirm_task'; readonly taskId: string } & RecommendationRef)
  /**
   * Asks for the day on which the team finished a task, or undoes that. `page`: the page of the task list with the
   * button, which is redrawn; `null`: the button is not in a task list.
   */
  | ({
      readonly kind: 'mark_done' | 'reopen_task'
      readonly taskId: string
      readonly page: number | null
    } & RecommendationRef)
  /** Shows what followed one task. */
  | ({ readonly kind: 'task_story'; readonly taskId: string } & RecommendationRef)
  /** Opens the form that changes what a recommendation's tasks aim at. `page`: see `mark_done`. */
  | ({ readonly kind: 'change_aim'; readonly page: number | null } & RecommendationRef)
  /** Opens the form for a note. */
  | { readonly kind: 'note_edit'; readonly noteId: string }
  /** Replaces the clicked page of the channel's tasks with another one, counted from 1. */
  | { readonly kind: 'tasks_page'; readonly page: number }
  /** Sends a file with the tasks of all channels that the person is in. */
  | { readonly kind: 'tasks_export' }
  /** Subscribes to a direct message for when the evaluation is done, or unsubscribes. */
  | ({ readonly kind: 'watch_evaluation' | 'unwatch_evaluation' } & EvaluationRef)
  | DigestAction[keyof DigestAction]
  /** Sets up the channel's first digest with the defaults. */
  | { readonly kind: 'first_digest' }
  /** Opens the form for a new digest. On the Home tab, it asks for the channel first. */
  | { readonly kind: 'digest_add' }
  /** Shows a page, from 1, of the history of one digest, or with `null` of all the channel's digests. */
  | { readonly kind: 'digest_history'; readonly of: string | null; readonly page: number }
  /** Reposts a delivery whose outcome is unknown. */
  | { readonly kind: 'post_again'; readonly deliveryId: string }
  /** Resumes the digests that stopped when Sightline was removed from the workspace. */
  | { readonly kind: 'digests_restore' }
  /** Shows a page of the Home tab, from 1. */
  | { readonly kind: 'home_page'; readonly page: number }
  /** On the Home tab, which has no channel: asks which one to set up. */
  | { readonly kind: 'choose_channel' }
  /** Runs what would be typed after `/sightline `. `inPlace`: the answer replaces the message with the button. */
  | { readonly kind: 'run_verb'; readonly text: string; readonly inPlace?: true }
  /** Makes direct messages about this channel from now on, and answers `question` (if not empty) about it. */
  | { readonly kind: 'use_channel'; readonly channel: string; readonly question: string }
  /**
   * Shares the answer to `text`, as typed after `/sightline `, with the channel. `anyway`: the person knows that other
   * companies read it.
   */
  | { readonly kind: 'share'; readonly text: string; readonly anyway?: true }
  /** Opens the filter form for the visibility question `text`, or sends its whole table as a file. */
  | { readonly kind: 'filter' | 'csv'; readonly text: string }
  /** Sends the review `text` as a file. */
  | { readonly kind: 'review_csv'; readonly text: string }
  /** Shows how sure the figures for the visibility question `text` are. */
  | { readonly kind: 'how_sure'; readonly text: string }
  /** Explains the change in the answer to the visibility question `text`. */
  | { readonly kind: 'why'; readonly text: string }
  /** Shows the rows of a visibility answer's table from `from` on, counted from 1. */
  | { readonly kind: 'more'; readonly text: string; readonly from: number }

export type ActionKind = Action['kind']

export type Decoded =
  | { readonly ok: true; readonly action: Action }
  /**
   * `unknown`: not one of our buttons. `malformed`: ours, but the value is invalid. `newer_version`: made by a later
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
    const channel = readChannel(fields)
    return ref && channel && { kind: 'create_task', ...ref, ...channel }
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
    const channel = readChannel(fields)
    if (!isPage(page) || channel === null) return null
    return { kind: 'view_brief', ...ref, briefId, page, ...channel }
  },
  view_task_brief: (fields) => {
    const ref = readTaskRef(fields)
    const channel = readChannel(fields)
    return ref && channel && { kind: 'view_task_brief', ...ref, ...channel }
  },
  check_task: (fields) => {
    const ref = readRef(fields)
    return ref && { kind: 'check_task', ...ref }
  },
  confirm_task: (fields) => {
    const ref = readTaskRef(fields)
    return ref && { kind: 'confirm_task', ...ref }
  },
  mark_done: (fields) => readDone('mark_done', fields),
  reopen_task: (fields) => readDone('reopen_task', fields),
  task_story: (fields) => {
    const ref = readTaskRef(fields)
    return ref && { kind: 'task_story', ...ref }
  },
  change_aim: (fields) => {
    const ref = readRef(fields)
    const page = fields.p ?? null
    return ref === null || !(page === null || isPage(page)) ? null : { kind: 'change_aim', ...ref, page }
  },
  note_edit: ({ n: noteId }) => (typeof noteId === 'string' ? { kind: 'note_edit', noteId } : null),
  tasks_page: ({ p: page }) => (isPage(page) ? { kind: 'tasks_page', page } : null),
  tasks_export: () => ({ kind: 'tasks_export' }),
  watch_evaluation: (fields) => {
    const ref = readEvaluationRef(fields)
    return ref && { kind: 'watch_evaluation', ...ref }
  },
  unwatch_evaluation: (fields) => {
    const ref = readEvaluationRef(fields)
    return ref && { kind: 'unwatch_evaluation', ...ref }
  },
  digest_edit: (fields) => readDigest('digest_edit', fields),
  digest_pause: (fields) => readDigest('digest_pause', fields),
  digest_resume: (fields) => readDigest('digest_resume', fields),
  digest_delete: (fields) => readDigest('digest_delete', fields),
  digest_delete_ask: (fields) => readDigest('digest_delete_ask', fields),
  digest_test: (fields) => readDigest('digest_test', fields),
  digest_test_post: (fields) => readDigest('digest_test_post', fields),
  digest_alerts_off: (fields) => readDigest('digest_alerts_off', fields),
  digest_now: (fields) => readDigest('digest_now', fields),
  first_digest: () => ({ kind: 'first_digest' }),
  digest_add: () => ({ kind: 'digest_add' }),
  digest_history: ({ s: of = null, p: page }) =>
    (of === null || typeof of === 'string') && isPage(page) ? { kind: 'digest_history', of, page } : null,
  adopt_digest: (fields) => readDigest('adopt_digest', fields),
  post_again: ({ d: deliveryId }) =>
    typeof deliveryId === 'string' ? { kind: 'post_again', deliveryId } : null,
  digests_restore: () => ({ kind: 'digests_restore' }),
  home_page: ({ p: page }) => (isPage(page) ? { kind: 'home_page', page } : null),
  choose_channel: () => ({ kind: 'choose_channel' }),
  run_verb: ({ v: text, i: inPlace }) =>
    typeof text === 'string' ? { kind: 'run_verb', text, ...(inPlace === 1 ? { inPlace: true } : {}) } : null,
  use_channel: ({ c: channel, v: question }) =>
    typeof channel === 'string' && typeof question === 'string'
      ? { kind: 'use_channel', channel, question }
      : null,
  share: ({ v: text, a: anyway }) =>
    typeof text === 'string' ? { kind: 'share', text, ...(anyway === 1 ? { anyway: true } : {}) } : null,
  filter: ({ v: text }) => (typeof text === 'string' ? { kind: 'filter', text } : null),
  csv: ({ v: text }) => (typeof text === 'string' ? { kind: 'csv', text } : null),
  review_csv: ({ v: text }) => (typeof text === 'string' ? { kind: 'review_csv', text } : null),
  how_sure: ({ v: text }) => (typeof text === 'string' ? { kind: 'how_sure', text } : null),
  why: ({ v: text }) => (typeof text === 'string' ? { kind: 'why', text } : null),
  more: ({ v: text, f: from }) =>
    typeof text === 'string' && isPage(from) ? { kind: 'more', text, from } : null,
}

/**
 * @param index distinguishes buttons of the same kind in one block
 * @returns `null` if the value is too long for a button, which must then be omitted
 */
export function encodeAction(action: Action, index?: number): { action_id: string; value: string } | null {
  const value = serialized(fieldsOf(action))
  if (value.length > limits.button.value) return null
  return { action_id: `sl${version}.${action.kind}${index === undefined ? '' : `.${index}`}`, value }
}

/** The action id of menus. The chosen option's value says what to do. */
export const menuActionId = `sl${version}.menu`

/** @returns a menu option's value; `null` if it is too long, in which case the option must be omitted */
export function encodeChoice(action: Action): string | null {
  const value = serialized({ k: action.kind, ...fieldsOf(action) })
  return value.length > limits.menu.value ? null : value
}

/**
 * A button's value that also says which channel it is about, for a button outside of any channel.
 * @returns `null` if it is too long for a button
 */
export function valueAbout(value: string, channel: string): string | null {
  const about = channel === '' ? value : serialized({ ...parse(value), about: channel })
  return about.length > limits.button.value ? null : about
}

/** The channel that a button's value names; `null`: none. */
export function channelAbout(value: string): string | null {
  const channel = parse(value)?.about
  return typeof channel === 'string' && /^[CG][A-Z0-9]+$/.test(channel) ? channel : null
}

/** Slack escapes these three characters in some payloads and not in others; as \u escapes they pass unchanged. */
function serialized(fields: Fields): string {
  return JSON.stringify(fields).replace(
    /[&<>]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
}

/** Reads what Slack sends back for a click. It never throws, whatever the input. */
export function decode(actionId: string, value: string): Decoded {
  const [, madeBy, name] = /^sl(\d{1,6})\.([a-z_]+)(?:\.\d+)?$/.exec(actionId) ?? []
  if (madeBy === undefined || name === undefined) return { ok: false, reason: 'unknown' }
  if (Number(madeBy) > version) return { ok: false, reason: 'newer_version' }
  const isMenu = name === 'menu'
  if (Number(madeBy) < 1 || !(isMenu || isKind(name))) return { ok: false, reason: 'unknown' }
  const fields = parse(value)
  const kind = isMenu ? fields?.k : name
  const action = fields && typeof kind === 'string' && isKind(kind) ? readers[kind](fields) : null
  return action ? { ok: true, action } : { ok: false, reason: 'malformed' }
}

/** Matches the action ids of a kind, of every version, for routing. */
export function actionIdPattern(kind: ActionKind): RegExp {
  return new RegExp(`^sl\\d{1,6}\\.${kind}(?:\\.\\d+)?$`)
}

function fieldsOf(action: Action): Fields {
  if (action.kind === 'use_channel') return { c: action.channel, v: action.question }
  if (action.kind === 'more') return { v: action.text, f: action.from }
  if (action.kind === 'run_verb') return { v: action.text, ...(action.inPlace ? { i: 1 } : {}) }
  if (action.kind === 'share') return { v: action.text, ...(action.anyway ? { a: 1 } : {}) }
  if ('text' in action) return { v: action.text }
  if (action.kind === 'note_edit') return { n: action.noteId }
  if (action.kind === 'tasks_page') return { p: action.page }
  if ('evaluationId' in action)
    return { o: action.organizationId, w: action.workspaceId, e: action.evaluationId }
  if (action.kind === 'home_page') return { p: action.page }
  if (isWithoutFields(action)) return {}
  if (action.kind === 'digest_history') return { s: action.of, p: action.page }
  if (isDigestAction(action)) return { s: action.subscriptionId }
  if (action.kind === 'post_again') return { d: action.deliveryId }
  const ref = { o: action.organizationId, w: action.workspaceId, r: action.resultId }
  if (action.kind === 'create_task') return { ...ref, c: action.channel }
  if (action.kind === 'check_task') return ref
  if (action.kind === 'view_brief') return { ...ref, b: action.briefId, p: action.page, c: action.channel }
  if (action.kind === 'view_task_brief') return { ...ref, t: action.taskId, c: action.channel }
  if ('channel' in action) return { ...ref, c: action.channel }
  if (action.kind === 'change_aim') return { ...ref, ...(action.page === null ? {} : { p: action.page }) }
  if (action.kind === 'mark_done' || action.kind === 'reopen_task')
    return { ...ref, t: action.taskId, ...(action.page === null ? {} : { p: action.page }) }
  return { ...ref, t: action.taskId }
}

function readRef({ o, w, r }: Fields): RecommendationRef | null {
  if (typeof o !== 'string' || typeof w !== 'string' || typeof r !== 'string') return null
  return { organizationId: o, workspaceId: w, resultId: r }
}

/** The channel may be omitted. @returns `null`: unreadable */
function readChannel({ c: channel }: Fields): { readonly channel?: string } | null {
  if (channel === undefined) return {}
  return typeof channel === 'string' ? { channel } : null
}

function isDigestAction(action: Action): action is DigestAction[keyof DigestAction] {
  return 'subscriptionId' in action
}

const withoutFields = [
  'choose_channel',
  'digest_add',
  'digests_restore',
  'first_digest',
  'tasks_export',
] as const

function isWithoutFields(
  action: Action,
): action is Extract<Action, { kind: (typeof withoutFields)[number] }> {
  return withoutFields.some((kind) => kind === action.kind)
}

function readDigest<Kind extends keyof DigestAction>(kind: Kind, { s: subscriptionId }: Fields) {
  return typeof subscriptionId === 'string' ? { kind, subscriptionId } : null
}

function readEvaluationRef({ o, w, e }: Fields): EvaluationRef | null {
  if (typeof o !== 'string' || typeof w !== 'string' || typeof e !== 'string') return null
  return { organizationId: o, workspaceId: w, evaluationId: e }
}

function readTaskRef(fields: Fields): (RecommendationRef & { readonly taskId: string }) | null {
  const ref = readRef(fields)
  return ref === null || typeof fields.t !== 'string' ? null : { ...ref, taskId: fields.t }
}

function readDone<Kind extends 'mark_done' | 'reopen_task'>(kind: Kind, fields: Fields) {
  const task = readTaskRef(fields)
  const page = fields.p ?? null
  return task === null || !(page === null || isPage(page)) ? null : { kind, ...task, page }
}

/** Pages and rows count from 1. */
function isPage(page: unknown): page is number {
  return typeof page === 'number' && Number.isSafeInteger(page) && page >= 1
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
