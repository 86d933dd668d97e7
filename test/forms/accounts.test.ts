import { describe, expect, it } from 'vitest'
import { accountsModal, emptyAccountsForm, maxAccounts } from '../../src/blocks/settings/accounts-form.ts'
import type { ModalView } from '../../src/model/message.ts'
import { renderView } from '../blocks/render.ts'
import { WORKSPACE } from '../contract/support.ts'
import { channel, clickIn, entered, formsIn, formWorld, outcome, sound, submission, user } from './support.ts'

type World = Awaited<ReturnType<typeof formWorld>>

const ROUTE = `${WORKSPACE}/platform_accounts`

const opened = ({ scope }: World) => sound(accountsModal(emptyAccountsForm(channel, scope, 'Northwind CRM')))

/** A person's input in the rows with these serials. */
const rows = (
  ...accounts: readonly (readonly [serial: number, id: string, integration: string, name: string])[]
) =>
  Object.fromEntries(
    accounts.flatMap(([serial, id, integration, name]) => [
      [`account_${serial}_id`, id],
      [`account_${serial}_integration`, integration],
      [`account_${serial}_name`, name],
    ]),
  )

const one = rows([1, 'act_1', 'google', 'Search ads'])
const two = { ...one, ...rows([2, 'act_2', 'tiktok', 'Video']) }

/** Clicks a button of the form. @returns what the form shows afterwards */
async function press(world: World, view: ModalView, action: string, value = '', entries = {}) {
  await world.forms.click(clickIn(view, `sl1.form.${action}`, value, entries))
  const shown = world.updated.at(-1)
  if (shown === undefined) throw new Error('nothing was shown')
  return shown.view
}

async function withTwo(world: World) {
  return press(world, opened(world), 'add_account')
}

const posts = (world: World) => world.count(ROUTE)
const outcomes = async (world: World) => (await world.audited()).map((entry) => entry.outcome).toSorted()

