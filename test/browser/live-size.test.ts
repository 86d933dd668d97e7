/** The heights of the demo’s own messages and its Home tab, at the widths for which the target screens were measured. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { Stage } from '../stage.ts'
import { at, browserForTests, type Screen } from './browser.ts'
import { stageAfterEightWeeks } from './eight-weeks.ts'

const { visit } = browserForTests()

/** In pixels, by width; `task` is where “Create task” ends. */
const sizes = [
  { viewport: { width: 1280, height: 900 }, most: { digest: 620, task: 430, tasks: 400, home: 700 } },
  { viewport: { width: 390, height: 844 }, most: { digest: 900, task: 600, tasks: 620, home: 950 } },
] as const

let stage: Stage
beforeAll(async () => {
  stage = await stageAfterEightWeeks()
})
afterAll(() => stage?.stop())

describe.each(sizes)('the demo after eight weeks, $viewport.width wide', ({ viewport, most }) => {
  let page: Screen
  beforeAll(async () => {
    page = await visit(at(stage.slack.url, USERS.member, stage.channel))
    await page.setViewportSize(viewport)
    await page.message(/in the thread/).waitFor()
  })
  // Otherwise the page would keep sending requests to a stopped Slack.
  afterAll(() => page?.close())

  const heightOf = (shown: Locator) =>
    shown.evaluate((element) => Math.ceil(element.getBoundingClientRect().height))

  it('has a digest with “Create task” on the first screen', async ({ annotate }) => {
    const digest = page.message(/in the thread/)
    const top = (await digest.boundingBox())?.y ?? Number.NaN
    const create = await digest
      .getByRole('button', { name: /^Create task/ })
      .first()
      .boundingBox()
    const task = Math.ceil((create?.y ?? Number.NaN) + (create?.height ?? 0) - top)
    const height = await heightOf(digest)
    await annotate(`digest ${height}, “Create task” ends at ${task}`)
    expect(height).toBeLessThanOrEqual(most.digest)
    expect(task).toBeGreaterThan(100)
    expect(task).toBeLessThanOrEqual(most.task)
  })

  if (viewport.width > 1_000)
    it('opens the channel with the digest’s headline in sight', async () => {
      const headline = page.message(/in the thread/).getByText(/Northwind fell 5\.2 points/)
      const [box, log] = [await headline.boundingBox(), await page.channel().boundingBox()]
      expect(box?.y).toBeGreaterThanOrEqual(log?.y ?? Number.POSITIVE_INFINITY)
      expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(viewport.height)
    })

  it('has a short list of tasks', async () => {
    await page.send('/sightline tasks')
    const tasks = page.message(/tasks are open/)
    await tasks.waitFor()
    expect(await heightOf(tasks)).toBeLessThanOrEqual(most.tasks)
  })

  it('has a Home tab that fits', async ({ annotate }) => {
    await page.goTo(/^Sightline Home$/)
    await page.getByRole('heading', { name: 'Where Northwind stands' }).waitFor()
    await page.channel().waitFor({ state: 'detached' })
    const height = await heightOf(page.locator('.home .content'))
    await annotate(`Home ${height}`)
    expect(height).toBeLessThanOrEqual(most.home)
  })
})
