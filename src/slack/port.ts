/** What the rest of the house needs of Slack, without knowing Bolt: implemented in this room, passed in by `main.ts`. */
import type { Message, ModalView } from '../blocks/message.ts'

/** Where a message stands. `ts` is Slack's message id within the channel. */
export interface MessageAddress {
  readonly channel: string
  readonly ts: string
}

/**
 * Why a message could not be posted or changed.
 * - `refused`: Slack said no and did nothing; `code` is Slack's error code.
 * - `rate_limited`: nothing was done; try again after `retryAfterSeconds`.
 * - `unknown`: no answer came (time-out, reset, 5xx); the message may or may not be there.
 */
export class PostError extends Error {
  override readonly name = 'PostError'
  readonly outcome: 'refused' | 'rate_limited' | 'unknown'
  readonly code: string
  readonly retryAfterSeconds: number | null

  constructor(outcome: PostError['outcome'], code: string, retryAfterSeconds: number | null = null) {
    super(`Slack: ${code}`)
    this.outcome = outcome
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Posts and rewrites messages. Never repeats a call by itself: who calls knows whether a repeat could double it. */
export interface Poster {
  /**
   * Posts to a channel where the bot is a member. If Slack refuses the blocks, the same content goes out as
   * simpler blocks, then as plain text; what was posted in the end is returned.
   * @throws {PostError}
   */
  post(
    channel: string,
    message: Message,
    options?: {
      readonly threadTs?: string
      /** Kept with the message, so that a post whose answer was lost can be found again. */
      readonly deliveryId?: string
    },
  ): Promise<MessageAddress & { readonly message: Message }>
  /** Replaces a message's text and blocks. @throws {PostError} */
  update(address: MessageAddress, message: Message): Promise<void>
}

/** A slash command, parsed. Ids are Slack's. */
export interface SlashCommand {
  readonly team: string
  readonly channel: string
  readonly user: string
  /** What was typed after the command. */
  readonly text: string
  /** The same when Slack delivers the command again. */
  readonly triggerId: string
}

/** A click on a button, or a choice in a menu. */
export interface Click {
  readonly team: string
  readonly channel: string | null
  readonly user: string
  readonly actionId: string
  readonly value: string
  readonly triggerId: string
  /** The message that holds the button; `null` in a modal or on the Home tab. */
  readonly message: (MessageAddress & { readonly ephemeral: boolean }) | null
  readonly viewId: string | null
}

/** Answers the person who typed or clicked; it works where the bot is no member, too. */
export interface Answer {
  /** Only that person sees it. `replace`: in the place of the message that was clicked, or of an earlier answer. */
  privately(message: Message, options?: { readonly replace?: boolean }): Promise<void>
  /** Everybody in the channel sees it. */
  publicly(message: Message): Promise<void>
}

/** Modals. A `triggerId` opens one only within 3 seconds of the click: open first, then fill. */
export interface Modals {
  open(triggerId: string, view: ModalView): Promise<string>
  update(viewId: string, view: ModalView): Promise<void>
}
