/** What the rest of the house needs of Slack, without knowing Bolt: implemented in this room, passed in at the start. */
import type { Message, ModalView } from '../blocks/message.ts'

/** Where a message stands. `ts` is Slack's message id within the channel. */
export interface MessageAddress {
  readonly channel: string
  readonly ts: string
}

const invite = "I'm not in this channel, so I can't post here. Type `/invite @Sightline`, then try again."

const sentences: Readonly<Record<string, string>> = {
  not_in_channel: invite,
  channel_not_found: invite,
  is_archived: 'This channel is archived, so nobody can post here. Unarchive it, or use another channel.',
  expired_trigger_id: 'That took too long for Slack. Click again.',
}

const otherSentences = {
  refused: 'Slack refused that. Ask whoever runs Sightline to look at the log.',
  rate_limited: 'Slack asks to slow down. Try again in a minute.',
  unknown: "Slack didn't answer, so nobody knows whether it was done. Look before you try again.",
} as const

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

  /** What a person in Slack is told: cause, then next step. */
  readonly userMessage: string

  constructor(
    outcome: PostError['outcome'],
    code: string,
    retryAfterSeconds: number | null = null,
    cause?: unknown,
  ) {
    super(`Slack: ${code}`, { cause })
    this.userMessage = sentences[code] ?? otherSentences[outcome]
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
  readonly message:
    | (MessageAddress & {
        readonly ephemeral: boolean
        /** What it says, as Slack sends it along; `null` for a private message, of which Slack sends nothing. */
        readonly content: Message | null
        readonly threadTs: string | null
      })
    | null
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
