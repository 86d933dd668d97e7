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
import { countDigest } from './count.ts'
import { composeLeaseMs, postComposed } from './deliver.ts'
import { recordPosted } from './posting.ts'
import { findPost } from './reconcile.ts'
import { resumeThread } from './thread.ts'

/**
 * Posts a delivery with an unknown outcome again, on a person's click. Looks for it in the channel first, if the bot may.
 *
 * @returns the message that replaces the question
 * @throws {Problem} when nothing was posted, or the outcome is unknown again
 * @throws {PostError} when the look-up fails; nothing was changed
 */
export async function postAgain(
  workspace: DigestWorkspace,
  { team, user, deliveryId }: { readonly team: string; readonly user: string; readonly deliveryId: string },
): Promise<Message> {
  const { store, clock } = workspace
  const delivery = await store.deliveries.get(team, deliveryId)
  const subscription = delivery && (await store.subscriptions.get(team, delivery.subscriptionId))
  if (delivery === null || subscription === null || subscription.state === 'deleted') throw digestGone()
  if (delivery.state !== 'unknown') throw takenProblem(delivery)
  const { channel } = subscription
  // Composed before the claim: if this fails, the person can retry.
  const slot = Temporal.Instant.from(delivery.slot)
  const composed =
    composeAlert(delivery) ?? (await composeDigest(workspace, subscription, slot, { short: false }))

  const claimed = await store.deliveries.claimUnknown({
    team,
    id: deliveryId,
    leaseMs: composeLeaseMs,
    now: clock.now(),
  })
  if (!claimed.won) throw takenProblem(claimed.delivery ?? delivery)
  const { claim } = claimed
  const outcome = async () => {
    const match = await findPost(workspace, claim).catch(async (error: unknown) => {
      const unchanged = { reason: delivery.reason ?? 'no_answer', checkAt: null }
      await store.deliveries.unknown(claim, unchanged, clock.now())
      throw error
    })
    if (typeof match === 'object') {
      await recordPosted(workspace, claim, match.ts)
      await resumeThread(workspace, claim)
      return 'found'
    }
    const now = clock.now()
    const lease = { retryAt: now.add({ milliseconds: composeLeaseMs }), reason: 'posting_again' } as const
    countDigest(workspace, claim, 'retried', await store.deliveries.release(claim, lease, now))
    // Whether the scheduler retries it if Slack asks to wait.
    const isDue = delivery.askedBy === null && subscription.state === 'active'
    const retries = isDue && !isTooOld(slot, now, workspace.graceHours)
    const posted = await postComposed(workspace, subscription, claim, composed, { retries })
    if (posted.kind === 'posted') return 'posted'
    throw new Problem('digest_failed', sentenceOf(posted))
  }
  const result = await outcome()
  await store.audit.record(
    {
      team,
      user,
      channel,
      action: 'digest.post_again',
      subject: deliveryId,
      outcome: result,
      detail: { slot: delivery.slot },
      reference: currentReference(),
    },
    clock.now(),
  )
  const current = (await store.subscriptions.get(team, delivery.subscriptionId)) ?? subscription
  const [digest] = await describeDigests(workspace, [current], clock.now(), nextRunsShown)
  if (digest === undefined) throw digestGone()
  return deliverySettled({ digest, by: user, outcome: result })
}

function digestGone(): Problem {
  return new Problem('digest_gone', 'This digest was deleted, so there’s nothing to post.')
}

function takenProblem({ state }: Delivery): Problem {
  switch (state) {
    case 'posted':
      return new Problem('digest_posted', 'This digest is already in the channel. Nothing was posted again.')
    case 'pending':
    case 'posting':
    case 'unknown':
      return new Problem('digest_taken', 'This digest is already being posted again. Check the channel.')
    case 'skipped':
    case 'failed':
      return new Problem(
        'digest_over',
        'It’s too late to post this digest. To post one now, type /sightline digest now in its channel.',
      )
  }
}

function sentenceOf(result: Exclude<Awaited<ReturnType<typeof postComposed>>, { kind: 'posted' }>): string {
  switch (result.kind) {
    case 'unknown':
      return 'Slack didn’t confirm the digest this time either. Check the channel.'
    case 'later':
      return 'Slack is limiting requests. The digest will be posted automatically in a minute.'
    case 'failed':
      return reasonAdvice(result.reason)
    default:
      return 'This digest is already being posted again. Check the channel.'
  }
}
