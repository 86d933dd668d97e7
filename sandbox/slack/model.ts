/** Slack in the sandbox: its data, and the interface that the demo, the page and the tests use. */
import type { SandboxClock } from '../clock.ts'
import type { Exchanges } from '../exchanges.ts'
import type { PendingFault } from '../pending-fault.ts'
import type { Panel } from './control/panel.ts'

export interface SlackUser {
  readonly id: string
  readonly name: string
  readonly realName: string
  /** IANA time zone, as in `users.info`. */
  readonly tz: string
  /** The user's language in Slack, as an IETF code; `en-GB` by default. */
  locale?: string
  role: 'owner' | 'admin' | 'member' | 'guest' | 'external'
  /** The user's own workspace. Default: whichever workspace is asked; for `external` users, the partner's. */
  readonly homeTeam?: string
  /** The user's Enterprise Grid organization. Default: the workspace's; none for `external` users. */
  readonly homeEnterprise?: string
  readonly isBot: boolean
  /** Whether the account is closed. */
  deactivated: boolean
}

export interface SlackChannel {
  readonly id: string
  readonly name: string
  /** `mpim`: direct messages between several users. */
  readonly kind: 'public' | 'private' | 'im' | 'mpim'
  archived: boolean
  topic?: string
  purpose?: string
  /** Slack Connect: another organization is in it or invited. Missing: shared only if an external user is a member. */
  readonly shared?: 'yes' | 'pending'
  readonly members: Set<string>
}

/** A message as shown in a channel. `ts` is Slack's `seconds.micros`. */
export interface ShownMessage {
  readonly ts: string
  readonly channel: string
  readonly user: string
  readonly thread_ts?: string
  /** Set on the first message of an assistant's thread: docs.slack.dev/reference/events/message/assistant_app_thread */
  readonly subtype?: 'assistant_app_thread'
  readonly assistant_app_thread?: {
    readonly title: string
    readonly title_blocks: readonly []
    readonly artifacts: readonly []
  }
  /** Set on a message from a user: the id that their client assigned. */
  readonly client_msg_id?: string
  readonly text: string
  readonly blocks: readonly Record<string, unknown>[]
  /** Set on an ephemeral message: the only user who sees it. */
  readonly ephemeralFor?: string
  readonly edited?: { readonly ts: string }
  /** Set on a message that is or was streamed; `endsAt` in epoch milliseconds. */
  readonly stream?: { readonly mode: 'timeline' | 'plan'; readonly endsAt: number; readonly isOver: boolean }
  readonly metadata?: { readonly event_type: string; readonly event_payload: Record<string, unknown> }
  readonly attachments?: readonly Record<string, unknown>[]
  readonly files?: readonly Record<string, unknown>[]
  readonly reactions?: readonly { readonly name: string; readonly users: readonly string[] }[]
}

export interface OpenView {
  readonly id: string
  readonly user: string
  readonly view: Record<string, unknown>
  readonly hash: string
  /** The current state of each field: block id → action id → Slack's state. */
  readonly values: Record<string, Record<string, Record<string, unknown>>>
  /** Shown at the fields after a rejected submission: block id → sentence. */
  readonly errors?: Readonly<Record<string, string>>
}

/** The result of delivering a command, click or submission to the app. */
export interface Acknowledgement {
  /** False if no answer came within Slack's 3 seconds, or if it had an error status. */
  readonly ok: boolean
  /** Milliseconds from delivery to acknowledgement. */
  readonly ms: number
  /** The acknowledgement's payload, for example a message or `{response_action: 'errors', errors}`. */
  readonly body?: unknown
  /** What Slack would show the user when `ok` is false, e.g. `/sightline failed with the error "operation_timeout"`. */
  readonly error?: string
}

export interface CommandInput {
  readonly user: string
  readonly channel: string
  /** With the command: `/sightline visibility ChatGPT`. Names typed as `#name` or `@name` arrive as escaped ids. */
  readonly text: string
}

export interface ClickInput {
  readonly user: string
  readonly channel: string
  readonly ts: string
  readonly actionId: string
  /** Needed only if a message has several elements with this `actionId`. */
  readonly blockId?: string
  /** The choice in a select, overflow, picker, radio or checkbox element: `{selected_option: {...}}`. */
  readonly selection?: Record<string, unknown>
}