describe('the form that connects accounts', () => {
  it('sends all rows with one request and lists what is connected', async () => {
    const world = await formWorld()
    const { view } = outcome(await world.forms.submit(submission(await withTwo(world), two)))
    expect(posts(world)).toBe(1)
    const text = renderView(view)
    expect(text).toContain('Connected 2 accounts to Northwind CRM.')
    expect(text).toContain('• Search ads ⟦code: act_1⟧')
    expect(text).toContain('• Video ⟦code: act_2⟧')
    expect(await outcomes(world)).toEqual(['connected', 'sending'])
    expect(await world.audited()).toContainEqual(
      expect.objectContaining({
        action: 'accounts.connect',
        outcome: 'sending',
        user,
        subject: world.scope.workspaceId,
        detail: {
          accounts: [
            { id: 'act_1', platform_integration_id: 'google', name: 'Search ads' },
            { id: 'act_2', platform_integration_id: 'tiktok', name: 'Video' },
          ],
        },
      }),
    )
  })

  it('adds and removes rows, and input stays in its row', async () => {
    const world = await formWorld()
    const second = await press(world, opened(world), 'add_account', '', one)
    expect(entered(second)).toMatchObject({ account_1_name: 'Search ads', account_2_name: null })
    const third = await press(world, second, 'add_account', '', two)
    const without = await press(world, third, 'remove_account', '1', rows([3, 'act_3', 'google', 'More']))
    expect(entered(without)).toEqual(rows([2, 'act_2', 'tiktok', 'Video'], [3, 'act_3', 'google', 'More']))
    expect(renderView(without)).toContain('Account 1')
    // A new row has a new serial and doesn't reuse that of the removed one.
    expect(Object.keys(entered(await press(world, without, 'add_account')))).toContain('account_4_id')
    // If the click is delivered twice, its row is already gone.
    expect(entered(await press(world, without, 'remove_account', '1'))).toEqual(entered(without))
  })

  it('keeps its last row', async () => {
    const world = await formWorld()
    await world.forms.click(clickIn(opened(world), 'sl1.form.remove_account', '1', one))
    expect(world.updated).toEqual([])
    expect(renderView(opened(world))).not.toContain('Remove')
  })

  it('holds as many rows as a modal has room for, even with a message above them', async () => {
    const world = await formWorld()
    let view = opened(world)
    for (let count = 1; count < maxAccounts; count += 1) view = await press(world, view, 'add_account')
    expect(renderView(view)).toContain(`A form takes up to ${maxAccounts} accounts.`)
    expect(renderView(view)).not.toContain('Add another')
    world.refused.add(user)
    const { view: again } = outcome(await world.forms.submit(submission(view)))
    expect(again.blocks.length).toBeLessThanOrEqual(100)
    expect(renderView(again)).not.toContain('not shown')
  })

  it('reports missing and duplicate input at its field, and sends nothing', async () => {
    const world = await formWorld()
    const entries = rows([1, ' act_1', 'google', '  '], [2, 'act_1 ', 'google', 'Again'])
    const { errors, view } = outcome(await world.forms.submit(submission(await withTwo(world), entries)))
    expect(errors).toEqual({
      account_1_name: 'Enter a name for the account.',
      account_2_id: 'Same as account 1. Remove one of them.',
    })
    expect(entered(view)).toEqual(entries)
    expect(posts(world)).toBe(0)
  })

  it('reports a text that is too long before anything is sent', async () => {
    const world = await formWorld()
    const entries = { ...two, account_2_name: 'x'.repeat(256) }
    const { errors } = outcome(await world.forms.submit(submission(await withTwo(world), entries)))
    expect(Object.keys(errors)).toEqual(['account_2_name'])
    expect(errors.account_2_name).toContain('at most 255 characters')
    expect(posts(world)).toBe(0)
    const { view } = outcome(await world.forms.submit(submission(await withTwo(world), two)))
    expect(renderView(view)).toContain('Connected 2 accounts')
  })

  it('shows the service’s errors about a field at that field, and the others above', async () => {
    const world = await formWorld()
    const refusal = (...loc: readonly (readonly string[])[]) =>
      world.service.addFault({
        route: ROUTE,
        times: 1,
        how: {
          kind: 'status',
          status: 422,
          body: { detail: loc.map((each) => ({ loc: each, msg: 'is <!channel> taken', type: 'x' })) },
        },
      })
    refusal(['body', 'accounts', '1', 'platform_integration_id'])
    const view = await withTwo(world)
    const { errors } = outcome(await world.forms.submit(submission(view, two)))
    expect(errors).toEqual({
      account_2_integration: 'The analytics service rejected this: is <!channel> taken',
    })
    refusal(['body', 'accounts', '0'], ['path', 'workspace_id'], ['body', 'accounts', '0', 'toString'])
    const both = outcome(await world.forms.submit(submission(view, two)))
    expect(both.errors).toEqual({})
    expect(renderView(both.view)).toContain(
      'path.workspace_id: is <!channel> taken; body.accounts.0.toString: is <!channel> taken',
    )
    expect(renderView(both.view)).toContain('Please change this: The analytics service rejected this')
    expect(entered(both.view)).toEqual(two)
    expect(await outcomes(world)).toEqual(['refused', 'refused', 'sending', 'sending'])
    const corrected = outcome(await world.forms.submit(submission(both.view)))
    expect(renderView(corrected.view)).toContain('Connected 2 accounts')
  })

  it('says that nothing was connected if the service refused, and can be sent again', async () => {
    const world = await formWorld()
    world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'status', status: 403 } })
    const { view } = outcome(await world.forms.submit(submission(opened(world), one)))
    expect(renderView(view)).toContain('No account was connected; what you entered is below.')
    expect(renderView(view)).toContain('[Connect]')
    const done = outcome(await world.forms.submit(submission(view)))
    expect(renderView(done.view)).toContain('Connected 1 account')
  })

  it('says if the outcome is unknown, and sends again only on request', async () => {
    const world = await formWorld()
    world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'reset', when: 'after_effect' } })
    const first = submission(await withTwo(world), two)
    const answer = await world.forms.submit(first)
    const { view, errors } = outcome(answer)
    expect(errors).toEqual({})
    // A person who has closed the modal in the meantime is told as well.
    if (answer.kind === 'show') await answer.after?.()
    expect(world.ephemerals.map(({ text }) => text).join()).toMatch(
      /didn’t confirm 2 accounts for “Northwind CRM” \(“Search ads” and “Video”\)/,
    )
    expect(posts(world)).toBe(1)
    const text = renderView(view)
    expect(text).toContain('didn’t confirm these accounts')
    expect(text).toContain('[Send again]')
    expect(entered(view)).toEqual(two)
    expect(await outcomes(world)).toEqual(['sending', 'unknown'])

    // The first form is submitted again: nothing is sent, and the answer is the same.
    const pressed = outcome(await world.forms.submit({ ...first, triggerId: 'another' }))
    expect(renderView(pressed.view)).toBe(text)
    expect(posts(world)).toBe(1)

    // The first account exists. The person removes its row, and the warning remains.
    const left = await press(world, view, 'remove_account', '1')
    expect(renderView(left)).toContain('[Send again]')
    expect(renderView(left)).toMatch(/Reference: \w{4}-\w{4}/)

    // A refusal of the second account doesn't settle the outcome of the first.
    world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'status', status: 403 } })
    const no = outcome(await world.forms.submit(submission(left)))
    expect(renderView(no.view)).toContain('This time no account was connected')
    expect(renderView(no.view)).toContain('didn’t confirm these accounts')
    const done = outcome(await world.forms.submit(submission(no.view)))
    expect(posts(world)).toBe(3)
    expect(renderView(done.view)).toContain('• Video ⟦code: act_2⟧')
  })

  it('is sent once, even if it is submitted repeatedly while pending', async () => {
    const world = await formWorld()
    const form = submission(opened(world), one)
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((triggerId) => world.forms.submit({ ...form, triggerId })),
    )
    expect(posts(world)).toBe(1)
    for (const answer of answers) expect(renderView(outcome(answer).view)).toContain('Connected 1 account')
  })

  it('is sent once by all replicas: the others say that it was sent and that they don’t know more', async () => {
    const world = await formWorld()
    const others = formsIn(world.workspace)
    const form = submission(opened(world), one)
    const answers = await Promise.all(
      [world.forms, others].map((forms, index) => forms.submit({ ...form, triggerId: `replica ${index}` })),
    )
    expect(posts(world)).toBe(1)
    const views = answers.map((answer) => outcome(answer).view)
    const saying = (words: string) => views.filter((view) => renderView(view).includes(words))
    expect(saying('Connected 1 account')).toHaveLength(1)
    const [repeated] = saying('This form was already sent')
    if (repeated === undefined) throw new Error('the other replica did not say that the form was sent before')
    expect(renderView(repeated)).toContain('[Send again]')
    expect(entered(repeated)).toEqual(one)
    expect(await outcomes(world)).toEqual(['connected', 'sending'])
  })

  it('can be sent by another replica after a refusal', async () => {
    const world = await formWorld()
    const others = formsIn(world.workspace)
    for (const status of [403, 422])
      world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'status', status } })
    const form = submission(opened(world), one)
    for (const forms of [world.forms, others]) {
      const { view } = outcome(await forms.submit({ ...form, triggerId: 'next' }))
      expect(renderView(view)).toContain('No account was connected')
    }
    const done = outcome(await world.forms.submit({ ...form, triggerId: 'last' }))
    expect(renderView(done.view)).toContain('Connected 1 account')
    expect(posts(world)).toBe(3)
  })

  it('goes to the workspace it names, even if the channel has changed to another one', async () => {
    const world = await formWorld()
    const view = opened(world)
    await world.store.channels.save(
      {
        team: 'T1',
        channel,
        organizationId: null,
        workspaceId: 'another',
        projectId: null,
        timeZone: null,
        subreddits: null,
        filterNames: null,
      },
      user,
      world.workspace.clock.now(),
    )
    await world.forms.submit(submission(view, one))
    const sent = world.service.requests().filter(({ route }) => route === ROUTE)
    expect(sent.map(({ path }) => path.includes(world.scope.workspaceId))).toEqual([true])
  })

  it('sends nothing that can’t be audited first', async () => {
    const world = await formWorld()
    world.workspace.store.audit.record = async () => {
      throw Object.assign(new Error('disk'), { code: 'full', userMessage: 'No room.' })
    }
    const { view } = outcome(await world.forms.submit(submission(opened(world), one)))
    expect(renderView(view)).toContain('No room. No account was sent')
    expect(entered(view)).toEqual(one)
    expect(posts(world)).toBe(0)
  })

  it('shows what is connected even if that can’t be audited', async () => {
    const world = await formWorld()
    const { record } = world.store.audit
    let calls = 0
    world.workspace.store.audit.record = async (...args) => {
      calls += 1
      if (calls > 1) throw new Error('disk')
      return record(...args)
    }
    const { view } = outcome(await world.forms.submit(submission(opened(world), one)))
    expect(renderView(view)).toContain('Connected 1 account')
    expect(world.logged).toContain('the result of connecting accounts could not be audited')
  })
})
