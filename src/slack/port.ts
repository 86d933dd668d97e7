/** What the rest of the house needs of Slack, without knowing Bolt: implemented in this room, passed in at the start. */
import { reasonAdvice } from '../blocks/digests/reasons.ts'
import type { LogFields } from '../lib/log.ts'
import type { CommandOutcome } from '../lib/metrics.ts'
import type { ViewState } from '../model/form-values.ts'
import type { HomeView, Message, ModalView } from '../model/message.ts'

/** Where a message stands. `ts` is Slack's message id within the channel. */
export interface MessageAddress {
  readonly channel: string
  readonly ts: string
}

/** Nothing was sent: the workspace's token ran out, and the next one can't be had at the moment. */
export const notRenewed = 'token_not_renewed'

const sentences: Readonly<Record<string, string>> = {
  not_in_channel: reasonAdvice('not_in_channel'),
  channel_not_found: reasonAdvice('channel_not_found'),
  is_archived: reasonAdvice('is_archived'),
  expired_trigger_id: 'That took too long for Slack. Click again.',
  [notRenewed]: "Sightline's access to Slack is being renewed. Try again in a minute.",
}

const otherSentences = {
  refused: 'Slack refused that. Ask whoever runs Sightline to look at the log.',
  rate_limited: 'Slack asks to slow down. Try again in a minute.',
  not_sent: 'Sightline was held up, so it was not sent. Try again.',
  unknown: "Slack didn't answer, so nobody knows whether it was done. Look before you try again.",
} as const

/**
 * Why a message could not be posted or changed.
 * - `refused`: Slack said no and did nothing; `code` is Slack's error code.
 * - `rate_limited`: nothing was done; try again after `retryAfterSeconds`.
 * - `not_sent`: nothing has left; it was too late for it.
 * - `unknown`: no answer came (time-out, reset, 5xx); the message may or may not be there.
 */
export class PostError extends Error {
  override readonly name = 'PostError'
  readonly outcome: 'refused' | 'rate_limited' | 'not_sent' | 'unknown'
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

/** A look into a channel that has not come to its end. */
export class IncompleteSearchError extends PostError {
  /** Slack's `ts` of the oldest message that was looked at: all newer ones are others. */
  readonly upTo: string

  constructor(why: PostError, upTo: string) {
    super(why.outcome, why.code, why.retryAfterSeconds, why)
    this.upTo = upTo
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
      /** Which of its replies this is, from 0; left out: the delivery's message itself. */
      readonly reply?: number
      /** Asked right before the request is written; when it says no, nothing leaves (`not_sent`). */
      readonly mayLeave?: () => boolean
    },
  ): Promise<MessageAddress & { readonly message: Message }>
  /** Replaces a message's text and blocks. @throws {PostError} */
  update(address: MessageAddress, message: Message): Promise<void>
}

/** What a channel holds, where the history scopes (optional in the manifest) were granted. */
export interface History {
  /**
   * Looks for the message that was posted with this `deliveryId`, among those since that moment. `absent`: it is not
   * there, at least not yet. `not_permitted`: the bot may not look.
   * @param before Slack's `ts`: only what is not newer, since an earlier look got so far
   * @throws {UnfinishedLookError} when there is more than one look reads, or Slack stopped answering in between
   * @throws {PostError} when Slack didn't say
   */
  find(
    channel: string,
    since: Temporal.Instant,
    deliveryId: string,
    before?: string | null,
  ): Promise<{ readonly ts: string } | 'absent' | 'not_permitted'>
  /** The same for one of its replies, in its thread. @throws {PostError} when Slack didn't say */
  findReply(
    channel: string,
    threadTs: string,
    wanted: { readonly deliveryId: string; readonly reply: number },
  ): Promise<{ readonly ts: string } | 'absent' | 'not_permitted'>
}

/** Whether a person belongs to another organization than the one that installed the bot; `null`: Slack didn't tell. */
export type Outside = boolean | null

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
        /** The thread that it is a reply in; `null` where it stands in the channel, though it begins one. */
        readonly threadTs: string | null
      })
    | null
  readonly viewId: string | null
  /** Through which the clicked message is answered or replaced, five times in 30 minutes; `null` in a modal. */
  readonly responseAddress: string | null
  /** The modal or Home tab that holds the button, with what its fields hold now; `null` in a message. */
  readonly view: ViewState | null
  /** See {@link Outside}. */
  readonly outside: Outside
}

/** A modal that was sent off with its main button. */
export interface Submission {
  readonly team: string
  readonly user: string
  readonly view: ViewState
  /** The same when Slack delivers the submission again. */
  readonly triggerId: string
  readonly outside: Outside
}

/**
 * What becomes of a submission.
 * - `errors`: at their fields, by block id; values are kept. Slack takes them only within its 3 seconds, so `again` is
 *   the same form with the errors in words, for an answer that took longer.
 * - `show`: another view in its place, for instance what was saved.
 * - `close`: all of the person's modals end.
 *
 * `after` is work that goes on when Slack has its answer; it tells the person itself what went wrong.
 */