export interface ViewActionInput {
  readonly user: string
  readonly viewId: string
  readonly actionId: string
  readonly blockId?: string
  readonly selection?: Record<string, unknown>
}

export interface SubmitInput {
  readonly user: string
  readonly viewId: string
  /** Slack's `view.state.values`: block id → action id → state. */
  readonly values: Record<string, Record<string, unknown>>
}

/** A workspace in the sandbox. */
export interface SlackTeam {
  readonly id: string
  readonly name: string
  /** The domain in `https://<domain>.slack.com/`. */
  readonly domain: string
  /** The workspace's organization. By default, the organization of all workspaces, if there is one. */
  readonly enterprise?: SlackEnterprise
}

/** An Enterprise Grid organization. */
export interface SlackEnterprise {
  readonly id: string
  readonly name: string
}

/** The app's settings at Slack, for “Add to Slack”. */
export interface OAuthApp {
  readonly clientId: string
  readonly clientSecret: string
  /** Where Slack may redirect browsers. Called when it does. */
  readonly redirectUrl: () => string
  /** Token rotation: lifetime of a token. Missing: tokens don't expire. */
  readonly tokenLifeSeconds?: number
}

export interface SlackSandboxOptions {
  readonly clock?: SandboxClock
  /** 0 or missing: any free port. If the port is taken: the next free one. */
  readonly port?: number
  /** Where to deliver signed HTTP requests. Missing: deliveries use Socket Mode. */
  readonly requestUrl?: string
  /** Path of the app's manifest.yml, with the token's scopes, the commands and their hints. */
  readonly manifest?: string
  /** False: requests are not rate limited (for measurements). True by default. */
  readonly rateLimits?: boolean
  /** Scopes that the installing user added to those of the manifest. */
  readonly moreScopes?: readonly string[]
  /** Scopes in the manifest that the installing admin did not grant. */
  readonly withoutScopes?: readonly string[]
  /** How long Slack waits for an acknowledgement, in real milliseconds. Default 3,000. */
  readonly ackTimeoutMs?: number
  /** Maximum number of events per hour for the app. Default 30,000. */
  readonly eventsPerHour?: number
  /** A log to record exchanges in, shared with other parts. By default, a new one. */
  readonly exchanges?: Exchanges
  /** The interval of pings on Socket Mode connections, in real milliseconds. Default 10,000. */
  readonly pingEveryMs?: number
  /** More workspaces, with the same people and channels. The app isn't installed in them at first. */
  readonly moreTeams?: readonly SlackTeam[]
  /** Users in addition to every workspace's initial ones. They are in no channel yet. */
  readonly morePeople?: readonly SlackUser[]
  /** The organization of workspaces that name none. */
  readonly enterprise?: SlackEnterprise
  readonly oauth?: OAuthApp
  /** The app's name if there is no manifest. */
  readonly appName?: string
  /** The scopes of the bot's token if there is no manifest. Default: all scopes except `chat:write.public`. */
  readonly scopes?: readonly string[]
  /** Gets a line for the app's developer about each refused call, with the reason. Not logged by default. */
  readonly log?: (line: string) => void
}

/** The answer to a `block_suggestion`. */
export interface Suggestions {
  readonly options?: readonly Record<string, unknown>[]
  readonly option_groups?: readonly Record<string, unknown>[]
}

/** Where the external select is: in a view of the user, or in a message. */
export type SuggestInput = {
  readonly user: string
  readonly actionId: string
  readonly blockId?: string
  readonly query: string
} & ({ readonly viewId: string } | { readonly channel: string; readonly ts: string })

export interface PostInput {
  readonly user: string
  readonly channel: string
  readonly text: string
  readonly thread_ts?: string
}

/** A message, and the user who does something with it. */
export interface MessageInput {
  readonly user: string
  readonly channel: string
  readonly ts: string
}

/** What a user sees of the app's assistant. */
export interface AssistantPane {
  /** The user's direct messages with the app. */
  readonly channel: string
  /** With `assistant_view`, the open conversation. */
  readonly thread_ts?: string
  readonly title?: string
  readonly promptsTitle?: string
  readonly prompts: readonly AssistantPrompt[]
}

export interface AssistantPrompt {
  readonly title: string
  /** The message that pressing it posts. */
  readonly message: string
}

interface InThread {
  readonly channel: string
  readonly thread_ts: string
}

