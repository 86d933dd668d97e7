import type { AnalyticsApi } from '../api/index.ts'
import type { DigestMessages } from '../blocks/digests/digest.ts'
import type { AnswerOptions } from '../blocks/kit/answer.ts'
import { type ChannelDefaults, type ChannelScope, channelScope } from '../channels/scope.ts'
import type { ConnectionDesk } from '../connections/connection.ts'
import type { ChannelDigests, DigestPlace } from '../digests/manage/digest-desk.ts'
import type { HistoryDeps } from '../digests/manage/digest-history.ts'
import type { DigestCalendar } from '../digests/manage/digests.ts'
import type { SchedulerHealth } from '../doctor/probe.ts'
import type { Clock } from '../lib/clock.ts'
import type { ChannelDirectory, FileSender, People, SlackCheck } from '../slack/port.ts'
import type { ChangeRule, GuestRule } from '../slack/receive/permission.ts'
import type { Store } from '../store/index.ts'
import type { Caller } from './verb.ts'

/** What the verbs work with. */
export interface CommandDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly defaults: ChannelDefaults
  readonly people: People
  readonly directory: ChannelDirectory
  readonly files: FileSender
  readonly slack: SlackCheck
  /** The workspace's API key. */
  readonly connection: Pick<ConnectionDesk, 'refusal' | 'asksPlace' | 'state'>
  /** When digests come; it lives with them. */
  readonly calendar: DigestCalendar
  readonly scheduler: SchedulerHealth
  /** The database's name for people: `SQLite` or `PostgreSQL`. */
  readonly database: string
  /** Who may change things, and what guests may do. */
  readonly rules: { readonly changers: ChangeRule; readonly guests: GuestRule }
  /** The channels' digests. They live in a room of their own; the composition root passes them in. */
  readonly digests: ChannelDigests &
    HistoryDeps['digests'] & {
      /** What it would say now, for the caller alone. */
      testRun(place: DigestPlace, id: string): Promise<DigestMessages>
      /** Posts one of the channel's digests now. @param id `null`: where it has none, one as the settings say */
      runNow(
        place: DigestPlace,
        id: string | null,
      ): Promise<{ readonly channel: string; readonly ts: string }>
    }
  /** The address of a message in Slack, by its channel and its `ts`. */
  readonly linkTo: (channel: string, ts: string) => string | null
  /** Draws the Home tabs of the workspace that are open again. */
  readonly homeChanged: (team: string) => Promise<void>
}

/** What the caller's channel looks at. */
export function scopeOf({ store, defaults }: CommandDeps, { team, channel }: Caller): Promise<ChannelScope> {
  return channelScope(store, defaults, team, channel)
}

/** How an answer that may be shared ends: with the button, or with who shared it. */
export function sharing({ user, shares }: Caller, command: string): AnswerOptions {
  return shares === true ? { shareable: false, command, sharedBy: user } : { shareable: true, command }
}
