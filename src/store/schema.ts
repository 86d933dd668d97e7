import type { TaskReason } from './reason.ts'

/**
 * The tables as Kysely sees them. Times are texts by `instantText`, booleans 0 or 1, JSON is text: both engines
 * agree on these without any conversion. `migrations.ts` creates the tables.
 */
export interface Database {
  channel_settings: ChannelSettingsRow
  tracked_recommendations: TrackedRecommendationRow
  subscriptions: SubscriptionRow
  deliveries: DeliveryRow
  paces: PaceRow
  digest_records: DigestRecordRow
  tasks: TaskRow
  posted_messages: PostedMessageRow
  recommendation_copies: RecommendationCopyRow
  audit: AuditRow
  evaluation_watches: EvaluationWatchRow
  disconnected_workspaces: DisconnectedWorkspaceRow
  connections: ConnectionRow
  installations: InstallationRow
  used_states: UsedStateRow
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
  updated_by: string | null
  updated_at: string | null
}

interface TrackedRecommendationRow {
  team_id: string
  channel_id: string
  result_id: string
  added_by: string
  added_at: string
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
  /** A code of `store/reason.ts`, and what else was said. */
  paused_reason: string | null
  paused_detail: string | null
  paused_at: string | null
  owner_id: string | null
  owner_check_at: string | null
  owner_asked: string | null
  created_by: string | null
  created_at: string
  effective_from: string
  /** Counts the changes of when it runs. */
  revision: number
  /** Slots up to then are planned; `null`: none is since `effective_from`. */
  planned_until: string | null
  /** When to look for slots again, by this version of the zone data. */
  look_at: string | null
  zone_data: string
  /** When to look for alerts; `null`: nobody wants any. */
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
  /** A code of `store/reason.ts`, with its cause's code, and what else was said. */
  reason: string | null
  reason_cause: string | null
  reason_detail: string | null
  channel_id: string
  asked_by: string | null
  message_ts: string | null
  /** What it is about to say, for the record of what its digest last said. */
  says: string | null
  /** What an alert says and marks; `null`: a digest. */
  alert: string | null
  /** What somebody is told about the digest; `channel_id` is then whom it goes to. `null`: a digest, or an alert. */
  notice: string | null
  /** When the last of a notice's deliveries ended without having reached anybody. */
  untold_at: string | null
  check_at: string | null
  /** Slack's `ts` of the message that the look into the channel has come to, from the newest on; `null`: it begins. */
  looked_to: string | null
  /** What is to follow the post. */
  thread: string | null
  /** How many of its replies are settled, and whether the next one may have left. */
  thread_next: number
  thread_leaving: 0 | 1
  /** Counts who has gone on with it. */
  thread_take: number
  /** When somebody may go on with it; null: nothing follows. */
  thread_at: string | null
  created_at: string
  started_at: string | null
  updated_at: string
  finished_at: string | null
}

/** Slack's pace: until when what was sent so far has used it up, in milliseconds since 1970. */
interface PaceRow {
  team_id: string
  /** Empty: the whole workspace. */
  channel_id: string
  used_until: number
}

/** What a digest last said: one row for each part and each thing in it. */
export interface DigestRecordRow {
  team_id: string
  subscription_id: string
  kind:
    | 'said'
    | 'summary'
    | 'sentiment'
    | 'recommendation'
    | 'evaluation'
    | 'alert_overtaken'
    | 'alert_fall'
    | 'alert_sentiment'
    | 'alert_evaluation'
  /** Of `said`: the part (`digest`, `figures`, `reddit`, `actions`, `evaluations`). Of an alert, empty: the first look. */
  subject: string
  /** A summary's subreddit, an alert's question. */
  topic: string | null
  value: string | null
  /** When the digest was composed that said so; of an alert, when it was marked. */
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
  /** Until then nobody tries to show it: Slack refuses as things are. */
  show_after: string | null
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

/** Workspaces whose token Slack refuses. */
interface DisconnectedWorkspaceRow {
  team_id: string
  code: string
  since: string
}

interface ConnectionRow {
  team_id: string
  /** Sealed. */
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
  /** The organization whose installation the workspace uses; its own columns are empty then. */
  org_id: string | null
  /** 1: the organization's own token has confirmed that the workspace is one of its own. */
  org_confirmed: 0 | 1
  name: string
  url: string
  bot_user_id: string
  scopes: string
  installed_by: string | null
  /** Sealed; `null` once it has ended. */
  token: string | null
  /** Sealed. */
  refresh_token: string | null
  expires_at: string | null
  /** Counts the tokens. */
  generation: number
  /** Until when somebody renews the token. */
  lease_until: string | null
  installed_at: string
  ended_at: string | null
  ended_why: string | null
}

interface UsedStateRow {
  state: string
  until: string
}
