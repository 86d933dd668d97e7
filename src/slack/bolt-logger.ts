import { type Logger as BoltLogger, LogLevel } from '@slack/bolt'
import type { Log } from '../log.ts'

/** Bolt's and the SDK's own lines, in our log. Their debug lines hold message bodies and are left out. */
export function boltLogger(log: Log): BoltLogger {
  const line = (parts: unknown[]) => parts.map(String).join(' ').slice(0, 500)
  return {
    debug: () => {},
    info: (...parts) => log.debug('slack sdk', { detail: line(parts) }),
    warn: (...parts) => log.warn('slack sdk', { detail: line(parts) }),
    error: (...parts) => log.error('slack sdk', { detail: line(parts) }),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  }
}
