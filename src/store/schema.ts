/**
 * Row types for Kysely; `migrations.ts` creates the tables. Both engines read and write these types without conversion:
 * times are stored as `instantText`, booleans as 0 or 1, and JSON as text.
 */
export interface Database {
  subscriptions: SubscriptionRow
  deliveries: DeliveryRow
  paces: PaceRow
  posted_messages: PostedMessageRow
  recommendation_copies: RecommendationCopyRow
  evaluation_watches: EvaluationWatchRow
  disconnected_workspaces: DisconnectedWorkspaceRow
  used_states: UsedStateRow
  invitations: InvitationRow
  step_executions: StepExecutionRow
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

export interface DeliveryRow {
  team_id: string
  id: string
  subscription_id: string
  slot: string
  state: 'pending' | 'posting' | 'posted' | 'unknown' | 'skipped' | 'failed'
  attempt: number
  lease_until: string
  /** A code from `store/reason.ts`, then the code of its cause, then its detail. */
  reason: string | null
  reason_cause: string | null
  reason_detail: string | null
  channel_id: string
  asked_by: string | null
  message_ts: string | null
  /** The `DigestStatement` to record when the post is confirmed, as JSON. */
  says: string | null
  /** An alert's `AlertIntent` as JSON; `null`: not an alert. */
  alert: string | null
  /** A `Notice` about the digest as JSON, with its recipient in `channel_id`; `null`: not a notice. */
  notice: string | null
  /** When a notice was given up without reaching a recipient. */
  untold_at: string | null
  /** When to look up an `unknown` delivery in Slack; `null`: never. */
  check_at: string | null
  /** Slack's `ts` of the oldest message searched in the channel, newest first; `null`: not started. */
  looked_to: string | null
  /** The replies to post, serialized. */
  thread: string | null
  /** The number of settled replies, and whether the next one may have been sent. */
  thread_next: number
  thread_leaving: 0 | 1
  /** Incremented by each claim of the thread: its fencing token. */
  thread_take: number
  /** When the thread can be claimed; `null`: no replies are left. */
  thread_at: string | null
  created_at: string
  started_at: string | null
  updated_at: string
  finished_at: string | null
}

/** A pace, with the end of its last reservation in milliseconds since 1970. */
interface PaceRow {
  team_id: string
  /** Empty: the workspace's pace. */
  channel_id: string
  used_until: number
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

/** A channel that Sightline was invited to, kept so that it introduces itself there only once. */
interface InvitationRow {
  team_id: string
  channel_id: string
  /** Identifies the introduction in the metadata of its message. */
  id: string
  /** 1: the message may have been sent. */
  posting: 0 | 1
  /** Incremented by each claim: its fencing token. */
  attempt: number
  /** When it can be claimed; `null` once it has ended. */
  due_at: string | null
  /** `null`: not ended. */
  outcome: string | null
  invited_at: string
}

/** An execution of a workflow step. */
interface StepExecutionRow {
  team_id: string
  /** Assigned by Slack. */
  id: string
  /** JSON; `null`: not ended. */
  result: string | null
  started_at: string
  /** When Slack accepted the result, or rejected it for good; `null`: not yet. */
  told_at: string | null
}

/** An idempotency key. */
interface UsedStateRow {
  state: string
  until: string
  /** Who used it and may use it again; `null`: no one may. */
  owner: string | null
}
