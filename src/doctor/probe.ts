import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import type { Finding } from '../model/check-up.ts'
import type { ChangeRule } from '../model/permission.ts'
import type { SlackHealth } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Store } from '../store/index.ts'

export interface DoctorInput
  extends Pick<Workspace, 'checkToken' | 'channelState' | 'contact' | 'scheduler' | 'clock' | 'database'> {
  readonly people: Pick<Workspace['people'], 'currentPerson'>
  readonly api: Pick<AnalyticsApi, 'authenticate' | 'collects'>
  readonly store: Pick<Store, 'ping' | 'disconnections'> & {
    readonly outbox: Pick<Store['outbox'], 'unreached'>
  }
  /** Who may change settings. A user group requires an extra scope. */
  readonly rules: { readonly changers: ChangeRule }
}

export interface CheckTarget {
  /** Slack id; `null` outside of Slack. */
  readonly channel: string | null
  /** The Slack workspace's id; absent outside of a workspace. */
  readonly team?: string
  readonly scope: AnalysisScope
}

/** The input, plus answers shared by several probes. */
export interface Examination extends DoctorInput {
  slackHealth(): Promise<SlackHealth>
}

/** One check, with what it needs. If it throws, the check counts as failed, with `fix` as the advice. */
export interface Probe<Needs = Examination> {
  readonly name: string
  readonly fix: string
  run(needs: Needs, target: CheckTarget): Promise<Finding>
}

export const passed = (words: string): Finding => ({ state: 'passed', words })
export const failed = (words: string, fix: string): Finding => ({ state: 'failed', words, fix })
export const notChecked = (words: string): Finding => ({ state: 'not_checked', words })

/** `12 s`, `3 min`, `2 h`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
