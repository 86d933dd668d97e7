import type { Caller } from '../slack/plan.ts'
import type { Click } from '../slack/port.ts'

export function callerOf({ team, channel, user, outside, presence }: Click): Caller {
  return { team, channel: channel ?? '', user, outside, presence }
}
