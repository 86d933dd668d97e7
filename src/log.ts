import { randomInt } from 'node:crypto'
import { type DestinationStream, type Logger as Pino, pino } from 'pino'

/** What may stand in a log line beside the event's name. Message bodies, tokens and keys are not among them. */
export interface LogFields {
  readonly reference?: string | undefined
  readonly team?: string
  readonly channel?: string
  readonly user?: string
  readonly verb?: string
  readonly action?: string
  readonly delivery?: string
  readonly slot?: string
  readonly code?: string | undefined
  readonly status?: number | null
  readonly route?: string
  readonly attempt?: number
  readonly ms?: number
  readonly count?: number
  readonly detail?: string
  /** Only its name, message and stack are written, never its other properties. */
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
  const options = { level, base: null, serializers: { error: describeError } }
  const logger: Pino = destination === undefined ? pino(options) : pino(options, destination)
  return {
    debug: (event, fields) => logger.debug(fields ?? {}, event),
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, fields) => logger.error(fields ?? {}, event),
  }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  return { name: error.name, message: error.message, stack: error.stack }
}

/** Letters and digits that can't be taken for one another when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The id that stands in a user's error message and in the log line of the same error, for example `K7QM-2XPA`. */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}
