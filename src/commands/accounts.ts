import { z } from 'zod'
import { shortId } from '../blocks/kit/ids.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { accountsModal, accountsTitle } from '../blocks/settings/accounts-form.ts'
import { emptyAccountsForm } from '../blocks/settings/accounts-form-state.ts'
import { workspacesInTime } from '../channels/places.ts'
import { scopeOf } from './deps.ts'
import type { Word } from './parse/tokenizer.ts'
import { defineVerb, type Verb } from './verb.ts'

const accountsArgs = z.array(z.custom<Word>()).transform((words, context) => {
  const [what, extra] = words
  if (what?.text.toLowerCase() === 'add' && extra === undefined) return 'add' as const
  const unknown = what?.text.toLowerCase() === 'add' ? extra : what
  context.addIssue({
    code: 'custom',
    message:
      unknown === undefined
        ? 'Say “add” to connect platform accounts: a form opens.'
        : `I don't know “${unknown.text.slice(0, 60)}” here. “add” opens a form for the accounts.`,
    params: { suggestion: 'add' },
  })
  return z.NEVER
})

export const accountsVerb: Verb = defineVerb(
  {
    name: 'accounts',
    aliases: ['account'],
    summary: "Connects platform accounts to this channel's workspace: a form for several at once.",
    usage: 'accounts add',
    examples: ['accounts add'],
    who: 'changers',
  },
  accountsArgs,
  () => ({
    kind: 'modal',
    loading: () => loadingModal(accountsTitle),
    form: async (caller, deps) => {
      const { workspace } = await scopeOf(deps, caller)
      const places = await workspacesInTime(deps, workspace.organizationId)
      const { workspaceId } = workspace
      const name = places?.find(({ id }) => id === workspaceId)?.name ?? shortId(workspaceId)
      return accountsModal(emptyAccountsForm(caller.channel, workspace, name))
    },
  }),
)
