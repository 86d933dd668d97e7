import type { Message } from '../model/message.ts'
import { type MessageAddress, notRenewed, type PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Consequences, Effect, Ending, OutboxRow, Owed } from '../store/index.ts'
import {
  type Cause,
  channelRefusals,
  isChannelRefusal,
  isTokenRefusal,
  type Reason,
  slackRefusal,
} from '../store/reason.ts'

export interface OutboxWorkspaces extends Pick<Workspace, 'store' | 'clock' | 'log' | 'meter'> {
  /** `null`: Sightline was removed from that workspace. */
  readonly of: (team: string, since?: string) => Promise<Workspace | null>
}

export type Composition =
  | {
      readonly message: Message
      readonly effect?: Effect & { readonly [more: string]: unknown }
      /** Replies in its thread, sent one after the other once it is there. */
      readonly replies?: readonly { readonly message: Message; readonly effect?: object }[]
      /** Slack's `ts` of a line that it replaces; `null`: none. Omitted: as before. */
      readonly replaces?: string | null
      /** Sends it, if it is not a new message in its channel: it then doesn't wait for its turn there. */
      readonly send?: () => Promise<{ readonly ts: string }>
    }
  | { readonly later: Temporal.Instant; readonly reason: Reason }
  | { readonly skip: Reason }

/**
 * Why a message will not be sent as it is.
 * - `refused`: by Slack, for this message or for its channel (`isChannel`).
 * - `unreadable`: its outcome is unknown, it can't be looked up, and it is not sent again.
 * - `absent`: it is not in its channel, and it is too late or no longer wanted.
 * - `late`: it was not sent in time.
 * - `skipped`: no longer so, or nothing to say.
 */
export interface Unsent {
  readonly why: 'refused' | 'unreadable' | 'absent' | 'late' | 'skipped'
  readonly reason: Reason
  readonly isChannel?: boolean
}

/** How a message that will not be sent ends, and what follows: its recipient may change, or somebody is told. */
export interface Resolution extends Consequences {
  readonly ending: Ending
}

/** Delays before a person gets a message of unknown outcome again, saying so: the bot can't read their messages. */
export const resendAfterMs: readonly number[] = [1, 5, 30, 120, 720].map((minutes) => minutes * 60_000)

/** For what Slack is told twice without harm. */
export const repeatAfterMs: readonly number[] = [0, 1, 5, 30, 120, 600, 3_600, 43_200].map(
  (seconds) => seconds * 1_000,
)

/**
 * A kind of message: what composes it, and who hears if it can't be sent. Its key and how late it may leave are stored
 * with each message (`Owed`). The same rules hold for all kinds: `deliverOwed`.
 */
export interface MessageKind {
  /** A person is waiting for it: it counts in the pace of messages, but doesn't wait for its turn. */
  readonly isAwaited?: true
  /** Delays before it is sent again if its outcome is unknown and can't be looked up. Omitted: it is not sent again. */
  readonly resendAfterMs?: readonly number[]
  /**
   * Composed under its claim; may run again after a failure. A rejection is tried again until the message is late.
   * @param deliberate a person wants it sent, whatever stands in its way
   */
  compose(workspace: Workspace, row: OutboxRow, deliberate: boolean): Promise<Composition>
  /**
   * Called when it is in Slack, before that is recorded; may be repeated.
   * @param effect of its composition
   * @returns what is owed with its record
   */
  arrived?(
    workspace: Workspace,
    row: OutboxRow,
    posted: MessageAddress & { readonly message: Message },
    effect: object,
  ): Promise<readonly Owed[] | undefined>
  /** Omitted: it ends, and nobody hears of it. */
  unsent?(workspace: Workspace, row: OutboxRow, unsent: Unsent): Promise<Resolution>
  /** Called once an ending is recorded, for metrics. */
  ended?(workspace: Pick<Workspace, 'meter'>, row: OutboxRow, state: Ending['state'], reason?: Reason): void
}

/** All kinds, by their names in the database. */
export type MessageKinds = ReadonlyMap<string, MessageKind>

export function endOf({ why, reason }: Unsent): Ending {
  if (why === 'unreadable') return { state: 'unknown', dueAt: null, reason }
  return { state: why === 'refused' || why === 'absent' ? 'failed' : 'skipped', reason }
}

/**
 * How to handle a failed post.
 * - `wait`: nothing was posted; retry after `ms`.
 * - `unknown`: Slack may have posted it.
 * - `pause`: the channel rejects posts until a person fixes it.
 * - `disconnected`: Slack rejects the bot's token, which its client has recorded; the digest is not at fault.
 * - `fail`: this message can't be posted; the next one may be.
 */
export type PostFailure = { readonly reason: Cause } & (
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'unknown' | 'pause' | 'disconnected' | 'fail' }
)

/** Delay after a post that was delayed past its deadline: the cause may persist. */
const heldUpRetryMs = 60_000

/** Only errors about the channel itself pause a digest, never a 5xx, a time-out or a 429. */
export function classifyPostError({ outcome, code, retryAfterSeconds }: PostError): PostFailure {
  switch (outcome) {
    case 'rate_limited':
      return { kind: 'wait', reason: 'ratelimited', ms: (retryAfterSeconds ?? 1) * 1_000 }
    case 'not_sent':
      return { kind: 'wait', reason: code === notRenewed ? notRenewed : 'held_up', ms: heldUpRetryMs }
    case 'unknown':
      return { kind: 'unknown', reason: 'no_answer' }
    case 'refused': {
      const kind = isTokenRefusal(code) ? 'disconnected' : isChannelRefusal(code) ? 'pause' : 'fail'
      return { kind, reason: slackRefusal(code) }
    }
  }
}

const pausing: ReadonlySet<Reason | null> = new Set(channelRefusals)

/** Whether Slack's refusal paused the digest, so that a successful post resumes it. */
export function isPausedBySlack(reason: Reason | null): boolean {
  return pausing.has(reason)
}
