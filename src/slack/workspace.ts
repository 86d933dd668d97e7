import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log, Meter } from '../lib/telemetry.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import type { SchedulerHealth } from '../model/check-up.ts'
import type { ChangeRule, Contact, GuestRule } from '../model/permission.ts'
import { type Pace, type Store, singleUse } from '../store/index.ts'
import type { SlashCommand } from './port.ts'
import type { Permissions } from './receive/access.ts'
import type { HomeViewers } from './send/home-viewers.ts'
import type { SlackPorts } from './send/ports.ts'

/**
 * One Slack workspace: everything that its commands, clicks, forms and digests need. A function takes what it uses:
 * `Pick<Workspace, 'store' | 'clock'>`.
 */
export interface Workspace extends SlackPorts {
  readonly team: string
  readonly url: string
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly defaults: ChannelDefaults
  readonly access: Permissions
  readonly rules: { readonly changers: ChangeRule; readonly guests: GuestRule }
  /** The configured contact for people who need help; `null`: none. */
  readonly contact: Contact | null
  /** `true` for the first delivery of an interaction, across all replicas. */
  readonly first: IsFirstDelivery
  readonly apiKey: ApiKeySettings
  readonly scheduler: SchedulerHealth
  /** Call after a message was owed, so that it leaves at once. */
  readonly outbox: { readonly wake: () => void }
  /** `SQLite` or `PostgreSQL`. */
  readonly database: string
  /** Rate limits for messages. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
  /** Missed slots younger than this are still delivered. */
  readonly graceHours: number
  readonly homeViewers: HomeViewers
  /** Answers that digests of one run share; omitted: outside of a run. */
  readonly shared?: SharedAnswers
}

/** Asks, unless the answer is known. @param isKept whether later callers may have it, too; omitted: always */
export type SharedAnswers = <T>(
  key: string,
  ask: () => Promise<T>,
  isKept?: (answer: T) => boolean,
) => Promise<T>

/** The source of the workspace's API key. */
export interface ApiKeySettings {
  /** Whether the key is in the configuration; otherwise it is entered in Slack. */
  readonly configured: boolean
  /** The configured analysis; `null`: it is entered with the key. */
  readonly place: ChannelDefaults | null
  /** A hash that differs for other keys, whose rights may differ. @throws {ApiError} without a key */
  readonly fingerprint: () => Promise<string>
  /** An API client with this key and without a cache, to check the key. */
  readonly clientWith: (key: string) => AnalyticsApi
  /** Call after the key was entered, replaced or removed: drops the cached key. */
  readonly changed: () => void
}

export function messageLink({ url }: Pick<Workspace, 'url'>, channel: string, ts: string): string {
  return new URL(`archives/${channel}/p${ts.replace('.', '')}`, url).href
}

/**
 * Longer than Slack keeps repeating a delivery. It retries an event at once, after one minute and after five; with delayed
 * events turned on, hourly for a day (https://docs.slack.dev/apis/events-api).
 */
const retentionMs = 25 * 60 * 60_000

/** `true` for the first replica to claim a delivery, `false` after that. A repeated one has the same values. */
export type IsFirstDelivery = (delivered: Pick<SlashCommand, 'team' | 'triggerId'>) => Promise<boolean>

/**
 * Records deliveries in the store, so that no other replica or restarted process repeats their work. Each costs a
 * write; for reads `recentDeliveries` is enough.
 * @param wallClock the real time, as for signatures
 */
export function createIdempotency(store: Pick<Store, 'idempotencyKeys'>, wallClock: Clock): IsFirstDelivery {
  return ({ team, triggerId }) => {
    const now = wallClock.now()
    const until = now.add({ milliseconds: retentionMs })
    return store.idempotencyKeys.use(singleUse('delivery', team, triggerId), until, now)
  }
}
