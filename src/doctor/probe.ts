import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Finding, SchedulerHealth } from '../model/check-up.ts'
import type { ChangeRule } from '../model/permission.ts'
import type { ChannelDirectory, SlackCheck, SlackHealth } from '../slack/port.ts'
import type { Store } from '../store/index.ts'

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
