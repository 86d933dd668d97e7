import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { LoopHealth } from '../lib/loop.ts'
import type { ChannelDirectory, SlackCheck, SlackHealth } from '../slack/port.ts'
import type { ChangeRule } from '../slack/receive/permission.ts'
import type { Store } from '../store/index.ts'

/** How the scheduler of digests is doing, at the moment of reading. */
export interface SchedulerHealth {
  /** When it last looked for what is due, or was first told to; `null`: not since the start. */
  readonly lastLook: Temporal.Instant | null
  /** How often it means to, in milliseconds. */
  readonly everyMs: number
  /** How each of its loops does, by name. */
  health(): Readonly<Record<string, LoopHealth>>
}

export interface DoctorDeps {
  readonly api: Pick<AnalyticsApi, 'authenticate' | 'collects'>
  readonly store: Pick<Store, 'ping' | 'disconnections'> & {
    readonly deliveries: Pick<Store['deliveries'], 'untold'>
  }
  /** `SQLite` or `PostgreSQL`. */
  readonly database: string
  readonly slack: SlackCheck
  readonly directory: ChannelDirectory
  /** Who may change things: a user group among them needs a permission of its own. */
  readonly rules: { readonly changers: ChangeRule }
  readonly scheduler: SchedulerHealth
  readonly clock: Clock
}

/** What is looked at. */
export interface CheckTarget {
  /** Slack id; `null` outside of Slack. */
  readonly channel: string | null
  /** The Slack workspace's id; left out where nobody asked in one. */
  readonly team?: string
  /** Whose data the API is asked for. */
  readonly scope: AnalysisScope
}

/** What a probe found, as plain sentences. Of what failed, `fix` says the one thing to do. */
export type Finding =
  | { readonly state: 'passed'; readonly words: string }
  | { readonly state: 'failed'; readonly words: string; readonly fix: string }
  /** Another failure stands in the way, or there is nothing to look at. */
  | { readonly state: 'not_checked'; readonly words: string }

/** The deps, and what several probes want to know but only one should ask for. */
export interface Examination extends DoctorDeps {
  /** @throws {PostError} */
  slackHealth(): Promise<SlackHealth>
}

/** One thing to look at, with what it needs for that. It may throw: that is told as a failure, with `fix`. */
export interface Probe<Needs = Examination> {
  readonly name: string
  /** For a failure that the probe itself does not foresee. */
  readonly fix: string
  run(needs: Needs, progress: CheckTarget): Promise<Finding>
}

export const passed = (words: string): Finding => ({ state: 'passed', words })
export const failed = (words: string, fix: string): Finding => ({ state: 'failed', words, fix })
export const notChecked = (words: string): Finding => ({ state: 'not_checked', words })

/** `12 s`, `3 min`, `2 h`: a length of time as people say it. */
export function lengthInWords(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
