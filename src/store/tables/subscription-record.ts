import { type Cause, causeOf, reasonOf } from '../reason.ts'
import type { SubscriptionRow } from '../schema.ts'
import { type DigestSettings, settingsOf } from './digest-settings.ts'

/** One digest of one channel. Times are ISO 8601 instants, people Slack user ids. */
export interface Subscription extends DigestSettings {
  readonly team: string
  readonly id: string
  readonly channel: string
  /** `settings`: from the configuration; `user`: set up in Slack; `manual`: records what people post at once, and never runs. */
  readonly source: 'settings' | 'user' | 'manual'
  readonly state: 'active' | 'paused' | 'deleted'
  /** Why it is paused; `null` unless it is. */
  readonly pausedReason: Cause | null
  readonly pausedAt: string | null
  /** Who is told what goes wrong; `null` where the configuration set it up. */
  readonly owner: string | null
  /** The owner whom the channel was asked to replace, since they are gone. */
  readonly ownerAsked: string | null
  /** Who set it up; `null`: the configuration. */
  readonly createdBy: string | null
  readonly createdAt: string
  /** Since then this schedule holds unbroken: earlier slots are not owed. */
  readonly effectiveFrom: string
  /** Counts the changes of when it runs. */
  readonly revision: number
  /** Slots up to then have a delivery each; `null`: none was planned since `effectiveFrom`. */
  readonly plannedUntil: string | null
}

const pauseReason = (code: string, detail: string | null): Cause =>
  causeOf(reasonOf({ code, cause: null, detail }))

export const subscriptionRecord = (row: SubscriptionRow): Subscription => ({
  ...settingsOf(row),
  team: row.team_id,
  id: row.id,
  channel: row.channel_id,
  source: row.source,
  state: row.state,
  pausedReason: row.paused_reason === null ? null : pauseReason(row.paused_reason, row.paused_detail),
  pausedAt: row.paused_at,
  owner: row.owner_id,
  ownerAsked: row.owner_asked,
  createdBy: row.created_by,
  createdAt: row.created_at,
  effectiveFrom: row.effective_from,
  revision: row.revision,
  plannedUntil: row.planned_until,
})
