import type { App } from '@slack/bolt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Running, startBolt } from '../sandbox/slack/bolt.ts'
import { createCollector } from '../sandbox/slack/collector.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import { at, browserForTests, hasFocus, leave, playedIn, type Screen, wordsOf } from './browser.ts'
import { choicesForm, inputsForm, interactive } from './kitchen-sink.ts'

const { visit } = browserForTests()

/** What the app received: which element, and its value. */
type Payload = Readonly<Record<string, unknown>>

describe.each(playedIn('light'))('interactive Block Kit, $name', ({ theme, size }) => {
  let running: Running
  let page: Screen
  const acts = createCollector<Payload>()
  const forms = createCollector<Payload>()
  /** Resolved when the app may answer a slow submission, which it may not have received yet. */
  const slowAnswer = Promise.withResolvers<void>()

  const listen = (app: App) => {
    app.command(/^\/.*/, async ({ ack, command, client }) => {
      await ack()
      const view = command.command === '/inputs' ? inputsForm : choicesForm
      await client.views.open({ trigger_id: command.trigger_id, view })
    })
    app.action(/.*/, async ({ ack, action, body, client }) => {
      await ack()
      acts.add(action as unknown as Payload)
      if ('action_id' in action && action.action_id === 'push' && 'trigger_id' in body)
        await client.views.push({ trigger_id: body.trigger_id, view: choicesForm })
    })
    app.options('external', async ({ ack, options }) => {
      const text = { type: 'plain_text' as const, text: `Found ${options.value}` }
      await ack({ options: [{ text, value: options.value }] })
    })
    app.view('inputs', async ({ ack, view }) => {
      const values = Object.assign({}, ...Object.values(view.state.values)) as Record<
        string,
        { value?: string }
      >
      if (values.name?.value === 'slow') await slowAnswer.promise
      if (values.name?.value === 'taken')
        await ack({ response_action: 'errors', errors: { name: 'There is one of that name.' } })
      else await ack()
      forms.add(values)
    })
    app.view('choices', async ({ ack, view }) => {
      await ack()
      forms.add(Object.assign({}, ...Object.values(view.state.values)))
    })
  }

  beforeAll(async () => {
    running = await startBolt('socket', listen, { rateLimits: false })
    await clientOf(running.slack).chat.postMessage({ channel: CHANNELS.brandVisibility, ...interactive })
    page = await visit(at(running.slack.url, USERS.member, CHANNELS.brandVisibility), { theme, size })
  })
  afterAll(() => leave(page, running))

  /** The next action that the app receives while `act` runs. */
  const nextAction = async (act: () => Promise<unknown>): Promise<Payload> => {
    const count = acts.items.length
    await act()
    return (await acts.have(count + 1))[count] ?? {}
  }

  const inMessage = (name: string | RegExp) => page.message('Everything to use').getByRole('button', { name })
  const combo = (name: string) => page.message('Everything to use').getByRole('combobox', { name })

  it('notifies the app of a button; with a confirmation, only after it, and without losing the place', async () => {
    expect(await nextAction(() => inMessage('Plain').click())).toMatchObject({
      action_id: 'plain',
      value: 'v',
    })
    await inMessage('Asks first').click()
    await page.modal().getByText('It can’t be undone.').waitFor()
    await page.modal().getByRole('button', { name: 'No', exact: true }).click()
    await page.modal().waitFor({ state: 'detached' })
    expect(await hasFocus(inMessage('Asks first'))).toBe(true)
    await inMessage('Asks first').press('Enter')
    const sure = page.modal().getByRole('button', { name: 'Do it' })
    expect(await nextAction(() => sure.click())).toMatchObject({ action_id: 'asks' })
  })

  it('opens the overflow menu with the keyboard', async () => {
    await inMessage('More actions').press('ArrowDown')
    await page.getByRole('menuitem', { name: 'First' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const act = await nextAction(() => page.keyboard.press('Enter'))
    expect(act).toMatchObject({ action_id: 'overflow', selected_option: { value: '2' } })
    expect(await page.getByRole('menu').count()).toBe(0)
  })

  it('notifies the app of the choice in each select', async () => {
    const choose = (name: string, text: string, option: string) =>
      nextAction(async () => {
        await combo(name).click()
        await combo(name).fill(text)
        await page.getByRole('listbox').getByRole('option', { name: option }).click()
      })
    expect(await choose('Static', 'two', 'Two')).toMatchObject({ selected_option: { value: 'two' } })
    expect(await choose('External', 'abc', 'Found abc')).toMatchObject({ selected_option: { value: 'abc' } })
    expect(await choose('User', 'jonas', 'Jonas Weber')).toMatchObject({ selected_user: USERS.member2 })
    expect(await choose('Conversation', 'general', '#general')).toMatchObject({
      selected_conversation: CHANNELS.general,
    })
    expect(await choose('Channel', 'market', '#marketing')).toMatchObject({
      selected_channel: CHANNELS.marketing,
    })
  })

  it('notifies the app of a multi-select when it closes', async () => {
    await combo('Several').click()
    await page.getByRole('listbox').getByRole('option', { name: 'One' }).click()
    await page.getByRole('listbox').getByRole('option', { name: 'Two' }).click()
    expect(await nextAction(() => page.keyboard.press('Escape'))).toMatchObject({
      selected_options: [{ value: 'one' }, { value: 'two' }],
    })
  })

  it('notifies the app of dates, times, checkboxes and radio buttons', async () => {
    const shown = page.message('Everything to use')
    const fill = (label: string, value: string) =>
      nextAction(() => shown.getByLabel(label, { exact: true }).fill(value))
    expect(await fill('A day', '2026-12-24')).toMatchObject({ selected_date: '2026-12-24' })
    expect(await fill('A time', '18:30')).toMatchObject({ selected_time: '18:30' })
    const both = await fill('Date and time', '2026-12-24T18:30')
    expect(both).toMatchObject({ selected_date_time: Date.parse('2026-12-24T17:30Z') / 1000 })
    expect(await nextAction(() => shown.getByRole('checkbox', { name: 'Two' }).check())).toMatchObject({
      selected_options: [{ value: 'two' }],
    })
    expect(await nextAction(() => shown.getByRole('radio', { name: 'One' }).check())).toMatchObject({
      selected_option: { value: 'one' },
    })
  })

  it('keeps a form open while a field is invalid, explains why, and focuses the field', async () => {
    await page.send('/inputs')
    const form = page.modal()
    const name = form.getByRole('textbox', { name: 'Name' })
    expect(await wordsOf(form.getByRole('note'))).toContain('Warning: Careful')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Please complete this required field').first().waitFor()
    expect(await hasFocus(name)).toBe(true)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await form.getByText('Mail', { exact: true }).click()
    expect(await hasFocus(form.getByRole('textbox', { name: 'Mail' }))).toBe(true)
    await name.fill('taken')
    await form.getByRole('textbox', { name: 'Mail' }).fill('no mail')
    await form.getByRole('textbox', { name: 'Address' }).fill('https://example.com/')
    await form.getByRole('spinbutton', { name: 'Number' }).fill('7')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText(/include an '@'/).waitFor()
    await form.getByRole('textbox', { name: 'Mail' }).fill('maya@example.com')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('There is one of that name.').waitFor()
    expect(await form.getByRole('spinbutton', { name: 'Number' }).inputValue()).toBe('7')
    expect(await page.barriers('dialog[open]')).toEqual([])
  })

  it('shows that a form is being sent, together with the typed values', async () => {
    const count = forms.items.length
    await page.modal().getByRole('textbox', { name: 'Name' }).fill('slow')
    await page.modal().getByRole('textbox', { name: 'Many lines' }).fill('one\ntwo')
    await page.modal().getByRole('button', { name: 'Save' }).click()
    const sending = page.modal().getByRole('button', { name: 'Sending…' })
    await sending.waitFor()
    expect(await sending.isDisabled()).toBe(true)
    slowAnswer.resolve()
    await page.modal().waitFor({ state: 'detached' })
    expect((await forms.have(count + 1))[count]).toMatchObject({
      name: { value: 'slow' },
      mail: { value: 'maya@example.com' },
      address: { value: 'https://example.com/' },
      number: { value: '7' },
      lines: { value: 'one\ntwo' },
    })
    expect(await hasFocus(page.composer())).toBe(true)
  })

  it('opens a form above another, and keeps the values of the one below', async () => {
    await page.send('/inputs')
    await page.modal().getByRole('textbox', { name: 'Name' }).fill('Below')
    await page.modal().getByRole('button', { name: 'Another form' }).click()
    const above = page.getByRole('dialog', { name: 'Choices' })
    await above.waitFor()
    expect(running.slack.views(USERS.member)[0]?.values.name?.name).toMatchObject({ value: 'Below' })
    await above.getByRole('checkbox', { name: 'One' }).check()
    const pick = async (menu: string, text: string, option: string) => {
      await above.getByRole('combobox', { name: menu }).fill(text)
      await page.getByRole('listbox').getByRole('option', { name: option }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await above.getByRole('button', { name: `Remove ${option}` }).waitFor()
    }
    await pick('Several people', 'gre', 'Greta Silva')
    await pick('Several channels', 'gen', '#general')
    await pick('Several conversations', 'mark', '#marketing')
    await pick('Several found', 'abc', 'Found abc')
    const count = forms.items.length
    await above.getByRole('button', { name: 'Choose' }).click()
    expect((await forms.have(count + 1))[count]).toMatchObject({
      boxes: { selected_options: [{ value: 'one' }] },
      people: { selected_users: [USERS.guest] },
      channels: { selected_channels: [CHANNELS.general] },
      talks: { selected_conversations: [CHANNELS.marketing] },
      external: { selected_options: [{ value: 'abc' }] },
    })
    const below = page.getByRole('dialog', { name: 'Inputs' })
    expect(await below.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Below')
    await page.keyboard.press('Escape')
    await below.waitFor({ state: 'detached' })
  })
})
