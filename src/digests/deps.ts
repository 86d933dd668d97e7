import type { Workspace } from '../slack/workspace.ts'

/** What of a workspace its digests work with. */
export type DigestDeps = Pick<
  Workspace,
  | 'api'
  | 'store'
  | 'clock'
  | 'log'
  | 'poster'
  | 'history'
  | 'people'
  | 'directory'
  | 'slack'
  | 'defaults'
  | 'contact'
  | 'paces'
  | 'graceHours'
>

/** What the one scheduler works with, for all workspaces. */
export interface ScheduleDeps extends Pick<DigestDeps, 'store' | 'clock' | 'log' | 'graceHours'> {
  /** `null`: Sightline is no longer in that workspace. */
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
