import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import type { SchedulerHealth } from '../model/check-up.ts'
import type { Contact } from '../model/contact.ts'
import type { ChangeRule, GuestRule } from '../model/permission.ts'
import type { Pace, Schedule, Store } from '../store/index.ts'
import type { IsFirstDelivery } from './receive/idempotency.ts'
import type { Permissions } from './receive/permission.ts'
import type { HomeViewers } from './send/home-viewers.ts'
import type { SlackPorts } from './send/ports.ts'

/**
 * One Slack workspace: everything that a command, a click, a form or a digest in it works with. A function takes what it
 * uses of it: `Pick<Workspace, 'store' | 'clock'>`.
 */
export interface Workspace extends SlackPorts {
  /** Slack's id. */
  readonly team: string
  /** Its address in Slack. */
  readonly url: string
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** What a channel without settings of its own shows. */
  readonly defaults: ChannelDefaults
  /** The digest of a channel where nobody has set one up. */
  readonly configuredDigest: { readonly name: string; readonly schedule: Schedule }
  /** Who may do what. */
  readonly access: Permissions
  readonly rules: { readonly changers: ChangeRule; readonly guests: GuestRule }
  /** Whom people ask for help; `null`: the configuration names nobody. */
  readonly contact: Contact | null
  /** Recognizes a delivery that was taken up before, here or by another replica. */
  readonly first: IsFirstDelivery
  readonly apiKey: ApiKeySettings
  readonly scheduler: SchedulerHealth
  /** The database's name for people: `SQLite` or `PostgreSQL`. */
  readonly database: string
  /** How fast messages may leave. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
  /** A slot that was missed is still delivered when it is younger than this. */
  readonly graceHours: number
  readonly homeViewers: HomeViewers
}

/** Where the workspace's API key comes from, and what to do when it changes. */
export interface ApiKeySettings {
  /** The configuration holds the key: nobody enters one in Slack. */
  readonly configured: boolean
  /** Where the configuration looks; `null`: whoever enters the key says so, too. */
  readonly place: ChannelDefaults | null
  /** A client of the service for one check, with this key and without a cache. */
  readonly clientWith: (key: string) => AnalyticsApi
  /** The key was entered, replaced or removed: the next call reads it anew. */
  readonly changed: () => void
}

/** The address of a message in Slack, by its channel and its `ts`. */
export function messageLink({ url }: Pick<Workspace, 'url'>, channel: string, ts: string): string {
  return new URL(`archives/${channel}/p${ts.replace('.', '')}`, url).href
}
