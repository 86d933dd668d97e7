import { deliverySettled } from '../../blocks/digests/delivery-unknown.ts'
import { reasonAdvice } from '../../blocks/digests/reasons.ts'
import { currentReference } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import type { Message } from '../../model/message.ts'
import type { Delivery } from '../../store/index.ts'
import { composeAlert } from '../alerts/alert-delivery.ts'
import { composeDigest } from '../compose/compose.ts'
import { describeDigests } from '../manage/describe-digests.ts'
import { nextRunsShown } from '../manage/manage.ts'
import { isTooOld } from '../schedule/slot-plan.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { composeLeaseMs, postComposed } from './deliver.ts'
import { recordPosted } from './posting.ts'
import { findPost } from './reconcile.ts'
import { resumeThread } from './thread.ts'

/**
 * Posts a delivery again of which nobody knows whether it arrived: deliberately, by one person's click. Where the bot may
 * look into the channel, it looks once more first.
 *
 * @returns what stands in the place of the question
 * @throws {Problem} when nothing was posted, or nobody knows whether it was
 * @throws {PostError} when Slack doesn't let the bot look just now; nothing was changed
 */
export async function postAgain(
  workspace: DigestWorkspace,
  { team, user, deliveryId }: { readonly team: string; readonly user: string; readonly deliveryId: string },
): Promise<Message> {
  const { store, clock } = workspace
  const known = await store.deliveries.get(team, deliveryId)
  const subscription = known && (await store.subscriptions.get(team, known.subscriptionId))
  if (known === null || subscription === null || subscription.state === 'deleted') throw gone()
  if (known.state !== 'unknown') throw takenProblem(known)
  const { channel } = subscription
  // Before it is claimed: what can't be put together now can still be posted again later.
  const slot = Temporal.Instant.from(known.slot)
  const composed =
    composeAlert(known) ?? (await composeDigest(workspace, subscription, slot, { short: false }))

  const claimed = await store.deliveries.claimUnknown({
    team,
    id: deliveryId,
    leaseMs: composeLeaseMs,
    now: clock.now(),
  })
  if (!claimed.won) throw takenProblem(claimed.delivery ?? known)
  const { claim } = claimed
  const outcome = async () => {
    const found = await findPost(workspace, claim).catch(async (error: unknown) => {
      const left = { reason: known.reason ?? 'no_answer', checkAt: null }
      await store.deliveries.unknown(claim, left, clock.now())
      throw error
    })
    if (typeof found === 'object') {
      await recordPosted(workspace, claim, found.ts)
      await resumeThread(workspace, claim)
      return 'found'
    }
    const now = clock.now()
    const lease = { retryAt: now.add({ milliseconds: composeLeaseMs }), reason: 'posting_again' } as const
    await store.deliveries.release(claim, lease, now)
    // Whether the queue would post it, too, if Slack asks to wait.
    const isDue = known.askedBy === null && subscription.state === 'active'
    const retries = isDue && !isTooOld(slot, now, workspace.graceHours)
    const result = await postComposed(workspace, subscription, claim, composed, { retries })
    if (result.kind === 'posted') return 'posted'
    throw new Problem('digest_failed', sentenceOf(result))
  }
  const settled = await outcome()
  await store.audit.record(
    {
      team,
      user,
      channel,
      action: 'digest.post_again',
      subject: deliveryId,
      outcome: settled,
      detail: { slot: known.slot },
      reference: currentReference(),
    },
    clock.now(),
  )
  const now = (await store.subscriptions.get(team, known.subscriptionId)) ?? subscription
  const [digest] = await describeDigests(workspace, [now], clock.now(), nextRunsShown)
  if (digest === undefined) throw gone()
  return deliverySettled({ digest, by: user, outcome: settled })
}

function gone(): Problem {
  return new Problem('digest_gone', 'This digest was deleted, so there is nothing to post any more.')
}

function takenProblem({ state }: Delivery): Problem {
  switch (state) {
    case 'posted':
      return new Problem('digest_posted', 'This digest is in the channel already. Nothing was posted again.')
    case 'pending':
    case 'posting':
    case 'unknown':
      return new Problem('digest_taken', 'This digest is being posted again already. Look into the channel.')
    case 'skipped':
    case 'failed':
      return new Problem(
        'digest_over',
        'This digest was given up meanwhile. To post one now, type /sightline digest now in its channel.',
      )
  }
}

function sentenceOf(result: Exclude<Awaited<ReturnType<typeof postComposed>>, { kind: 'posted' }>): string {
  switch (result.kind) {
    case 'unknown':
      return "Slack didn't say whether it took the digest this time, either. Look into the channel."
    case 'later':
      return 'Slack asks to slow down. The digest is posted by itself in a minute.'
    case 'failed':
      return reasonAdvice(result.reason)
    default:
      return 'This digest is being posted again already. Look into the channel.'
  }
}
