import { fewAtOnce } from '../../insights/section.ts'
import { PostError } from '../../slack/port.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { restoreOffers } from './notice-recipients.ts'

/**
 * Checks the tokens of disconnected workspaces. Deliveries continue where the token works again.
 * @returns whether any token works again
 */
export async function recheckConnections({ store, clock, log, of }: DigestWorkspaces): Promise<boolean> {
  let anyRestored = false
  await fewAtOnce(await store.disconnections.teams(), async (disconnected) => {
    const workspace = await of(disconnected)
    if (workspace === null) return
    try {
      const { team, isOrg } = await workspace.slack.check()
      // A token of another workspace proves nothing; an organization's token names the organization.
      if (team !== disconnected && !isOrg) return
      const now = clock.now()
      const disconnection = await store.disconnections.markReconnected(disconnected, now, (stopped) =>
        restoreOffers(workspace, stopped, String(now)),
      )
      if (disconnection === null) return
      anyRestored = true
      log.info('Slack accepts the bot token again; the digests of this workspace continue', {
        team: disconnected,
        code: disconnection.code,
        detail: `since ${disconnection.since}`,
      })
    } catch (error) {
      // Still rejected, or no answer: the next run checks again.
      if (!(error instanceof PostError)) throw error
    }
  })
  return anyRestored
}
