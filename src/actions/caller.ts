import type { Caller } from '../slack/plan.ts'
import type { Click } from '../slack/port.ts'

/** The person who clicked, as the caller of a command. */
export function callerOf({ team, channel, user, outside, presence }: Click): Caller {
  return { team, channel: channel ?? '', user, outside, presence }
}
