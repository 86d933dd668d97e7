/** What the Slack for one machine holds, and the doors through which the demo, the page and the tests use it. */
import type { SandboxClock } from '../clock.ts'

export interface SlackUser {
  readonly id: string
  readonly name: string
  readonly realName: string
  /** IANA zone, as `users.info` tells it. */
  readonly tz: string
  readonly role: 'owner' | 'admin' | 'member' | 'guest' | 'external'
  readonly isBot: boolean
}

export interface SlackChannel {
  readonly id: string
  readonly name: string
  readonly kind: 'public' | 'private' | 'im'
  archived: boolean
  readonly members: Set<string>
}

/** A message as a channel shows it. `ts` is Slack's `seconds.micros`. */
export interface ShownMessage {
  readonly ts: string
  readonly channel: string
  readonly user: string
  readonly thread_ts?: string
  readonly text: string
  readonly blocks: readonly Record<string, unknown>[]
  /** Set on an ephemeral message: the one user who sees it. */
  readonly ephemeralFor?: string
  readonly edited?: { readonly ts: string }
  readonly metadata?: { readonly event_type: string; readonly event_payload: Record<string, unknown> }
}

export interface OpenView {
  readonly id: string
  readonly user: string
  readonly view: Record<string, unknown>
  readonly hash: string
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

export interface SlackSandboxOptions {
  readonly clock?: SandboxClock
  /** 0 or left out: any free port. A taken port: the next free one. */
  readonly port?: number
  /** Where to deliver signed HTTP requests; without it deliveries go over Socket Mode. */
  readonly requestUrl?: string
  /** Path of the app's manifest.yml: scopes of the token, the commands and their hints. */
  readonly manifest?: string
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
  /** The user's stack of modals, the topmost last. */
  views(user: string): readonly OpenView[]
  home(user: string): Record<string, unknown> | null
  /** Resolves with the probe's first truthy answer, tried now and after each change; rejects after `timeoutMs` real ms (5,000). */
  until<T>(probe: () => T | null | undefined | false, what: string, timeoutMs?: number): Promise<T>
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
  fail(method: string, how: SlackFault, times?: number): void
  /** Delivers the last envelope again, as Slack does when an acknowledgement was lost. */
  redeliver(): Promise<Acknowledgement>
  stop(): Promise<void>
}

export type SlackFault =
  | { readonly error: string }
  | { readonly status: number }
  | { readonly retryAfter: number }
  | { readonly reset: 'before' | 'after' }
  | { readonly delayMs: number }
