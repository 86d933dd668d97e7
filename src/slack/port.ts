/** Slack as the rest of Sightline sees it, without Bolt. Implemented in this folder and passed in at the start. */
import { reasonAdvice } from '../blocks/digests/reasons.ts'
import type { CommandOutcome, LogFields } from '../lib/telemetry.ts'
import type { ViewState } from '../model/form-values.ts'
import type { Message, ModalView } from '../model/message.ts'
import { tokenRefusals } from '../store/reason.ts'

/** Identifies a message. `ts` is Slack's message id within the channel. */
export interface MessageAddress {
  readonly channel: string
  readonly ts: string
}

/** Nothing was sent: the workspace's token expired and could not be renewed yet. */
export const notRenewed = 'token_not_renewed'

const sentences: Readonly<Record<string, string>> = {
  not_in_channel: reasonAdvice('not_in_channel'),
  channel_not_found: reasonAdvice('channel_not_found'),
  is_archived: reasonAdvice('is_archived'),
  ...Object.fromEntries(tokenRefusals.map((code) => [code, reasonAdvice(code)])),
  expired_trigger_id: 'That took too long for Slack. Try again.',
  [notRenewed]: 'Sightline’s access to Slack is being renewed. Try again in a minute.',
}

const otherSentences = {
  refused: 'Slack rejected that. Ask your Sightline admin to check the log.',
  rate_limited: 'Slack is limiting requests. Try again in a minute.',
  not_sent: 'Sightline was delayed and didn’t send it. Try again.',
  unknown: 'Slack didn’t answer, so this may or may not be done. Check before you try again.',
} as const

/**
 * A failed request to Slack.
 * - `refused`: Slack did nothing; `code` is its error code.
 * - `rate_limited`: Slack did nothing; retry after `retryAfterSeconds`.
 * - `not_sent`: no request was made, for example because it would have been too late.
 * - `unknown`: no answer (time-out, reset, 5xx); Slack may have done it.
 */
export class PostError extends Error {
  override readonly name = 'PostError'
  readonly outcome: 'refused' | 'rate_limited' | 'not_sent' | 'unknown'
  readonly code: string
  readonly retryAfterSeconds: number | null

  /** For the person in Slack: cause, then next step. */
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

/** For `catch`: what Slack didn't say is unknown. */
export function asUnknown(error: unknown): null {
  if (error instanceof PostError) return null
  throw error
}

export class IncompleteSearchError extends PostError {
  /** Slack's `ts` of the oldest message searched; the next search continues there. */
  readonly upTo: string

  constructor(cause: PostError, upTo: string) {
    super(cause.outcome, cause.code, cause.retryAfterSeconds, cause)
    this.upTo = upTo
  }
}

/** Posts and updates messages. Never retries: only the caller knows whether a repeat could post twice. */
export interface Poster {
  /**
   * Posts to a channel, or to a person's direct messages by user id. If Slack refuses the blocks, posts simpler ones, then
   * plain text.
   * @returns the message as posted
   * @throws {PostError}
   */
  post(
    channel: string,
    message: Message,
    options?: {
      readonly threadTs?: string
      /** Stored in the message's metadata, to find a post whose answer was lost. */
      readonly deliveryId?: string
      /** Called right before the request is written; `false` cancels it (`not_sent`). */
      readonly maySend?: () => boolean
    },
  ): Promise<MessageAddress & { readonly message: Message }>
  /** Replaces a message's text and blocks. @throws {PostError} */
  update(address: MessageAddress, message: Message): Promise<void>
  /** Deletes a message of Sightline's. @throws {PostError} */
  remove(address: MessageAddress): Promise<void>
}

/** Searches channels, if the history scopes (optional in the manifest) were granted. */
export interface History {
  /**
   * Finds the message posted with this `deliveryId` at or after `since`. `absent`: not there, at least not yet.
   * `not_permitted`: the bot may not read the channel.
   * @param before Slack's `ts` at which an earlier search stopped
   * @throws {IncompleteSearchError} if the channel is too long for one search, or Slack stopped answering
   * @throws {PostError} if Slack doesn't answer
   */
  find(
    channel: string,
    since: Temporal.Instant,
    deliveryId: string,
    before?: string | null,
  ): Promise<{ readonly ts: string } | 'absent' | 'not_permitted'>
  /** Finds the reply posted with this `deliveryId` in a thread. @throws {PostError} if Slack doesn't answer */
  findReply(channel: string, threadTs: string, deliveryId: string): ReturnType<History['find']>
}

/** Whether a person belongs to another organization than the one that installed the bot; `null`: unknown to Slack. */
export type Outside = boolean | null

export interface Presence {
  readonly channel: string
  /** `true`: the person wrote there, or was just looked up. `false`: they clicked there, which others can do, too. */
  readonly isMember: boolean
}

/** The person from whom a delivery comes. Ids are Slack's. */
export interface Sender {
  readonly team: string
  readonly user: string
  readonly outside: Outside
  readonly presence?: Presence | undefined
}

export interface SlashCommand extends Omit<Sender, 'outside'> {
  readonly channel: string
  readonly text: string
  /** Equal for repeated deliveries of the command. */
  readonly triggerId: string
}

/** A click on a button, or a selection in a menu. */
export interface Click extends Sender {
  readonly channel: string | null
  readonly actionId: string
  readonly value: string
  readonly triggerId: string
  /** The message with the button; `null` in a modal or on the Home tab. */
  readonly message:
    | (MessageAddress & {
        readonly ephemeral: boolean
        /** Its content, as Slack sends it; `null` for an ephemeral message, whose content Slack doesn't send. */
        readonly content: Message | null
        /** The thread it is a reply in; `null` for a message in the channel, even if it starts a thread. */
        readonly threadTs: string | null
      })
    | null
  readonly viewId: string | null
  /** Slack's `response_url`, which works five times in 30 minutes; `null` in a modal. */
  readonly responseAddress: string | null
  /** The modal or Home tab with the button, and its current field values; `null` in a message. */
  readonly view: ViewState | null
}

export interface Submission extends Sender {
  readonly view: ViewState
  /** Equal for repeated deliveries of the submission. */
  readonly triggerId: string
}

/**
 * The answer to a submission.
 * - `errors`: by block id, shown at the fields, which keep their values. Slack accepts them only within 3 seconds; for a
 *   slower answer, `again` is the form with the same errors in it.
 * - `show`: replaces the modal, for example with what was saved.
 * - `close`: closes all of the person's modals.
 *
 * `after` runs once Slack has the answer, and reports its own errors to the person.
 */
export type SubmissionAnswer =
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>>; readonly again: ModalView }
  | { readonly kind: 'show'; readonly view: ModalView; readonly after?: () => Promise<void> }
  | { readonly kind: 'close'; readonly after?: () => Promise<void> }

