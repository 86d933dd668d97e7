import type { Option } from '../../model/form-values.ts'
import type { Message, ModalView } from '../../model/message.ts'
import type { Plan } from '../plan.ts'
import type { Answer, Click, OptionsQuery, SlashCommand, Submission, SubmissionAnswer } from '../port.ts'
import type { Identity } from './identity.ts'

/** A command, and who typed it. */
export type IdentifiedCommand = SlashCommand & Pick<Identity, 'outside'>

/** What the bot does with what Slack delivers. A rejection becomes a sentence for the person and a line in the log. */
export interface Handlers {
  /** Decided without I/O, so that the acknowledgement leaves at once. A promise while the process is still starting. */
  plan(text: string): Plan | Promise<Plan>
  /** @returns `null`: this delivery came before, perhaps to another process, and was answered then */
  run(plan: Extract<Plan, { kind: 'work' }>, command: IdentifiedCommand): Promise<Message | null>
  form(plan: Extract<Plan, { kind: 'modal' }>, command: IdentifiedCommand): Promise<ModalView>
  click(click: Click, answer: Answer): Promise<void>
  submit(submission: Submission): Promise<SubmissionAnswer>
  suggest(query: OptionsQuery): Promise<readonly Option[]>
  homeOpened(viewer: Identity): Promise<void>
  /**
   * Slack rejects the bot token from now on, since the app was taken out of a workspace or of a whole organization.
   * @param team Slack's id of the one or the other
   * @param why the event's name
   */
  removed(team: string, why: string, happened: Temporal.Instant): Promise<void>
  /** Slack gave a channel another id. */
  channelMoved(move: { readonly team: string; readonly from: string; readonly to: string }): Promise<void>
}
