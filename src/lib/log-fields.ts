/**
 * What a log line may hold, enforced when it is written: a list of names, and for each the shape of its value. Whatever
 * has another name or another shape stays out, so that a mistake can't put a message's text or a token into the log.
 */

type Rule = (value: unknown) => unknown

/** What has a listed name, but not its shape: that much is told, and nothing of it. */
const unreadable = '(not written)'

const matching =
  (shape: RegExp): Rule =>
  (value) => {
    if (typeof value !== 'string' || value === '') return undefined
    return shape.test(value) ? value : unreadable
  }

/** Ids of Slack, of the service and of ours. */
const id = matching(/^[\w.:-]{1,64}$/)
const word = matching(/^[a-z][a-z0-9_.-]{0,63}$/i)
const code = matching(/^[\w.:/-]{1,120}$/)
/** A method and a route's template, whose parameters stand in braces, or the name of a method of Slack. */
const route = matching(/^(?:[A-Z]{3,6} )?[\w./{}:-]{1,160}$/)

const number: Rule = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

const longest = 300
const words: Rule = (value) => {
  if (typeof value !== 'string' || value === '') return undefined
  // One line an event, and nothing that a terminal would obey.
  const line = value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** Errors of ours: their messages are written for the operator, without secrets and without what people typed. */
const ours: ReadonlySet<string> = new Set([
  'ApiError',
  'StoreError',
  'PostError',
  'SlackStartError',
  'ConfigError',
])
const mostFrames = 12

/** Only what tells the error's kind and place. Of a foreign one even the message stays out: it may quote its input. */
const error: Rule = (value) => {
  if (value === undefined) return undefined
  if (!(value instanceof Error)) return { name: typeof value }
  const { cause } = value
  return {
    ...known(value),
    ...(ours.has(value.name) ? { message: words(value.message) } : {}),
    ...(cause instanceof Error ? { cause: known(cause) } : {}),
    stack: framesOf(value),
  }
}

function known(value: Error): { readonly name: unknown; readonly code?: unknown } {
  const name = word(value.name)
  return 'code' in value ? { name, code: code(value.code) } : { name }
}

/** The lines of the stack that name a place; those before them repeat the message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at \S/.test(line))
  return frames
    .slice(0, mostFrames)
    .map((line) => line.slice(0, longest))
    .join('\n')
}

const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    reference: id,
    team: id,
    channel: id,
    user: id,
    verb: word,
    action: id,
    outcome: word,
    delivery: id,
    slot: id,
    code,
    status: number,
    route,
    attempt: number,
    ms: number,
    count: number,
    version: id,
    detail: words,
    error,
  }),
)

/** The fields as they are written: those that are listed, each in its shape. */
export function written(fields: object): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const kept = rules.get(name)?.(value)
    if (kept !== undefined) line[name] = kept
  }
  return line
}
