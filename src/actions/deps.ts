import type { AnalyticsApi } from '../api/index.ts'
import type { Message, ModalView } from '../blocks/kit/message.ts'
import type { ChannelDefaults } from '../channels/scope.ts'
import type { VisibilityReading } from '../insights/asked.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Answer, ChannelDirectory, Click, FileSender, Modals, People, Poster } from '../slack/port.ts'
import type { IsFirstDelivery } from '../slack/receive/idempotency.ts'
import type { Permissions } from '../slack/receive/permission.ts'
import type { Store, Subscription } from '../store/index.ts'

/**
 * What people do with one digest, wherever they click: on the Home tab, in an answer, in a message to its owner. It lives
 * with the digests. Each finds the digest in the click's workspace only, and rejects with a sentence when it is gone or
 * the person can't see its channel; `answer` says what was done where the click does not show it.
 */
export interface DigestControls {
  /** Its form, with what it is set to. */
  editForm(click: Click, subscriptionId: string): Promise<ModalView>
  pause(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  resume(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  /** It tells nothing between its runs any more. */
  alertsOff(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  /** Shows the person what it would say now; its schedule and what it remembers stay as they are. */
  test(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  /** The form of a new one, for the channel in which was clicked. */
  newForm(click: Click): Promise<ModalView>
  /** Ends it; its history stays. */
  remove(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  /** Posts what `test` shows, for everybody in its channel, labelled as a test. */
  postTest(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  /** Posts it outside its schedule, for everybody in its channel. */
  postNow(click: Click, subscriptionId: string, answer: Answer): Promise<void>
  /** Shows a page of what became of its slots, or with `of` `null` of all of the channel's, where the last page was. */
  history(
    click: Click,
    asked: { readonly of: string | null; readonly page: number },
    answer: Answer,
  ): Promise<void>
  /** Posts a delivery again of which nobody knows whether it arrived. @returns what stands in the place of the question */
  postAgain(what: {
    readonly team: string
    readonly user: string
    readonly deliveryId: string
  }): Promise<Message>
  /** The person looks after a digest whose owner is gone. @returns what stands in the place of the question */
  adopt(what: {
    readonly team: string
    readonly user: string
    readonly subscriptionId: string
  }): Promise<Message>
  /** What stands in the place of the offer to run these digests again, for who reads it there. */
  restored(click: Click, digests: readonly Subscription[]): Promise<Message>
}

/** The Home tabs, as far as buttons change them. */
interface HomePages {
  turn(viewer: { readonly team: string; readonly user: string }, page: number): Promise<void>
  /** Draws those that are open again, the one in which was clicked first. */
  changed(team: string, by: Click): Promise<void>
}

/** What the buttons work with. */
export interface ActionDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly poster: Poster
  readonly modals: Modals
  readonly people: People
  readonly directory: ChannelDirectory
  readonly files: FileSender
  readonly access: Permissions
  readonly defaults: ChannelDefaults
  readonly digests: DigestControls
  readonly home: HomePages
  /**
   * Answers what would be typed after `/sightline`; `null`: it opened a modal instead. It lives with the commands; the
   * composition root passes it in.
   */
  readonly runVerb: (
    text: string,
    click: Click,
    how?: { readonly shares: boolean },
  ) => Promise<Message | null>
  /** Tells a click that was taken up before, here or by another replica. */
  readonly first: IsFirstDelivery
  /** Whether running that text would change anything. */
  readonly changes: (text: string) => boolean
  /** Whether that text would open a modal. */
  readonly opensForm: (text: string) => boolean
  /** What a visibility text asks; it lives with the commands, too. */
  readonly readVisibility: (text: string) => VisibilityReading
}

/** What a button does. A rejection becomes a sentence for the person who clicked. */
export type ActionHandler<Kind> = (
  action: Kind,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
) => Promise<void>

/** A button whose answer is a modal: opened at once, and all that has to be asked is asked then. */
export interface ModalButton<Kind> {
  readonly loading: () => ModalView
  /** The modal that is filled anew, by its id; `null` or left out: one is opened. */
  readonly within?: (click: Click) => string | null
  /** A rejection becomes a sentence in the modal. */
  readonly content: (action: Kind, click: Click, deps: ActionDeps) => Promise<ModalView>
}
