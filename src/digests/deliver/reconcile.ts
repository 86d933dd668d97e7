import { fewAtOnce } from '../../insights/section.ts'
import { IncompleteSearchError, PostError } from '../../slack/port.ts'
import type { Claim, Delivery, NewNotice } from '../../store/index.ts'
import { isTooOld } from '../schedule/slot-plan.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { countDigest } from './count.ts'
import { resolveUnknownNotice } from './deliver-notice.ts'
import { noticeAbout } from './notice-recipients.ts'
import { recordPosted } from './posting.ts'

/** Longer than one look-up takes. */
const leaseMs = 120_000
/** Delay after a look-up that Slack didn't answer. */
const lookUpAgainMs = 60_000
/** Tolerated clock difference. The delivery's id identifies the message, not the time. */
const clockSkewMs = 60_000
const atOnce = 20

/**
 * Looks up deliveries with an unknown outcome in their channels, if the history scope was granted. A delivery that is
 * found is recorded as posted; a missing one may be posted again. Without the scope, a person is asked.
 * @returns whether there were any
 */
export async function reconcileUnknown(
  workspaces: DigestWorkspaces,
  stopped: () => boolean,
): Promise<boolean> {
  const { store, clock } = workspaces
  for (let any = false; ; ) {
    const unknown = await store.deliveries.toCheck(clock.now(), atOnce)
    if (stopped()) return any
    any ||= unknown.length > 0
    await fewAtOnce(unknown, async (delivery) => {
      if (stopped()) return
      const claimed = await store.deliveries.claimUnknown({
        team: delivery.team,
        id: delivery.id,
        leaseMs,
        now: clock.now(),
        onlyDue: true,
      })
      if (!claimed.won) return
      const workspace = await workspaces.of(delivery.team)
      // Sightline was removed from the workspace.
      if (workspace === null) await keepUnknown(workspaces, claimed.claim, delivery, null)
      else await reconcile(workspace, delivery, claimed.claim)
    })
    if (unknown.length < atOnce || stopped()) return any
  }
}

/** Looks for the delivery's message in its channel. @throws {PostError} if Slack doesn't answer */
export function findPost(
  { history }: DigestWorkspace,
  { channel, slot, id, searchedUpTo }: Claim,
): ReturnType<typeof history.find> {
  const since = Temporal.Instant.from(slot).subtract({ milliseconds: clockSkewMs })
  return history.find(channel, since, id, searchedUpTo)
}

async function reconcile(workspace: DigestWorkspace, delivery: Delivery, claim: Claim): Promise<void> {
  const { store, clock, log } = workspace
  const { team, channel, id, slot } = delivery
  const fields = { team, channel, delivery: id, slot }
  const subscription = await store.subscriptions.get(team, delivery.subscriptionId)
  // Notices never get too old.
  const isNotice = claim.notice !== null
  const isOld = !isNotice && isTooOld(Temporal.Instant.from(slot), clock.now(), workspace.graceHours)
  let match: Awaited<ReturnType<typeof findPost>>
  try {
    match = await findPost(workspace, claim)
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('a digest could not be looked up', { ...fields, code: error.code })
    if (!isOld) {
      const wait = error.retryAfterSeconds === null ? lookUpAgainMs : error.retryAfterSeconds * 1_000
      const searchedUpTo = error instanceof IncompleteSearchError ? error.upTo : claim.searchedUpTo
      await keepUnknown(
        workspace,
        claim,
        delivery,
        clock.now().add({ milliseconds: wait }),
        null,
        searchedUpTo,
      )
      return
    }
    match = 'not_permitted'
  }
  if (typeof match === 'object') {
    await recordPosted(workspace, claim, match.ts)
    log.info('a digest with an unknown outcome was found in its channel', fields)
    return
  }
  if (match === 'not_permitted' && isNotice) {
    await resolveUnknownNotice(workspace, subscription, claim, delivery.reason ?? 'no_answer')
    return
  }
  if (match === 'not_permitted') {
    log.warn('a digest’s outcome stays unknown: Sightline may not read its channel', fields)
    // A person who requested the digest saw the outcome in the reply.
    const notifies = subscription !== null && subscription.state !== 'deleted' && delivery.askedBy === null
    const matter = { kind: 'unknown', delivery: id } as const
    await keepUnknown(
      workspace,
      claim,
      delivery,
      null,
      notifies ? noticeAbout(workspace, subscription, matter, slot) : null,
    )
    return
  }
  log.warn('a digest with an unknown outcome was not in its channel', fields)
  const isStillWanted = isNotice || (subscription?.state === 'active' && delivery.askedBy === null)
  if (isStillWanted && !isOld) {
    const retry = { retryAt: clock.now(), reason: 'not_arrived' } as const
    countDigest(workspace, claim, 'retried', await store.deliveries.release(claim, retry, clock.now()))
    return
  }
  // No notice about an alert: the next check reports the change if it persists.
  const notice =
    subscription !== null && delivery.askedBy === null && delivery.alert === null
      ? noticeAbout(workspace, subscription, { kind: 'not_posted', reason: 'too_late' }, slot)
      : null
  const failed = await store.deliveries.failed(claim, 'not_arrived', clock.now(), { notice })
  countDigest(workspace, claim, 'failed', failed)
}

/** @param checkAt when to look again; `null` if `notice` asks a person instead */
async function keepUnknown(
  { store, clock }: Pick<DigestWorkspace, 'store' | 'clock'>,
  claim: Claim,
  { reason }: Delivery,
  checkAt: Temporal.Instant | null,
  notice: NewNotice | null = null,
  searchedUpTo: string | null = claim.searchedUpTo,
): Promise<void> {
  const state = { reason: reason ?? 'no_answer', checkAt, searchedUpTo }
  await store.deliveries.unknown(claim, state, clock.now(), { notice })
}
