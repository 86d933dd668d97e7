import type { AnalyticsApi } from '../api/index.ts'
import type { Notice } from '../blocks/kit/fields-modal.ts'
import type { Message, ModalView } from '../blocks/kit/message.ts'
import type { ChannelDefaults } from '../channels/scope.ts'
import type { ConnectionDesk } from '../connections/connection.ts'
import type { ChannelDigests } from '../digests/manage/digest-desk.ts'
import type { DigestCalendar } from '../digests/manage/digests.ts'
import type { VisibilityReading } from '../insights/asked.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Permission } from '../model/permission.ts'
import type {
  Answer,
  ChannelDirectory,
  Click,
  Modals,
  Option,
  OptionsQuery,
  Outside,
  People,
  Poster,
  Submission,
  SubmissionAnswer,
  ViewState,
} from '../slack/port.ts'
import type { Schedule, Store } from '../store/index.ts'

/** What the forms work with. */
export interface FormDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly poster: Poster
  readonly modals: Modals
  readonly people: People
  readonly directory: ChannelDirectory
  readonly defaults: ChannelDefaults
  /** The channels' digests, and when they come. Both live with the digests; the composition root passes them in. */
  readonly digests: Pick<ChannelDigests, 'create' | 'update'>
  readonly calendar: DigestCalendar
  /** The workspace's API key. */
  readonly connection: ConnectionDesk
  /** What a digest is called where nobody names it. */
  readonly nameDigest: (schedule: Schedule) => string
  /** Draws the Home tabs of the workspace that are open again. */
  readonly homeChanged: (team: string) => Promise<void>
  /** Answers where a click came from, by the response address that the form kept; without one, in the channel. */
  readonly answerAt: (place: {
    readonly responseAddress: string | null
    readonly channel: string | null
    readonly user: string
    readonly threadTs?: string | null
  }) => Answer
  /** What a visibility text asks; the composition root passes it in. */
  readonly readVisibility: (text: string) => VisibilityReading
  /** Answers what would be typed after `/sightline`; the composition root passes it in. */
  readonly runVerb: (
    text: string,
    caller: {
      readonly team: string
      readonly channel: string
      readonly user: string
      readonly outside: Outside
    },
  ) => Promise<Message>
}

/** One modal with fields: what becomes of it when it is sent off, what its selects offer, what its buttons do. */
export interface Form {
  readonly callbackId: string
  readonly who: Permission
  /** A rejection shows the form `again`, with its sentence: throw what keeps the person from being done. */
  submit(submission: Submission, deps: FormDeps): Promise<SubmissionAnswer>
  /** The same form with the values that the person has entered, and above them what went wrong. */
  again(view: ViewState, notice: Notice, deps: FormDeps): ModalView | Promise<ModalView>
  /** Options of its `external_select`s, for what was typed so far. */
  suggest?(query: OptionsQuery, deps: FormDeps): Promise<readonly Option[]>
  /** A click inside the form, for instance "Add another": usually the form anew, by `modals.update`. */
  click?(click: Click, deps: FormDeps): Promise<void>
}
