import {
  type AccountsForm,
  accountsConnected,
  accountsModal,
  emptyAccountsForm,
} from '../../../src/blocks/settings/accounts-form.ts'
import { type ExhibitGroup, examplesOf, exhibitsOf } from './exhibit.ts'

const empty = emptyAccountsForm('C0BRAND', { organizationId: 'org-1', workspaceId: 'ws-1' }, 'Northwind CRM')
const account = { id: 'act_1', platform_integration_id: 'google-ads-7', name: 'Search ads' }
const typed: AccountsForm = { ...empty, account }

export const accountsGroup: ExhibitGroup = {
  title: 'Connecting a platform account',
  exhibits: [
    ...exhibitsOf(accountsModal, {
      accounts: ['You typed `/sightline accounts`.', empty],
      'accounts-errors': [
        'The service rejected a field, after Slack’s time limit for the form.',
        typed,
        {
          errors: {
            name: 'Enter a name for the account.',
            id: 'The analytics service rejected this: is taken',
          },
        },
      ],
      'accounts-unreachable': [
        'The service could not be reached.',
        typed,
        {
          notice: {
            sentence:
              'The analytics service can’t be reached. Try again in a few minutes. The account wasn’t connected; what you entered is below.',
            reference: 'K7QM-2XPA',
          },
        },
      ],
      'accounts-unknown': [
        'The service didn’t answer, so the account may or may not be connected.',
        { ...typed, unanswered: 1, reference: 'K7QM-2XPA' },
      ],
    }),
    ...examplesOf(accountsConnected, {
      'accounts-connected': [
        'The account is connected; then the same when the service lists none.',
        [typed, [{ name: 'Search ads', platform_account_id: 'act_1' }]],
        [typed, []],
      ],
    }),
  ],
}
