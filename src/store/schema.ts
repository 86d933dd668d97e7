import type { TaskReason } from './reason.ts'

/**
 * Row types for Kysely; `migrations.ts` creates the tables. Both engines read and write these types without conversion:
 * times are stored as `instantText`, booleans as 0 or 1, and JSON as text.
 */
export interface Database {
  channel_settings: ChannelSettingsRow
  tracked_recommendations: TrackedRecommendationRow
  subscriptions: SubscriptionRow
  outbox: OutboxTableRow
  paces: PaceRow
  digest_records: DigestRecordRow
  tasks: TaskRow
  task_aims: TaskAimRow
  notes: NoteRow
  posted_messages: PostedMessageRow
  recommendation_copies: RecommendationCopyRow
  audit: AuditRow
  evaluation_watches: EvaluationWatchRow
  disconnected_workspaces: DisconnectedWorkspaceRow
  connections: ConnectionRow
  installations: InstallationRow
  used_states: UsedStateRow
  canvases: CanvasRow
  conversation_channels: ConversationChannelRow
}

interface ChannelSettingsRow {
  team_id: string
  channel_id: string
  organization_id: string | null
  workspace_id: string | null
  project_id: string | null
  time_zone: string | null
  subreddits: string | null
  noise_band: number | null
  filter_names: string | null
  digest_length: 'brief' | 'full' | null
  updated_by: string | null
  updated_at: string | null
}

interface TrackedRecommendationRow {
  team_id: string
  channel_id: string
  result_id: string
  added_by: string
  added_at: string
  /**
   * - `stopped`: from the configuration, but the channel stopped tracking it
   * - `configured`: from the configuration; the row only records, in `added_at`, since when the channel has it
   */
  state: 'tracked' | 'stopped' | 'configured'
  /** When a digest's owner was asked about it; `null`: not yet. */
  asked_at: string | null
}

export interface SubscriptionRow {
  team_id: string
  id: string
  channel_id: string
  source: 'settings' | 'user' | 'manual'
  name: string
  days: string
  time: string
  time_zone: string
  sections: string
  filters: string
  noise_band: number | null
  only_when_changed: 0 | 1
  details_in_thread: 0 | 1
  alerts: string
  evaluations: string
  state: 'active' | 'paused' | 'deleted'
  /** A code from `store/reason.ts`, then its detail. */
  paused_reason: string | null
  paused_detail: string | null
  paused_at: string | null
  owner_id: string | null
  owner_check_at: string | null
  owner_asked: string | null
  created_by: string | null
  created_at: string
  effective_from: string
  /** Incremented by changes that make earlier plans void: a new schedule, resuming, moving to another channel id. */
  revision: number
  /** Slots up to this time are planned; `null`: none since `effective_from`. */
  planned_until: string | null
  /** When to plan again, computed with version `zone_data` of the time zone data; `null`: never. */
  plan_at: string | null
  zone_data: string
  /** When to check for alerts; `null`: all are off, or the digest doesn't run. */
  alert_check_at: string | null
}

/** `tables/outbox.ts` reads and writes it, and describes its columns. */
interface OutboxTableRow {
  team_id: string
  channel_id: string
}

/** A pace, with the end of its last reservation in milliseconds since 1970. */
interface PaceRow {
  team_id: string
  /** Empty: the workspace's pace. */
  channel_id: string
  used_until: number
}

/** What a digest last reported: one row for each `section` and one for each item. */
export interface DigestRecordRow {
  team_id: string
  subscription_id: string
  kind:
    | 'section'
    | 'summary'
    | 'sentiment'
    | 'recommendation'
    | 'evaluation'
    | 'story'
    | 'alert_overtaken'
    | 'alert_fall'
    | 'alert_sentiment'
    | 'alert_evaluation'
  /** For `section`: `digest`, `figures`, `reddit`, `actions` or `evaluations`. Empty for the first check of an alert. */
  subject: string
  /** The subreddit of a summary, or the `basis` of an alert's mark. */
  topic: string | null
  value: string | null
  /** When the digest was composed, or the alert marked. */
  recorded_at: string
}

