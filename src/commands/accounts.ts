import { shortId } from '../blocks/kit/text.ts'
import { accountsModal, accountsTitle, emptyAccountsForm } from '../blocks/settings/accounts-form.ts'
import { workspacesInTime } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { defineVerb, noArguments, opening, type Verb } from './verb.ts'

export const accountsVerb: Verb = defineVerb(
  {
    name: 'accounts',
    group: 'setUp',
    summary: 'Connect a platform account.',
    usage: 'accounts',
    examples: ['accounts'],
    who: 'changers',
  },
  (words) => noArguments(words[0]?.text.toLowerCase() === 'add' ? words.slice(1) : words),
  opening(accountsTitle, async (caller, workspace) => {
    const { workspace: scope } = await channelScope(workspace, caller)
    const places = await workspacesInTime(workspace, scope.organizationId)
    const { workspaceId } = scope
    const name = places?.find(({ id }) => id === workspaceId)?.name ?? shortId(workspaceId)
    return accountsModal(emptyAccountsForm(caller.channel, scope, name))
  }),
)
