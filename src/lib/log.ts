import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { type DestinationStream, type Logger as Pino, pino } from 'pino'
import { written } from './log-fields.ts'

/**
 * What may stand in a log line beside the event's name. Message bodies, tokens and keys are not among them, and what
 * is not listed is not written, whatever it is called by (`log-fields.ts`).
 */
export interface LogFields {
  /** The request's own where nothing else is said. */
  readonly reference?: string | undefined
  readonly team?: string
  readonly channel?: string
  readonly user?: string
  /** As the registry calls it; never what somebody typed. */
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
  /** Words of ours, at most 300 characters of them. */
  readonly detail?: string
  /** Its name, its code and where it was thrown; its message only where it is one of ours. */
  readonly error?: unknown
}

/** Structured log, one line an event. */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null }
  const logger: Pino = destination === undefined ? pino(options) : pino(options, destination)
  const at = (severity: 'debug' | 'info' | 'warn' | 'error') => (event: string, fields?: LogFields) => {
    // A line that nobody reads should cost nothing.
    if (!logger.isLevelEnabled(severity)) return
    const reference = fields?.reference ?? referenceOf(running.getStore())
    logger[severity](written({ ...fields, reference }), event)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** The reference is made when the first one asks for it: most of what is answered at once needs none. */
interface Request {
  reference: string | null
}

const running = new AsyncLocalStorage<Request>()

function referenceOf(request: Request | undefined): string | undefined {
  if (request === undefined) return undefined
  request.reference ??= newReference()
  return request.reference
}

/**
 * Runs what one command, click or delivery asks for. Each log line of it carries the same reference, through every
 * call to the service and to Slack, and so does the sentence that a person reads when it fails.
 */
export function underReference<T>(work: () => T): T {
  return running.run({ reference: null }, work)
}

/** The reference of what is being worked on; a new one where nothing is. */
export function currentReference(): string {
  return referenceOf(running.getStore()) ?? newReference()
}

/** Letters and digits that can't be taken for one another when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The id that stands in a user's error message and in the log line of the same error, for example `K7QM-2XPA`. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}
