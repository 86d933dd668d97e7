import { shortId } from '../blocks/kit/text.ts'
import { accountsModal, accountsTitle, emptyAccountsForm } from '../blocks/settings/accounts-form.ts'
import { workspacesInTime } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { type Parsed, parsed, parseError } from '../questions/parsed.ts'
import { notUnderstood, type Word } from '../questions/tokenizer.ts'
import { defineVerb, opening, type Verb } from './verb.ts'

function accountsArguments([first, extra]: readonly Word[]): Parsed<null> {
  if (first === undefined) return parsed(null)
  const isAdd = first.text.toLowerCase() === 'add'
  if (isAdd && extra === undefined) return parsed(null)
  return parseError(notUnderstood(isAdd && extra !== undefined ? extra : first), '')
}

export const accountsVerb: Verb = defineVerb(
  {
    name: 'accounts',
    group: 'setUp',
    summary: 'Connect a platform account.',
    usage: 'accounts',
    examples: ['accounts'],
    who: 'changers',
  },
  accountsArguments,
  opening(accountsTitle, async (caller, workspace) => {
    const { workspace: scope } = await channelScope(workspace, caller)
    const places = await workspacesInTime(workspace, scope.organizationId)
    const { workspaceId } = scope
    const name = places?.find(({ id }) => id === workspaceId)?.name ?? shortId(workspaceId)
    return accountsModal(emptyAccountsForm(caller.channel, scope, name))
  }),
)
