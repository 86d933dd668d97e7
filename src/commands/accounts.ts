import { shortId } from '../blocks/kit/ids.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { accountsModal, accountsTitle } from '../blocks/settings/accounts-form.ts'
import { emptyAccountsForm } from '../blocks/settings/accounts-form-state.ts'
import { workspacesInTime } from '../channels/places.ts'
import type { Word } from '../insights/question/tokenizer.ts'
import { scopeOf } from './scope.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

function accountsArguments([what, extra]: readonly Word[]): Parsed<null> {
  const isAdd = what?.text.toLowerCase() === 'add'
  if (isAdd && extra === undefined) return parsed(null)
  const unknown = isAdd ? extra : what
  return parseError(
    unknown === undefined
      ? 'Type “add” to connect platform accounts.'
      : `I don't know “${unknown.text.slice(0, 60)}” here. Type “add” to connect accounts.`,
    'add',
  )
}

export const accountsVerb: Verb = defineVerb(
  {
    name: 'accounts',
    aliases: ['account'],
    group: 'setUp',
    isCommon: false,
    summary: 'Connect platform accounts.',
    usage: 'accounts add',
    examples: ['accounts add'],
    who: 'changers',
  },
  accountsArguments,
  (_, verb) => ({
    ...verb,
    kind: 'modal',
    loading: () => loadingModal(accountsTitle),
    form: async (caller, workspace) => {
      const { workspace: scope } = await scopeOf(workspace, caller)
      const places = await workspacesInTime(workspace, scope.organizationId)
      const { workspaceId } = scope
      const name = places?.find(({ id }) => id === workspaceId)?.name ?? shortId(workspaceId)
      return accountsModal(emptyAccountsForm(caller.channel, scope, name))
    },
  }),
)
