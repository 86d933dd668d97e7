/** Slack in the sandbox: its data, and what the demo, the page and the tests give it. */
import type { SandboxClock } from '../clock.ts'
import type { Exchanges } from '../exchanges.ts'

export interface SlackUser {
  readonly id: string
  readonly name: string
  readonly realName: string
  /** IANA time zone, as in `users.info`. */
  readonly tz: string
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

export type SlackFault =
  | { readonly error: string }
  | { readonly status: number }
  | { readonly retryAfter: number }
  | { readonly reset: 'before' | 'after' }
  | { readonly delayMs: number }
