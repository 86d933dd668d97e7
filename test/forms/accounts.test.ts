import { describe, expect, it } from 'vitest'
import { accountsModal, emptyAccountsForm } from '../../src/blocks/settings/accounts-form.ts'
import { renderView } from '../blocks/render.ts'
import { WORKSPACE } from '../contract/support.ts'
import {
  channel,
  entered,
  type FormWorld,
  formsIn,
  formWorld,
  outcome,
  sound,
  submission,
  user,
} from './support.ts'

const ROUTE = `${WORKSPACE}/platform_accounts`

const opened = ({ scope }: FormWorld) =>
  sound(accountsModal(emptyAccountsForm(channel, scope, 'Northwind CRM')))

const typed = { id: 'act_1', platform_integration_id: 'google', name: 'Search ads' }

const posts = (world: FormWorld) => world.count(ROUTE)
const outcomes = async (world: FormWorld) => (await world.audited()).map((entry) => entry.outcome).toSorted()

describe('the form that connects an account', () => {
  it('sends it with one request and says what is connected', async () => {
    const world = await formWorld()
    const { view } = await world.send(opened(world), typed)
    expect(posts(world)).toBe(1)
    expect(renderView(view)).toContain('Connected Search ads to Northwind CRM.')
    expect(renderView(view)).toContain('⟦code: act_1⟧')
    expect(await outcomes(world)).toEqual(['connected', 'sending'])
    expect(await world.audited()).toContainEqual(
      expect.objectContaining({
        action: 'accounts.connect',
        outcome: 'sending',
        user,
        subject: world.scope.workspaceId,
        detail: { accounts: [{ id: 'act_1', platform_integration_id: 'google', name: 'Search ads' }] },
      }),
    )
  })

  it.each([
    ['missing', '  ', 'Enter a name for the account.'],
    ['too long', 'x'.repeat(256), 'at most 255 characters'],
  ])('reports a name that is %s at its field, and sends nothing', async (_, name, why) => {
    const world = await formWorld()
    const entries = { ...typed, name }
    const { errors, view } = await world.send(opened(world), entries)
    expect(errors).toEqual({ name: expect.stringContaining(why) })
    expect(entered(view)).toMatchObject({ ...typed, name: expect.any(String) })
    expect(posts(world)).toBe(0)
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
    refusal(['body', 'accounts', '0', 'platform_integration_id'])
    const view = opened(world)
    const { errors } = await world.send(view, typed)
    expect(errors).toEqual({
      platform_integration_id: 'The analytics service rejected this: is <!channel> taken',
    })
    refusal(['body', 'accounts', '0'], ['path', 'workspace_id'], ['body', 'accounts', '0', 'toString'])
    const both = await world.send(view, typed)
    expect(both.errors).toEqual({})
    expect(renderView(both.view)).toContain(
      'path.workspace_id: is <!channel> taken; body.accounts.0.toString: is <!channel> taken',
    )
    expect(renderView(both.view)).toContain('Please change this: The analytics service rejected this')
    expect(entered(both.view)).toEqual(typed)
    expect(await outcomes(world)).toEqual(['refused', 'refused', 'sending', 'sending'])
    const corrected = await world.send(both.view)
    expect(renderView(corrected.view)).toContain('Connected Search ads')
  })

  it('says if the outcome is unknown, and sends again only on request', async () => {
    const world = await formWorld()
    world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'reset', when: 'after_effect' } })
    const first = submission(opened(world), typed)
    const { view, errors } = outcome(await world.forms.submit(first))
    expect(errors).toEqual({})
    expect(posts(world)).toBe(1)
    const text = renderView(view)
    expect(text).toContain('didn’t confirm this account')
    expect(text).toContain('[Send again]')
    expect(entered(view)).toEqual(typed)
    expect(await outcomes(world)).toEqual(['sending', 'unknown'])

    // The first form is submitted again: nothing is sent.
    const pressed = outcome(await world.forms.submit({ ...first, triggerId: 'another' }))
    expect(renderView(pressed.view)).toContain('This form was already sent')
    expect(posts(world)).toBe(1)

    // A refusal later doesn't settle the outcome of the first.
    world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'status', status: 403 } })
    const no = await world.send(view)
    expect(renderView(no.view)).toContain('This time the account wasn’t connected')
    expect(renderView(no.view)).toContain('didn’t confirm this account')
    const done = await world.send(no.view)
    expect(posts(world)).toBe(3)
    expect(renderView(done.view)).toContain('Connected Search ads')
  })

  it('is sent once by all replicas: the others say that it was sent and that they don’t know more', async () => {
    const world = await formWorld()
    const others = formsIn(world.workspace)
    const form = submission(opened(world), typed)
    const answers = await Promise.all(
      [world.forms, others].map((forms, index) => forms.submit({ ...form, triggerId: `replica ${index}` })),
    )
    expect(posts(world)).toBe(1)
    const views = answers.map((answer) => outcome(answer).view)
    const saying = (words: string) => views.filter((view) => renderView(view).includes(words))
    expect(saying('Connected Search ads')).toHaveLength(1)
    const [repeated] = saying('This form was already sent')
    if (repeated === undefined) throw new Error('the other replica did not say that the form was sent before')
    expect(renderView(repeated)).toContain('[Send again]')
    expect(entered(repeated)).toEqual(typed)
    expect(await outcomes(world)).toEqual(['connected', 'sending'])
  })

  it('says that nothing was connected if the service refused, and can be sent again by any replica', async () => {
    const world = await formWorld()
    const others = formsIn(world.workspace)
    for (const status of [403, 422])
      world.service.addFault({ route: ROUTE, times: 1, how: { kind: 'status', status } })
    const form = submission(opened(world), typed)
    for (const forms of [world.forms, others]) {
      const { view } = outcome(await forms.submit({ ...form, triggerId: 'next' }))
      expect(renderView(view)).toMatch(
        /\[Connect\].*The account wasn’t connected; what you entered is below\./s,
      )
    }
    const done = outcome(await world.forms.submit({ ...form, triggerId: 'last' }))
    expect(renderView(done.view)).toContain('Connected Search ads')
    expect(posts(world)).toBe(3)
  })

  it('goes to the workspace it names, even if the channel has changed to another one', async () => {
    const world = await formWorld()
    const view = opened(world)
    const { store, workspace } = world
    await store.channels.save({ team: 'T1', channel, workspaceId: 'another' }, user, workspace.clock.now())
    await world.forms.submit(submission(view, typed))
    const sent = world.service.requests().filter(({ route }) => route === ROUTE)
    expect(sent.map(({ path }) => path.includes(world.scope.workspaceId))).toEqual([true])
  })

  it('sends nothing that can’t be audited first', async () => {
    const world = await formWorld()
    world.workspace.store.audit.record = async () => {
      throw Object.assign(new Error('disk'), { code: 'full', userMessage: 'No room.' })
    }
    const { view } = await world.send(opened(world), typed)
    expect(renderView(view)).toContain('No room. The account wasn’t connected')
    expect(entered(view)).toEqual(typed)
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
    const { view } = await world.send(opened(world), typed)
    expect(renderView(view)).toContain('Connected Search ads')
    expect(world.logged).toContain('the result of connecting accounts could not be audited')
  })
})
