import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { USERS } from '../../sandbox/slack/index.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, barriers, browserForTests, looks, modal, overhang, wordsOf } from './browser.ts'

const { visit } = browserForTests()

describe.each(looks)('a Home tab, $name', ({ theme, size }) => {
  let stage: Stage
  let page: Page

  beforeAll(async () => {
    stage = await startStage({
      minutesBefore: 1,
      now: Temporal.Instant.from('2026-11-04T07:00Z'),
      log: logSink,
    })
    await digestStep(stage)
    page = await visit(at(stage.slack.url, USERS.member, 'home'), { theme, size })
    await page.getByText(/^Recommended \(1 of 5\)$/).waitFor()
    await page.getByRole('heading', { name: 'Where Northwind stands' }).waitFor()
  })
  afterAll(async () => {
    await page?.close()
    await stage?.stop()
  })

  const home = () => page.getByRole('main', { name: 'Sightline' })
  const press = (name: string | RegExp) => home().getByRole('button', { name }).first().click()
  const closeModal = async () => {
    await page.keyboard.press('Escape')
    await modal(page).waitFor({ state: 'detached' })
  }

  it('has nothing beyond the edge, and no barriers', async () => {
    expect(await overhang(page)).toBe(0)
    expect(await barriers(page, 'main')).toEqual([])
  })

  it('opens the brief of the recommendation', async () => {
    await press(/^View brief/)
    await modal(page)
      .getByText(/Brief|What to do/i)
      .first()
      .waitFor()
    expect(await wordsOf(modal(page))).not.toContain('invalid_arguments')
    await closeModal()
  })

  it('creates its task with one click, which is then the person’s own, with a brief', async () => {
    await press(/^Create task/)
    await home().getByRole('heading', { name: 'Your 1 open task' }).waitFor()
    await page.getByText('Recommended (1 of 4)').waitFor()
    await press(/^View brief/)
    await modal(page).waitFor()
    await closeModal()
  })

  it('sets up a digest and a channel through forms', async () => {
    for (const name of ['Set up a digest', 'Channel settings']) {
      await press(name)
      await modal(page).getByText('Channel').first().waitFor()
      await closeModal()
    }
  })

  it('exports the tasks to the direct messages', async () => {
    await press('Export all tasks')
    const files = () =>
      [...stage.slack.channels.values()]
        .filter(({ kind }) => kind === 'im')
        .flatMap(({ id }) => stage.slack.messages(id, USERS.member))
        .flatMap(({ files = [] }) => files)
    await expect.poll(files, { timeout: 20_000 }).toHaveLength(1)
  })

  it('marks the task as done, after which nothing is open', async () => {
    await press(/^Mark as done/)
    await modal(page)
      .getByRole('button', { name: /Mark as done|Save/ })
      .click()
    await home().getByRole('heading', { name: 'You have no open tasks' }).waitFor()
  })
})
