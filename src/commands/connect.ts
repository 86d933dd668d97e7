import { z } from 'zod'
import { loadingModal } from '../blocks/kit/modal.ts'
import {
  connectModal,
  connectTitle,
  disconnectModal,
  disconnectTitle,
} from '../blocks/settings/connect-form.ts'
import { Problem } from '../lib/problem.ts'
import type { CommandDeps } from './deps.ts'
import { noWords } from './parse/no-arguments.ts'
import type { Word } from './parse/tokenizer.ts'
import { defineVerb, type Verb } from './verb.ts'

/** What was typed is not repeated: it may be a key. */
const nothingTyped = z.array(z.custom<Word>()).transform(([extra], context): null => {
  if (extra === undefined) return null
  context.addIssue({
    code: 'custom',
    message:
      'A key is entered in the form only. If you have just typed one into a message, replace it in the console of the analytics service.',
    params: { suggestion: '' },
  })
  return z.NEVER
})

/** A key is typed into a form only: a command's text stands in the channel's history of whoever typed it. */
export const connectVerb: Verb = defineVerb(
  {
    name: 'connect',
    aliases: ['rotate'],
    summary: "Opens a form for this workspace's API key: enters it, or replaces the one that is there.",
    usage: 'connect',
    examples: ['connect'],
    who: 'admins',
  },
  nothingTyped,
  () => ({
    kind: 'modal',
    loading: () => loadingModal(connectTitle),
    form: async ({ team }, { connection }) => {
      refuse(connection)
      const known = await connection.state(team)
      const { organizationId = '', workspaceId = '', projectId = '' } = known?.place ?? {}
      const place = { organization: organizationId, workspace: workspaceId, analysis: projectId }
      return connectModal({ known, place: connection.asksPlace ? place : null })
    },
  }),
)

export const disconnectVerb: Verb = defineVerb(
  {
    name: 'disconnect',
    aliases: [],
    summary: "Removes this workspace's API key, after a confirmation.",
    usage: 'disconnect',
    examples: ['disconnect'],
    who: 'admins',
  },
  noWords,
  () => ({
    kind: 'modal',
    loading: () => loadingModal(disconnectTitle),
    form: async ({ team }, { connection }) => {
      refuse(connection)
      const known = await connection.state(team)
      if (known !== null) return disconnectModal(known)
      throw new Problem('not_connected', 'This workspace has no API key, so there is nothing to remove.')
    },
  }),
)

function refuse({ refusal }: CommandDeps['connection']): void {
  if (refusal !== null) throw new Problem('key_not_here', refusal)
}
