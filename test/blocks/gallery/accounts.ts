import {
  type AccountsForm,
  accountFieldId,
  accountsConnected,
  accountsModal,
  emptyAccountsForm,
} from '../../../src/blocks/settings/accounts-form.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

const workspace = { organizationId: 'org-1', workspaceId: 'ws-1' }
const empty = emptyAccountsForm('C0BRAND', workspace, 'Northwind CRM')
const typed: AccountsForm = {
  ...empty,
  account: { id: 'act_1', integration: 'google-ads-7', name: 'Search ads' },
}
const doubtful = { ...typed, unanswered: 1, reference: 'K7QM-2XPA' }

export const accountsGroup: ExhibitGroup = {
  title: 'Connecting a platform account',
  exhibits: [
    exhibit({
      name: 'accounts',
      when: 'You typed `/sightline accounts`.',
      data: empty,
      draw: (form) => accountsModal(form),
    }),
    exhibit({
      name: 'accounts-errors',
      when: 'The service rejected a field, after Slack’s time limit for the form.',
      data: {
        form: typed,
        errors: {
          [accountFieldId('name')]: 'Enter a name for the account.',
          [accountFieldId('id')]: 'The analytics service rejected this: is taken',
        },
      },
      draw: ({ form, errors }) => accountsModal(form, { errors }),
    }),
    exhibit({
      name: 'accounts-unreachable',
      when: 'The service could not be reached.',
      data: {
        form: typed,
        notice: {
          sentence:
            'The analytics service can’t be reached. Try again in a few minutes. The account wasn’t connected; what you entered is below.',
          reference: 'K7QM-2XPA',
        },
      },
      draw: ({ form, notice }) => accountsModal(form, { notice }),
    }),
    exhibit({
      name: 'accounts-unknown',
      when: 'The service didn’t answer, so the account may or may not be connected.',
      data: doubtful,
      draw: (form) => accountsModal(form),
    }),
    exhibit({
      name: 'accounts-connected',
      when: 'The account is connected; then the same when the service lists none.',
      data: { form: typed, connected: [{ name: 'Search ads', platform_account_id: 'act_1' }] },
      draw: ({ form, connected }) => [accountsConnected(form, connected), accountsConnected(form, [])],
    }),
  ],
}
