/** The sandbox's Slack: its data, and the interface through which the demo, the page and the tests use it. */
import type { SandboxClock } from '../clock.ts'
import type { Exchanges } from '../exchanges.ts'
import type { PendingFault } from '../pending-fault.ts'
import type { Panel } from './control/panel.ts'

export interface SlackUser {
  readonly id: string
  readonly name: string
  readonly realName: string
  /** IANA zone, as `users.info` tells it. */
  readonly tz: string
  /** The language in which they use Slack, by its IETF code; left out: `en-GB`. */
  locale?: string
  role: 'owner' | 'admin' | 'member' | 'guest' | 'external'
  /** The workspace that they belong to; left out: each that they are looked at in, or for `external` the partner's. */
  readonly homeTeam?: string
  /** The Enterprise Grid organization that they belong to; left out: the workspace's own, or for `external` none. */
  readonly homeEnterprise?: string
  readonly isBot: boolean
  /** Their account was closed. */
  deactivated: boolean
}

export interface SlackChannel {
  readonly id: string
  readonly name: string
  /** `mpim`: direct messages of several people. */
  readonly kind: 'public' | 'private' | 'im' | 'mpim'
  archived: boolean
  topic?: string
  purpose?: string
  /** Slack Connect: another organization is in it, or is invited. Left out: only if one of its people is a member. */
  readonly shared?: 'yes' | 'pending'
  readonly members: Set<string>
}

/** A message as a channel shows it. `ts` is Slack's `seconds.micros`. */
export interface ShownMessage {
  readonly ts: string
  readonly channel: string
  readonly user: string
  readonly thread_ts?: string
  /** The first message of an assistant's thread: docs.slack.dev/reference/events/message/assistant_app_thread */
  readonly subtype?: 'assistant_app_thread'
  readonly assistant_app_thread?: {
    readonly title: string
    readonly title_blocks: readonly []
    readonly artifacts: readonly []
  }
  /** Of what a person wrote: the id that their client gave it. */
  readonly client_msg_id?: string
  readonly text: string
  readonly blocks: readonly Record<string, unknown>[]
  /** Set on an ephemeral message: the one user who sees it. */
  readonly ephemeralFor?: string
  readonly edited?: { readonly ts: string }
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
  /** What each field holds now: block id → action id → Slack's state. */
  readonly values: Record<string, Record<string, Record<string, unknown>>>
  /** Shown at the fields after a refused submission: block id → sentence. */
  readonly errors?: Readonly<Record<string, string>>
}

/** What came back when a command, click or submission was delivered to the app. */
export interface Acknowledgement {
  /** False: no answer within Slack's 3 seconds, or an error status. */
  readonly ok: boolean
  /** Milliseconds from delivery to acknowledgement. */
  readonly ms: number
  /** The acknowledgement's payload, for instance a message or `{response_action: 'errors', errors}`. */
  readonly body?: unknown
  /** What Slack would show the user when `ok` is false, e.g. `/sightline failed with the error "operation_timeout"`. */
  readonly error?: string
}

export interface CommandInput {
  readonly user: string
  readonly channel: string
  /** With the command: `/sightline visibility ChatGPT`. Channels and users typed as `#name`/`@name` arrive escaped as ids. */
  readonly text: string
}

