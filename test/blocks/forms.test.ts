/** The forms with whatever they may hold: Slack takes them, and what was in them comes back. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateMessage, validateView } from '../../sandbox/slack/blockkit/index.ts'
import { accountsModal } from '../../src/blocks/settings/accounts-form.ts'
import { accountsConnected, accountsUnconfirmed } from '../../src/blocks/settings/accounts-form-results.ts'
import {
  type AccountsForm,
  accountsAtMost,
  emptyAccountsForm,
  readAccountsForm,
} from '../../src/blocks/settings/accounts-form-state.ts'
import { readSetupMetadata, setupDraft, setupModal } from '../../src/blocks/settings/setup-form.ts'
import { setupSaved } from '../../src/blocks/settings/setup-form-saved.ts'
import type { SavedSetup, Setup } from '../../src/model/channel.ts'
import { entered } from '../forms/support.ts'
import { text } from './arbitraries.ts'

describe('the setup form', () => {
  const id = fc.oneof(
    text,
    fc.constantFrom('', 'toString', '__proto__'),
    fc.uuid(),
    fc.constant('x'.repeat(76)),
  )
  const points = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constant(1))
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
      noiseBand: fc.oneof(text, points.map(String)),
      filterNames: text,
      digestLength: fc.constantFrom('brief', 'full'),
      recommendations: text,
    }),
    defaults: fc.record({
      placeFrom: fc.constantFrom('configuration', 'connection'),
      organizationId: id,
      workspaceId: id,
      projectId: text,
      subreddits: fc.array(text),
      recommendations: fc.array(text),
      timeZone: text,
      noiseBand: points,
    }),
    names: fc.array(fc.tuple(id, text)).map((pairs) => new Map(pairs)),
    shownUpTo: fc.option(
      fc.record({ addedAt: fc.constant('2026-11-16T08:00:00.000Z'), resultId: fc.uuid() }),
    ),
    hidden: fc.nat(),
  })
  const errors = fc.record(
    { organization: text, analysis: text, recommendations: text, noiseBand: text },
    { requiredKeys: [] },
  )

  it('is taken by Slack and comes back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(
        setup,
        errors,
        fc.option(fc.record({ sentence: text, reference: fc.option(text) })),
        (one, wrong, notice) => {
          const view = setupModal(one, { errors: wrong, notice })
          expect(validateView(view)).toEqual([])
          const { channel, shownUpTo, hidden } = one
          expect(readSetupMetadata(view.private_metadata ?? '')).toMatchObject({ channel, shownUpTo, hidden })
          const back = setupDraft(entered(view))
          // A menu's values have at most 75 characters; longer ones are no ids.
          if (one.draft.organization.length <= 75)
            expect(back.organization === one.draft.organization).toBe(
              one.draft.organization !== 'as-configured' && one.draft.organization.isWellFormed(),
            )
        },
      ),
      { numRuns: 80, endOnFailure: true },
    )
  })

  it('can be saved with any settings, and the view of it is taken', () => {
    const some = fc.record({
      settings: fc.record({
        organizationId: fc.option(text),
        workspaceId: fc.option(text),
        projectId: fc.option(text),
        timeZone: fc.option(text),
        subreddits: fc.option(fc.array(text)),
        noiseBand: fc.option(points),
        filterNames: fc.option(
          fc.array(fc.record({ filter: fc.constantFrom('topics', 'personas'), id: text, name: text })),
        ),
        digestLength: fc.constantFrom(null, 'full'),
      }),
      recommendations: fc.array(text),
    })
    const result = fc.record({
      changed: fc.subarray<SavedSetup['changed'][number]>(['organizationId', 'timeZone', 'noiseBand']),
      added: fc.array(text),
      already: fc.array(text),
      removed: fc.array(text),
      tracked: fc.nat(),
    })
    fc.assert(
      fc.property(setup, some, result, (one, what, saved) => {
        expect(validateView(setupSaved(one, what, saved))).toEqual([])
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('can’t be read when it was made by nobody we know', () => {
    for (const metadata of ['', 'null', '[]', '{}', '{"c":1}']) expect(readSetupMetadata(metadata)).toBeNull()
  })
})

const workspace = { organizationId: 'org-1', workspaceId: 'ws-1' }
const empty = emptyAccountsForm('C0BRAND', workspace, 'Northwind CRM')
describe('the accounts form', () => {
  const form: fc.Arbitrary<AccountsForm> = fc
    .record({
      workspaceName: text,
      rows: fc.array(fc.record({ id: text, integration: text, name: text }), {
        minLength: 1,
        maxLength: accountsAtMost,
        size: 'max',
      }),
      unanswered: fc.nat({ max: 3 }),
      reference: fc.option(fc.constant('K7QM-2XPA')),
    })
    .map(({ rows, ...rest }) => ({
      ...empty,
      ...rest,
      rows: rows.map((row, index) => ({ ...row, serial: index + 1 })),
      next: rows.length + 1,
    }))

  it('is taken by Slack and comes back with all its rows, whatever they hold', () => {
    const notice = fc.option(fc.record({ sentence: text, reference: fc.option(text) }))
    const wrong = fc
      .option(text)
      .map((error) => (error === null ? {} : { account_1_id: error, account_1: error }))
    fc.assert(
      fc.property(form, notice, wrong, (one, what, errors) => {
        const view = accountsModal(one, { errors, notice: what })
        expect(validateView(view)).toEqual([])
        expect(validateMessage(accountsUnconfirmed(one))).toEqual([])
        expect(view.blocks.length).toBeLessThanOrEqual(100)
        const back = readAccountsForm(view.private_metadata ?? '', entered(view))
        expect(back?.rows.map(({ serial }) => serial)).toEqual(one.rows.map(({ serial }) => serial))
        expect(back).toMatchObject({
          scope: one.scope,
          next: one.next,
          unanswered: one.unanswered,
          reference: one.reference,
        })
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('shows whatever the service says is connected', () => {
    const account = fc.record({ name: fc.option(text), platform_account_id: fc.option(text) })
    fc.assert(
      fc.property(form, fc.array(account, { maxLength: 60, size: 'max' }), (one, connected) => {
        expect(validateView(accountsConnected(one, connected))).toEqual([])
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('can’t be read when it was made by nobody we know', () => {
    for (const metadata of ['', 'null', '{}', '{"c":"C1","o":"o","w":"w","n":"n","r":[],"x":1,"u":0}'])
      expect(readAccountsForm(metadata, {})).toBeNull()
  })
})
