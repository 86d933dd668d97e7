import { digestModal } from '../blocks/digests/digest-form.ts'
import { digestsModal } from '../blocks/digests/digest-list.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import { digestFormOf, newDigestForm } from '../digests/manage/digest-form.ts'
import { digestsIn, nextRunsShown } from '../digests/manage/manage.ts'
import { Problem } from '../lib/problem.ts'
import type { ModalView } from '../model/message.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { DigestArgs } from './digest-arguments.ts'
import { resolveDigest } from './resolve-digest.ts'
import { scopeOf } from './scope.ts'

/** The form of a new or an existing digest; without further words the list, if there are digests. */
export async function digestView(
  args: Extract<DigestArgs, { kind: 'open' | 'add' | 'edit' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<ModalView> {
  const { channel } = caller
  // Refused before the person fills in the form.
  inChannel(isDirect(channel) ? { ...caller, channel: '' } : caller)
  if (args.kind === 'add') return digestModal(await newDigestForm(workspace, caller))
  const digests = await digestsIn(workspace, caller)
  if (args.kind === 'edit') {
    const { filterNames } = await scopeOf(workspace, caller)
    const shared = await workspace.isShared(channel)
    return digestModal(digestFormOf(resolveDigest(digests, args.which, 'edit'), filterNames, shared))
  }
  if (digests.length === 0) return digestModal(await newDigestForm(workspace, caller))
  const described = await describeDigests(workspace, digests, workspace.clock.now(), nextRunsShown)
  return digestsModal({ channel, digests: described, done: null })
}

/** A direct message's id: digests are for channels. */
const isDirect = (channel: string) => /^D[A-Z0-9]/.test(channel)

/** @throws {Problem} if no channel is known */
export function inChannel({ channel }: Caller): void {
  if (channel === '')
    throw new Problem(
      'no_channel',
      'Digests belong to a channel. Type /sightline digest in the channel you mean.',
    )
}
