/** Everything that the sandbox's parts share. */
import type { SandboxClock } from '../../clock.ts'
import type { Exchanges } from '../../exchanges.ts'
import type { PanelRegistry } from '../control/panel-registry.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { EventBudget } from '../delivery/event-budget.ts'
import type { Sockets } from '../delivery/sockets.ts'
import type { Faults } from '../faults.ts'
import type { Values } from '../interactions/values.ts'
import type { SlackEnterprise, SlackTeam } from '../model.ts'
import type { Consent } from '../oauth/consent.ts'
import type { Grants } from '../oauth/grants.ts'
import type { AppManifest } from '../oauth/manifest.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Responses } from '../responses.ts'
import type { StepRuns } from '../steps/runs.ts'
import type { Assistant } from './assistant.ts'
import type { Canvases } from './canvases.ts'
import type { Changes } from './changes.ts'
import type { embedding } from './content.ts'
import type { Files } from './files.ts'
import type { Messages } from './messages.ts'
import type { Timers } from './timers.ts'
import type { Triggers } from './triggers.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

export interface World {
  readonly team: SlackTeam
  /** `null`: the workspace belongs to no organization. */
  readonly enterprise: SlackEnterprise | null
  /** Whether the app was installed for the whole organization. */
  orgInstalled: boolean
  /** All workspaces of this Slack, which belong to the organization if there is one. */
  readonly teams: () => readonly SlackTeam[]
  /** Shared by all workspaces. */
  readonly grants: Grants<World>
  readonly clock: SandboxClock
  readonly changes: Changes
  /** What goes back and forth with the app, and whatever else the demo has noted there. */
  readonly exchanges: Exchanges
  readonly panel: PanelRegistry
  readonly timers: Timers
  readonly workspace: Workspace
  readonly messages: Messages
  /** For each channel without the app: who named it there last, and the `ts` of that message. */
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
  /** Undefined when nothing is limited. */
  readonly limits: RateLimits | undefined
  /** As above. */
  readonly events: EventBudget | undefined
  readonly sockets: Sockets
  readonly delivery: Delivery
  readonly manifest: AppManifest | undefined
  /** The bot token's scopes, and who allowed them. */
  readonly scopes: ReadonlySet<string>
  readonly consent: Consent
  readonly rights: ReturnType<typeof embedding>
  /** What people chose in messages: `<channel> <ts> <user>` → values. */
  readonly choices: Map<string, Values>
  /** What the app pinned: channel → `ts` → when, in seconds. */
  readonly pins: Map<string, Map<string, number>>
  /** What the app wants posted later, by id. */
  readonly scheduled: Map<string, ScheduledMessage>
  readonly requests: LoggedRequest[]
  /** A line for whoever writes the app: what was refused, and why. */
  readonly log: (line: string) => void
  /** `http://127.0.0.1:<port>`, known once the server listens. */
  origin: string
  revoked: boolean
  /** Of an app without OAuth; each installation has another one. */
  botToken: string
  /** When the sandbox began, on its own time. */
  readonly startedAt: Temporal.Instant
  /** Aborted when the sandbox stops. */
  readonly stopping: AbortController
}

/** As chat.scheduledMessages.list tells it; times in seconds. */
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
