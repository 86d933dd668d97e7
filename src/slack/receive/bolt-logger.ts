import { type Logger as BoltLogger, LogLevel } from '@slack/bolt'
import type { Log } from '../../lib/log.ts'

/**
 * Logs where in its code Bolt or the SDK logged something, and the kind of error. Never the text, which can contain tokens
 * and messages. Debug lines are dropped.
 */
export function boltLogger(log: Log): BoltLogger {
  const fields = (parts: readonly unknown[]) => {
    const error = parts.find((part) => part instanceof Error)
    const detail = placeInSdk()
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

/** File and line of the caller in the SDK, for example `web-api/dist/WebClient.js:604`. */
function placeInSdk(): string {
  const place = /@slack[\\/]([\w.\\/-]+:\d+):\d+/.exec(new Error().stack ?? '')
  return place?.[1] ?? 'outside the SDK'
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
