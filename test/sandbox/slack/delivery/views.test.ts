import type { App, BlockAction, ViewClosedAction, ViewOutput, ViewSubmitAction } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/types'
import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import { actions, button, input, option, plain } from '../blocks.ts'
import { boltForTest, MODES } from '../bolt.ts'
import { clientOf, refusalOf } from '../web-api.ts'

const user = USERS.member
const named = { type: 'plain_text_input', action_id: 'name', min_length: 2, max_length: 10 }
const modal = (callback_id: string, more: Partial<ModalView> = {}): ModalView => ({
  type: 'modal',
  callback_id,
  title: plain('Set up'),
  submit: plain('Save'),
  blocks: [
    input('Brand', named, { block_id: 'brand' }),
    input('Owner', { type: 'email_text_input', action_id: 'mail' }, { block_id: 'mail', optional: true }),
  ] as KnownBlock[],
  ...more,
})
const filled = (name: string, mail?: string) => ({
  brand: { name: { value: name } },
  ...(mail ? { mail: { mail: { value: mail } } } : {}),
})

describe.each(MODES)('modals over %s', (mode) => {
  /** Opens `view` with a command, and returns it as the user sees it, and how to submit it. */
  const open = async (view: ModalView, listen: (app: App) => void = () => undefined) => {
    const { slack } = await boltForTest(mode, (app) => {
      app.command('/open', async ({ ack, command, client }) => {
        await ack()
        await client.views.open({ trigger_id: command.trigger_id, view })
      })
      listen(app)
    })
    await slack.command({ user, channel: CHANNELS.brandVisibility, text: '/open' })
    const opened = await slack.until(() => slack.views(user).at(-1), 'the modal')
    const submit = (values: ReturnType<typeof filled>, viewId = opened.id) =>
      slack.submitView({ user, viewId, values })
    return { slack, view: opened, submit, views: clientOf(slack).views }
  }

  it('send the submitted values to the app, and close', async () => {
    const submitted: ViewOutput[] = []
    const { slack, view, submit } = await open(modal('setup', { private_metadata: 'secret' }), (app) => {
      app.view('setup', async ({ ack, view: output }) => {
        await ack()
        submitted.push(output)
      })
    })
    expect(await submit(filled('Northwind'))).toMatchObject({ ok: true })
    expect(submitted[0]).toMatchObject({
      id: view.id,
      hash: view.hash,
      private_metadata: 'secret',
      callback_id: 'setup',
    })
    expect(submitted[0]?.state.values).toEqual({
      brand: { name: { type: 'plain_text_input', value: 'Northwind' } },
      mail: { mail: { type: 'email_text_input', value: null } },
    })
    expect(slack.views(user)).toEqual([])
  })

  it('are checked by Slack’s client before the app gets anything', async () => {
    const heard: ViewSubmitAction[] = []
    const { slack, submit } = await open(modal('setup'), (app) => {
      app.view('setup', async ({ ack, body }) => {
        heard.push(body as ViewSubmitAction)
        await ack()
      })
    })
    expect(await submit(filled(''))).toMatchObject({
      ok: false,
      error: 'Please complete this required field: Brand',
    })
    expect(await submit(filled('x'))).toMatchObject({
      ok: false,
      error: 'Please enter at least 2 characters.',
    })
    expect((await submit(filled('Northwind Co'))).error).toBe('Please enter at most 10 characters.')
    expect((await submit(filled('Northwind', 'nobody'))).error).toBe('Please enter a valid email address.')
    expect(slack.views(user)[0]?.errors).toEqual({ mail: 'Please enter a valid email address.' })
    expect(heard).toEqual([])
  })

  it('are updated, pushed upon and cleared through the acknowledgement', async () => {
    const { slack, view, submit } = await open(modal('first'), (app) => {
      app.view('first', ({ ack }) => ack({ response_action: 'update', view: modal('second') }))
      app.view('second', ({ ack }) => ack({ response_action: 'push', view: modal('third') }))
      app.view('third', ({ ack }) => ack({ response_action: 'clear' }))
    })
    const stack = () => slack.views(user).map((one) => one.view.callback_id)
    await submit(filled('Northwind'))
    expect(stack()).toEqual(['second'])
    await submit(filled('Northwind'))
    expect(stack()).toEqual(['second', 'third'])
    expect(slack.views(user)[1]?.view).toMatchObject({ root_view_id: view.id, previous_view_id: view.id })
    await submit(filled('Northwind'), slack.views(user)[1]?.id)
    expect(stack()).toEqual([])
  })

  it('show an error if the acknowledgement is late or invalid', async () => {
    const { slack, submit } = await open(modal('setup'), (app) => {
      app.view('setup', ({ ack }) => ack({ response_action: 'errors', errors: { nowhere: 'x' } }))
    })
    const answered = await submit(filled('Northwind'))
    expect(answered).toMatchObject({
      ok: false,
      error: 'We had some trouble connecting. Try again? (invalid_arguments)',
    })
    expect(slack.views(user)).toHaveLength(1)
  })

  it('can be updated from outside', async () => {
    const { slack, view, submit, views } = await open(modal('setup'))
    await submit(filled(''))
    const updated = await views.update({ view_id: view.id, hash: view.hash, view: modal('renamed') })
    expect(updated.view?.hash).not.toBe(view.hash)
    expect(slack.views(user)[0]?.view.callback_id).toBe('renamed')
  })

  it('notify the app when they close only if it asks for that', async () => {
    const closed: ViewClosedAction[] = []
    const { slack, view } = await open(modal('setup', { notify_on_close: true }), (app) => {
      app.view({ callback_id: 'setup', type: 'view_closed' }, async ({ ack, body }) => {
        await ack()
        closed.push(body as ViewClosedAction)
      })
    })
    await slack.closeView({ user, viewId: view.id })
    expect(closed).toMatchObject([{ type: 'view_closed', is_cleared: false, view: { id: view.id } }])
    await expect(slack.closeView({ user, viewId: view.id })).rejects.toThrow('open: none')
  })

  it('offer the app’s options in an external select', async () => {
    const element = { type: 'external_select', action_id: 'project', min_query_length: 2 }
    const blocks = [input('Project', element)] as KnownBlock[]
    const { slack, view } = await open(modal('setup', { blocks }), (app) => {
      app.options('project', ({ ack, options }) => ack({ options: [option(options.value)] }))
    })
    const offered = await slack.suggest({ user, viewId: view.id, actionId: 'project', query: 'north' })
    expect(offered.options).toEqual([option('north')])
    const short = await slack.suggest({ user, viewId: view.id, actionId: 'project', query: 'n' })
    expect(short.options).toEqual([])
  })

  it('leave their trigger usable if they are invalid', async () => {
    const triggers: string[] = []
    const { slack, views } = await open(modal('setup'), (app) => {
      app.command('/keep', async ({ ack, command }) => {
        triggers.push(command.trigger_id)
        await ack()
      })
    })
    await slack.command({ user, channel: CHANNELS.brandVisibility, text: '/keep' })
    const [trigger_id = ''] = triggers
    const invalid = modal('x', { title: plain('x'.repeat(25)) })
    expect(await refusalOf(views.open({ trigger_id, view: invalid }))).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
      },
    })
    expect((await views.open({ trigger_id, view: modal('one') })).ok).toBe(true)
  })

  it('can be updated by their external ids', async () => {
    const { views } = await open(modal('setup', { external_id: 'one' }))
    const updated = await views.update({ external_id: 'one', view: modal('again', { external_id: 'one' }) })
    expect(updated.ok).toBe(true)
  })
})

describe.each(MODES)('the Home tab over %s', (mode) => {
  it('is published when it is opened, and its buttons work', async () => {
    const clicked: unknown[] = []
    const { slack } = await boltForTest(mode, (app) => {
      app.event('app_home_opened', async ({ event, client }) => {
        const blocks = [actions(button('connect'))] as KnownBlock[]
        await client.views.publish({ user_id: event.user, view: { type: 'home', blocks } })
      })
      app.action('connect', async ({ ack, body }) => {
        await ack()
        clicked.push((body as BlockAction).container)
      })
    })
    expect(slack.home(user)).toBeNull()
    expect(await slack.openHome({ user })).toMatchObject({ ok: true })
    const home = await slack.until(() => slack.home(user), 'the Home tab')
    await slack.viewAction({ user, viewId: String(home.id), actionId: 'connect' })
    expect(clicked).toEqual([{ type: 'view', view_id: home.id }])
    expect(slack.home(USERS.owner)).toBeNull()
  })
})
