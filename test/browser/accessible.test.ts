import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, browserForTests, looks, phone, type Screen } from './browser.ts'
import { wednesday } from './eight-weeks.ts'

const { visit } = browserForTests()

let stage: Stage
beforeAll(async () => {
  stage = await startStage(wednesday)
  await digestStep(stage)
})
afterAll(() => stage?.stop())

describe.each(looks)('the page is accessible, $name', ({ theme, size }) => {
  let page: Screen
  beforeAll(async () => {
    page = await visit(at(stage.slack.url, USERS.owner, stage.channel), { theme, size })
    await page.message('brands in the thread').waitFor()
  })

  it('in the channel', async () => {
    expect(await page.barriers()).toEqual([])
  })

  it('in a command’s completion and its answer', async () => {
    await page.composer().fill('/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
    expect(await page.barriers('.composer')).toEqual([])
    await page.send('/sightline visibility')
    await page.message('Share to channel').waitFor()
    expect(await page.barriers('.message.ephemeral')).toEqual([])
  })

  it('in the settings: the first questions, the summary and its forms', async () => {
    await page.send('/sightline settings')
    await page.modal().getByText('What should Sightline look at').waitFor()
    expect(await page.barriers('dialog[open]')).toEqual([])
    await page.modal().getByRole('button', { name: 'All settings' }).click()
    for (const group of ['Recommendations', 'Names']) {
      const change = page.modal().getByRole('button', { name: `Change: ${group}` })
      await change.waitFor()
      expect(await page.barriers('dialog[open]')).toEqual([])
      await change.click()
      const back = page.modal().getByRole('button', { name: 'Back: all settings' })
      await back.waitFor()
      expect(await page.barriers('dialog[open]')).toEqual([])
      await back.click()
    }
    await page.modal().getByRole('button', { name: 'Close' }).first().click()
  })

  it('in a thread', async () => {
    await page.message('Weekly brand visibility').getByRole('button', { name: /repl/ }).first().click()
    await page.getByRole('heading', { name: 'Thread' }).waitFor()
    expect(await page.barriers('.side')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('in the list of ids, tokens and methods', async () => {
    const about = await visit(`${stage.slack.url}about`, { theme, size })
    await about.getByRole('heading', { name: 'Web API methods' }).waitFor()
    expect(await about.barriers()).toEqual([])
    await about.getByRole('link', { name: 'Back to' }).click()
    if (size === phone) await about.showSidebar()
    await about.getByRole('link', { name: 'IDs, tokens and methods' }).click()
    await about.getByRole('cell', { name: USERS.member, exact: true }).waitFor()
  })

  it('in the Home tab', async () => {
    await page.goto(at(stage.slack.url, USERS.owner, 'home'))
    await page.homeDigests().waitFor()
    expect(await page.barriers()).toEqual([])
  })
})
