import type { OutboxWorkspaces } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'

export interface DigestWorkspaces extends OutboxWorkspaces, Pick<Workspace, 'graceHours'> {}

/**
 * Slack allows one message a second per channel, several hundred a minute per workspace, and short bursts
 * (https://docs.slack.dev/apis/web-api/rate-limits). A digest with its first replies may be such a burst.
 */
export const slackPaces: Workspace['paces'] = {
  workspace: { everyMs: 125, burst: 120 },
  channel: { everyMs: 1_000, burst: 3 },
}
