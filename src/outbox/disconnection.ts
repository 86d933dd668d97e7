import type { PostError } from '../slack/port.ts'
import type { OutboxWorkspace } from './kind.ts'
import { classifyPostError } from './post-failure.ts'

/**
 * Records that Slack rejects the workspace's token, which stops its deliveries until the token works again. Logged once.
 * Ignores other errors.
 */
export async function recordDisconnection(
  { store, clock, log }: Pick<OutboxWorkspace, 'store' | 'clock' | 'log'>,
  team: string,
  error: PostError,
): Promise<void> {
  const { code } = error
  if (classifyPostError(error).kind !== 'disconnected') return
  if (!(await store.disconnections.markDisconnected(team, code, clock.now()))) return
  log.error('Slack rejects the bot token; the digests of this workspace are stopped', {
    team,
    code,
    detail:
      'Install the app again. With a single workspace, set its new bot token and restart Sightline. The digests then continue automatically.',
  })
}
