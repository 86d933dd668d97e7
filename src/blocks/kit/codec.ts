/**
 * The only codec for what buttons send back: action ids, callback ids and values.
 *
 * An action id is `sl<version>.<kind>` with an optional `.<number>` that distinguishes buttons of the same kind in
 * one block. Old messages keep their buttons for years, so a version is never reused for another shape.
 */
import { limits } from './limits.ts'

/** Where a website evaluation lives in the service (specification, part 4.1). */
export interface EvaluationRef {
  readonly organizationId: string
  readonly workspaceId: string
  readonly evaluationId: string
}

interface Field<Value, Absent> {
  /** Its key in the value: short, since a menu's option has 75 characters. */
  readonly key: string
  /** `undefined`: unreadable. */
  readonly read: (stored: unknown) => Value | undefined
  /** What it is in a value without it. */
  readonly absent: Absent
}

const text = (key: string): Field<string, 'malformed'> => ({
  key,
  read: (stored) => (typeof stored === 'string' ? stored : undefined),
  absent: 'malformed',
})

/** Pages and rows count from 1. */
const page = (key: string): Field<number, 'malformed'> => ({
  key,
  read: (stored) => (Number.isSafeInteger(stored) && Number(stored) >= 1 ? Number(stored) : undefined),
  absent: 'malformed',
})

const flag = (key: string): Field<true, 'omitted'> => ({
  key,
  read: (stored) => (stored === 1 ? true : undefined),
  absent: 'omitted',
})

const optional = <Value>(field: Field<Value, unknown>) => ({ ...field, absent: 'omitted' }) as const
const orNull = <Value>(field: Field<Value, unknown>) => ({ ...field, absent: null })

const ref = { organizationId: text('o'), workspaceId: text('w'), resultId: text('r') }
const task = { ...ref, taskId: text('t') }
const evaluation = { organizationId: text('o'), workspaceId: text('w'), evaluationId: text('e') }
const digest = { subscriptionId: text('s') }
/** What would be typed after `/sightline `. */
const command = { text: text('v') }
/** The channel that tracks it, for a button that is not in a message. */
const channel = optional(text('c'))

/** What each kind of button sends back. */
const kinds = {
  create_task: { ...ref, channel },
  /** Creates a second task on purpose: in addition to `taskId`, or with `null` after an unknown outcome. */
  create_task_again: { ...ref, taskId: orNull(text('t')) },
  /** Shows a brief. `briefId` `null`: all briefs of the recommendation. */
  view_brief: { ...ref, briefId: orNull(text('b')), page: { ...page('p'), absent: 1 }, channel },
  /** Shows the brief of one task, or the recommendation's briefs while the task has none. */
  view_task_brief: { ...task, channel },
  /** Looks for signs of a task whose creation has an unknown outcome. */
  check_task: ref,
  /** Confirms that this is the task whose creation has an unknown outcome. */
  confirm_task: task,
  /** Asks for the day. `page`: of the task list with the button, which is redrawn; `null`: it is not in a task list. */
  mark_done: { ...task, page: orNull(page('p')) },
  reopen_task: { ...task, page: orNull(page('p')) },
  /** Shows what followed one task. */
  task_story: task,
  /** Opens the form that changes what a recommendation's tasks aim at. `page`: see `mark_done`. */
  change_aim: { ...ref, page: orNull(page('p')) },
  note_edit: { noteId: text('n') },
  /** Replaces the clicked page of the channel's tasks. */
  tasks_page: { page: page('p') },
  /** Sends a file with the tasks of all channels that the person is in. */
  tasks_export: {},
  watch_evaluation: evaluation,
  unwatch_evaluation: evaluation,
  digest_edit: digest,
  digest_pause: digest,
  digest_resume: digest,
  digest_delete: digest,
  digest_delete_ask: digest,
  digest_test: digest,
  digest_test_post: digest,
  digest_alerts_off: digest,
  digest_now: digest,
  adopt_digest: digest,
  /** Sets up the channel's first digest with the defaults. */
  first_digest: {},
  /** Opens the form for a new digest. On the Home tab, it asks for the channel first. */
  digest_add: {},
  /** The history of one digest, or with `null` of all the channel's digests. */
  digest_history: { of: orNull(text('s')), page: page('p') },
  /** Reposts a delivery whose outcome is unknown. */
  post_again: { deliveryId: text('d') },
  /** Resumes the digests that stopped when Sightline was removed from the workspace. */
  digests_restore: {},
  home_page: { page: page('p') },
  /** On the Home tab, which has no channel: asks which one to set up. */
  choose_channel: {},
  /** `inPlace`: the answer replaces the message with the button. */
  run_verb: { ...command, inPlace: flag('i') },
  /** Makes direct messages about this channel from now on, and answers `question` (if not empty) about it. */
  use_channel: { channel: text('c'), question: text('v') },
  /** Shares the answer with the channel. `anyway`: the person knows that other companies read it. */
  share: { ...command, anyway: flag('a') },
  filter: command,
  csv: command,
  review_csv: command,
  how_sure: command,
  why: command,
  /** Shows the rows of a visibility answer's table from `from` on. */
  more: { ...command, from: page('f') },
} as const

