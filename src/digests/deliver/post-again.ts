import { deliverySettled } from '../../blocks/digests/notices.ts'
import { reasonAdvice } from '../../blocks/digests/reasons.ts'
import { Problem } from '../../lib/problem.ts'
import type { Message } from '../../model/message.ts'
import { composeLeaseMs, type Delivered, deliverOwed } from '../../outbox/deliver.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { auditEntry, type OutboxRow } from '../../store/index.ts'
import { describeDigest } from '../manage/describe-digests.ts'
import { digestGone } from '../manage/post-now.ts'
import { alertKind, digestKind } from './digest.ts'

/**
 * Posts a delivery with an unknown outcome again, on a person's click. Looks for it in the channel first, if the bot may.
 *
 * @returns the message that replaces the question
 * @throws {Problem} when nothing was posted, or the outcome is unknown again
 * @throws {PostError} when the look-up fails; nothing was changed
 */
export async function postAgain(
  workspace: Workspace,
  { team, user, deliveryId }: { readonly team: string; readonly user: string; readonly deliveryId: string },
): Promise<Message> {
  const { store, clock } = workspace
  const digest = await store.outbox.get(team, deliveryId)
  const subscription = digest && (await store.subscriptions.get(team, digest.subject))
  if (digest === null || subscription === null || subscription.state === 'deleted')
    throw digestGone('This digest was deleted, so there’s nothing to post.')
  const row = await store.outbox.claimUnknown({ team, id: deliveryId, by: user }, composeLeaseMs, clock.now())
  if (row === null) throw takenProblem((await store.outbox.get(team, deliveryId)) ?? digest)
  const { channel, since } = row
  const kind = row.kind === 'alert' ? alertKind : digestKind
  const result = await deliverOwed(workspace, kind, row, { retries: false, deliberate: true })
  if (result.state !== 'sent') throw new Problem('digest_failed', sentenceOf(result))
  workspace.outbox.wake()
  const outcome = result.found ? 'found' : 'posted'
  const by = { team, user, channel }
  await store.audit.record(
    auditEntry(by, 'digest.post_again', deliveryId, outcome, { slot: since }),
    clock.now(),
  )
  const current = (await store.subscriptions.get(team, subscription.id)) ?? subscription
  const described = await describeDigest(workspace, current)
  return deliverySettled(described, user, outcome)
}

function takenProblem({ state }: OutboxRow): Problem {
  if (state === 'sent')
    return new Problem('digest_posted', 'This digest is already in the channel. Nothing was posted again.')
  if (state === 'skipped' || state === 'failed')
    return new Problem(
      'digest_over',
      'It’s too late to post this digest. To post one now, type /sightline digest now in its channel.',
    )
  return new Problem('digest_taken', alreadyPosting)
}

const alreadyPosting = 'This digest is already being posted again. Check the channel.'

function sentenceOf(result: Exclude<Delivered, { state: 'sent' }>): string {
  if (result.state === 'taken') return alreadyPosting
  return result.reason === 'no_answer'
    ? 'Slack didn’t confirm the digest this time either. Check the channel.'
    : reasonAdvice(result.reason)
}
