import type { Option } from '../../model/form-values.ts'
import type { Message, ModalView } from '../../model/message.ts'
import type { Refusals } from '../../model/permission.ts'
import type { Plan } from '../plan.ts'
import type {
  Answer,
  ArrivedQuestion,
  Click,
  OptionsQuery,
  RunInBackground,
  Sender,
  ShortcutCall,
  SlashCommand,
  StepCall,
  Submission,
  SubmissionAnswer,
} from '../port.ts'
import type { SlackPorts } from '../send/ports.ts'
import type { Identity, Requester } from './access.ts'
import type { Placed } from './payloads.ts'

export type IdentifiedCommand = SlashCommand & Pick<Identity, 'outside'>

/** A person in Slack's agent view. Ids are Slack's. */
export interface AgentViewer extends Pick<Sender, 'team' | 'user' | 'outside'> {
  readonly channel: string
  readonly viewing: readonly string[]
}

/** “Stop” in the agent view. Ids are Slack's. */
export interface StoppedSession extends Pick<Sender, 'team' | 'user'> {
  readonly channel: string
  readonly threadTs: string
}

export interface StepDelivery<Person> {
  /** Called once the execution is recorded: if this process ends, another one ends the step. */
  recorded(): void
  identify(): Promise<Person>
  readonly inBackground: RunInBackground
  /** With the token that Slack gives to each execution, which works even if the workspace's is refused. */
  readonly endStep: SlackPorts['endStep']
  /** Rejects shortly before the process stops. */
  readonly late: Promise<never>
}

/** The bot's handlers for Slack's deliveries. A rejection becomes a message to the person and a log line. */
export interface Handlers {
  /** Does no I/O, so that the acknowledgement isn't delayed. Returns a promise only while the process starts. */
  plan(text: string): Plan | Promise<Plan>
  /** The error to report for a failure: in a workspace whose token Slack refuses, that. Never rejects. */
  errorToReport(team: string, error: unknown): Promise<unknown>
  /** What the person may not do, so that an answer doesn't offer it. */
  refusals(requester: Requester): Promise<Refusals>
  /**
   * @param onStart called once the delivery is known not to be a repeat
   * @returns `null` for a repeated delivery, which was answered before, perhaps by another process
   */
  run(
    plan: Extract<Plan, { kind: 'work' }>,
    command: SlashCommand,
    identify: () => Promise<Identity>,
    onStart: () => void,
  ): Promise<Message | null>
  form(plan: Extract<Plan, { kind: 'modal' }>, command: IdentifiedCommand): Promise<ModalView>
  /** @param identify call it after opening a modal, for which Slack gives only 3 seconds */
  click(click: Placed<Click>, answer: Answer, identify: () => Promise<Identity>): Promise<void>
  shortcut(call: Placed<ShortcutCall>, answer: Answer, identify: () => Promise<Identity>): Promise<void>
  /** Runs a step and tells Slack how it ended. Does nothing for a repeated delivery. */
  step(call: Placed<StepCall>, delivery: StepDelivery<Identity>): Promise<void>
  submit(submission: Submission): Promise<SubmissionAnswer>
  suggest(query: OptionsQuery): Promise<readonly Option[]>
  homeOpened(viewer: Identity): Promise<void>
  /**
   * Records a question before its event is acknowledged.
   * @returns answers it until the signal leaves it to another process; `null`: it was asked before, or waits its turn
   */
  questionArrived(question: ArrivedQuestion): Promise<((signal: AbortSignal) => Promise<void>) | null>
  /** The person opened Sightline's agent view, or another channel beside it. */
  agentViewOpened(viewer: Placed<AgentViewer>, identify: () => Promise<Identity>): Promise<void>
  /** Stops the answer on any replica. */
  agentSessionStopped(session: StoppedSession): Promise<void>
  /** Answers a signed request of Slackbot: what the tools are, or a call of one. */
  mcp(request: Request, message: unknown): Promise<Response>
  /**
   * The app was removed from a workspace or an organization; Slack now rejects the bot token.
   * @param team Slack id of the workspace or organization
   * @param why name of the event
   */
  removed(team: string, why: string, happened: Temporal.Instant): Promise<void>
  /** Sightline itself was added to a channel. */
  invited(place: { readonly team: string; readonly channel: string }): Promise<void>
  channelMoved(move: { readonly team: string; readonly from: string; readonly to: string }): Promise<void>
}
