import type { PlatformAccount } from '../../api/index.ts'
import type { Message, ModalView } from '../../model/message.ts'
import { resultModal } from '../forms/modal.ts'
import { counted, names } from '../kit/numbers.ts'
import { problemMessage } from '../kit/problem.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { accountsTitle } from './accounts-form.ts'
import { type AccountsForm, maxAccounts } from './accounts-form-state.ts'

export function accountsConnected(
  form: AccountsForm,
  connected: readonly Pick<PlatformAccount, 'name' | 'platform_account_id'>[],
): ModalView {
  const sent = form.rows.length
  const amount = counted(connected.length, 'account')
  const workspace = oneLine(form.workspaceName, 200, 'the workspace')
  const lines: Span[][] = [
    [{ text: `Connected ${amount} to ${workspace}.`, style: 'bold' }],
    ...connected
      .slice(0, maxAccounts)
      .map(({ name, platform_account_id: id }): Span[] => [
        `• ${oneLine(name ?? '', 90, '(unnamed)')}`,
        ...(id === null ? [] : [' ', { text: oneLine(id, 90, '–'), style: 'code' as const }]),
      ]),
  ]
  if (connected.length > maxAccounts)
    lines.push([`${counted(connected.length - maxAccounts, 'more account')} not shown.`])
  if (connected.length !== sent)
    lines.push([
      `You sent ${counted(sent, 'account')}. Check in the console which are there before you send any again.`,
    ])
  lines.push(['Find them in the console, under the workspace’s platform accounts.'])
  return resultModal(accountsTitle, lines)
}

/** The same doubt as in the form, for a person who may have closed it. */
export function accountsUnconfirmed({ rows, workspaceName, reference }: AccountsForm): Message {
  const accounts = names(
    rows.map(({ name }) => `“${oneLine(name, 50, 'Unnamed')}”`),
    5,
  )
  return problemMessage({
    sentence: `The analytics service didn’t confirm ${counted(rows.length, 'account')} for “${oneLine(workspaceName, 100, 'the workspace')}” (${accounts}), so they may not be connected. Check the workspace’s platform accounts in the console before you send them again.`,
    reference,
  })
}
