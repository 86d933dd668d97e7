import { standingCallbackId, standingModal } from '../blocks/home/standing-modal.ts'
import { standingIn } from '../home/figures.ts'
import { Problem } from '../lib/problem.ts'
import type { ViewState } from '../model/form-values.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Form } from './form.ts'

/** "Where do we stand?", where another channel can be chosen. There is nothing to submit. */
export const standingForm: Form = {
  callbackId: standingCallbackId,
  who: 'readers',
  submit: async () => ({ kind: 'close' }),
  again: (view, notice) => standingModal(null, { channel: chosenChannel(view), canChoose: true, notice }),
  click: async ({ user, value: channel, view }: Click, workspace: Workspace) => {
    if (view === null || channel === '') return
    const shown = { channel, canChoose: true }
    await workspace.modals.update(view.id, standingModal({ kind: 'loading' }, shown))
    await requireMember(workspace, user, channel)
    await workspace.modals.update(view.id, standingModal(await standingIn(workspace, channel), shown))
  },
}

function chosenChannel({ values }: ViewState): string | null {
  return typeof values.channel === 'string' && values.channel !== '' ? values.channel : null
}

/** The menu offers the person's channels, but a click may name any. */
async function requireMember({ people }: Workspace, user: string, channel: string): Promise<void> {
  const isIn = await people.isIn(user, channel)
  if (isIn) return
  throw isIn === null
    ? new Problem(
        'membership_unknown',
        'Slack didn’t confirm that you’re in this channel. If it’s a private one, invite Sightline to it; then choose it again.',
      )
    : new Problem('not_a_member', 'You’re not in this channel. Join it, or choose one of yours.')
}