export type ActionKind = keyof typeof kinds

type OmittedIn<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly absent: 'omitted' } ? Name : never
}[keyof Fields]
type ValueOf<F> =
  F extends Field<infer Value, infer Absent> ? Value | (Absent extends null ? null : never) : never
type ValuesOf<Fields> = {
  readonly [Name in Exclude<keyof Fields, OmittedIn<Fields>>]: ValueOf<Fields[Name]>
} & { readonly [Name in OmittedIn<Fields>]?: ValueOf<Fields[Name]> }

export type Action = {
  [Kind in ActionKind]: { readonly kind: Kind } & ValuesOf<(typeof kinds)[Kind]>
}[ActionKind]

type Decoded =
  | { readonly ok: true; readonly action: Action }
  /** `unknown`: not one of our buttons. `malformed`: its value is invalid. `newer_version`: made by a later release. */
  | { readonly ok: false; readonly reason: 'unknown' | 'malformed' | 'newer_version' }

const version = 1

type Stored = Readonly<Record<string, unknown>>

const fieldsOfKind = (kind: ActionKind) => Object.entries<Field<unknown, unknown>>(kinds[kind])

function storedOf({ kind, ...values }: Action): Stored {
  const named: Stored = values
  return Object.fromEntries(
    fieldsOfKind(kind)
      .map(([name, { key }]) => [key, named[name] === true ? 1 : named[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  )
}

function actionOf(kind: ActionKind, stored: Stored): Action | null {
  const action: Record<string, unknown> = { kind }
  for (const [name, { key, read, absent }] of fieldsOfKind(kind)) {
    const isAbsent = stored[key] === undefined || stored[key] === null
    const value = isAbsent ? absent : read(stored[key])
    if (value === undefined || (isAbsent && absent === 'malformed')) return null
    if (!(isAbsent && absent === 'omitted')) action[name] = value
  }
  return action as Action
}

/** @param index distinguishes buttons of one kind in a block. @returns `null`: the value is too long for a button */
export function encodeAction(action: Action, index?: number): { action_id: string; value: string } | null {
  const value = serialized(storedOf(action))
  if (value.length > limits.button.value) return null
  return { action_id: `sl${version}.${action.kind}${index === undefined ? '' : `.${index}`}`, value }
}

/** The action id of menus. The chosen option's value says what to do. */
export const menuActionId = `sl${version}.menu`

/** @returns a menu option's value; `null` if it is too long, in which case the option must be omitted */
export function encodeChoice(action: Action): string | null {
  const value = serialized({ k: action.kind, ...storedOf(action) })
  return value.length > limits.menu.value ? null : value
}

/** A button's value that also names its channel, for a button outside of any channel; `null`: it is too long. */
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
function serialized(fields: Stored): string {
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
  const action = fields && typeof kind === 'string' && isKind(kind) ? actionOf(kind, fields) : null
  return action ? { ok: true, action } : { ok: false, reason: 'malformed' }
}

/** Matches the action ids of a kind, of every version, for routing. */
export function actionIdPattern(kind: ActionKind): RegExp {
  return new RegExp(`^sl\\d{1,6}\\.${kind}(?:\\.\\d+)?$`)
}

function isKind(kind: string): kind is ActionKind {
  return Object.hasOwn(kinds, kind)
}

function parse(value: string): Stored | null {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Stored) : null
  } catch {
    return null
  }
}
