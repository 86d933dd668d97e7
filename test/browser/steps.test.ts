/** Shortcuts and workflow steps by hand, with a stock Bolt app: shortcuts on a desktop, steps on a phone. */
import type { App } from '@slack/bolt'
import type { Locator } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { boltForTest, type Running } from '../sandbox/slack/bolt.ts'
import { entryPointsManifest } from '../sandbox/slack/manifest.ts'
import { at, browserForTests, hasFocus, looks, type Screen, wordsOf } from './browser.ts'

const { visit } = browserForTests()

function listen(app: App): void {
  app.shortcut('begin', async ({ ack, shortcut, client }) => {
    await ack()
    const title = { type: 'plain_text' as const, text: 'A new note' }
    const blocks = [{ type: 'section' as const, text: title }]
    await client.views.open({ trigger_id: shortcut.trigger_id, view: { type: 'modal', title, blocks } })
  })
  app.shortcut({ callback_id: 'keep', type: 'message_action' }, async ({ ack, respond }) => {
    await ack()
    await respond({ text: 'Kept.' })
  })
  app.function('greet', async ({ inputs, complete, fail }) => {
    const { id } = inputs.asked_by as { id: string }
    if (inputs.times === 0) await fail({ error: 'Nobody can be greeted 0 times. Ask for at least 1.' })
    else await complete({ outputs: { greeting: `Hello from ${id}` } })
  })
}

const press = async (place: Locator, key: string) => {
  expect(await hasFocus(place)).toBe(true)
  await place.press(key)
}

let running: Running
let page: Screen
afterEach(() => page?.close())

async function open(look: (typeof looks)[number]): Promise<void> {
  running = await boltForTest('http', listen, { manifest: entryPointsManifest })
  running.slack.post({ user: USERS.owner, channel: CHANNELS.general, text: 'Keep me' })
  page = await visit(at(running.slack.url, USERS.member, CHANNELS.general), look)
}
const shortcuts = () => page.getByRole('main').getByRole('button', { name: 'Shortcuts' })
const item = (name: string) => page.getByRole('menuitem', { name })

it('shortcuts are available beside the composer and on each message', async () => {
  await open(looks[0])
  await shortcuts().focus()
  await press(shortcuts(), 'ArrowDown')
  await press(item('Begin a note'), 'ArrowDown')
  expect(await page.barriers('main', { inBoth: true })).toEqual([])
  await press(item('Run a workflow step'), 'ArrowUp')
  await press(item('Begin a note'), 'Enter')
  await page.modal().getByRole('heading', { name: 'A new note' }).waitFor()
  await page.keyboard.press('Escape')
  await page.modal().waitFor({ state: 'detached' })
  await page.channel().getByText('acknowledged in').waitFor()

  const lastingMessage = page.message('Keep me')
  await lastingMessage.hover()
  await lastingMessage.getByRole('button', { name: 'Actions for the message from Olivia Okafor' }).click()
  expect(await page.barriers('main', { inBoth: true })).toEqual([])
  await item('Keep this').click()
  await page.message('Kept.').getByText('Only visible to you').waitFor()
})

it('a workflow step can be run by hand, and shows its result', async () => {
  await open(looks[1])
  await shortcuts().click()
  expect(await page.overhang()).toBe(0)
  await item('Run a workflow step').click()
  const panel = page.beside('Workflow steps')
  const run = panel.getByRole('button', { name: 'Run step' })
  await run.click()
  await panel.getByRole('alert').filter({ hasText: 'Fill in "Channel"' }).waitFor()
  await panel.getByRole('combobox', { name: 'Channel' }).selectOption({ label: '#general' })
  await panel.getByRole('spinbutton', { name: 'How often' }).fill('0')
  await run.click()
  const runs = panel.getByRole('list', { name: 'Runs' }).getByRole('listitem')
  const failed = runs.filter({ hasText: 'Nobody can be greeted 0 times. Ask for at least 1.' })
  await failed.getByText('Failed').waitFor()
  await panel.getByRole('spinbutton', { name: 'How often' }).fill('2')
  await run.click()
  await runs.first().getByText('Completed').waitFor()
  const runText = await wordsOf(runs.first())
  expect(runText).toContain(`Hello from ${USERS.member}`)
  expect(runText).toContain('Started by Maya Lindqvist')
  expect(await page.barriers('.side', { inBoth: true })).toEqual([])

  await panel.getByRole('combobox', { name: 'Started by' }).selectOption({ label: 'A schedule' })
  await run.click()
  await panel.getByRole('alert').filter({ hasText: 'A person must start this workflow' }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})