/** The status that the app shows in a thread. */
export interface ThreadStatus extends InThread {
  /** As Slack shows it after the app's name, for example `is thinking…`. */
  readonly status: string
  readonly loading_messages: readonly string[]
}

/** A thread in which an agent works for a user: docs.slack.dev/ai/agent-sessions */
export interface AgentSession extends InThread {
  readonly status: 'active' | 'processing' | 'suspended' | 'closed'
  readonly title?: string
}

export interface NewChannel {
  readonly name: string
  /** `public` by default. */
  readonly kind?: 'public' | 'private' | 'mpim'
  readonly members?: readonly string[]
  readonly shared?: 'yes' | 'pending'
}

/** A slash command declared in the manifest. */
export interface DeclaredCommand {
  readonly command: string
  readonly description: string
  readonly usage_hint: string
  readonly should_escape: boolean
}

/** A shortcut declared in the manifest. */
export interface DeclaredShortcut {
  readonly name: string
  readonly type: 'global' | 'message'
  readonly callback_id: string
  readonly description: string
}

/** An input or output of a workflow step. */
export interface StepParameter {
  readonly name: string
  /** `string`, `slack#/types/channel_id` … */
  readonly type: string
  /** For an array: the type of its items. */
  readonly items?: string
  readonly title: string
  readonly description: string
  readonly hint: string
  readonly required: boolean
  /** The only allowed values; empty if any value is allowed. */
  readonly choices: readonly string[]
}

/** A server of tools for Slackbot, declared in the manifest (`mcp_servers`). */
export interface McpServer {
  readonly key: string
  readonly url: string
  readonly authType: 'no_auth' | 'slack_identity_auth' | 'manual_auth' | 'dynamic_client_registration'
}

/** A tool that the app's MCP server offers. */
export interface SlackbotTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Slackbot calls it without asking the person first. */
  readonly isReadOnly: boolean
  readonly inputs: readonly StepParameter[]
}

