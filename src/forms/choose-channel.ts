import { digestModal } from '../blocks/digests/digest-form.ts'
import { chooseChannelCallbackId, chooseChannelModal, chosenFor } from '../blocks/settings/choose-channel.ts'
import { settingsView } from '../channels/setup.ts'
import { channelProblem } from '../channels/setup-check.ts'
import { newDigestForm } from '../digests/manage/digest-form.ts'
import type { Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { chosenChannel, type Form } from './form.ts'

/** Chooses a channel, then shows its settings or the form of a new digest in the same modal. */
export const chooseChannelForm: Form = {
  callbackId: chooseChannelCallbackId,
  who: 'changers',
  about: chosenChannel,
  choosesChannel: true,
  submit,
  again: (view, notice) =>
    chooseChannelModal(chosenChannel(view), { purpose: chosenFor(view.privateMetadata), notice }),
}

async function submit({ team, user, view }: Submission, workspace: Workspace): Promise<SubmissionAnswer> {
  const channel = chosenChannel(view)
  const purpose = chosenFor(view.privateMetadata)
  const error =
    channel === null ? 'Choose a channel.' : await channelProblem(workspace, channel, 'press Continue again')
  if (channel === null || error !== null)
    return {
      kind: 'errors',
      errors: { channel: error ?? '' },
      again: chooseChannelModal(channel, { purpose, error: error ?? '' }),
    }
  const place = { team, channel, user }
  if (purpose === 'digest') return { kind: 'show', view: digestModal(await newDigestForm(workspace, place)) }
  return {
    kind: 'show',
    view: await settingsView(workspace, { team, channel, back: true }),
  }
}