export interface ClickInput {
  readonly user: string
  readonly channel: string
  readonly ts: string
  readonly actionId: string
  /** Needed only where a message has several elements with this `actionId`. */
  readonly blockId?: string
  /** The choice in a select, overflow, picker, radio or checkbox element: Slack's own fields, e.g. `{selected_option: {...}}`. */
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

/** A workspace of this Slack. */
export interface SlackTeam {
  readonly id: string
  readonly name: string
  /** Of `https://<domain>.slack.com/`. */
  readonly domain: string
  /** The organization that it belongs to; left out: that of all workspaces, if there is one. */
  readonly enterprise?: SlackEnterprise
}

/** An Enterprise Grid organization. */
export interface SlackEnterprise {
  readonly id: string
  readonly name: string
}

/** The app as its settings at Slack have it, for "Add to Slack". */
export interface OAuthApp {
  readonly clientId: string
  readonly clientSecret: string
  /** Where Slack may send browsers back to; asked when it does. */
  readonly redirectUrl: () => string
  /** Token rotation: how long a token lives. Left out: for ever. */
  readonly tokenLifeSeconds?: number
}

export interface SlackSandboxOptions {
  readonly clock?: SandboxClock
  /** 0 or left out: any free port. A taken port: the next free one. */
  readonly port?: number
  /** Where to deliver signed HTTP requests; without it deliveries go over Socket Mode. */
  readonly requestUrl?: string
  /** Path of the app's manifest.yml: scopes of the token, the commands and their hints. */
  readonly manifest?: string
  /** False: no request is rate limited (for measurements). True by default. */
  readonly rateLimits?: boolean
  /** Scopes that whoever installed the app has added to those of the manifest. */
  readonly moreScopes?: readonly string[]
  /** Scopes that the manifest asks for and the installing admin did not grant. */
  readonly withoutScopes?: readonly string[]
  /** How long Slack waits for an acknowledgement, in real ms: 3,000. */
  readonly ackTimeoutMs?: number
  /** How many events the app is brought in an hour: 30,000. */
  readonly eventsPerHour?: number
  /** Where what goes back and forth is noted, together with somebody else's; a list of its own unless given. */
  readonly exchanges?: Exchanges
  /** How often a Socket Mode connection is pinged, in real ms: 10,000. */
  readonly pingEveryMs?: number
  /** Workspaces beside the first one, with the same people and channels; the app is in none of them until it is installed. */
  readonly moreTeams?: readonly SlackTeam[]
  /** People beside those that every workspace begins with; they are in no channel yet. */
  readonly morePeople?: readonly SlackUser[]
  /** The organization of the workspaces that name none. */
  readonly enterprise?: SlackEnterprise
  readonly oauth?: OAuthApp
  /** Without a manifest: what the app is called. */
  readonly appName?: string
  /** Without a manifest: the scopes of the bot's token. Left out: every scope but `chat:write.public`. */
  readonly scopes?: readonly string[]
  /** Where lines for whoever writes the app go: each refused call, with the reason. Left out: nowhere. */
  readonly log?: (line: string) => void
}

/** What a `block_suggestion` answers with. */
export interface Suggestions {
  readonly options?: readonly Record<string, unknown>[]
  readonly option_groups?: readonly Record<string, unknown>[]
}

/** The place of an external select: a view of the user, or a message. */
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

/** One message, and who does something with it. */
export interface MessageInput {
  readonly user: string
  readonly channel: string
  readonly ts: string
}

/** What a person sees of the app's assistant. */
export interface AssistantPane {
  /** Their direct messages with the app. */
  readonly channel: string
  /** With `assistant_view`, the conversation that is open. */
  readonly thread_ts?: string
  readonly title?: string
  readonly promptsTitle?: string
  readonly prompts: readonly AssistantPrompt[]
}

export interface AssistantPrompt {
  readonly title: string
  /** What pressing it writes. */
  readonly message: string
}

interface InThread {
  readonly channel: string
  readonly thread_ts: string
}

/** What the app says it is doing in a thread. */
export interface ThreadStatus extends InThread {
  /** As Slack shows it after the app's name, for instance `is thinking…`. */
  readonly status: string
  readonly loading_messages: readonly string[]
}

/** A thread in which an agent works for somebody: docs.slack.dev/ai/agent-sessions */
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

/** A slash command as the manifest declares it. */
export interface DeclaredCommand {
  readonly command: string
  readonly description: string
  readonly usage_hint: string
  readonly should_escape: boolean
}

/** A shortcut as the manifest declares it. */
export interface DeclaredShortcut {
  readonly name: string
  readonly type: 'global' | 'message'
  readonly callback_id: string
  readonly description: string
}

/** An input or an output of a workflow step. */
export interface StepParameter {
  readonly name: string
  /** `string`, `slack#/types/channel_id` … */
  readonly type: string
  /** Of an array: the type of its items. */
  readonly items?: string
  readonly title: string
  readonly description: string
  readonly hint: string
  readonly required: boolean
  /** The only values that it takes; empty: any. */
  readonly choices: readonly string[]
}

/** A step for Workflow Builder as the manifest declares it (`functions`). */
export interface DeclaredStep {
  readonly callback_id: string
  readonly title: string
  readonly description: string
  readonly inputs: readonly StepParameter[]
  readonly outputs: readonly StepParameter[]
}

/** A canvas in a channel's tabs, as its people read it. */
export interface ShownCanvas {
  readonly id: string
  readonly channel: string
  readonly title: string
  readonly markdown: string
}

/** A global shortcut; with a channel and a message's `ts` a message shortcut. */
export interface ShortcutInput {
  readonly user: string
  readonly callbackId: string
  readonly channel?: string
  readonly ts?: string
}

export interface StepRunInput {
  readonly callbackId: string
  /** Who starts the workflow; left out: it starts by itself, on a schedule. */
  readonly user?: string
  /** What the workflow's builder filled in. What Slack fills in (`user_context`, `interactivity`) has no place here. */
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
  /** Who started the workflow; `null`: it started by itself. */
  readonly user: string | null
  readonly inputs: Readonly<Record<string, unknown>>
  readonly status: 'running' | 'completed' | 'failed'
  /** Of a completed one. */
  readonly outputs?: Readonly<Record<string, unknown>>
  /** Of a failed one: what the person reads. */
  readonly error?: string
  /** Of the first delivery, once it has come to an end. */
  readonly acknowledged?: Acknowledgement
  /** ISO instants of the sandbox's time. */
  readonly startedAt: string
  readonly endedAt?: string
}

export type EnvelopeKind = 'slash_commands' | 'interactive' | 'events_api'

/** One attempt to bring something to the app. */
export interface LoggedDelivery {
  readonly kind: EnvelopeKind
  /** `/sightline`, `block_actions`, `app_home_opened` … */
  readonly name: string
  /** 0 for the first, then 1, 2, 3. */
  readonly attempt: number
  readonly ok: boolean
  readonly ms: number
  /** Slack's name for what went wrong. */
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
  /** Another workspace of the same Slack; throws when there is none. */
  in(team: string): SlackSandbox
  /** An admin takes the app out, of the workspace or with `org` of the organization; the app hears of it. */
  uninstall(options?: { readonly org?: boolean }): Promise<void>
  /** Without OAuth: an admin installs the app again. `botToken` is another one from then on. */
  reinstall(): void
  readonly users: ReadonlyMap<string, SlackUser>
  readonly channels: ReadonlyMap<string, SlackChannel>
  /** Delivers over signed HTTP to this address from now on (`null`: over Socket Mode). */
  setRequestUrl(url: string | null): void
  /** Types a slash command as a user, and waits for its acknowledgement. */
  command(input: CommandInput): Promise<Acknowledgement>
  /** Clicks a button (or uses another interactive element) of a message that this user sees. */
  click(input: ClickInput): Promise<Acknowledgement>
  viewAction(input: ViewActionInput): Promise<Acknowledgement>
  submitView(input: SubmitInput): Promise<Acknowledgement>
  closeView(input: { user: string; viewId: string }): Promise<Acknowledgement>
  openHome(input: { user: string }): Promise<Acknowledgement>
  /** What a user sees in a channel (ephemeral messages of others left out), oldest first. Without a user: everything. */
  messages(channel: string, user?: string): readonly ShownMessage[]
  /** The canvases in a channel's tabs, the channel's own one first. */
  canvases(channel: string): readonly ShownCanvas[]
  /** A person deletes a canvas. */
  deleteCanvas(id: string): void
  /** The workspace goes to Slack's free plan, or back. */
  setFree(isFree: boolean): void
  /** The user's stack of modals, the topmost last. */
  views(user: string): readonly OpenView[]
  home(user: string): Record<string, unknown> | null
  /** Resolves with the probe's first truthy answer, tried now and after each change; rejects after `timeoutMs` real ms (50,000). */
  until<T>(probe: () => T | null | undefined | false, description: string, timeoutMs?: number): Promise<T>
  /** Each request that the app made to the Web API, oldest first (tokens masked). */
  requests(): readonly {
    readonly method: string
    readonly args: Record<string, unknown>
    readonly status: number
    readonly ok: boolean
    readonly error?: string
    readonly ms: number
  }[]
  /** The next `times` calls of `method` fail so: Slack's error code, an HTTP status, a rate limit, or the connection is reset before or after the effect. */
  fail(method: string, how: SlackFault, times?: number): PendingFault
  /** Delivers the last envelope (of this kind) again, as Slack does when an acknowledgement was lost. */
  redeliver(kind?: EnvelopeKind): Promise<Acknowledgement>
  /** Types into an external select, and waits for the app's options. */
  suggest(input: SuggestInput): Promise<Acknowledgement & Suggestions>
  /**
   * A person writes a message; the app hears of it as far as its manifest subscribes. Returns the message's `ts`. The
   * text is Slack's own: a mention is `<@U…>`.
   */
  post(input: PostInput): string
  /** A person changes what they wrote (`message_changed`). */
  edit(input: MessageInput & { readonly text: string }): void
  /** A person deletes what they wrote, an owner or admin anybody's message (`message_deleted`). */
  remove(input: MessageInput): void
  /** A person reacts, or with `on: false` takes it back (`reaction_added`, `reaction_removed`). */
  react(input: MessageInput & { readonly reaction: string; readonly on?: boolean }): void
  /** Opens the app's Messages tab (`app_home_opened`); `channel` are the person's direct messages with the app. */
  openMessages(input: { user: string }): Promise<Acknowledgement & { readonly channel: string }>
  /** Opens the app's assistant beside a channel. Rejects for an app without one. */
  openAssistant(input: { user: string; channel?: string }): Promise<AssistantPane>
  /** Goes to another channel while the assistant is open. */
  moveTo(input: { user: string; channel: string }): Promise<Acknowledgement>
  closeAssistant(input: { user: string }): void
  /** What the person sees in the assistant; undefined: it is closed. */
  assistant(user: string): AssistantPane | undefined
  /** Presses one of the prompts, by its title: its message is written. Returns the `ts`. */
  choosePrompt(input: { user: string; prompt: string }): string
  /** What the app says it is doing, in each thread. */
  statuses(): readonly ThreadStatus[]
  sessions(): readonly AgentSession[]
  /** Presses "Stop" where the agent is at work (`agent_session_stopped`). Rejects where it isn't. */
  stopSession(input: { user: string; channel: string; thread_ts: string }): Promise<Acknowledgement>
  /**
   * Adds a person or the bot to a channel, or takes them out (`member_joined_channel`, `member_left_channel`).
   * `inviter`: who added them; left out: they did it themselves.
   */
  setMember(input: { channel: string; user: string; member: boolean; inviter?: string }): void
  /** Archives or restores a channel (`channel_archive`, `channel_unarchive`). */
  setArchived(channel: string, archived: boolean): void
  /**
   * Shares a channel with another organization, which gives a private one another id; answers the id
   * (`channel_id_changed`).
   * docs.slack.dev/reference/events/channel_id_changed
   */
  shareChannel(channel: string): string
  /** An admin makes somebody another kind of member; nobody is told. */
  setRole(user: string, role: SlackUser['role']): void
  /** Somebody uses Slack in another language, by its IETF code; nobody is told. */
  setLocale(user: string, locale: string): void
  /** Closes a person's account, which takes them out of all channels. */
  deactivate(user: string): void
  addChannel(channel: NewChannel): SlackChannel
  /** The commands that the manifest declares. */
  readonly commands: readonly DeclaredCommand[]
  /** The shortcuts that the manifest declares. */
  readonly shortcuts: readonly DeclaredShortcut[]
  /** The workflow steps that the manifest declares. */
  readonly steps: readonly DeclaredStep[]
  /** Uses a shortcut, and waits for its acknowledgement. Throws when this person is not offered it there. */
  shortcut(input: ShortcutInput): Promise<Acknowledgement>
  /**
   * Runs a workflow of this one step; resolves when the app has acknowledged it, or has not. Throws what Workflow
   * Builder would say when it would not let such a workflow run.
   */
  runStep(input: StepRunInput): Promise<StepRun>
  /** Every execution of a step, oldest first. */
  stepRuns(): readonly StepRun[]
  /**
   * Delivers an execution's event again: as Slack does when an acknowledgement was lost (`retry`), or as another event
   * with a token of its own (`again`).
   */
  repeatStep(id: string, how?: 'retry' | 'again'): Promise<Acknowledgement>
  /** Each attempt to bring a command, an interaction or an event to the app, oldest first, once it has come to an end. */
  deliveries(): readonly LoggedDelivery[]
  /** How many Socket Mode connections are open. */
  connections(): number
  /**
   * Tells the app to reconnect, as Slack does before it recycles a server: ten seconds after a `warning` comes
   * `refresh_requested`, ten seconds after that the connection ends. `link_disabled` also refuses new ones.
   */
  disconnectSockets(reason: 'warning' | 'refresh_requested' | 'link_disabled'): void
  /** Gives the page a panel for what is around Slack, as the demo has one. */
  setPanel(panel: Panel): void
  /**
   * On the connections that are open now nothing comes any more, and nobody says so: `half` still answers the app's
   * own pings, as something in between would; `whole` answers nothing. `hello`: on the connections to come Slack's
   * hello is missing.
   */
  silenceSockets(how: 'half' | 'whole' | 'hello'): void
  /** Sends `url_verification` to the request URL; true when the challenge came back. */
  verifyRequestUrl(): Promise<boolean>
  stop(): Promise<void>
}

export type SlackFault =
  | { readonly error: string }
  | { readonly status: number }
  | { readonly retryAfter: number }
  | { readonly reset: 'before' | 'after' }
  | { readonly delayMs: number }
