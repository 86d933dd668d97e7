import {
  connectModal,
  connectTitle,
  disconnectModal,
  disconnectTitle,
} from '../blocks/settings/connect-form.ts'
import { keyRefusal } from '../connections/connection.ts'
import { Problem } from '../lib/problem.ts'
import type { Workspace } from '../slack/workspace.ts'
import { defineVerb, noArguments, opening, type Verb, withoutArguments } from './verb.ts'

/** The key is entered in a form: a command's text would stay in the person's history. */
export const connectVerb: Verb = defineVerb(
  {
    name: 'connect',
    group: 'setUp',
    summary: 'Enter or replace the API key.',
    usage: 'connect',
    examples: ['connect'],
    who: 'admins',
  },
  // The error doesn't repeat the typed text, which may be a key.
  withoutArguments(
    () =>
      'Enter keys only in the form. If you just typed one in a message, replace it in the analytics console.',
  ),
  opening(connectTitle, async (_caller, workspace) => {
    requireKeyEntry(workspace)
    const current = await workspace.store.connections.get(workspace.team)
    const { organizationId = '', workspaceId = '', projectId = '' } = current?.place ?? {}
    const place = { organization: organizationId, workspace: workspaceId, analysis: projectId }
    return connectModal({ current, place: workspace.apiKey.place === null ? place : null })
  }),
)

export const disconnectVerb: Verb = defineVerb(
  {
    name: 'disconnect',
    group: 'setUp',
    summary: 'Remove the API key.',
    usage: 'disconnect',
    examples: [],
    who: 'admins',
  },
  noArguments,
  opening(disconnectTitle, async (_caller, workspace) => {
    requireKeyEntry(workspace)
    const current = await workspace.store.connections.get(workspace.team)
    if (current !== null) return disconnectModal(current)
    throw new Problem('not_connected', 'This workspace has no API key to remove.')
  }),
)

/** @throws {Problem} if keys can't be entered in Slack */
function requireKeyEntry(workspace: Workspace): void {
  const refusal = keyRefusal(workspace)
  if (refusal !== null) throw new Problem('key_not_here', refusal)
}
