/** Everything that the sandbox's parts share. */
import type { SandboxClock } from '../../clock.ts'
import type { Exchanges } from '../../exchanges.ts'
import type { PanelRegistry } from '../control/panel.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Sockets } from '../delivery/sockets.ts'
import type { Faults } from '../faults.ts'
import type { Values } from '../interactions/selections.ts'
import type { SlackEnterprise, SlackTeam } from '../model.ts'
import type { Consent, Grants } from '../oauth/grants.ts'
import type { AppManifest } from '../oauth/manifest.ts'
import type { EventBudget, RateLimits } from '../rate-limits.ts'
import type { Responses, Triggers } from '../responses.ts'
import type { StepRuns } from '../steps/runs.ts'
import type { Assistant } from './assistant.ts'
import type { Canvases } from './canvases.ts'
import type { Changes } from './changes.ts'
import type { embedding } from './content.ts'
import type { Files } from './files.ts'
import type { Messages } from './messages.ts'
import type { Timers } from './timers.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

export interface World {
  readonly team: SlackTeam
  /** `null` if the workspace belongs to no organization. */
  readonly enterprise: SlackEnterprise | null
  /** Whether the app was installed for the whole organization. */
  orgInstalled: boolean
  /** All workspaces in the sandbox. If there is an organization, they belong to it. */
  readonly teams: () => readonly SlackTeam[]
  /** Shared by all workspaces. */
  readonly grants: Grants<World>
  readonly clock: SandboxClock
  readonly changes: Changes
  /** Exchanges with the app, and anything else that the demo has recorded there. */
  readonly exchanges: Exchanges
  readonly panel: PanelRegistry
  readonly timers: Timers
  readonly workspace: Workspace
  readonly messages: Messages
  /** For each channel without the app: who last mentioned it there, and the message's `ts`. */
  readonly missedMentions: Map<string, { readonly user: string; readonly ts: string }>
  readonly assistant: Assistant
  readonly views: Views
  readonly files: Files
  readonly canvases: Canvases
  /** Whether the workspace is on Slack's free plan, which has fewer canvases. */
  isFree: boolean
  readonly triggers: Triggers
  readonly steps: StepRuns
  readonly responses: Responses
  readonly faults: Faults
  /** Undefined if calls are not limited. */
  readonly limits: RateLimits | undefined
  /** Undefined if events are not limited. */
  readonly events: EventBudget | undefined
  readonly sockets: Sockets
  readonly delivery: Delivery
  readonly manifest: AppManifest | undefined
  /** The bot token's scopes. */
  readonly scopes: ReadonlySet<string>
  readonly consent: Consent
  readonly rights: ReturnType<typeof embedding>
  /** Users' choices in messages: `<channel> <ts> <user>` → values. */
  readonly choices: Map<string, Values>
  /** Messages that the app pinned: channel → `ts` → when, in seconds. */
  readonly pins: Map<string, Map<string, number>>
  /** Scheduled messages by id. */
  readonly scheduled: Map<string, ScheduledMessage>
  readonly requests: LoggedRequest[]
  /** Logs a line for the app's developer about a refused call. */
  readonly log: (line: string) => void
  /** `http://127.0.0.1:<port>`, known once the server listens. */
  origin: string
  revoked: boolean
  /** For an app without OAuth. Each installation gets a new one. */
  botToken: string
  /** When the sandbox started, on its own clock. */
  readonly startedAt: Temporal.Instant
  /** Aborted when the sandbox stops. */
  readonly stopping: AbortController
}

/** In the format of chat.scheduledMessages.list. Times are in seconds. */
interface ScheduledMessage {
  readonly id: string
  readonly channel_id: string
  readonly post_at: number
  readonly date_created: number
  readonly text: string
}

interface LoggedRequest {
  readonly method: string
  readonly args: Record<string, unknown>
  readonly status: number
  readonly ok: boolean
  readonly error?: string
  readonly ms: number
}
