/** The forms with any content: Slack accepts them, and their content survives the round trip. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAccountsForm } from '../../src/blocks/settings/accounts-form.ts'
import { readSetupMetadata } from '../../src/blocks/settings/setup-form.ts'
import { fieldsOf } from '../../src/channels/settings.ts'
import { type Setup, setupDraft, setupView } from '../../src/channels/setup.ts'
import { entered } from '../forms/support.ts'
import { text } from './arbitraries.ts'
import { settingsForms } from './gallery/setup.ts'
import { inGallery, like } from './like.ts'
import { validateView } from './validate.ts'

it('the forms of a channel’s settings are accepted by Slack and return unchanged, with any content', () => {
  /** Also ids that a menu can’t hold, and names that every object has. */
  const id = fc.oneof(text, fc.constantFrom('', 'toString', '__proto__', 'x'.repeat(76)), fc.uuid())
  const setup = fc
    .tuple(
      like(inGallery<Setup>('draft', 'defaults', 'names')),
      id,
      id,
      fc.constantFrom('C0BRAND', 'C'.repeat(100)),
    )
    .map(([drawn, organization, workspace, channel]) => ({
      ...drawn,
      channel,
      draft: { ...drawn.draft, organization, workspace, announceTasksIn: '' },
      names: new Map([[organization, workspace]]),
    }))
  const errors = fc.record({ organization: text, analysis: text, filterNames: text }, { requiredKeys: [] })
  const step = fc.constantFrom(...settingsForms)
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

it('a form is rejected if its metadata is not ours', () => {
  for (const metadata of ['', 'null', '[]', '{}', '{"c":1}']) {
    expect(readSetupMetadata(metadata)).toBeNull()
    expect(readAccountsForm(metadata, {})).toBeNull()
  }
})
