import type { Caller } from '../slack/plan.ts'
import type { Click } from '../slack/port.ts'

/** Who clicked, for a command that a button runs. */
export function callerOf({ team, channel, user, outside, triggerId }: Click): Caller & {
  readonly triggerId: string
} {
  return { team, channel: channel ?? '', user, outside, triggerId }
}
