import { fewAtOnce } from '../../insights/section.ts'
import { PostError } from '../../slack/port.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { restoreOffers } from './notice-recipients.ts'
import { refusalOf } from './post-failure.ts'

/**
 * Where Slack refuses the workspace's token, nothing of its digests is tried any more until the token works again; the
 * log says so once. Errors of another kind are none of this.
 */
export async function recordDisconnection(
  { store, clock, log }: Pick<DigestWorkspace, 'store' | 'clock' | 'log'>,
  team: string,
  error: PostError,
): Promise<void> {
  const { code } = error
  if (refusalOf(error).kind !== 'disconnected') return
  if (!(await store.disconnections.lost(team, code, clock.now()))) return
  log.error('Slack rejects the bot token; the digests of this workspace are stopped', {
    team,
    code,
    detail:
      'Install the app again; where Sightline is in this workspace only, give it its new bot token, and restart it. The digests go on by themselves then.',
  })
}

/**
 * Asks Slack about the tokens of workspaces that are disconnected; one that works lets its digests go on.
 * @returns whether any does
 */
export async function recheckConnections({ store, clock, log, of }: DigestWorkspaces): Promise<boolean> {
  let anyRestored = false
  await fewAtOnce(await store.disconnections.allLost(), async (lost) => {
    const own = await of(lost)
    if (own === null) return
    try {
      const { team, isOrg } = await own.slack.check()
      // An organization's token names another place than the workspace; one of another workspace says nothing of this.
      if (team !== lost && !isOrg) return
      const now = clock.now()
      const was = await store.disconnections.restored(lost, now, (stopped) =>
        restoreOffers(own, stopped, String(now)),
      )
      if (was === null) return
      anyRestored = true
      log.info('Slack accepts the bot token again; the digests of this workspace continue', {
        team: lost,
        code: was.code,
        detail: `since ${was.since}`,
      })
    } catch (error) {
      // It is still refused, or Slack doesn't answer: the next look will tell.
      if (!(error instanceof PostError)) throw error
    }
  })
  return anyRestored
}