export interface SlackbotCall {
  readonly user: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface SlackbotClick {
  readonly user: string
  /** Of Slackbot's answer. */
  readonly ts: string
  readonly actionId: string
  readonly blockId?: string
}

/** A step for Workflow Builder declared in the manifest (`functions`). */
export interface DeclaredStep {
  readonly callback_id: string
  readonly title: string
  readonly description: string
  readonly inputs: readonly StepParameter[]
  readonly outputs: readonly StepParameter[]
}

/** A canvas in a channel's tabs, as users read it. */
export interface ShownCanvas {
  readonly id: string
  readonly channel: string
  readonly title: string
  readonly markdown: string
}

/** A global shortcut, or with `channel` and a message's `ts`, a message shortcut. */
export interface ShortcutInput {
  readonly user: string
  readonly callbackId: string
  readonly channel?: string
  readonly ts?: string
}

export interface StepRunInput {
  readonly callbackId: string
  /** The user who starts the workflow. Missing: a schedule starts it. */
  readonly user?: string
  /** Values set in Workflow Builder, without those that Slack fills in (`user_context`, `interactivity`). */
  readonly inputs?: Readonly<Record<string, unknown>>
}

/** One execution of a workflow step. */
export interface StepRun {
  /** `function_execution_id`. */
  readonly id: string
  /** `workflow_execution_id`. */
  readonly workflowId: string
  readonly callbackId: string
  readonly title: string
  /** The user who started the workflow; `null` if a schedule did. */
  readonly user: string | null
  readonly inputs: Readonly<Record<string, unknown>>
  readonly status: 'running' | 'completed' | 'failed'
  /** Set when completed. */
  readonly outputs?: Readonly<Record<string, unknown>>
  /** Set when failed: the message that the user reads. */
  readonly error?: string
  /** The result of the first delivery, once it is known. */
  readonly acknowledged?: Acknowledgement
  /** ISO instants on the sandbox's clock. */
  readonly startedAt: string
  readonly endedAt?: string
}

export type EnvelopeKind = 'slash_commands' | 'interactive' | 'events_api'

/** One attempt to deliver something to the app. */
export interface LoggedDelivery {
  readonly kind: EnvelopeKind
  /** `/sightline`, `block_actions`, `app_home_opened` … */
  readonly name: string
  /** 0 for the first attempt, then 1, 2, 3. */
  readonly attempt: number
  readonly ok: boolean
  readonly ms: number
  /** Slack's name for the failure. */
  readonly failure?: string
}

export interface SlackSandbox {
  /** The page: `http://127.0.0.1:<port>/`. */
  readonly url: string
  /** For `slackApiUrl`: `http://127.0.0.1:<port>/api/`. */
  readonly apiUrl: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly team: { readonly id: string; readonly name: string }
  /** Another workspace in the same sandbox. Throws if there is none. */
  in(team: string): SlackSandbox
  /** Uninstalls the app as an admin, from the workspace or with `org` the organization. The app gets the events. */
  uninstall(options?: { readonly org?: boolean }): Promise<void>
  /** Without OAuth: installs the app again as an admin. `botToken` changes. */
  reinstall(): void
  readonly users: ReadonlyMap<string, SlackUser>
  readonly channels: ReadonlyMap<string, SlackChannel>
  /** From now on, delivers over signed HTTP to this URL (`null`: over Socket Mode). */
  setRequestUrl(url: string | null): void
  /** Types a slash command as a user and waits for its acknowledgement. */
  command(input: CommandInput): Promise<Acknowledgement>
  /** Clicks a button (or uses another interactive element) of a message that this user sees. */
  click(input: ClickInput): Promise<Acknowledgement>
  viewAction(input: ViewActionInput): Promise<Acknowledgement>
  submitView(input: SubmitInput): Promise<Acknowledgement>
  closeView(input: { user: string; viewId: string }): Promise<Acknowledgement>
  openHome(input: { user: string }): Promise<Acknowledgement>
  /** Messages as a user sees them, oldest first, without others' ephemeral messages. Without a user: all messages. */
  messages(channel: string, user?: string): readonly ShownMessage[]
  /** The canvases in a channel's tabs, starting with the channel's own. */
  canvases(channel: string): readonly ShownCanvas[]
  /** Deletes a canvas as a user. */
  deleteCanvas(id: string): void
  /** Switches the workspace to Slack's free plan, or back. */
  setFree(isFree: boolean): void
  /** The user's stack of modals; the last one is on top. */
  views(user: string): readonly OpenView[]
  home(user: string): Record<string, unknown> | null
  /** Resolves with the probe's first truthy result, now or after a change. Rejects after `timeoutMs` real ms (50,000). */
  until<T>(probe: () => T | null | undefined | false, description: string, timeoutMs?: number): Promise<T>
  /** Each request from the app to the Web API, oldest first (tokens masked). */
  requests(): readonly {
    readonly method: string
    readonly args: Record<string, unknown>
    readonly status: number
    readonly ok: boolean
    readonly error?: string
    readonly ms: number
  }[]
  /** Makes the next `times` calls of `method` fail or slow. `reset`: cuts the connection before or after the effect. */
  fail(method: string, how: SlackFault, times?: number): PendingFault
  /** Delivers the last envelope (of this kind) again, as Slack does after a lost acknowledgement. */
  redeliver(kind?: EnvelopeKind): Promise<Acknowledgement>
  /** Types into an external select and waits for the app's options. */
  suggest(input: SuggestInput): Promise<Acknowledgement & Suggestions>
  /**
   * Posts a message as a user and returns its `ts`. The app gets the events that its manifest subscribes to. The text
   * is in Slack's markup: a mention is `<@U…>`.
   */
  post(input: PostInput): string
  /** Edits a user's own message (`message_changed`). */
  edit(input: MessageInput & { readonly text: string }): void
  /** Deletes a message: a user's own, or any message as an owner or admin (`message_deleted`). */
  remove(input: MessageInput): void
  /** Adds a reaction, or removes it with `on: false` (`reaction_added`, `reaction_removed`). */
  react(input: MessageInput & { readonly reaction: string; readonly on?: boolean }): void
  /** Opens the app's Messages tab (`app_home_opened`). `channel` is the user's direct messages with the app. */
  openMessages(input: { user: string }): Promise<Acknowledgement & { readonly channel: string }>
  /** Opens the app's assistant beside a channel. Rejects if the app has none. */
  openAssistant(input: { user: string; channel?: string }): Promise<AssistantPane>
  /** Opens another channel while the assistant is open. */
  moveTo(input: { user: string; channel: string }): Promise<Acknowledgement>
  closeAssistant(input: { user: string }): void
  /** The tools of the app's MCP server, as Slackbot lists them. Rejects with the reason if it can't. */
  slackbotTools(user: string): Promise<readonly SlackbotTool[]>
  /** Calls a tool as Slackbot does for this user. `body` is the tool's result. */
  askSlackbot(input: SlackbotCall): Promise<Acknowledgement>
  /** Presses a button of Slackbot's answer. */
  clickInSlackbot(input: SlackbotClick): Promise<Acknowledgement>
  /** The user's conversation with Slackbot. */
  slackbotMessages(user: string): readonly ShownMessage[]
  /** What the user sees in the assistant; undefined if it is closed. */
  assistant(user: string): AssistantPane | undefined
  /** Presses the prompt with this title, which posts its message. Returns the `ts`. */
  choosePrompt(input: { user: string; prompt: string }): string
  /** The app's status in each thread. */
  statuses(): readonly ThreadStatus[]
  sessions(): readonly AgentSession[]
  /** Presses “Stop” on a working agent (`agent_session_stopped`). Rejects if it isn't working. */
  stopSession(input: { user: string; channel: string; thread_ts: string }): Promise<Acknowledgement>
  /**
   * Adds a user or the bot to a channel, or removes them (`member_joined_channel`, `member_left_channel`). `inviter`:
   * who added them; missing if they joined themselves.
   */
  setMember(input: { channel: string; user: string; member: boolean; inviter?: string }): void
  /** Archives or restores a channel (`channel_archive`, `channel_unarchive`). */
  setArchived(channel: string, archived: boolean): void
  /**
   * Shares a channel with another organization. A private channel gets a new id (`channel_id_changed`). Returns the
   * id.
   * docs.slack.dev/reference/events/channel_id_changed
   */
  shareChannel(channel: string): string
  /** Changes a user's role as an admin. The app gets no event. */
  setRole(user: string, role: SlackUser['role']): void
  /** Changes a user's language, as an IETF code. The app gets no event. */
  setLocale(user: string, locale: string): void
  /** Deactivates a user's account and removes them from all channels. */
  deactivate(user: string): void
  addChannel(channel: NewChannel): SlackChannel
  /** The commands declared in the manifest. */
  readonly commands: readonly DeclaredCommand[]
  /** The shortcuts declared in the manifest. */
  readonly shortcuts: readonly DeclaredShortcut[]
  /** The workflow steps declared in the manifest. */
  readonly steps: readonly DeclaredStep[]
  /** Uses a shortcut and waits for its acknowledgement. Throws if Slack doesn't offer it to this user there. */
  shortcut(input: ShortcutInput): Promise<Acknowledgement>
  /**
   * Runs a workflow that consists of this step. Resolves when the app has acknowledged it or failed to. Throws
   * Workflow Builder's message if it would not run such a workflow.
   */
  runStep(input: StepRunInput): Promise<StepRun>
  /** Every execution of a step, oldest first. */
  stepRuns(): readonly StepRun[]
  /**
   * Delivers an execution's event again: as after a lost acknowledgement (`retry`), or as another event with its own
   * token (`again`).
   */
  repeatStep(id: string, how?: 'retry' | 'again'): Promise<Acknowledgement>
  /** Each finished attempt to deliver a command, an interaction or an event to the app, oldest first. */
  deliveries(): readonly LoggedDelivery[]
  /** The number of open Socket Mode connections. */
  connections(): number
  /**
   * Tells the app to reconnect, as Slack does before it recycles a server. `warning` is followed after ten seconds by
   * `refresh_requested`, and ten seconds later the connection closes. `link_disabled` also refuses new connections.
   */
  disconnectSockets(reason: 'warning' | 'refresh_requested' | 'link_disabled'): void
  /** Adds a panel to the page for what surrounds Slack, like the demo's. */
  setPanel(panel: Panel): void
  /**
   * Silently stops all traffic on the connections that are open now. `half` still answers the app's own pings, like a
   * proxy in between would; `whole` answers nothing. `hello` instead omits Slack's hello on new connections.
   */
  silenceSockets(how: 'half' | 'whole' | 'hello'): void
  /** Sends `url_verification` to the request URL. True if the challenge came back. */
  verifyRequestUrl(): Promise<boolean>
  stop(): Promise<void>
}

export type SlackFault =
  | { readonly error: string }
  | { readonly status: number }
  | { readonly retryAfter: number }
  | { readonly reset: 'before' | 'after' }
  | { readonly delayMs: number }