export type SubmissionAnswer =
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>>; readonly again: ModalView }
  | { readonly kind: 'show'; readonly view: ModalView; readonly after?: () => Promise<void> }
  | { readonly kind: 'close'; readonly after?: () => Promise<void> }

/** A person types into a select whose options are ours (`external_select`). */
export interface OptionsQuery {
  readonly team: string
  readonly user: string
  readonly actionId: string
  readonly typed: string
  readonly view: ViewState | null
  readonly outside: Outside
}

/** A person as Slack describes them. */
export interface Person {
  readonly id: string
  /** IANA name; `null` where Slack tells none that is known here. */
  readonly timeZone: string | null
  /** The workspaces that they belong to. */
  readonly workspaces: readonly string[]
  /** Their Enterprise Grid organization. */
  readonly organization: string | null
  /** Admin or owner of their workspace. */
  readonly isAdmin: boolean
  /** Admin or owner of their whole organization. */
  readonly isOrgAdmin: boolean
  /** Single- or multi-channel guest. */
  readonly isGuest: boolean
  readonly isBot: boolean
  /** Deactivated. */
  readonly deleted: boolean
}

/** Who people are. Answers are remembered for some minutes. `null`: Slack didn't tell (no scope, no such person, no answer). */
export interface People {
  person(user: string): Promise<Person | null>
  /** The same as of now, for rights that may just have been taken away. */
  personNow(user: string): Promise<Person | null>
  /** User ids in a user group. */
  groupMembers(group: string): Promise<readonly string[] | null>
  /** Whether a person is in a channel that the bot can see, as of now. `null`: Slack didn't tell. */
  isIn(user: string, channel: string): Promise<boolean | null>
  /** Ids of the channels that both this person and the bot are in. */
  channelsOf(user: string): Promise<ReadonlySet<string> | null>
  /**
   * Whether a person is gone from a channel that the bot is in: their account is closed or no longer known, as of now, or
   * they were not in the channel a minute ago. `false`, too, where Slack doesn't tell.
   */
  hasLeft(user: string, channel: string): Promise<boolean>
}

/** How a channel stands to the bot. */
export interface ChannelState {
  readonly isMember: boolean
  readonly isArchived: boolean
}

export interface ChannelDirectory {
  /** `null`: the bot can't see the channel (it is private and the bot isn't in it, or the scope is missing). @throws {PostError} */
  state(channel: string): Promise<ChannelState | null>
}

/** Sends a file to one person, in their direct messages with the bot. @throws {PostError} */
export interface FileSender {
  /** @returns the file's address in Slack, where Slack tells one */
  send(
    to: { readonly user: string },
    file: { readonly filename: string; readonly title: string; readonly content: string },
  ): Promise<{ readonly permalink: string | null }>
}

/** A person's Home tab. @throws {PostError} */
export interface HomeTabs {
  publish(user: string, view: HomeView): Promise<void>
}

/** What Slack says of the bot's token. */
export interface SlackHealth {
  readonly team: string
  /** The token is an organization's: it works in more workspaces than `team`. */
  readonly isOrg: boolean
  readonly botUser: string
  /** `null`: Slack didn't list them. */
  readonly scopes: readonly string[] | null
  /** Slack's clock at the answer; `null` where it gave none. */
  readonly now: Temporal.Instant | null
}

export interface SlackCheck {
  /** @throws {PostError} */
  check(): Promise<SlackHealth>
}

/** Answers the person who typed or clicked; it works where the bot is no member, too. */
export interface Answer {
  /** Only that person sees it. `replace`: in the place of the message that was clicked, or of an earlier answer. */
  ephemeral(message: Message, options?: { readonly replace?: boolean }): Promise<void>
  /** Everybody in the channel sees it. */
  inChannel(message: Message): Promise<void>
  /**
   * The same answer for something that may take its time: after a moment the person reads that it is being looked up.
   * @param replace that line takes the clicked message's place; the answer should then replace it, too
   */
  withProgress(replace?: boolean): Answer
}

/** Modals. There is one way to open one: at once, with its content to follow. */
export interface Modals {
  /**
   * Opens a modal at once, since Slack lets a `triggerId` open one only within 3 seconds of the click, and fills it when
   * its content is there. With a `viewId` that modal is filled. Ask the store, Slack or the service in `content`, never
   * before. What keeps the content from being there stands in the modal, with its reference, and in the log.
   * @returns what became of it
   * @throws {PostError} when the modal can't be opened; what went wrong, when the modal can't say it
   */
  show(
    where: { readonly triggerId: string; readonly viewId?: string | null },
    loading: ModalView,
    content: () => Promise<ModalView>,
    fields: LogFields,
  ): Promise<CommandOutcome>
  update(viewId: string, view: ModalView): Promise<void>
}
