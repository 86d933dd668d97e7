import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gallery } from '../blocks/gallery/index.ts'
import { type GalleryServer, startGallery } from '../gallery/server.ts'
import { isThorough } from '../properties/thorough.ts'
import { browserForTests, phone, type Screen, styleOf } from './browser.ts'

const { visit } = browserForTests()

let server: GalleryServer
let page: Screen
beforeAll(async () => {
  server = await startGallery()
  page = await visit(server.url)
  await page.locator('.gallery-count').waitFor()
})
afterAll(() => server?.stop())

const total = gallery.reduce((sum, { exhibits }) => sum + exhibits.length, 0)
const exhibit = (page: Screen, name: string) => page.getByRole('article', { name, exact: true })

describe('the gallery', () => {
  it('shows every exhibit with its description and text', async () => {
    expect(await page.locator('.gallery-count').textContent()).toBe(`${total} of ${total}`)
    const shown = await page.locator('.exhibit').evaluateAll((all) => all.map(({ id }) => id))
    expect(shown).toEqual(gallery.flatMap(({ exhibits }) => exhibits.map(({ name }) => name)))
    const quiet = exhibit(page, 'digest-quiet')
    await quiet.getByText('A week in which nothing moved').waitFor()
    expect(await quiet.getByText('BLOCKS').first().isVisible()).toBe(false)
    await quiet.getByText('Text version').click()
    expect(await quiet.getByText('BLOCKS').first().isVisible()).toBe(true)
  })

  it('finds exhibits by name, description and text', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' })
    for (const words of ['digest-quiet', 'nothing moved', 'no clear change since']) {
      await search.fill(words)
      await exhibit(page, 'digest-quiet').waitFor()
      await exhibit(page, 'visibility-csv-failed').waitFor({ state: 'detached' })
      expect(await page.locator('.exhibit').count(), words).toBeLessThan(total / 4)
    }
    await search.fill('no such words anywhere')
    await page.getByText('No matches.').waitFor()
    await search.fill('')
    await exhibit(page, 'visibility-csv-failed').waitFor()
  })

  it('switches to dark, and back to light', async () => {
    const theme = page.getByRole('combobox', { name: 'Appearance' })
    const ground = () => styleOf(page.locator('body'), 'background-color')
    const light = await ground()
    await theme.selectOption('Dark')
    await expect.poll(ground).not.toBe(light)
    await theme.selectOption('Light')
    await expect.poll(ground).toBe(light)
    await theme.selectOption('System')
  })

  it('shows exhibits at a phone’s width', async () => {
    const width = async () => (await page.locator('#digest-quiet .exhibit-frame').boundingBox())?.width
    expect(await width()).toBeGreaterThan(800)
    await page.getByRole('combobox', { name: 'Width' }).selectOption('Phone')
    await expect.poll(width).toBe(375)
    const avatar = page.locator('#digest-quiet .avatar').first()
    expect(await styleOf(avatar, 'width')).toBe('32px')
    await page.getByRole('combobox', { name: 'Width' }).selectOption('Desktop')
  })
})

describe('the gallery is accessible', () => {
  it('in all its exhibits, in light or dark', { timeout: 300_000 }, async () => {
    await exhibit(page, 'task').waitFor()
    // There are several exhibits of each kind, so one in eight is checked by day. All of them take seconds per look.
    const others = '.exhibit:not(:nth-of-type(8n + 1))'
    if (!isThorough)
      await page.evaluate(`for (const one of document.querySelectorAll('${others}')) one.remove()`)
    expect(await page.barriers('html', { inBoth: true })).toEqual([])
  })

  it('on a phone, where a URL opens its exhibit and nothing extends beyond the edge', async () => {
    const small = await visit(`${server.url}#task`, { size: phone })
    await expect.poll(async () => (await exhibit(small, 'task').boundingBox())?.y).toBeLessThan(phone.height)
    expect(await small.overhang()).toBe(0)
    await small.getByRole('searchbox', { name: 'Search' }).fill('no such words anywhere')
    await small.getByText('No matches.').waitFor()
    expect(await small.barriers('.gallery-bar')).toEqual([])
  })
})
