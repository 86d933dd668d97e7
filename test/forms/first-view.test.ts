import { describe, expect, it } from 'vitest'
import { digestModal } from '../../src/blocks/digests/digest-form.ts'
import { noteModal } from '../../src/blocks/notes/note-form.ts'
import { accountsModal } from '../../src/blocks/settings/accounts-form.ts'
import { emptyAccountsForm } from '../../src/blocks/settings/accounts-form-state.ts'
import { chooseChannelModal } from '../../src/blocks/settings/choose-channel.ts'
import { connectModal } from '../../src/blocks/settings/connect-form.ts'
import { recommendationsModal } from '../../src/blocks/settings/setup-recommendations.ts'
import { aimModal } from '../../src/blocks/tasks/aim-form.ts'
import { doneModal } from '../../src/blocks/tasks/done-form.ts'
import { filterModal } from '../../src/blocks/visibility/filter-form.ts'
import { draftOf } from '../../src/blocks/visibility/filter-values.ts'
import { loadSetup } from '../../src/channels/setup.ts'
import { setupView } from '../../src/channels/setup-views.ts'
import { newDigestForm } from '../../src/digests/manage/digest-form.ts'
import { emptyArgs } from '../../src/insights/question/question-text.ts'
import type { ModalView } from '../../src/model/message.ts'
import { gallery } from '../blocks/gallery/index.ts'
import { settingsForms } from '../blocks/gallery/setup.ts'
import { channel, formWorld, team } from './support.ts'

/** People postpone a form with more fields instead of filling it in. */
const most = 6

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
async function firstViews(): Promise<readonly ModalView[]> {
  const { workspace } = await formWorld()
  const digest = await newDigestForm(workspace, { team, channel })
  const sections = [...digest.draft.sections, 'evaluations']
  const settings = await Promise.all(
    settingsForms.map(async (step) => setupView(await loadSetup(workspace, { team, channel }, step), step)),
  )
  return [
    ...['daily', 'weekdays', 'days', 'monthly'].map((days) =>
      digestModal({ ...digest, draft: { ...digest.draft, days, sections } }),
    ),
    filterModal({
      metadata: {
        channel,
        workspace: place,
        responseAddress: null,
        threadTs: null,
        replaces: true,
        open: false,
      },
      draft: draftOf(emptyArgs, 'last month'),
      engines: ['ChatGPT'],
      brands: ['Acme'],
    }),
    connectModal({ current: null, place: { organization: '', workspace: '', analysis: '' } }),
    accountsModal(emptyAccountsForm(channel, place, 'Northwind CRM')),
    chooseChannelModal(null),
    noteModal({ place: { noteId: 'n1', channel, listAddress: null }, day: null, text: '', most: 200 }),
    aimModal({ place: task, aim, by: null, engines: ['ChatGPT', 'Perplexity'], filterNames }),
    doneModal({ place: task, name: 'Write a page', day: null }),
    ...settings,
    recommendationsModal({ tracked: [{ resultId: 'r1', title: null }] }, { channel, back: false }),
  ]
}

const inputs = ({ blocks }: ModalView) => blocks.filter(({ type }) => type === 'input').length

/** The callback ids of all modals with fields in the gallery. */
function formsInGallery(): ReadonlySet<string> {
  const views = gallery.flatMap(({ exhibits }) => exhibits.flatMap((exhibit) => exhibit.draw()))
  const modals = views.filter((view): view is ModalView => 'type' in view && view.type === 'modal')
  return new Set(modals.filter((view) => inputs(view) > 0).map((view) => view.callback_id))
}

describe('the first view of a form', () => {
  it('has at most six fields', async () => {
    const counts = (await firstViews()).map((view) => `${view.callback_id}: ${inputs(view)}`)
    expect(counts.filter((count) => Number(count.split(': ')[1]) > most)).toEqual([])
    expect(counts).toContain('sl1.digest: 6')
  })

  it('is checked for every form', async () => {
    const looked = new Set((await firstViews()).map((view) => view.callback_id))
    const all = formsInGallery()
    expect(all.size).toBeGreaterThan(5)
    expect([...all].filter((id) => !looked.has(id))).toEqual([])
  })
})
