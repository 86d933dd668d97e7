import { problemModal } from '../blocks/kit/modal.ts'
import { disconnectCallbackId, disconnectedModal, disconnectTitle } from '../blocks/settings/connect-form.ts'
import { disconnect } from '../connections/connection.ts'
import type { Form } from './form.ts'

/** An admin removes the workspace's API key. */
export const disconnectForm: Form = {
  callbackId: disconnectCallbackId,
  who: 'admins',
  about: () => null,
  click: async (click, workspace) => {
    if (click.view === null || !(await workspace.first(click))) return
    const removed = await disconnect(workspace, click.user)
    await workspace.modals.update(click.view.id, disconnectedModal(removed))
  },
  // For a form that was opened before an update: it still has a submit button.
  submit: async ({ user }, workspace) => ({
    kind: 'show',
    view: disconnectedModal(await disconnect(workspace, user)),
  }),
  again: (_view, { sentence, reference, ask }) => problemModal(disconnectTitle, sentence, reference, ask),
}
