import {
  type ConnectForm,
  connectCallbackId,
  connectedModal,
  connectModal,
} from '../blocks/settings/connect-form.ts'
import { withOutcome } from '../lib/outcome.ts'
import type { Submission, SubmissionAnswer, ViewState } from '../slack/port.ts'
import type { Form, FormDeps } from './form.ts'

/** An admin enters the workspace's API key: it is checked with the service, and only then saved. */
export const connectForm: Form = {
  callbackId: connectCallbackId,
  who: 'admins',
  submit,
  // A form that can't be answered is shown without asking anybody anything: whose key is set is told the next time.
  again: (view, notice, { connection }) => connectModal(formOf(view, connection.asksPlace), { notice }),
}

async function submit({ team, user, view }: Submission, { connection }: FormDeps): Promise<SubmissionAnswer> {
  const input = { ...placeIn(view), key: held(view, 'key') }
  const connected = await connection.connect(team, input, user).catch((error: unknown) => {
    throw withOutcome(error, 'The key was not saved.')
  })
  if (connected.ok) return { kind: 'show', view: connectedModal(connected.connection, connected.replaced) }
  const { errors } = connected
  const known = await connection.state(team)
  const again = connectModal({ ...formOf(view, connection.asksPlace), known }, { errors })
  return { kind: 'errors', errors, again }
}

function formOf(view: ViewState, asksPlace: boolean): ConnectForm {
  return { known: null, place: asksPlace ? placeIn(view) : null }
}

function placeIn(view: ViewState) {
  return {
    organization: held(view, 'organization'),
    workspace: held(view, 'workspace'),
    analysis: held(view, 'analysis'),
  }
}

function held({ values }: ViewState, id: string): string {
  const value = values[id]
  return typeof value === 'string' ? value.trim() : ''
}
