import { standingCallbackId, standingModal } from '../blocks/home/standing.ts'
import { standingIn } from '../home/figures.ts'
import { chosenChannel, type Form } from './form.ts'

/** "Where do we stand?", where another channel can be chosen. There is nothing to submit. */
export const standingForm: Form = {
  callbackId: standingCallbackId,
  who: 'readers',
  about: chosenChannel,
  choosesChannel: true,
  submit: async () => ({ kind: 'close' }),
  again: (view, { notice }) =>
    standingModal(null, { channel: chosenChannel(view), canChoose: true, notice: notice ?? null }),
  click: async ({ view }, workspace) => {
    const channel = chosenChannel(view)
    if (channel === null) return
    const shown = { channel, canChoose: true }
    await workspace.modals.update(view.id, standingModal({ kind: 'loading' }, shown))
    await workspace.modals.update(view.id, standingModal(await standingIn(workspace, channel), shown))
  },
}
