import {
  type AccountsForm,
  accountFieldId,
  accountsConnected,
  accountsModal,
  accountsUnconfirmed,
  emptyAccountsForm,
  withRow,
} from '../../../src/blocks/settings/accounts-form.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

const workspace = { organizationId: 'org-1', workspaceId: 'ws-1' }
const empty = emptyAccountsForm('C0BRAND', workspace, 'Northwind CRM')
const typed: AccountsForm = {
  ...withRow(empty),
  rows: [
    { serial: 1, id: 'act_1', integration: 'google-ads-7', name: 'Search ads' },
    { serial: 2, id: 'act_2', integration: 'tiktok-1', name: 'Video' },
  ],
}
const doubtful = { ...typed, unanswered: 1, reference: 'K7QM-2XPA' }

export const accountsGroup: ExhibitGroup = {
  title: 'Connecting platform accounts',
  exhibits: [
    exhibit({
      name: 'accounts',
      when: 'You typed `/sightline accounts add`.',
      data: empty,
      draw: (form) => accountsModal(form),
    }),
    exhibit({
      name: 'accounts-filled',
      when: 'You clicked “Add another”.',
      data: typed,
      draw: (form) => accountsModal(form),
    }),
    exhibit({
      name: 'accounts-errors',
      when: 'The service rejected a field, after Slack’s time limit for the form.',
      data: {
        form: typed,
        errors: {
          [accountFieldId(1, 'name')]: 'Enter a name for the account.',
          [accountFieldId(2, 'id')]: 'The analytics service rejected this: is taken',
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
            'The analytics service can’t be reached. Try again in a few minutes. No account was connected; what you entered is below.',
          reference: 'K7QM-2XPA',
        },
      },
      draw: ({ form, notice }) => accountsModal(form, { notice }),
    }),
    exhibit({
      name: 'accounts-unknown',
      when: 'The service didn’t answer, so the accounts may or may not be connected.',
      data: doubtful,
      draw: (form) => accountsModal(form),
    }),
    exhibit({
      name: 'accounts-unconfirmed',
      when: 'You closed the form while that was uncertain.',
      data: doubtful,
      draw: accountsUnconfirmed,
    }),
    exhibit({
      name: 'accounts-connected',
      when: 'The accounts are connected; then the same when the service doesn’t say which ones.',
      data: {
        form: typed,
        connected: typed.rows.map(({ id, name }) => ({ name, platform_account_id: id })),
        unnamed: [{ name: null, platform_account_id: null }],
      },
      draw: ({ form, connected, unnamed }) => [
        accountsConnected(form, connected),
        accountsConnected(form, unnamed),
      ],
    }),
  ],
}
