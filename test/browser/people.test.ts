import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, browserForTests, hasFocus, leave, looks, phone, type Screen } from './browser.ts'
import { wednesday } from './eight-weeks.ts'

const { visit } = browserForTests()

describe.each(looks)('users and their settings, $name', ({ theme, size }) => {
  let stage: Stage
  let page: Screen

  beforeAll(async () => {
    stage = await startStage({ ...wednesday, rateLimits: false })
    await digestStep(stage)
    page = await visit(at(stage.slack.url, USERS.owner, stage.channel), { theme, size })
    await page.message('brands in the thread').waitFor()
  })
  afterAll(() => leave(page, stage))

  const become = async (name: string) => {
    await page.showSidebar()
    await page.getByRole('combobox', { name: 'You are' }).selectOption({ label: name })
    await leaveSidebar()
  }
  const leaveSidebar = async () => {
    if (size !== phone) return
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Workspace' }).waitFor({ state: 'hidden' })
  }
  const places = () =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('listitem').allTextContents()

  it('include a member, an admin, a guest and an external user, who see their own channels', async () => {
    await page.showSidebar()
    const names = await page.getByRole('combobox', { name: 'You are' }).getByRole('option').allTextContents()
    for (const role of ['(owner)', '(admin)', '(member)', '(guest)', '(other workspace)'])
      expect(names.some((name) => name.endsWith(role))).toBe(true)
    expect((await places()).join(' ')).toContain('brand-leads')
    expect(await page.barriers('.sidebar')).toEqual([])
    await become('Maya Lindqvist (member)')
    await page.showSidebar()
    await page.place(/brand-leads/).waitFor({ state: 'detached' })
    await leaveSidebar()
    await page.message('brands in the thread').waitFor()
  })

  it('see their own Home tab of the app', async () => {
    await page.goTo(/^Sightline Home$/)
    await page.homeDigests().waitFor()
    await become('Greta Silva (guest)')
    await page
      .getByText(/^Guests/)
      .first()
      .waitFor()
  })

  it('open the message that a link points to, as the same user', async () => {
    await page.goto(at(stage.slack.url, USERS.member, 'home'))
    await page.getByRole('link', { name: /^Weekly brand visibility/ }).click()
    await page.getByRole('heading', { level: 2, name: '#brand-visibility' }).waitFor()
    await page.message('Weekly brand visibility').waitFor()
    await page.showSidebar()
    expect(await page.getByRole('combobox', { name: 'You are' }).inputValue()).toBe(USERS.member)
    await page.goTo(/^Sightline Home$/)
    await page.getByRole('main').getByRole('button', { name: '#brand-visibility' }).first().click()
    await page.message('Weekly brand visibility').waitFor()
  })

  it('type anywhere into the composer, and reach everything with the keyboard', async () => {
    await page.goto(at(stage.slack.url, USERS.owner, stage.channel))
    await page.message('brands in the thread').waitFor()
    await page.getByRole('heading', { level: 2, name: '#brand-visibility' }).click()
    await page.keyboard.type('/sight')
    await page.getByRole('option', { name: /\/sightline/ }).waitFor()
    await expect.poll(() => page.composer().inputValue()).toBe('/sight')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Backspace')
    await page.showSidebar()
    await page.place('marketing').press('Enter')
    await page.getByRole('heading', { level: 2, name: '#marketing' }).waitFor()
    // On a phone, focusing the composer would open the keyboard.
    const focused =
      size === phone ? page.getByRole('button', { name: 'Channels and settings' }) : page.composer()
    await expect.poll(() => hasFocus(focused)).toBe(true)
  })

  it('choose an appearance, which is kept', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const before = await ground()
    const other = theme === 'light' ? 'Dark' : 'Light'
    await page.showSidebar()
    const choice = page.getByRole('combobox', { name: 'Appearance' })
    await choice.selectOption(other)
    await expect.poll(ground).not.toBe(before)
    await page.reload()
    await page.showSidebar()
    expect(await choice.inputValue()).toBe(other.toLowerCase())
    await expect.poll(ground).not.toBe(before)
  })

  if (size === phone)
    it('see only the channel at phone width, with the rest a tap away and nothing beyond the edge', async () => {
      const small = await visit(at(stage.slack.url, USERS.owner, stage.channel), { theme, size })
      await small.message('brands in the thread').waitFor()
      await expect.poll(() => small.overhang()).toBe(0)
      const menu = small.getByRole('button', { name: 'Channels and settings' })
      await small.getByRole('navigation', { name: 'Workspace' }).waitFor({ state: 'hidden' })
      await menu.tap()
      const home = small.place(/^Sightline Home$/)
      await home.waitFor()
      await small.keyboard.press('Escape')
      await home.waitFor({ state: 'hidden' })
      await menu.tap()
      await home.tap()
      await small.homeDigests().waitFor()
      await expect.poll(() => small.overhang()).toBe(0)
      await menu.tap()
      await small.place(/^brand-visibility/).tap()
      await small
        .message('Weekly brand visibility')
        .getByRole('button', { name: /^Reply in thread/ })
        .tap()
      await small.getByRole('main', { name: 'Thread' }).waitFor()
      await small.channel().waitFor({ state: 'hidden' })
      await expect.poll(() => small.overhang()).toBe(0)
    })
})
