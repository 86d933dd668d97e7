import type { TaskReason } from './reason.ts'

/**
 * The tables for Kysely; `migrations.ts` creates them. Times are texts by `instantText`, booleans are 0 or 1, and JSON is
 * text: types that both engines share without conversion.
 */
export interface Database {
  channel_settings: ChannelSettingsRow
  tracked_recommendations: TrackedRecommendationRow
  subscriptions: SubscriptionRow
  deliveries: DeliveryRow
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
  invitations: InvitationRow
  canvases: CanvasRow
  step_executions: StepExecutionRow
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
   * 1: one of the configuration that the channel has stopped tracking. 2: one of the configuration, noted when it was first
   * seen there.
   */
  stopped: 0 | 1 | 2
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
  /** A code of `store/reason.ts`, with its detail. */
  paused_reason: string | null
  paused_detail: string | null
  paused_at: string | null
  owner_id: string | null
  owner_check_at: string | null
  owner_asked: string | null
  created_by: string | null
  created_at: string
  effective_from: string
  /** Counts the changes of the schedule. */
  revision: number
  /** Slots up to then are planned; `null`: none since `effective_from`. */
  planned_until: string | null
  /** When to plan again, computed with this version of the zone data. */
  look_at: string | null
  zone_data: string
  /** When to check for alerts; `null`: all are off. */
  alert_at: string | null
}

export interface DeliveryRow {
  team_id: string
  id: string
  subscription_id: string
  slot: string
  state: 'pending' | 'posting' | 'posted' | 'unknown' | 'skipped' | 'failed'
  attempt: number
  lease_until: string
  /** A code of `store/reason.ts`, with the code of its cause, and its detail. */
  reason: string | null
  reason_cause: string | null
  reason_detail: string | null
  channel_id: string
  asked_by: string | null
  message_ts: string | null
  /** What it reports, for the digest's record. */
  says: string | null
  /** An alert's `AlertIntent`; `null`: no alert. */
  alert: string | null
  /** A `Notice` about the digest, whose recipient is in `channel_id`; `null`: no notice. */
  notice: string | null
  /** When a notice's last delivery ended without reaching anybody. */
  untold_at: string | null
  /** When to look up an unknown one in Slack. */
  check_at: string | null
  /** Slack's `ts` up to which the channel was searched, from the newest message on; `null`: not started. */
  looked_to: string | null
  /** The replies to post. */
  thread: string | null
  /** Number of settled replies, and whether the next one may have been sent. */
  thread_next: number
  thread_leaving: 0 | 1
  /** Counts the claims of the thread. */
  thread_take: number
  /** When the thread can be claimed; `null`: no replies are left. */
  thread_at: string | null
  created_at: string
  started_at: string | null
  updated_at: string
  finished_at: string | null
}

/** End of the reservations in a pace, in milliseconds since 1970. */
interface PaceRow {
  team_id: string
  /** Empty: the workspace's pace. */
  channel_id: string
  used_until: number
}

/** What a digest last reported: a row per section (`said`) and per item. */
export interface DigestRecordRow {
  team_id: string
  subscription_id: string
  kind:
    | 'said'
    | 'summary'
    | 'sentiment'
    | 'recommendation'
    | 'evaluation'
    | 'story'
    | 'alert_overtaken'
    | 'alert_fall'
    | 'alert_sentiment'
    | 'alert_evaluation'
  /** Of `said`: `digest`, `figures`, `reddit`, `actions` or `evaluations`. Of an alert, empty: its first check. */
  subject: string
  /** Of a summary: the subreddit. Of an alert: the `basis` of its mark. */
  topic: string | null
  value: string | null
  /** When the digest was composed, or the alert marked. */
  said_at: string
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
  unshown_since: string | null
  /** Until then its messages aren't updated, since Slack refuses. */
  show_after: string | null
  /** `YYYY-MM-DD`: on which day the team finished it, as a person said; `null`: nobody has. */
  done_on: string | null
  done_by: string | null
  /** When a digest's owner was asked about it; `null`: not yet. */
  asked_at: string | null
}

/** What a recommendation's tasks aim at. */
interface TaskAimRow {
  team_id: string
  organization_id: string
  workspace_id: string
  result_id: string
  /** JSON. */
  aim: string
  /** Who corrected it; empty: it is what its texts say. */
  set_by: string
  set_at: string
}

/** An event that a channel has put on its own timeline. */
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

interface EvaluationWatchRow {
  team_id: string
  organization_id: string
  workspace_id: string
  evaluation_id: string
  user_id: string
  channel_id: string
  created_at: string
  look_at: string
  done_at: string | null
  outcome: string | null
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
  /** Encrypted; `null` after its end. */
  token: string | null
  /** Encrypted. */
  refresh_token: string | null
  expires_at: string | null
  /** Counts the installation's tokens. */
  generation: number
  /** End of the lease of a token renewal. */
  lease_until: string | null
  installed_at: string
  ended_at: string | null
  ended_why: string | null
}

/** The canvas with a channel's latest review, kept so that the next review changes it and doesn't create another. */
interface CanvasRow {
  team_id: string
  channel_id: string
  /** Slack's. */
  canvas_id: string
  created_at: string
}

/** A channel that Sightline was invited to, kept so that it introduces itself there only once. */
interface InvitationRow {
  team_id: string
  channel_id: string
  /** In the message's metadata. */
  id: string
  /** 1: the message may have been sent. */
  posting: 0 | 1
  /** Counts the claims. */
  attempt: number
  /** When it can be claimed; `null` after its end. */
  due_at: string | null
  /** `null`: not ended. */
  outcome: string | null
  invited_at: string
}

/** An execution of a workflow step. */
interface StepExecutionRow {
  team_id: string
  /** Slack's. */
  id: string
  /** JSON; `null`: not ended. */
  result: string | null
  started_at: string
  /** `null`: Slack does not know yet how it ended. */
  told_at: string | null
}

/** An idempotency key. */
interface UsedStateRow {
  state: string
  until: string
  /** Who used it, where they may ask again. */
  owner: string | null
}

/** The channel that a person's direct messages are about. */
interface ConversationChannelRow {
  team_id: string
  user_id: string
  channel_id: string
  chosen_at: string
}
