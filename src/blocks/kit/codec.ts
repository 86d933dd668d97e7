/**
 * The only codec for what buttons send back: action ids, callback ids and values.
 *
 * An action id is `sl<version>.<kind>` with an optional `.<number>` that distinguishes buttons of the same kind in
 * one block. Old messages keep their buttons for years, so a version is never reused for another shape.
 */
import * as z from 'zod'
import { limits } from './limits.ts'

/** Pages and rows count from 1. */
const page = z.int().min(1)
const ref = { organizationId: z.string(), workspaceId: z.string(), resultId: z.string() }
const task = { ...ref, taskId: z.string() }
const evaluation = { organizationId: z.string(), workspaceId: z.string(), evaluationId: z.string() }
/** Short, since digests have menus, and a menu's option has 75 characters. */
const digest = { id: z.string() }
/** What would be typed after `/sightline `. */
const command = { text: z.string() }
/** The channel that tracks it, for a button that is not in a message. */
const channel = z.string().exactOptional()
const flag = z.literal(true).exactOptional()

/** What each kind of button sends back. */
const kinds = {
  create_task: { ...ref, channel },
  /** Creates a second task on purpose: in addition to `taskId`, or with `null` after an unknown outcome. */
  create_task_again: { ...ref, taskId: z.string().nullable() },
  /** Shows a brief. `briefId` `null`: all briefs of the recommendation. */
  view_brief: { ...ref, briefId: z.string().nullable(), page, channel },
  /** Shows the brief of one task, or the recommendation's briefs while the task has none. */
  view_task_brief: { ...task, channel },
  check_task: ref,
  confirm_task: task,
  /** Asks for the day. `page`: of the task list with the button, which is redrawn; `null`: it is not in a task list. */
  mark_done: { ...task, page: page.nullable() },
  reopen_task: { ...task, page: page.nullable() },
  task_story: task,
  /** Opens the form that changes what a recommendation's tasks aim at. `page`: see `mark_done`. */
  change_aim: { ...ref, page: page.nullable() },
  note_edit: { noteId: z.string() },
  tasks_page: { page },
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
  digest_alerts_off: digest,
  digest_now: digest,
  adopt_digest: digest,
  first_digest: {},
  /** Opens the form for a new digest. On the Home tab, it asks for the channel first. */
  digest_add: {},
  /** The history of one digest, or with `null` of all the channel's digests. */
  digest_history: { of: z.string().nullable(), page },
  post_again: { deliveryId: z.string() },
  digests_restore: {},
  home_page: { page },
  /** On the Home tab, which has no channel: asks which one to set up. */
  choose_channel: {},
  /** `inPlace`: the answer replaces the message with the button. */
  run_verb: { ...command, inPlace: flag },
  /** Makes direct messages about this channel from now on, and answers `question` (if not empty) about it. */
  use_channel: { channel: z.string(), question: z.string() },
  /** Shares the answer with the channel. `anyway`: the person knows that other companies read it. */
  share: { ...command, anyway: flag },
  filter: command,
  csv: command,
  review_csv: command,
  how_sure: command,
  why: command,
  /** Shows the rows of a visibility answer's table from `from` on. */
  more: { ...command, from: page },
}

export type ActionKind = keyof typeof kinds

type FieldsOf<Kind extends ActionKind> = Extract<(typeof kinds)[Kind], z.ZodRawShape>
type SchemaOf<Kind extends ActionKind> = z.ZodObject<FieldsOf<Kind> & { kind: z.ZodLiteral<Kind> }>
export type Action = { [Kind in ActionKind]: Readonly<z.infer<SchemaOf<Kind>>> }[ActionKind]

const schemas = new Map(
  Object.entries(kinds).map(([kind, fields]) => [kind, z.object({ ...fields, kind: z.literal(kind) })]),
)

type Decoded =
  | { readonly ok: true; readonly action: Action }
  /** `unknown`: not one of our buttons. `malformed`: its value is invalid. `newer_version`: made by a later release. */
  | { readonly ok: false; readonly reason: 'unknown' | 'malformed' | 'newer_version' }

const version = 1

type Stored = Readonly<Record<string, unknown>>

/** @param index distinguishes buttons of one kind in a block. @returns `null`: the value is too long for a button */
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

/** Only those of its kind: an action may be made of a larger object. */
function fieldsOf(action: Action): Stored {
  const all: Stored = action
  return Object.fromEntries(Object.keys(kinds[action.kind]).map((name) => [name, all[name]]))
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
  if (Number(madeBy) < 1 || !(isMenu || schemas.has(name))) return { ok: false, reason: 'unknown' }
  const fields = parse(value)
  const kind = isMenu ? fields?.k : name
  const schema = fields && typeof kind === 'string' ? schemas.get(kind) : undefined
  const read = schema?.safeParse({ ...fields, kind })
  return read?.success ? { ok: true, action: read.data as Action } : { ok: false, reason: 'malformed' }
}

/** Matches the action ids of a kind, of every version, for routing. */
export function actionIdPattern(kind: ActionKind): RegExp {
  return new RegExp(`^sl\\d{1,6}\\.${kind}(?:\\.\\d+)?$`)
}

function parse(value: string): Stored | null {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Stored) : null
  } catch {
    return null
  }
}
