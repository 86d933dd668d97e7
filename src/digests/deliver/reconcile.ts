import { IncompleteSearchError, PostError } from '../../slack/port.ts'
import type { Claim, Delivery, NewNotice } from '../../store/index.ts'
import { isTooOld } from '../schedule/slot-plan.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { resolveUnknownNotice } from './deliver-notice.ts'
import { recordDisconnection } from './disconnection.ts'
import { noticeAbout } from './notice-recipients.ts'
import { recordPosted } from './posting.ts'

/** Longer than one look into a channel takes. */
const leaseMs = 120_000
/** After a look that Slack didn't answer. */
const againAfterMs = 60_000
/** Tolerated clock difference; the delivery's id, not the time, identifies the message. */
const clockSkewMs = 60_000
const atOnce = 20

/**
 * Settles the deliveries whose outcome is unknown, where the history scope was granted: what is in the channel is
 * recorded as posted, what is not may be posted again. Without the scope a person is asked.
 * @returns whether there were any
 */
export async function reconcileUnknown(
  workspaces: DigestWorkspaces,
  stopped: () => boolean,
): Promise<boolean> {
  const { store, clock } = workspaces
  for (let any = false; ; ) {
    const unknown = await store.deliveries.toCheck(clock.now(), atOnce)
    for (const delivery of unknown) {
      if (stopped()) return any
      any = true
      const claimed = await store.deliveries.claimUnknown({
        team: delivery.team,
        id: delivery.id,
        leaseMs,
        now: clock.now(),
        onlyDue: true,
      })
      if (!claimed.won) continue
      const own = await workspaces.of(delivery.team)
      // Without Sightline in the workspace, nobody can look.
      if (own === null) await leave(workspaces, claimed.claim, delivery, null)
      else await settle(own, delivery, claimed.claim)
    }
    if (unknown.length < atOnce) return any
  }
}

/** Looks into the channel. @throws {PostError} when Slack didn't say */
export function findPost(
  { history }: DigestWorkspace,
  { channel, slot, id, lookedTo }: Claim,
): ReturnType<typeof history.find> {
  const since = Temporal.Instant.from(slot).subtract({ milliseconds: clockSkewMs })
  return history.find(channel, since, id, lookedTo)
}

async function settle(workspace: DigestWorkspace, delivery: Delivery, claim: Claim): Promise<void> {
  const { store, clock, log } = workspace
  const { team, channel, id, slot } = delivery
  const fields = { team, channel, delivery: id, slot }
  const subscription = await store.subscriptions.get(team, delivery.subscriptionId)
  // Notices are retried until they arrive.
  const isNotice = claim.notice !== null
  const old = !isNotice && isTooOld(Temporal.Instant.from(slot), clock.now(), workspace.graceHours)
  let found: Awaited<ReturnType<typeof findPost>>
  try {
    found = await findPost(workspace, claim)
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('a digest could not be looked up', { ...fields, code: error.code })
    await recordDisconnection(workspace, team, error)
    if (!old) {
      const wait = error.retryAfterSeconds === null ? againAfterMs : error.retryAfterSeconds * 1_000
      const lookedTo = error instanceof IncompleteSearchError ? error.upTo : claim.lookedTo
      await leave(workspace, claim, delivery, clock.now().add({ milliseconds: wait }), null, lookedTo)
      return
    }
    found = 'not_permitted'
  }
  if (typeof found === 'object') {
    await recordPosted(workspace, claim, found.ts)
    log.info('a digest with an unknown outcome was found in its channel', fields)
    return
  }
  if (found === 'not_permitted' && isNotice) {
    await resolveUnknownNotice(workspace, subscription, claim, delivery.reason ?? 'no_answer')
    return
  }
  if (found === 'not_permitted') {
    log.warn('a digest’s outcome stays unknown: Sightline may not read its channel', fields)
    // The person who requested it was told already.
    const asks = subscription !== null && subscription.state !== 'deleted' && delivery.askedBy === null
    const matter = { kind: 'unknown', delivery: id } as const
    await leave(
      workspace,
      claim,
      delivery,
      null,
      asks ? noticeAbout(workspace, subscription, matter, slot) : null,
    )
    return
  }
  log.warn('a digest with an unknown outcome was not in its channel', fields)
  const isStillWanted = isNotice || (subscription?.state === 'active' && delivery.askedBy === null)
  if (isStillWanted && !old) {
    await store.deliveries.release(claim, { retryAt: clock.now(), reason: 'not_arrived' }, clock.now())
    return
  }
  // What an alert would have told is found anew, if it is still so.
  const tells = subscription !== null && delivery.askedBy === null && delivery.alert === null
  const notice = tells
    ? noticeAbout(workspace, subscription, { kind: 'not_posted', reason: 'too_late' }, slot)
    : null
  await store.deliveries.failed(claim, 'not_arrived', clock.now(), { notice })
}

/** It stays unknown. @param checkAt when to look again; `null`: it is a person's turn, who is told so by `notice` */
async function leave(
  { store, clock }: Pick<DigestWorkspace, 'store' | 'clock'>,
  claim: Claim,
  { reason }: Delivery,
  checkAt: Temporal.Instant | null,
  notice: NewNotice | null = null,
  lookedTo: string | null = claim.lookedTo,
): Promise<void> {
  const why = { reason: reason ?? 'no_answer', checkAt, lookedTo }
  await store.deliveries.unknown(claim, why, clock.now(), { notice })
}
