import { digestModal } from '../../src/blocks/digests/digest-form.ts'
import { noteModal } from '../../src/blocks/notes/notes.ts'
import { accountsModal, emptyAccountsForm } from '../../src/blocks/settings/accounts-form.ts'
import { chooseChannelModal } from '../../src/blocks/settings/choose-channel.ts'
import { connectModal } from '../../src/blocks/settings/connect-form.ts'
import { recommendationsModal } from '../../src/blocks/settings/setup-recommendations.ts'
import { aimModal, markDoneModal } from '../../src/blocks/tasks/task-forms.ts'
import { filterModal } from '../../src/blocks/visibility/filter-form.ts'
import { loadSetup, setupView } from '../../src/channels/setup.ts'
import { newDigestForm } from '../../src/digests/manage/digest-form.ts'
import type { ModalView } from '../../src/model/message.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { filterForm } from '../blocks/gallery/filter.ts'
import { settingsForms } from '../blocks/gallery/setup.ts'
import { channel, team, user } from './support.ts'

const place = { organizationId: 'org', workspaceId: 'ws' }
const task = {
  ...place,
  resultId: 'r1',
  taskId: 't1',
  channel,
  messageTs: null,
  privateAddress: null,
  page: null,
}
const aim = { engines: ['Perplexity'], rival: 'Acme', topics: ['t1'], subreddit: 'crm' }
const filterNames = [{ filter: 'topics' as const, id: 't1', name: 'Pricing' }]

/** The first view of each form, with as much in it as possible. */
export async function firstViews(workspace: Workspace): Promise<readonly ModalView[]> {
  const digest = await newDigestForm(workspace, { team, channel, user })
  const sections = [...digest.draft.sections, 'evaluations']
  const settings = await Promise.all(
    settingsForms.map(async (step) => setupView(await loadSetup(workspace, { team, channel }, step), step)),
  )
  return [
    ...['daily', 'weekdays', 'days', 'monthly'].map((days) =>
      digestModal({ ...digest, draft: { ...digest.draft, days, sections } }),
    ),
    filterModal(filterForm({ metadata: { ...filterForm().metadata, channel } })),
    connectModal({ current: null, place: { organization: '', workspace: '', analysis: '' } }),
    accountsModal(emptyAccountsForm(channel, place, 'Northwind CRM')),
    chooseChannelModal(null),
    noteModal({ place: { noteId: 'n1', channel, listAddress: null }, day: null, text: '' }),
    aimModal({ place: task, aim, by: null, engines: ['ChatGPT', 'Perplexity'], filterNames }),
    markDoneModal({ place: task, name: 'Write a page', day: null }),
    ...settings,
    recommendationsModal({ tracked: [{ resultId: 'r1', title: null }] }, { channel, back: false }),
  ]
}