/** A shortcut that a person chose: a global one, or one on a message. */
export interface ShortcutCall extends Sender, Pick<Click, 'triggerId' | 'channel' | 'responseAddress'> {
  readonly callbackId: string
  /** `null` for a global shortcut: Slack doesn't say in which channel it was chosen. */
  readonly message: {
    readonly ts: string
    /** The thread it is a reply in; `null` for a message in the channel. */
    readonly threadTs: string | null
    /** As Slack sends it, with its author's text, blocks and attachments. */
    readonly content: Readonly<Record<string, unknown>>
  } | null
}

export interface StepCall extends Pick<Sender, 'team' | 'outside'> {
  /** Equal for repeated deliveries. */
  readonly id: string
  readonly step: StepId
  /** The workflow's inputs, named as in `manifest.yml`. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** The person who runs the workflow; `null`: no person, for example a schedule. */
  readonly user: string | null
}

/** A request for the options of an `external_select`. */
export interface OptionsQuery extends Sender {
  readonly actionId: string
  readonly typed: string
  readonly view: ViewState | null
}

export interface Person {
  readonly id: string
  readonly name: string | null
  /** IANA name; `null`: none, or unknown to this machine. */
  readonly timeZone: string | null
  readonly workspaces: readonly string[]
  readonly organization: string | null
  readonly isAdmin: boolean
  /** Admin or owner of their whole organization. */
  readonly isOrgAdmin: boolean
  /** Single- or multi-channel guest. */
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly deleted: boolean
}

/**
 * Looks people up. Answers are cached for some minutes. `null`: unknown (no scope, no such person, no answer). A request
 * that Slack doesn't answer is tried again for some seconds.
 */
export interface People {
  person(user: string): Promise<Person | null>
  /**
   * Not cached, for rights that may just have been revoked. `null`: Slack knows nobody of this id.
   * @throws {PostError} if Slack doesn't say
   */
  currentPerson(user: string): Promise<Person | null>
  groupMembers(group: string): Promise<readonly string[] | null>
  /** `null`: the bot can't see who is in the channel. Not cached. @throws {PostError} if Slack doesn't answer */
  isIn(user: string, channel: string): Promise<boolean | null>
  /** Ids of the channels that the person and the bot are both in. @param how.fresh for what is read from all of them */
  channelsOf(user: string, how?: { readonly fresh: boolean }): Promise<ReadonlySet<string> | null>
  /** Whether a person was deactivated, or left a channel of the bot at least a minute ago. `false` if unknown. */
  hasLeft(user: string, channel: string): Promise<boolean>
}

export interface ChannelState {
  readonly isMember: boolean
  readonly isArchived: boolean
  readonly name?: string
}

