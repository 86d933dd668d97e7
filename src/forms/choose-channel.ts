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
  submit,
  again: (view, notice) =>
    chooseChannelModal(chosenChannel(view), { purpose: chosenFor(view.privateMetadata), notice }),
}

async function submit({ team, user, view }: Submission, workspace: Workspace): Promise<SubmissionAnswer> {
  const channel = chosenChannel(view)
  const purpose = chosenFor(view.privateMetadata)
  const error = channel === null ? 'Choose a channel.' : await refusal(channel, user, workspace)
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

/** Why a channel can't be set up. The menu offers the person's channels, but a submission may name any. */
async function refusal(
  channel: string,
  user: string,
  { directory, people }: Pick<Workspace, 'directory' | 'people'>,
): Promise<string | null> {
  const state = await directory.state(channel)
  if (!state?.isMember) return unsuitable(state)
  const isIn = await people.isIn(user, channel)
  if (isIn) return unsuitable(state)
  return isIn === null
    ? 'Slack didn’t confirm that you’re in this channel. Press Continue again in a minute.'
    : 'You’re not in this channel. Join it, or choose one of yours.'
}

const next = 'press Continue again'

/** Why the bot can't work in this channel yet, and what to do about it; `null`: it can. */
function unsuitable(state: ChannelState | null): string | null {
  if (state?.isArchived) return reasonAdvice('is_archived', next)
  if (state?.isMember) return null
  return reasonAdvice('not_in_channel', next)
}
