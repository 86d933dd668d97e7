import type { OutboxWorkspaces } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'

export type DigestWorkspace = Pick<
  Workspace,
  | 'team'
  | 'api'
  | 'store'
  | 'clock'
  | 'log'
  | 'meter'
  | 'poster'
  | 'canvases'
  | 'history'
  | 'people'
  | 'channelState'
  | 'checkToken'
  | 'defaults'
  | 'contact'
  | 'paces'
  | 'graceHours'
  | 'outbox'
> & { readonly apiKey: Pick<Workspace['apiKey'], 'fingerprint'> }

/** All workspaces. They share one scheduler. */
export interface DigestWorkspaces
  extends OutboxWorkspaces<DigestWorkspace>,
    Pick<DigestWorkspace, 'graceHours'> {}

/**
 * Slack allows one message a second per channel, several hundred a minute per workspace, and short bursts
 * (https://docs.slack.dev/apis/web-api/rate-limits). A digest with its first replies may be such a burst.
 */
export const slackPaces: DigestWorkspace['paces'] = {
  workspace: { everyMs: 125, burst: 120 },
  channel: { everyMs: 1_000, burst: 3 },
}
