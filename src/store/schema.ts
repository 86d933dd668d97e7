/**
 * Row types for Kysely; `migrations.ts` creates the tables. Both engines read and write these types without conversion:
 * times are stored as `instantText`, booleans as 0 or 1, and JSON as text.
 */
export interface Database {
  subscriptions: SubscriptionRow
  outbox: OutboxTableRow
  paces: PaceRow
  posted_messages: PostedMessageRow
  recommendation_copies: RecommendationCopyRow
  evaluation_watches: EvaluationWatchRow
  disconnected_workspaces: DisconnectedWorkspaceRow
  used_states: UsedStateRow
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

interface PostedMessageRow {
  team_id: string
  channel_id: string
  ts: string
  kind: 'digest' | 'answer'
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

/** An idempotency key. */
interface UsedStateRow {
  state: string
  until: string
  /** Who used it and may use it again; `null`: no one may. */
  owner: string | null
}
