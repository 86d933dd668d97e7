import { firstDigest } from '../blocks/invitation/first-digest.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { setUpFirstDigest } from '../digests/invitation/first-digest.ts'
import { redrawInvitation } from '../digests/invitation/introduction.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import { nextRunsShown, previewDigest } from '../digests/manage/manage.ts'
import { formatSchedule } from '../digests/schedule/format.ts'
import { redrawHome } from '../home/index.ts'
import { withOutcome } from '../lib/outcome.ts'
import { Problem } from '../lib/problem.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** "Set up a weekly digest", in the invitation: creates it, and shows a preview to the person who clicked. */
export async function firstDigestAction(
  _action: Extract<Action, { kind: 'first_digest' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { team, user, channel } = click
  if (channel === null)
    throw new Problem('no_channel', 'Digests belong to a channel. Type /sightline digest there.')
  const progress = answer.withProgress()
  const place = { team, user, channel }
  const subscription = await setUpFirstDigest(workspace, place)
  await redrawInvitation(workspace, place)
  const preview = await previewDigest(workspace, place, subscription.id).catch((error: unknown) => {
    throw withOutcome(error, `The digest is set up anyway. ${formatSchedule(subscription.schedule)}.`)
  })
  const [digest] = await describeDigests(workspace, [subscription], workspace.clock.now(), nextRunsShown)
  if (digest === undefined) throw new Problem('digest_gone', 'This digest has been deleted.')
  const { createdBy } = subscription
  const isShared = (await workspace.isShared(channel)) === true
  await progress.ephemeral(
    firstDigest({ digest, setUpBy: createdBy === user ? null : createdBy, isShared, preview }),
  )
  await redrawHome(workspace, click)
}
