/** The heights of the demo’s own messages and its Home tab, at the widths for which the target screens were measured. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { Stage } from '../stage.ts'
import { at, browserForTests, channel, goTo, message, send } from './browser.ts'
import { stageAfterEightWeeks } from './eight-weeks.ts'

const { visit } = browserForTests()

/** In pixels, by width; `task` is where “Create task” ends. */
const sizes = [
  {
    viewport: { width: 1280, height: 900 },
    most: { digest: 620, task: 430, why: 460, engines: 580, tasks: 400, home: 700 },
  },
  {
    viewport: { width: 390, height: 844 },
    most: { digest: 900, task: 600, why: 670, engines: 690, tasks: 620, home: 950 },
  },
] as const

describe.each(sizes)('the demo after eight weeks, $viewport.width wide', ({ viewport, most }) => {
  let stage: Stage
  let page: Page
  beforeAll(async () => {
    stage = await stageAfterEightWeeks()
    page = await visit(at(stage.slack.url, USERS.member, stage.channel))
    await page.setViewportSize(viewport)
    await message(page, /in the thread/).waitFor()
  })
  afterAll(async () => {
    await page?.close()
    await stage?.stop()
  })

  const heightOf = (saying: RegExp) =>
    message(page, saying).evaluate((article) => Math.ceil(article.getBoundingClientRect().height))

  it('has a digest with “Create task” on the first screen', async ({ annotate }) => {
    const digest = message(page, /in the thread/)
    const task = await digest.evaluate((article) => {
      const buttons = [...article.querySelectorAll('button')]
      const create = buttons.find(({ textContent }) => textContent === 'Create task')
      return Math.ceil((create?.getBoundingClientRect().bottom ?? 0) - article.getBoundingClientRect().top)
    })
    const height = await heightOf(/in the thread/)
    await annotate(`digest ${height}, “Create task” ends at ${task}`)
    expect(height).toBeLessThanOrEqual(most.digest)
    expect(task).toBeGreaterThan(100)
    expect(task).toBeLessThanOrEqual(most.task)
  })

  if (viewport.width > 1_000)
    it('opens the channel with the digest’s headline in sight', async () => {
      const headline = message(page, /in the thread/).getByText(/Northwind fell 5\.2 points/)
      const [box, log] = [await headline.boundingBox(), await channel(page).boundingBox()]
      expect(box?.y).toBeGreaterThanOrEqual(log?.y ?? Number.POSITIVE_INFINITY)
      expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(viewport.height)
    })

  it.each([
    ['why', /Of the change/],
    ['engines', /Perplexity.*Amazon Rufus/],
    ['tasks', /tasks are open/],
  ] as const)('has a short answer to %s', async (command, saying) => {
    await send(page, `/sightline ${command}`)
    await message(page, saying).waitFor()
    expect(await heightOf(saying)).toBeLessThanOrEqual(most[command])
  })

  it('has a Home tab that fits', async ({ annotate }) => {
    await goTo(page, /^Sightline Home$/)
    await page.getByRole('heading', { name: 'Where Northwind stands' }).waitFor()
    await channel(page).waitFor({ state: 'detached' })
    const height = await page
      .locator('.home .content')
      .evaluate((content) => Math.ceil(content.getBoundingClientRect().height))
    await annotate(`Home ${height}`)
    expect(height).toBeLessThanOrEqual(most.home)
  })
})