/** Canvases that Sightline creates. Requires the optional scope `canvases:write`. */
export interface Canvases {
  /** Creates one in a channel's tabs. @returns its id @throws {PostError} */
  create(channel: string, title: string, markdown: string): Promise<string>
  /**
   * Finds the canvas in a channel's tabs that contains these words. Requires the optional scope `canvases:read`.
   * @returns its id; `null`: none contains them, or the scope is missing
   * @throws {PostError} if Slack doesn't answer
   */
  find(channel: string, words: string): Promise<string | null>
  /** Replaces all of its content. @throws {PostError} for example `canvas_not_found` if it was deleted */
  replace(id: string, markdown: string): Promise<void>
}

/** The result of a workflow step: its outputs, or a sentence for the person who runs the workflow. */
export type StepResult =
  | { readonly ok: true; readonly outputs: Readonly<Record<string, string | number | boolean>> }
  | { readonly ok: false; readonly sentence: string }

export interface SlackHealth {
  readonly team: string
  /** Whether it is an organization's token, which works in several workspaces. */
  readonly isOrg: boolean
  /** The token's Enterprise Grid organization; `null`: none. */
  readonly organization: string | null
  readonly botUser: string
  readonly scopes: readonly string[] | null
  /** Slack's time at the answer; `null`: not in the answer. */
  readonly now: Temporal.Instant | null
}

/** Answers the person who typed or clicked, even in channels without the bot. */
export interface Answer {
  /** Visible to that person only. `replace`: replaces the clicked message, or an earlier answer. */
  ephemeral(message: Message, options?: { readonly replace?: boolean }): Promise<void>
  inChannel(message: Message): Promise<void>
  /**
   * For slow answers: shows "Looking it up…" after a moment.
   * @param replace the line replaces the clicked message, so the answer should replace it too; otherwise the line stays
   */
  withProgress(replace?: boolean): Answer
}

/**
 * Slack's agent view (https://docs.slack.dev/ai/developing-agents). Does nothing in a workspace without it or without the
 * scope. Methods never reject, except `end`.
 */
export interface AgentView {
  /**
   * Shows that Sightline is working on a thread.
   * @param title for a thread that has none yet
   * @returns whether Slack shows it
   */
  begin(thread: MessageAddress, title: string, user: string): Promise<boolean>
  /** Shows that it no longer is. @throws {PostError} */
  end(thread: MessageAddress): Promise<void>
  /** Suggests at most four prompts in a person's direct messages. */
  suggest(channel: string, title: string, prompts: readonly SuggestedPrompt[]): Promise<void>
}

export interface SuggestedPrompt {
  readonly title: string
  readonly message: string
}

/** A message that a person wrote to Sightline. Its author isn't identified yet. */
export interface ArrivedQuestion extends Omit<Sender, 'outside'> {
  readonly channel: string
  readonly ts: string
  /** The thread it is in, by the `ts` of its first message; `null`: none. */
  readonly threadTs: string | null
  /** Without the mention of Sightline; `&`, `<` and `>` are escaped, as Slack sends them. */
  readonly text: string
  /** `mention`: in a channel, where everyone can read it. */
  readonly kind: 'mention' | 'direct'
  /** The channels open beside the agent view, nearest first; `null`: it was not written in the agent view. */
  readonly viewing: readonly string[] | null
  readonly enterprise: string | null
}

export interface Modals {
  /**
   * Opens a modal at once, since a `triggerId` is valid for 3 seconds, and fills it when `content` resolves. Do all
   * requests in `content`. A rejection is logged, and shown in the modal with its reference.
   * @param where.viewId an open modal to fill instead
   * @param where.onTop opens it on top of the clicked modal, which shows again when it is closed
   * @returns the outcome
   * @throws {PostError} if the modal can't be opened; or the error of `content`, if the modal can't show it
   */
  show(
    where: { readonly triggerId: string; readonly viewId?: string | null; readonly onTop?: boolean },
    loading: ModalView,
    content: () => Promise<ModalView>,
    fields: LogFields,
  ): Promise<CommandOutcome>
  /**
   * Tried again for some seconds if Slack doesn't answer: drawing it twice does no harm.
   * @param hash of the view to replace
   * @returns the hash of the new one
   * @throws {PostError} `hash_conflict` if the view has changed since
   */
  update(viewId: string, view: ModalView, hash?: string): Promise<string | undefined>
}

/** The steps that Sightline adds to Slack's Workflow Builder, by their ids in `manifest.yml`. */
export const stepIds = ['get_visibility', 'post_digest_now', 'create_task'] as const

export type StepId = (typeof stepIds)[number]

/** Starts work that handles its own errors and may outlast its step. A shutdown waits for it. */
export type RunInBackground = (work: () => Promise<void>) => void
