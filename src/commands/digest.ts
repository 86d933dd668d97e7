import { digestFormTitle, digestModal } from '../blocks/digests/digest-form.ts'
import {
  type DigestOutcome,
  digestDeleteModal,
  digestHistory,
  digestsAnswer,
} from '../blocks/digests/digest-list.ts'
import { digestPosted, digestPreview } from '../blocks/digests/digest-preview.ts'
import { loadingModal } from '../blocks/forms/modal.ts'
import { redrawInvitation } from '../digests/invitation/introduction.ts'
import { describeDigest, describeDigests, historyPage } from '../digests/manage/describe-digests.ts'
import { editDigestForm, newDigestForm } from '../digests/manage/digest-form.ts'
import { digestsIn, pauseDigest, previewDigest, resumeDigest } from '../digests/manage/manage.ts'
import { digestOf, postNow } from '../digests/manage/post-now.ts'
import { redrawHome } from '../home/index.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelAndUser } from '../model/channel.ts'
import type { Message, ModalView } from '../model/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Caller, Plan } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Subscription } from '../store/index.ts'
import { type DigestArgs, digestArguments, resolveDigest } from './digest-arguments.ts'
import { asksOf } from './free-text/asks.ts'
import { defineVerb, requireChannel, type Verb } from './verb.ts'

export const digestVerb: Verb = defineVerb<DigestArgs>(
  {
    name: 'digest',
    aliases: ['digests', 'alerts'],
    group: 'digests',
    isCommon: true,
    summary: 'Set up, preview and manage digests and alerts.',
    usage:
      'digest [list | add | preview | now | history | edit | pause | resume | delete] [number or "name" of one of several]',
    examples: ['digest', 'digest add'],
    who: 'changers',
    asks: [...asksOf('digest'), ...asksOf('digestChange')],
  },
  digestArguments,
  planOf,
)

function planOf(args: DigestArgs, verb: { readonly verb: string; readonly who: Permission }): Plan {
  switch (args.kind) {
    case 'add':
    case 'edit':
    case 'delete':
      return {
        ...verb,
        kind: 'modal',
        loading: () => loadingModal(digestFormTitle),
        form: (caller, workspace) => digestView(args, caller, workspace),
      }
    case 'list':
    case 'preview':
    case 'history':
      return {
        ...verb,
        kind: 'work',
        who: 'readers',
        isPrivate: args.kind === 'preview',
        run: (caller, workspace) => answer(args, caller, workspace),
      }
    default:
      return { ...verb, kind: 'work', run: (caller, workspace) => answer(args, caller, workspace) }
  }
}

type FormArgs = Extract<DigestArgs, { kind: 'add' | 'edit' | 'delete' }>
type WorkArgs = Exclude<DigestArgs, FormArgs>

async function answer(args: WorkArgs, caller: Caller, workspace: Workspace): Promise<Message> {
  requireChannel(caller, 'Digests', 'digest')
  if (args.kind === 'list') return digestList(workspace, caller, null)
  const all = await digestsIn(workspace, caller)
  const { kind, reference } = args
  if (kind === 'history') {
    const id = reference === null ? null : resolveDigest(all, reference, kind).id
    return digestHistory(await historyPage(workspace, caller, id, 1))
  }
  const digest = resolveDigest(all, reference, kind)
  const { id, name } = digest
  switch (kind) {
    case 'now':
      return postedNow(workspace, caller, id)
    case 'preview':
      return digestPreview(id, await previewDigest(workspace, caller, id))
    default: {
      const done = await pauseOrResume(kind, caller, digest, workspace)
      await redrawInvitation(workspace, caller)
      void redrawHome(workspace)
      return digestList(workspace, caller, { kind: done, id, name })
    }
  }
}

export async function postedNow(workspace: Workspace, place: ChannelAndUser, id: string): Promise<Message> {
  await postNow(workspace, place, id)
  // Read again: posting resumes a digest that Slack had paused.
  return digestPosted(await describeDigest(workspace, await digestOf(workspace, place, id)))
}

/** @returns what was done, or that nothing had to be done */
export async function pauseOrResume(
  kind: 'pause' | 'resume',
  place: ChannelAndUser,
  { id, state }: Pick<Subscription, 'id' | 'state'>,
  workspace: Workspace,
): Promise<'paused' | 'not_running' | 'resumed' | 'was_running'> {
  if (kind === 'pause') return (await pauseDigest(workspace, place, id)) ? 'paused' : 'not_running'
  const resumed = await resumeDigest(workspace, place, id)
  if (resumed.ok) return state === 'paused' ? 'resumed' : 'was_running'
  throw new Problem('digest_obstacle', resumed.problems.map(({ sentence }) => sentence).join(' '))
}

export async function digestList(
  workspace: Workspace,
  place: ChannelAndUser,
  done: DigestOutcome | null,
): Promise<Message> {
  const digests = await describeDigests(workspace, await digestsIn(workspace, place))
  return digestsAnswer({ channel: place.channel, digests, done })
}

/** The form of a new or an existing digest, or the question whether to delete one. */
async function digestView(args: FormArgs, caller: Caller, workspace: Workspace): Promise<ModalView> {
  // Fails before the person fills in the form.
  requireChannel(caller, 'Digests', 'digest')
  if (args.kind === 'add')
    return digestModal(await newDigestForm(workspace, caller, args.times, args.review ? 'review' : 'figures'))
  const digest = resolveDigest(await digestsIn(workspace, caller), args.reference, args.kind)
  return args.kind === 'edit'
    ? digestModal(await editDigestForm(workspace, digest))
    : digestDeleteModal(await describeDigest(workspace, digest), { listAddress: null })
}
