import { digestFormTitle, digestModal } from '../blocks/digests/digest-form.ts'
import {
  type DigestOutcome,
  digestDeleteCallbackId,
  digestDeleteModal,
  digestHistory,
  digestMenuPlace,
  digestOutcomeModal,
  digestSavedCallbackId,
} from '../blocks/digests/digest-list.ts'
import {
  digestPreview,
  digestPreviewModal,
  firstDigest,
  previewTitle,
} from '../blocks/digests/digest-preview.ts'
import { restored } from '../blocks/digests/notices.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { chooseChannelModal } from '../blocks/settings/choose-channel.ts'
import { digestList, pauseOrResume, postedNow } from '../commands/digest.ts'
import { restoreDigests } from '../connections/connection.ts'
import { adopt } from '../digests/deliver/owners.ts'
import { postAgain } from '../digests/deliver/post-again.ts'
import { redrawInvitation, setUpFirstDigest } from '../digests/invitation/introduction.ts'
import { describeDigest, historyPage } from '../digests/manage/describe-digests.ts'
import { editDigestForm, newDigestForm } from '../digests/manage/digest-form.ts'
import { deleteDigest, previewDigest, turnAlertsOff } from '../digests/manage/manage.ts'
import { digestGone } from '../digests/manage/post-now.ts'
import { formatSchedule } from '../digests/schedule/slots.ts'
import { redrawHome } from '../home/index.ts'
import { Problem, withOutcome } from '../lib/problem.ts'
import type { ChannelAndUser } from '../model/channel.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Subscription } from '../store/index.ts'
import {
  type ActionHandler,
  type ActionOf,
  answerInPlace,
  type Handler,
  type ModalButton,
  type ModalOrReply,
} from './handler.ts'

type OneDigest = Handler<Extract<Action, { readonly id: string }>>

export const editDigestModal: ModalButton<'digest_edit'> = {
  title: digestFormTitle,
  within: ({ view }) => (view !== null && digestModals.has(view.callbackId) ? view.id : null),
  content: async ({ id }, click, workspace) => {
    const { digest } = await digestOf(workspace, click, id)
    const form = await editDigestForm(workspace, digest)
    return digestModal({ ...form, metadata: { ...form.metadata, list: listAddressOf(click) } })
  },
}

export const addDigestModal: ModalButton<'digest_add'> = {
  title: digestFormTitle,
  content: async (_action, { team, channel, user }, workspace) => {
    if (channel === null) return chooseChannelModal(null, 'digest')
    return digestModal(await newDigestForm(workspace, { team, channel, user }))
  },
}

export const pauseDigestAction = changing((workspace, place, digest) =>
  pauseOrResume('pause', place, digest, workspace),
)

export const resumeDigestAction = changing((workspace, place, digest) =>
  pauseOrResume('resume', place, digest, workspace),
)

export const alertsOffAction = changing(async (workspace, place, { id }) => {
  await turnAlertsOff(workspace, place, id)
  return 'alerts_off'
})

export const deleteDigestAction = changing(async (workspace, place, { id }) => {
  await deleteDigest(workspace, place, id)
  return 'deleted'
})

export const askDeleteModal: ModalButton<'digest_delete_ask'> = {
  title: digestFormTitle,
  content: async ({ id }, click, workspace) => {
    const { digest } = await digestOf(workspace, click, id)
    const described = await describeDigest(workspace, digest)
    return digestDeleteModal(described, { listAddress: listAddressOf(click) })
  },
}

/** Shows a preview to the person, on top of the clicked modal or as an ephemeral message. Changes nothing. */
export const testDigestButton = {
  modal: {
    title: previewTitle,
    opens: ({ view }) => digestModals.has(view?.callbackId ?? ''),
    onTop: true,
    content: async (digest, click, workspace) =>
      digestPreviewModal(await previewOf(digest, click, workspace)),
  },
  reply: async (digest, click, workspace) =>
    digestPreview(digest.id, await previewOf(digest, click, workspace)),
} satisfies ModalOrReply<'digest_test'>

async function previewOf({ id }: ActionOf<'digest_test'>, click: Click, workspace: Workspace) {
  const { place } = await digestOf(workspace, click, id)
  return previewDigest(workspace, place, id)
}

export const postDigestNowAction: OneDigest = async ({ id }, { click, answer, workspace }) => {
  const progress = answer.withProgress()
  const { place } = await digestOf(workspace, click, id)
  await progress.ephemeral(await postedNow(workspace, place, id))
  await redrawHome(workspace, click)
}

