import { digestModal } from '../blocks/digests/digest-form.ts'
import { standingCallbackId, standingModal } from '../blocks/home/standing.ts'
import { chooseChannelCallbackId, chooseChannelModal, chosenFor } from '../blocks/settings/choose-channel.ts'
import { settingsView } from '../channels/setup.ts'
import { channelProblem } from '../channels/setup-check.ts'
import { newDigestForm } from '../digests/manage/digest-form.ts'
import { standingIn } from '../home/figures.ts'
import { PostError, type Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { chosenChannel, type Form, type FormAnswer } from './form.ts'

/** Chooses a channel, then shows its settings or the form of a new digest in the same modal. */
export const chooseChannelForm: Form = {
  callbackId: chooseChannelCallbackId,
  who: 'changers',
  about: chosenChannel,
  choosesChannel: true,
  submit: submitChannel,
  again: (view, problems) =>
    chooseChannelModal(chosenChannel(view), chosenFor(view.privateMetadata), problems),
}

async function submitChannel({ team, user, view }: Submission, workspace: Workspace): Promise<FormAnswer> {
  const channel = chosenChannel(view)
  if (channel === null) return { kind: 'errors', errors: { channel: 'Choose a channel.' } }
  const error = await channelProblem(workspace, channel, 'press Continue again')
  if (error !== null) return { kind: 'errors', errors: { channel: error } }
  const place = { team, channel, user }
  if (chosenFor(view.privateMetadata) === 'digest')
    return { kind: 'show', view: digestModal(await newDigestForm(workspace, place)) }
  return { kind: 'show', view: await settingsView(workspace, { team, channel, back: true }) }
}

/** "Where do we stand?", where another channel can be chosen. There is nothing to submit. */
export const standingForm: Form = {
  callbackId: standingCallbackId,
  who: 'readers',
  about: chosenChannel,
  choosesChannel: true,
  submit: async () => ({ kind: 'close' }),
  again: (view, { notice }) =>
    standingModal(null, { channel: chosenChannel(view), canChoose: true, notice: notice ?? null }),
  click: async ({ view }, workspace, isNewest) => {
    const channel = chosenChannel(view)
    if (channel === null || !isNewest()) return
    const { modals } = workspace
    const shown = { channel, canChoose: true }
    const hash = await modals.update(view.id, standingModal({ kind: 'loading' }, shown))
    const standing = await standingIn(workspace, channel)
    await modals.update(view.id, standingModal(standing, shown), hash).catch((error: unknown) => {
      // While it was read, the person chose another.
      if (!(error instanceof PostError) || error.code !== 'hash_conflict') throw error
    })
  },
}
