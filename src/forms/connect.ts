import { problemModal } from '../blocks/forms/modal.ts'
import {
  connectCallbackId,
  connectedModal,
  connectModal,
  disconnectCallbackId,
  disconnectedModal,
  disconnectTitle,
} from '../blocks/settings/connect-form.ts'
import { connect, disconnect } from '../connections/connection.ts'
import { withOutcome } from '../lib/problem.ts'
import { textIn, type ViewState } from '../model/form-values.ts'
import type { Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Form, FormAnswer } from './form.ts'

/** An admin enters the workspace's API key, which is checked with the service before it is saved. */
export const connectForm: Form = {
  callbackId: connectCallbackId,
  who: 'admins',
  about: () => null,
  submit,
  again: async (view, problems, workspace) => {
    // What was entered is shown even if the current key can't be read.
    const { apiKey, store, team } = workspace
    const current = await store.connections.get(team).catch(() => null)
    return connectModal({ current, place: apiKey.place === null ? placeIn(view) : null }, problems)
  },
}

async function submit({ user, view }: Submission, workspace: Workspace): Promise<FormAnswer> {
  const input = { ...placeIn(view), key: textIn(view.values, 'key').trim() }
  const connected = await connect(workspace, input, user).catch((error: unknown) => {
    throw withOutcome(error, 'The key was not saved.')
  })
  if (connected.ok) return { kind: 'show', view: connectedModal(connected.connection, connected.replaced) }
  return { kind: 'errors', errors: connected.errors }
}

function placeIn({ values }: ViewState) {
  return {
    organization: textIn(values, 'organization').trim(),
    workspace: textIn(values, 'workspace').trim(),
    analysis: textIn(values, 'analysis').trim(),
  }
}

export const disconnectForm: Form = {
  callbackId: disconnectCallbackId,
  who: 'admins',
  about: () => null,
  click: async (click, workspace) => {
    if (!(await workspace.first(click))) return
    const removed = await disconnect(workspace, click.user)
    await workspace.modals.update(click.view.id, disconnectedModal(removed))
  },
  submit: async () => ({ kind: 'close' }),
  again: (_view, { notice }) => problemModal(disconnectTitle, notice ?? { sentence: '', reference: null }),
}
