/** The forms with any content: Slack accepts them, and their content survives the round trip. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAccountsForm } from '../../src/blocks/settings/accounts-form.ts'
import { readSetupMetadata } from '../../src/blocks/settings/setup-form.ts'
import { fieldsOf } from '../../src/channels/settings.ts'
import { type Setup, setupDraft, setupView } from '../../src/channels/setup.ts'
import { entered } from '../forms/support.ts'
import { text } from './arbitraries.ts'
import { settingsForms } from './gallery/setup.ts'
import { inGallery, like } from './like.ts'
import { validateView } from './validate.ts'

describe('the forms of a channel’s settings', () => {
  const id = fc.oneof(
    text,
    fc.constantFrom('', 'toString', '__proto__'),
    fc.uuid(),
    fc.constant('x'.repeat(76)),
  )
  const defaults = fc.record({
    placeFrom: fc.constantFrom<'configuration' | 'connection'>('configuration', 'connection'),
    organizationId: id,
    workspaceId: id,
    projectId: text,
    subreddits: fc.array(text),
    recommendations: fc.array(text),
    timeZone: text,
  })
  const names = fc.array(fc.tuple(id, text)).map((pairs) => new Map(pairs))
  const setup: fc.Arbitrary<Setup> = fc.record({
    channel: fc.oneof(
      fc.constant('C0BRAND'),
      text.map((each) => each.slice(0, 100)),
    ),
    draft: fc.record({
      organization: id,
      workspace: id,
      analysis: text,
      timeZone: id,
      subreddits: text,
      filterNames: text,
      announceTasksIn: fc.constantFrom('', 'C0TEAM'),
    }),
    defaults,
    names,
    shared: fc.boolean(),
  })
  const errors = fc.record({ organization: text, analysis: text, filterNames: text }, { requiredKeys: [] })
  const step = fc.constantFrom(...settingsForms)

  it('are accepted by Slack and return unchanged, with any content', () => {
    fc.assert(
      fc.property(
        setup,
        step,
        errors,
        fc.option(fc.record({ sentence: text, reference: fc.option(text) })),
        (one, which, wrong, notice) => {
          const view = setupView(one, which, { errors: wrong, notice })
          expect(validateView(view)).toEqual([])
          expect(readSetupMetadata(view.private_metadata ?? '')).toMatchObject({
            channel: one.channel,
            step: which,
          })
          const back = setupDraft(which, entered(view))
          expect(Object.keys(back)).toEqual(fieldsOf(which).map(([id]) => id))
          // A menu's values have at most 75 characters; longer ones are not ids.
          const { organization = '' } = one.draft
          if (back.organization !== undefined && organization.length <= 75)
            expect(back.organization === organization).toBe(
              organization !== 'as-configured' && organization.isWellFormed(),
            )
        },
      ),
      { numRuns: 80, endOnFailure: true },
    )
  })
})

const workspace = { organizationId: 'org-1', workspaceId: 'ws-1' }
const empty = emptyAccountsForm('C0BRAND', workspace, 'Northwind CRM')
describe('the accounts form', () => {
  const form: fc.Arbitrary<AccountsForm> = fc
    .record({
      workspaceName: text,
      account: fc.record({ id: text, platform_integration_id: text, name: text }),
      unanswered: fc.nat({ max: 3 }),
      reference: fc.option(fc.constant('K7QM-2XPA')),
    })
    .map((drawn) => ({ ...empty, ...drawn }))

  it('is accepted by Slack and returns as it was sent, with any content', () => {
    const notice = fc.option(fc.record({ sentence: text, reference: fc.option(text) }))
    const wrong = fc.option(text).map((error) => (error === null ? {} : { id: error }))
    fc.assert(
      fc.property(form, notice, wrong, (one, what, errors) => {
        const view = accountsModal(one, { errors, notice: what })
        expect(validateView(view)).toEqual([])
        const { scope, unanswered, reference } = one
        const back = readAccountsForm(view.private_metadata ?? '', entered(view))
        expect(back).toMatchObject({ scope, unanswered, reference })
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('is rejected if its metadata is not ours', () => {
    for (const metadata of ['', 'null', '{}', '{"c":"C1","o":"o","w":"w","n":"n","r":[],"x":1,"u":0}'])
      expect(readAccountsForm(metadata, {})).toBeNull()
  })
})
