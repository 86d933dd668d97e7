/** Every button of the Home tab, for a person with open tasks: none leads nowhere or into an error. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { Stage } from '../stage.ts'
import { at, browserForTests, modal, place, wordsOf } from './browser.ts'
import { stageAfterEightWeeks } from './eight-weeks.ts'

const { visit } = browserForTests()

const broken = /out of date|can’t be|couldn’t|went wrong|Reference:/

describe('the Home tab', () => {
  let stage: Stage
  let page: Page
  beforeAll(async () => {
    stage = await stageAfterEightWeeks()
  })
  afterEach(() => page?.close())
  afterAll(() => stage?.stop())

  const home = () => page.locator('.home .content')
  const open = async () => {
    if (page === undefined || page.isClosed()) page = await visit(at(stage.slack.url, USERS.member, 'home'))
    else {
      // An open form would still be there.
      for (let open = await modal(page).count(); open > 0; open -= 1) {
        await page.keyboard.press('Escape')
        await expect.poll(() => modal(page).count()).toBeLessThan(open)
      }
      await page.goto(at(stage.slack.url, USERS.member, 'home'))
      await page.reload()
    }
    await home()
      .getByRole('heading', { name: /^Where .* stands$/ })
      .waitFor()
  }
  const namesOf = (all: Locator) =>
    all.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    )
  /** What somebody sees after a click: a form with content, a message in the direct messages, or another Home tab. */
  const answered = async (before: string, clicked: string) => {
    const unread = place(page, /^Sightline new messages$/)
    const seen = async () => {
      const form = (await modal(page).count()) > 0 ? await wordsOf(modal(page).last()) : ''
      if (form !== '' && !/one moment|Loading/.test(form)) return form
      if (await unread.isVisible()) return 'a message'
      const now = await wordsOf(home())
      return now === before ? '' : now
    }
    await expect.poll(seen, { message: clicked }).not.toBe('')
    return seen()
  }

  it('has no button that leads nowhere', async () => {
    const shown = async () => {
      await open()
      return namesOf(home().getByRole('button'))
    }
    const kinds = ['Mark as done', 'See how', 'View brief', 'Channel settings', 'Create task']
    // The weeks around a task may still be read in the background: until then it has no “See how”.
    await expect
      .poll(shown)
      .toEqual(expect.arrayContaining(kinds.map((kind) => expect.stringMatching(`^${kind}`))))
    // Links to channels and people aren't Sightline's.
    const buttons = (await shown()).filter((name) => !/^[#@]/.test(name))
    // What changes the tab comes last.
    const inTurn = buttons.toSorted(
      (one, other) => Number(one.startsWith('Create task')) - Number(other.startsWith('Create task')),
    )
    for (const name of inTurn) {
      await open()
      const before = await wordsOf(home())
      const target = home().getByRole('button', { name, exact: true }).first()
      const isMenu = (await target.getAttribute('aria-haspopup')) === 'menu'
      await target.click()
      if (!isMenu) {
        expect(await answered(before, name), name).not.toMatch(broken)
        continue
      }
      const items = await namesOf(page.getByRole('menuitem'))
      expect(items.length, name).toBeGreaterThan(2)
      for (const item of items.toSorted(
        (one, other) => Number(/Pause/.test(one)) - Number(/Pause/.test(other)),
      )) {
        await open()
        const shown = await wordsOf(home())
        await home().getByRole('button', { name, exact: true }).first().click()
        await page.getByRole('menuitem', { name: item, exact: true }).click()
        expect(await answered(shown, item), item).not.toMatch(broken)
      }
    }
  })
})
