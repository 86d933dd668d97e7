import type { Caller } from '../slack/plan.ts'
import type { Click } from '../slack/port.ts'

/** Who clicked, for a command that a button runs. */
export function callerOf({ team, channel, user, outside }: Click): Caller {
  return { team, channel: channel ?? '', user, outside }
}
