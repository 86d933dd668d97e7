import { digestModal } from '../blocks/digests/digest-form.ts'
import { digestFormOf, newDigestForm } from '../digests/manage/digest-form.ts'
import { digestsIn } from '../digests/manage/manage.ts'
import type { ModalView } from '../model/message.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { DigestArgs } from './digest-arguments.ts'
import { resolveDigest } from './resolve-digest.ts'
import { requireChannel, scopeOf } from './scope.ts'

export async function digestView(
  args: Extract<DigestArgs, { kind: 'add' | 'edit' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<ModalView> {
  // Fails before the person fills in the form.
  requireChannel(caller, 'Digests', 'digest')
  if (args.kind === 'add')
    return digestModal(await newDigestForm(workspace, caller, args.times, args.review ? 'review' : 'figures'))
  const { filterNames } = await scopeOf(workspace, caller)
  const shared = (await workspace.isShared(caller.channel)) === true
  const digest = resolveDigest(await digestsIn(workspace, caller), args.reference, 'edit')
  return digestModal(digestFormOf(digest, filterNames, shared))
}
