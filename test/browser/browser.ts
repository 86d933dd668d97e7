/** A real browser for the tests in this folder: one per file, and a new profile per visit. */
import axe from 'axe-core'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openBrowser, pictureSettings } from '../../sandbox/browser.ts'
import { isThorough } from '../properties/thorough.ts'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

export const desktop = { width: 1280, height: 900 } as const
export const phone = { width: 375, height: 812 } as const

/** Both themes and both widths in two combinations, because a theme's differences don't depend on the width. */
export const looks = [
  { name: 'in light on a desktop', theme: 'light', size: desktop },
  { name: 'in dark on a phone', theme: 'dark', size: phone },
] as const

/** For steps that are the same in both looks: one look by day, both by night. */
export const playedIn = (theme: Theme): readonly (typeof looks)[number][] =>
  isThorough ? looks : looks.filter((look) => look.theme === theme)

interface Look {
  readonly theme?: Theme
  readonly size?: typeof desktop | typeof phone
}

/** A page of the sandbox, with what users do and see on it. */
export type Screen = Page & ReturnType<typeof stepsOn>

/** Generous, because others may share two cores. Normally nothing waits this long. */
const patienceMs = 50_000

/**
 * Starts the file's browser, and fails each test during which a page reported an error on its console.
 * @param wanted as for `openBrowser`
 */
export function browserForTests(wanted?: string) {
  let browser: Browser | undefined
  const complaints: string[] = []
  beforeAll(async () => {
    browser = await openBrowser(wanted)
  }, 120_000)
  afterEach(() => {
    expect(complaints.splice(0), 'the console of the page').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
  })
  return {
    /** Opens the URL like a user. The page is closed after the file. */
    visit: async (url: string, { theme = 'light', size = desktop }: Look = {}): Promise<Screen> => {
      if (browser === undefined) throw new Error('the browser has not started')
      const touch = size === phone ? { hasTouch: true, isMobile: true } : {}
      const context = await browser.newContext({
        ...pictureSettings,
        colorScheme: theme,
        viewport: size,
        // A sidebar that is sliding in or out looks like one that isn't moving.
        reducedMotion: 'reduce',
        ...touch,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(patienceMs)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type()))
          complaints.push(`${line.text()} ${line.location().url}`)
      })
      await page.goto(url)
      return Object.assign(page, stepsOn(page))
    },
  }
}

function stepsOn(page: Page) {
  const channel = (): Locator => page.getByRole('log', { name: 'Messages' })
  const composer = (): Locator => page.getByRole('main').getByRole('combobox', { name: /^Message / })
  const place = (name: string | RegExp): Locator =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name })
  const showSidebar = async (): Promise<void> => {
    // Right after the page opens, nothing is there yet.
    await page.locator('.sidebar').waitFor({ state: 'attached' })
    const menu = page.getByRole('button', { name: 'Channels and settings' })
    if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
  }
  const overhang = (): Promise<number> =>
    page.evaluate(
      "Math.max(...[...document.querySelectorAll('html, .messages, .modal-body, .exchanges, .side')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))",
    )
  return {
    /** How many pixels of the page, its messages or a form are beyond the right edge. */
    overhang,
    /** The channel's messages. */
    channel,
    /** The field for writing in the channel. */
    composer,
    /** A channel, direct message or Home tab in the sidebar. */
    place,
    /** Opens the sidebar on a phone. */
    showSidebar,
    /** The newest message in the channel that contains this text. */
    message: (saying: string | RegExp): Locator =>
      channel().getByRole('article').filter({ hasText: saying }).last(),
    /** The Home tab's words on digests. */
    homeDigests: (): Locator => page.getByText(/Digest: |digests in your channels/).first(),
    /** The top modal. */
    modal: (): Locator => page.getByRole('dialog'),
    /** A thread or a tool: beside the channel, or instead of it if there is no room for both. */
    beside: (name: string): Locator =>
      page.getByRole('complementary', { name }).or(page.getByRole('main', { name })),
    /** Types into the composer and sends the text. */
    send: async (text: string): Promise<void> => {
      await composer().fill(text)
      await composer().press('Enter')
    },
    /** Goes to a channel or the Home tab through the sidebar, which a phone shows on request. */
    goTo: async (name: string | RegExp): Promise<void> => {
      // The sidebar may still be closing at this time.
      const isShown = async () => {
        await showSidebar()
        return place(name).isVisible()
      }
      await expect.poll(isShown).toBe(true)
      const target = await place(name).elementHandle()
      await target?.click()
      // Otherwise typed text would go to the previous place. The button's name may change when new messages are read.
      await page.waitForFunction((button) => button?.hasAttribute('aria-current'), target)
    },
    /**
     * What is beyond the right edge, and what axe-core finds wrong in the current view, with a rule and a place per line.
     * Themes differ only in their colours, and most pages are checked in `looks`: each in its own theme, or in both if
     * all cases are run.
     * @param within a selector: axe-core checks only this part, which is faster
     */
    barriers: async (within = 'html', { inBoth = isThorough } = {}): Promise<string[]> => {
      await page.evaluate(`window.axe === undefined && (() => { ${axe.source} })()`)
      const violations = async (options: unknown) => {
        const run = `axe.run('${within}', ${JSON.stringify(options)})`
        const lines = `.then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
          nodes.map(({ target, failureSummary }) => [id, help, target.join(' '), failureSummary].join(' | '))))`
        return page.evaluate<string[]>(run + lines)
      }
      const beyond = await overhang()
      const edge = beyond > 0 ? [`${beyond} pixels beyond the edge`] : []
      if (!inBoth) return [...edge, ...(await violations({}))]
      const all = [...edge, ...(await violations({ rules: { 'color-contrast': { enabled: false } } }))]
      const prefersDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        const contrast = await violations({ runOnly: ['color-contrast'] })
        all.push(...contrast.map((line) => `${theme}: ${line}`))
      }
      await page.emulateMedia({ colorScheme: prefersDark ? 'dark' : 'light' })
      return all
    },
  }
}

/** Closes the browser's pages first: they would keep sending requests to a stopped Slack. */
export async function leave(page: Page | undefined, visited: { stop(): Promise<void> } | undefined) {
  for (const each of page?.context().browser()?.contexts() ?? []) await each.close()
  await visited?.stop()
}

/** A property of the element's style, as computed by the browser. */
export const styleOf = (place: Locator, property: string): Promise<string> =>
  place.evaluate(
    (element, name) => element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(name),
    property,
  )

/** All of the element's text, including text for screen readers. */
export const wordsOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? ''

export const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === element.ownerDocument.activeElement)

/** The page's URL for a user in a channel, with additional parameters. */
export const at = (url: string, user: string, place: string, more: Readonly<Record<string, string>> = {}) =>
  `${url}#${new URLSearchParams({ user, place, ...more })}`
