/** What operators see of the work: the log and the metrics. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { type DestinationStream, type Logger as Pino, pino } from 'pino'

export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const logger: Pino = pino({ level, base: null }, destination)
  const at = (severity: 'debug' | 'info' | 'warn' | 'error') => (event: string, fields?: LogFields) => {
    // Disabled levels should cost nothing.
    if (!logger.isLevelEnabled(severity)) return
    const reference = fields?.reference ?? referenceOf(running.getStore())
    logger[severity](written({ ...fields, reference }), event)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * Writes each line at once: pino's default leaves it to a thread, which at an exit may write it after the last line or not
 * at all. A log that can't be written, for example on a full disk, stops nothing.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: mostUnwritten })
  output.on('error', () => {})
  return output
}

/** Characters that wait for a disk with space; what comes after them is dropped. */
const mostUnwritten = 1_000_000

/** The reference is created at its first use, since most instant answers need none. */
interface Request {
  reference: string | null
}

const running = new AsyncLocalStorage<Request>()

function referenceOf(request: Request | undefined): string | undefined {
  if (request === undefined) return undefined
  request.reference ??= newReference()
  return request.reference
}

/** The work's log lines carry one reference, and so does the error message that a person reads. */
export function withReference<T>(work: () => T): T {
  return running.run({ reference: null }, work)
}

export function currentReference(): string {
  return referenceOf(running.getStore()) ?? newReference()
}

/** Letters and digits that aren't easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The id in a user's error message and in the log line of the same error, for example `K7QM-2XPA`. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}

type Rule<Value> = (value: unknown) => Value | undefined

/** Replaces a value of a listed field that has the wrong format. */
const unreadable = '(not written)'

const matching =
  (shape: RegExp): Rule<string> =>
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

const number: Rule<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const longest = 300
const words: Rule<string> = (value) => {
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
const error: Rule<unknown> = (value) => {
  if (value === undefined) return undefined
  if (!(value instanceof Error)) return { name: typeof value }
  const { cause } = value
  return {
    ...described(value),
    ...(cause instanceof Error ? { cause: described(cause) } : {}),
    stack: framesOf(value),
  }
}

function described(value: Error): object {
  return {
    name: word(value.name),
    ...('code' in value ? { code: code(value.code) } : {}),
    ...(ownErrors.has(value.name) ? { message: words(value.message) } : {}),
  }
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

const rules = {
  reference: id,
  team: id,
  channel: id,
  user: id,
  /** The name in the registry, never typed text. */
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
  /** Of a program or of its data, for example `2026b`. */
  version: id,
  /** Our own text. */
  detail: words,
  error,
}

/** Never message bodies, tokens or keys; unlisted fields are dropped, and so is `null`. */
export type LogFields = { readonly [Name in keyof typeof rules]?: ReturnType<(typeof rules)[Name]> | null }

const ruleOf: ReadonlyMap<string, Rule<unknown>> = new Map(Object.entries(rules))

/** Applied when a line is written, so that a mistake can't log a message's text or a token. */
export function written(fields: object): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const safeValue = ruleOf.get(name)?.(value)
    if (safeValue !== undefined) line[name] = safeValue
  }
  return line
}

/** How a command ended: `answered`, `problem` (in what was typed), or the part that failed. */
export type CommandOutcome = 'answered' | 'problem' | 'api' | 'store' | 'slack' | 'fault'

export type ArrivalKind = 'command' | 'action' | 'shortcut' | 'submission' | 'options' | 'event' | 'other'

export type SlackOutcome = 'ok' | 'refused' | 'rate_limited' | 'not_sent' | 'no_answer'

export type DigestOutcome = 'posted' | 'unknown' | 'failed' | 'skipped' | 'quiet' | 'retried'

/** Does nothing if metrics are off. Times are in seconds. Never gets typed text or ids of teams, channels or people. */
export interface Meter {
  /** @param seconds from the delivery's arrival to its acknowledgement */
  acknowledged(kind: ArrivalKind, seconds: number): void
  /** @param verb name in the registry; `null`: none was recognized */
  commandDone(verb: string | null, outcome: CommandOutcome, seconds: number): void
  /** One attempt. `route` is a template; `status` is `null` without an answer. */
  apiRequest(request: {
    readonly method: string
    readonly route: string
    readonly status: number | null
    readonly seconds: number
  }): void
  cacheAsked(hit: boolean): void
  /** @param method for example `chat.postMessage` */
  slackRequest(method: string, outcome: SlackOutcome, seconds: number): void
  slackReconnected(): void
  digests(outcome: DigestOutcome, count: number): void
}

export const noMeter: Meter = {
  acknowledged: () => {},
  commandDone: () => {},
  apiRequest: () => {},
  cacheAsked: () => {},
  slackRequest: () => {},
  slackReconnected: () => {},
  digests: () => {},
}
