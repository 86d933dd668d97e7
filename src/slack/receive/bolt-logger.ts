import { type Logger as BoltLogger, LogLevel } from '@slack/bolt'
import type { Log } from '../../lib/log.ts'
import { listedBeginning } from '../send/sdk-log-lines.ts'

/**
 * Writes Bolt's and the SDK's lines to our log. Only listed beginnings of lines are written, since the rest can hold
 * secrets. Debug lines hold message bodies and are dropped.
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
 * Drops errors that Bolt logs without a message. Visitors of the installation pages can cause those at will;
 * installer.ts logs them at a limited rate.
 */
export function withoutBareErrors(logger: BoltLogger): BoltLogger {
  return {
    ...logger,
    error: (...parts) => {
      if (!(parts[0] instanceof Error)) logger.error(...parts)
    },
  }
}
