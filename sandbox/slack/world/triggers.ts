/** Trigger ids: valid for three seconds and one modal. docs.slack.dev/interactivity/handling-user-interaction */
import { randomBytes } from 'node:crypto'
import { SlackError } from '../api/errors.ts'

const LIFETIME_MS = 3000

interface Trigger {
  readonly user: string
  /** The channel in view when it was issued: the default in a conversation select. */
  readonly channel?: string
  /** The modal in which it was issued. Only such a trigger can push a view. */
  readonly viewId?: string
}

/** @param now milliseconds of the clock by which triggers expire */
export function createTriggers(now: () => number) {
  const issued = new Map<string, { trigger: Trigger; at: number; used: boolean }>()
  const find = (id: string) => {
    const issuedTrigger = issued.get(id)
    if (!issuedTrigger) throw new SlackError('invalid_trigger_id')
    if (issuedTrigger.used) throw new SlackError('exchanged_trigger_id')
    if (now() - issuedTrigger.at > LIFETIME_MS) throw new SlackError('expired_trigger_id')
    return issuedTrigger
  }
  return {
    issue: (trigger: Trigger): string => {
      const id = `${issued.size + 1}.${Math.trunc(now())}.${randomBytes(16).toString('hex')}`
      issued.set(id, { trigger, at: now(), used: false })
      return id
    },
    /** The trigger behind an id. Throws Slack's `invalid_`, `exchanged_` or `expired_trigger_id`. */
    look: (id: string): Trigger => find(id).trigger,
    /** Like `look`, but also uses it up. */
    exchange: (id: string): Trigger => {
      const issuedTrigger = find(id)
      issuedTrigger.used = true
      return issuedTrigger.trigger
    },
  }
}

export type Triggers = ReturnType<typeof createTriggers>
