import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { type DestinationStream, type Logger as Pino, pino } from 'pino'
import { written } from './log-fields.ts'

/** Never message bodies, tokens or keys; unlisted fields are dropped (`log-fields.ts`). */
export interface LogFields {
  /** Default: the reference of the current request. */
  readonly reference?: string | undefined
  readonly team?: string
  readonly channel?: string
  readonly user?: string
  /** The name in the registry, never typed text. */
  readonly verb?: string
  readonly action?: string
  readonly outcome?: string
  readonly delivery?: string
  readonly slot?: string
  readonly code?: string | undefined
  readonly status?: number | null
  readonly route?: string
  readonly attempt?: number
  readonly ms?: number
  readonly count?: number
  /** Of a program or of its data, for example `2026b`. */
  readonly version?: string
  /** Our own text, at most 300 characters. */
  readonly detail?: string
  /** Logged as name, code and stack frames; with the message only if it is one of our errors. */
  readonly error?: unknown
}

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

/** The reference of the current request, or a new one. */
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
