/** Enforced when a line is written, so that a mistake can't log a message's text or a token. */

type Rule = (value: unknown) => unknown

/** Replaces a value of a listed field that has the wrong format. */
const unreadable = '(not written)'

const matching =
  (shape: RegExp): Rule =>
  (value) => {
    if (typeof value !== 'string' || value === '') return undefined
    return shape.test(value) ? value : unreadable
  }

/** Ids of Slack, the service or Sightline. */
const id = matching(/^[\w.:-]{1,64}$/)
const word = matching(/^[a-z][a-z0-9_.-]{0,63}$/i)
const code = matching(/^[\w.:/-]{1,120}$/)
/** An HTTP method and a route template with parameters in braces, or the name of a Slack method. */
const route = matching(/^(?:[A-Z]{3,6} )?[\w./{}:-]{1,160}$/)

const number: Rule = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

const longest = 300
const words: Rule = (value) => {
  if (typeof value !== 'string' || value === '') return undefined
  // One line per event, without control characters.
  const line = value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** Our errors: their messages are for the operator and contain no secrets or user input. */
const ownErrors: ReadonlySet<string> = new Set([
  'ApiError',
  'StoreError',
  'PostError',
  'SlackStartError',
  'ConfigError',
])
const maxFrames = 12

/** The error's kind and stack frames. Messages of other errors are dropped, since they may quote their input. */
const error: Rule = (value) => {
  if (value === undefined) return undefined
  if (!(value instanceof Error)) return { name: typeof value }
  const { cause } = value
  return {
    ...nameAndCode(value),
    ...(ownErrors.has(value.name) ? { message: words(value.message) } : {}),
    ...(cause instanceof Error ? { cause: nameAndCode(cause) } : {}),
    stack: framesOf(value),
  }
}

function nameAndCode(value: Error): { readonly name: unknown; readonly code?: unknown } {
  const name = word(value.name)
  return 'code' in value ? { name, code: code(value.code) } : { name }
}

/** The stack's frames. The message before them is dropped first, since its lines may look like frames. */
function framesOf({ message, stack = '' }: Error): string {
  const begin = stack.indexOf(message)
  // The stack keeps the original message. If `message` was changed since, its end can't be found.
  const lines = begin < 0 ? [] : stack.slice(begin + message.length).split('\n')
  const frames = lines.filter((line) => /^\s+at \S/.test(line))
  return frames
    .slice(0, maxFrames)
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

export function written(fields: object): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const safeValue = rules.get(name)?.(value)
    if (safeValue !== undefined) line[name] = safeValue
  }
  return line
}
