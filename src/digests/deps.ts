import type { AnalyticsApi } from '../api/index.ts'
import type { ChannelDefaults } from '../channels/scope.ts'
import type { VisibilityAsked } from '../insights/asked.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Contact } from '../model/contact.ts'
import type { ChannelDirectory, History, People, Poster, SlackCheck } from '../slack/port.ts'
import type { Pace, Store } from '../store/index.ts'

/** What the digests work with. */
export interface DigestDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly poster: Poster
  readonly history: History
  readonly people: Pick<People, 'hasLeft'>
  readonly directory: ChannelDirectory
  readonly slack: SlackCheck
  readonly defaults: ChannelDefaults
  /** `null`: the configuration names nobody. */
  readonly contact: Contact | null
  /** How fast messages may leave. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
  /** A slot that was missed is still delivered when it is younger than this. */
  readonly graceHours: number
  /**
   * Reads the words that would be typed after `/sightline visibility`. That lives with the commands; the composition
   * root passes it in. @throws {Problem} when they can't be understood
   */
  readonly readFilters: (words: string) => VisibilityAsked
}

/** What the one scheduler works with, for all workspaces. */
export interface ScheduleDeps extends Pick<DigestDeps, 'store' | 'clock' | 'log' | 'graceHours'> {
  /** What a workspace's digests work with; `null`: Sightline is no longer in it. */
  readonly of: (team: string) => Promise<DigestDeps | null>
}

/**
 * Slack's own words: one message a second to a channel, several hundred a minute to a workspace, short bursts allowed
 * (https://docs.slack.dev/apis/web-api/rate-limits). A digest and its first replies may be such a burst.
 */
export const slackPaces: DigestDeps['paces'] = {
  workspace: { everyMs: 125, burst: 120 },
  channel: { everyMs: 1_000, burst: 3 },
}
