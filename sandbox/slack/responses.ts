/**
 * response_urls: valid five times within thirty minutes.
 * docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
import { randomBytes } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import { SlackError } from './api/call.ts'

const MOST_USES = 5
const LIFETIME_MINUTES = 30

/** Where messages sent to this response_url go. */
export interface ResponseTarget {
  readonly channel: string
  /** Who sees ephemeral messages. */
  readonly user: string
  /** `ts` of the clicked message, the one that `replace_original` and `delete_original` affect. */
  original?: string
}

/** @param team included in each URL, so that it can be routed to its workspace */
export function createResponses(clock: SandboxClock, team: string) {
  const issued = new Map<string, { target: ResponseTarget; until: Temporal.Instant; uses: number }>()
  return {
    /** The path of a new response_url. */
    issue: (target: ResponseTarget): string => {
      const id = `${team}-${randomBytes(12).toString('hex')}`
      issued.set(id, { target, until: clock.now().add({ minutes: LIFETIME_MINUTES }), uses: 0 })
      return `/response/${id}`
    },
    /** Counts one use. Throws `used_url` after the fifth, `expired_url` after thirty minutes or for an unknown id. */
    use: (id: string): ResponseTarget => {
      const response = issued.get(id)
      if (!response || Temporal.Instant.compare(clock.now(), response.until) > 0)
        throw new SlackError('expired_url')
      if (response.uses >= MOST_USES) throw new SlackError('used_url')
      response.uses += 1
      return response.target
    },
  }
}

export type Responses = ReturnType<typeof createResponses>

// Trigger ids: valid for three seconds and one modal. docs.slack.dev/interactivity/handling-user-interaction

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
    /** Uses it up. Throws like `look`. */
    exchange: (id: string) => {
      find(id).used = true
    },
  }
}

export type Triggers = ReturnType<typeof createTriggers>