interface TaskRow {
  team_id: string
  organization_id: string
  workspace_id: string
  result_id: string
  generation: number
  state: 'creating' | 'created' | 'unknown' | 'released'
  attempt: number
  earlier_unknown: 0 | 1
  task_id: string | null
  name: string | null
  description: string | null
  created_by: string
  channel_id: string
  message_ts: string | null
  started_at: string
  finished_at: string | null
  reason: TaskReason | null
  reference: string | null
  open_since: string | null
  open_by: string | null
  confirmed_by: string | null
  outdated_since: string | null
  /** Slack refuses updates of its messages for now; try again at this time. */
  update_at: string | null
  /** `YYYY-MM-DD`: the day on which the team finished it, as a user entered it; `null`: not marked as done. */
  done_on: string | null
  done_by: string | null
  /** When a digest's owner was asked about it; `null`: not yet. */
  asked_at: string | null
}

/** What the tasks of a recommendation aim at. */
interface TaskAimRow {
  team_id: string
  organization_id: string
  workspace_id: string
  result_id: string
  /** JSON. */
  aim: string
  /** Slack user id of the person who corrected it; empty: read from the texts of the tasks and briefs. */
  set_by: string
  set_at: string
}

/** An event that a person added to a channel's timeline. */
interface NoteRow {
  team_id: string
  id: string
  channel_id: string
  /** `YYYY-MM-DD`. */
  day: string
  text: string
  written_by: string
  written_at: string
  edited_by: string | null
  edited_at: string | null
}

interface PostedMessageRow {
  team_id: string
  channel_id: string
  ts: string
  kind: 'digest' | 'answer' | 'unanswered'
  thread_ts: string | null
  text: string
  blocks: string
  revision: number
  created_at: string
}

interface RecommendationCopyRow {
  team_id: string
  organization_id: string
  workspace_id: string
  result_id: string
  channel_id: string
  ts: string
}

interface AuditRow {
  team_id: string
  id: string
  at: string
  user_id: string | null
  channel_id: string | null
  action: string
  subject: string | null
  outcome: string
  detail: string | null
  reference: string | null
}

/** `tables/watches.ts` reads and writes it. */
interface EvaluationWatchRow {
  team_id: string
  channel_id: string
}

/** A workspace whose token Slack rejects. */
interface DisconnectedWorkspaceRow {
  team_id: string
  code: string
  since: string
}

interface ConnectionRow {
  team_id: string
  /** Encrypted. */
  api_key: string
  last_four: string
  reach: string
  organization_id: string | null
  workspace_id: string | null
  project_id: string | null
  connected_by: string | null
  connected_at: string
  stamp: string
}

export interface InstallationRow {
  /** A workspace, or an Enterprise Grid organization. */
  team_id: string
  is_org: 0 | 1
  /** The organization whose installation it uses; the row's other columns are then empty. */
  org_id: string | null
  /** 1: the organization's token has confirmed the link. */
  org_confirmed: 0 | 1
  name: string
  url: string
  bot_user_id: string
  scopes: string
  installed_by: string | null
  /** Encrypted; `null` once the installation has ended. */
  token: string | null
  /** Encrypted. */
  refresh_token: string | null
  expires_at: string | null
  /** Incremented with each new token. */
  generation: number
  /** End of the lease of a token renewal; `null`: no renewal. */
  lease_until: string | null
  installed_at: string
  ended_at: string | null
  ended_why: string | null
}

/** The canvas with a channel's latest review. The next review updates it instead of creating another. */
interface CanvasRow {
  team_id: string
  channel_id: string
  /** Assigned by Slack. */
  canvas_id: string
  created_at: string
}

/** An idempotency key. */
interface UsedStateRow {
  state: string
  until: string
  /** Who used it and may use it again; `null`: no one may. */
  owner: string | null
}

/** The channel that a person's direct messages are about. */
interface ConversationChannelRow {
  team_id: string
  user_id: string
  channel_id: string
  chosen_at: string
}
