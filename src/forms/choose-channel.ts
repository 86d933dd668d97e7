import { digestModal } from '../blocks/digests/digest-form.ts'
import { reasonAdvice } from '../blocks/digests/reasons.ts'
import { chooseChannelCallbackId, chooseChannelModal, chosenFor } from '../blocks/settings/choose-channel.ts'
import { settingsView } from '../channels/setup-views.ts'
import { newDigestForm } from '../digests/manage/digest-form.ts'
import type { ViewState } from '../model/form-values.ts'
import type { ChannelState, Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Form } from './form.ts'

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
  const error = channel === null ? 'Choose a channel.' : unsuitable(await workspace.directory.state(channel))
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

function chosenChannel({ values }: ViewState): string | null {
  return typeof values.channel === 'string' && values.channel !== '' ? values.channel : null
}

const next = 'press Continue again'

/** Why the bot can't work in this channel yet, and what to do about it; `null`: it can. */
function unsuitable(state: ChannelState | null): string | null {
  if (state?.isArchived) return reasonAdvice('is_archived', next)
  if (state?.isMember) return null
  return reasonAdvice('not_in_channel', next)
}
