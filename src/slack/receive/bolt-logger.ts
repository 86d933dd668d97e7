import { type Logger as BoltLogger, LogLevel } from '@slack/bolt'
import type { Log } from '../../lib/log.ts'
import { listedBeginning } from '../send/sdk-log-lines.ts'

/**
 * Bolt's and the SDK's own lines, in our log: how the line begins, if that is a listed beginning, and of an error what
 * the log takes of any. Their debug lines hold message bodies and are left out.
 */
export function boltLogger(log: Log): BoltLogger {
  const fields = (parts: readonly unknown[]) => {
    const error = parts.find((part) => part instanceof Error)
    const line = parts.find((part) => typeof part === 'string') ?? ''
    const detail = listedBeginning(line) ?? 'a line whose beginning is not listed'
    return error === undefined ? { detail } : { detail, error }
  }
  return {
    debug: () => {},
    info: (...parts) => log.debug('slack sdk', fields(parts)),
    warn: (...parts) => log.warn('slack sdk', fields(parts)),
    error: (...parts) => log.error('slack sdk', fields(parts)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  }
}

/**
 * The same, but for errors that come without a word: those are of visitors of the installation's pages, who can bring
 * them about as often as they like. Whoever answers them says what has to be said (installer.ts).
 */
export function withoutBareErrors(logger: BoltLogger): BoltLogger {
  return {
    ...logger,
    error: (...parts) => {
      if (!(parts[0] instanceof Error)) logger.error(...parts)
    },
  }
}
