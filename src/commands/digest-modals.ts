import { digestModal } from '../blocks/digests/digest-form.ts'
import { digestFormOf, newDigestForm } from '../digests/manage/digest-form.ts'
import { digestsIn } from '../digests/manage/manage.ts'
import { Problem } from '../lib/problem.ts'
import type { ModalView } from '../model/message.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { DigestArgs } from './digest-arguments.ts'
import { resolveDigest } from './resolve-digest.ts'
import { scopeOf } from './scope.ts'

/** The form of a new or an existing digest. */
export async function digestView(
  args: Extract<DigestArgs, { kind: 'add' | 'edit' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<ModalView> {
  // Refused before the person fills in the form.
  inChannel(caller)
  if (args.kind === 'add')
    return digestModal(await newDigestForm(workspace, caller, args.times, args.review ? 'review' : 'figures'))
  const { filterNames } = await scopeOf(workspace, caller)
  const shared = await workspace.isShared(caller.channel)
  const digest = resolveDigest(await digestsIn(workspace, caller), args.which, 'edit')
  return digestModal(digestFormOf(digest, filterNames, shared))
}

/** A direct message's id: digests are for channels. */
const isDirect = (channel: string) => /^D[A-Z0-9]/.test(channel)

/** @throws {Problem} if no channel is known */
export function inChannel({ channel }: Caller): void {
  if (channel === '' || isDirect(channel))
    throw new Problem(
      'no_channel',
      'Digests belong to a channel. Type /sightline digest in the channel you mean.',
    )
}
