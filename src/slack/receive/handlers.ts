import type { Message, ModalView } from '../../blocks/kit/message.ts'
import type {
  Answer,
  Click,
  Option,
  OptionsQuery,
  SlashCommand,
  Submission,
  SubmissionAnswer,
} from '../port.ts'
import type { Identity } from './identity.ts'

/** What the house does with what Slack delivers. A rejection becomes a sentence for the person and a line in the log. */
export interface Handlers {
  /** Decided without I/O, so that the acknowledgement leaves at once. */
  command(command: SlashCommand): Reaction
  click(click: Click, answer: Answer): Promise<void>
  submit(submission: Submission): Promise<SubmissionAnswer>
  suggest(query: OptionsQuery): Promise<readonly Option[]>
  homeOpened(viewer: Identity): Promise<void>
  /**
   * Slack takes the bot's token no more, since the app was taken out of a workspace or of a whole organization.
   * @param team Slack's id of the one or the other
   * @param why the event's name
   */
  removed(team: string, why: string, happened: Temporal.Instant): Promise<void>
  /** Slack gave a channel another id. */
  channelMoved(move: { readonly team: string; readonly from: string; readonly to: string }): Promise<void>
}

export type Reaction =
  | Known
  /** What to do is not known yet, since the process has only just started: acknowledged, and followed when it is. */
  | { readonly kind: 'later'; readonly reaction: Promise<Known> }

export type Known = {
  /** As the registry calls it; `null`: none was understood. */
  readonly verb: string | null
} & (
  | {
      readonly kind: 'instant'
      readonly message: Message
      /** False: the message says what was wrong with what was typed. */
      readonly understood: boolean
    }
  /** `null`: it came before, perhaps to another process, and was answered then. */
  | { readonly kind: 'work'; run(by: Identity): Promise<Message | null> }
  | { readonly kind: 'modal'; readonly loading: ModalView; form(by: Identity): Promise<ModalView> }
)