/** Shows a page of a digest's history, replacing the clicked page. `of` `null`: all digests of the channel. */
export const digestHistoryAction: ActionHandler<'digest_history'> = async (
  { of, page },
  { click, answer, workspace },
) => {
  const { team, user, presence } = click
  const place = { team, user, channel: presence?.channel ?? '' }
  if (of !== null) await digestOf(workspace, click, of)
  const history = await historyPage(workspace, place, of, page)
  await answer.ephemeral(digestHistory(history), { replace: click.message?.ephemeral === true })
}

/** A button that changes one digest, then redraws the list and the Home tab. */
function changing(
  change: (
    workspace: Workspace,
    place: ChannelAndUser,
    digest: Subscription,
  ) => Promise<DigestOutcome['kind']>,
): OneDigest {
  return async ({ id }, { click, answer, workspace }) => {
    const { place, digest } = await digestOf(workspace, click, id)
    const kind = await change(workspace, place, digest)
    await showList(workspace, click, answer, place, { kind, id, name: digest.name })
    await redrawInvitation(workspace, place)
    await redrawHome(workspace, click)
  }
}

/** Shows what was done: in the list, and in the modal that asked for it. The Home tab is left to `redrawHome`. */
async function showList(
  workspace: Workspace,
  { view, message }: Click,
  answer: Answer,
  place: ChannelAndUser,
  done: DigestOutcome,
): Promise<void> {
  if (view === null) {
    await answer.ephemeral(await digestList(workspace, place, done), { replace: message?.ephemeral === true })
    return
  }
  if (view.callbackId !== digestDeleteCallbackId) return
  await workspace.modals.update(view.id, digestOutcomeModal(done))
  await redrawDigestList(workspace, place, digestMenuPlace(view.privateMetadata).listAddress, done)
}

/** @param responseAddress of the ephemeral list; `null`: there is none */
export async function redrawDigestList(
  workspace: Workspace,
  place: ChannelAndUser,
  responseAddress: string | null,
  done: DigestOutcome | null,
): Promise<void> {
  if (responseAddress === null) return
  const { channel, user } = place
  const list = await digestList(workspace, place, done)
  await workspace.answerAt({ responseAddress, channel, user }).ephemeral(list, { replace: true })
}

/** The address of an ephemeral list with the button, which is redrawn afterwards. */
export function listAddressOf({ message, responseAddress }: Click): string | null {
  return message?.ephemeral === true ? responseAddress : null
}

const digestModals: ReadonlySet<string> = new Set([digestDeleteCallbackId, digestSavedCallbackId])

/** @throws {Problem} if it was deleted */
async function digestOf(
  { store }: Pick<Workspace, 'store'>,
  { team, user }: Click,
  id: string,
): Promise<{ readonly digest: Subscription; readonly place: ChannelAndUser }> {
  const digest = await store.subscriptions.get(team, id)
  if (digest === null || digest.state === 'deleted') throw digestGone()
  return { digest, place: { team, user, channel: digest.channel } }
}

/** "Set up a weekly digest", in the invitation: creates it, and shows a preview to the person who clicked. */
export const firstDigestAction: ActionHandler<'first_digest'> = async (
  _action,
  { click, answer, workspace },
) => {
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
  const digest = await describeDigest(workspace, subscription)
  const { createdBy } = subscription
  const isShared = (await workspace.isShared(channel)) === true
  await progress.ephemeral(
    firstDigest({ digest, setUpBy: createdBy === user ? null : createdBy, isShared, preview }),
  )
  await redrawHome(workspace, click)
}

export const restoreDigestsAction: ActionHandler<'digests_restore'> = async (
  _action,
  { click, answer, workspace },
) => {
  const { team, user } = click
  const count = await restoreDigests(workspace, team, user)
  await answerInPlace(workspace, click, answer, restored(count))
  await redrawHome(workspace, click)
}

/** "Own this digest": the first person to click becomes its owner; the message then names them. */
export const adoptDigestAction: ActionHandler<'adopt_digest'> = async (
  { id },
  { click, answer, workspace },
) => {
  const { team, user } = click
  await answerInPlace(workspace, click, answer, await adopt(workspace, { team, user }, id))
}

/** "Post again", on a delivery with an unknown outcome. Repeated clicks post once. */
export const postAgainAction: ActionHandler<'post_again'> = async (
  { deliveryId },
  { click, answer, workspace },
) => {
  const { team, user } = click
  await answerInPlace(workspace, click, answer, await postAgain(workspace, { team, user, deliveryId }))
}
