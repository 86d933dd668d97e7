import { Buffer } from 'node:buffer'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, startSlack, TEAM, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import { at, browserForTests, playedIn, type Screen, styleOf, wordsOf } from './browser.ts'
import { chartsMessages, foreignPicture, pictures, readable, tableMessage } from './kitchen-sink-reading.ts'

const { visit } = browserForTests()

/** Four pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGPgzisFIgYIBQAYbgO5Ck7ggQAAAABJRU5ErkJggg==',
  'base64',
)

let slack: SlackSandbox
beforeAll(async () => {
  slack = await startSlack({ rateLimits: false })
  const client = clientOf(slack)
  const { files } = await client.filesUploadV2({ filename: 'shares.png', file: picture })
  const file = files[0]?.files?.[0]?.id ?? ''
  const { user } = await client.users.info({ user: USERS.member })
  const charts = chartsMessages.map((blocks) => ({ text: 'Charts', blocks: [...blocks] }))
  const uploaded = pictures(file, user?.profile?.image_72 ?? '')
  for (const content of [readable, tableMessage, uploaded, foreignPicture, ...charts])
    await client.chat.postMessage({ channel: CHANNELS.brandVisibility, ...content })
  const { canvas_id } = await client.canvases.create({
    channel_id: CHANNELS.marketing,
    title: 'Brand review',
    document_content: {
      type: 'markdown',
      markdown: `# October\n\n**Three** by ![](@${USERS.member}).\n\n## Open\n\n- [x] one\n- [ ] two\n\n| Task | Since |\n|---|---|\n| Thread | 4 Oct |`,
    },
  })
  const address = `https://${TEAM.domain}.slack.com/docs/${TEAM.id}/${canvas_id}`
  await client.chat.postMessage({ channel: CHANNELS.brandVisibility, text: `Kept in <${address}|a canvas>` })
  await client.filesUploadV2({
    channel_id: CHANNELS.brandVisibility,
    filename: 'chart.png',
    file: picture,
  })
})
afterAll(() => slack?.stop())

describe.each(playedIn('light'))('a message, $name', ({ theme, size }) => {
  let page: Screen
  beforeAll(async () => {
    page = await visit(at(slack.url, USERS.member, CHANNELS.brandVisibility), { theme, size })
    await page.channel().getByRole('img', { name: 'chart.png' }).waitFor()
  })

  it('shows every kind of text, and turns no words into markup', async () => {
    const shown = page.message('Everything that reads')
    const text = await wordsOf(shown)
    for (const part of ['A field', 'Another', 'Quiet words', 'A card', 'With a body', 'In the container'])
      await shown.getByText(part, { exact: true }).waitFor()
    await shown.getByRole('heading', { name: 'A header: Everything that reads' }).waitFor()
    expect(await shown.getByRole('link', { name: 'a link' }).getAttribute('href')).toBe(
      'https://example.com/',
    )
    await shown.getByText('@Maya Lindqvist').waitFor()
    await shown.getByText('#marketing').waitFor()
    await shown.getByText('Nov 16, 2026').waitFor()
    expect(text).toContain('🎉')
    expect(text).toContain('<b>no markup</b>')
    expect(await shown.getByRole('separator').count()).toBe(1)
  })

  it('shows rich text and Markdown with their formatting', async () => {
    const shown = page.message('Everything that reads')
    const weight = (words: string) => styleOf(shown.getByText(words, { exact: true }), 'font-weight')
    expect([await weight('Rich'), await weight('Strong'), await weight('Bold')]).toEqual([
      '700',
      '700',
      '700',
    ])
    expect(await shown.locator('pre').textContent()).toBe('let it = stand')
    expect(await shown.getByRole('listitem').allTextContents()).toEqual(['•one', '•two'])
  })

  it('folds and unfolds a container', async () => {
    const head = page.message('Everything that reads').getByRole('button', { name: /A container/ })
    const inside = page.getByText('In the container')
    await inside.waitFor()
    await head.click()
    await inside.waitFor({ state: 'hidden' })
    await head.press('Enter')
    await inside.waitFor()
  })

  const ofMonths = 'MonthNorthwindContosoMay54.1-1.5June1,262.458'
  it.for([
    ['Bars', ofMonths],
    ['Lines', ofMonths],
    ['Areas', ofMonths],
    ['Parts', 'Northwind375%Others125%'],
  ] as const)('draws %s, with readable values', async ([title, values]) => {
    const figure = page.channel().getByRole('figure', { name: title })
    const drawing = await figure.locator('svg').boundingBox()
    expect(drawing?.height).toBeGreaterThan(60)
    const table = figure.getByRole('table', { name: `${title}: values` })
    expect(await wordsOf(table)).toContain(values)
    if (values === ofMonths) await figure.getByText('Score · Month').waitFor()
    await figure.getByRole('button', { name: 'Show values' }).click()
    await figure.getByRole('button', { name: 'Hide values' }).waitFor()
    expect((await table.boundingBox())?.width).toBeGreaterThan(50)
  })

  it('is accessible, and nothing extends beyond the edge', async () => {
    expect(await page.barriers()).toEqual([])
  })

  it('shows every row of a table, numbers on the right, and links in its cells', async () => {
    const table = page.message('Mentions').getByRole('table')
    expect(await table.getByRole('row').count()).toBe(13)
    expect(await table.getByRole('link', { name: 'r/crm' }).getAttribute('href')).toBe(
      'https://example.com/r',
    )
    const last = table.getByRole('cell', { name: '77' })
    await last.waitFor()
    expect(await styleOf(last, 'text-align')).toBe('right')
  })

  it('pages through a long data table and sorts it', async () => {
    const shown = page.message('Two pages')
    const table = shown.getByRole('table', { name: 'Two pages' })
    await shown.getByText('1–5 of 7').waitFor()
    await shown.getByRole('button', { name: 'Next' }).click()
    await shown.getByText('6–7 of 7').waitFor()
    expect(await table.getByRole('rowheader').allTextContents()).toEqual(['Brand 6', 'Brand 7'])
    expect(await shown.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await table.getByRole('button', { name: 'Score' }).click()
    await shown.getByText('1–5 of 7').waitFor()
    expect((await table.getByRole('rowheader').allTextContents())[0]).toBe('Brand 7')
  })

  it('shows no pages below a table that has only one', async () => {
    const shown = page.message('One page')
    await shown.getByRole('table', { name: 'One page' }).waitFor()
    expect(await shown.getByText('1–2 of 2').count()).toBe(0)
    expect(await shown.getByRole('button', { name: 'Next' }).count()).toBe(0)
  })

  /** The picture itself has loaded, not only its frame. */
  const drawn = (image: Locator) =>
    image.evaluate((element: { naturalWidth?: number }) => element.naturalWidth)
  const sizeOf = async (image: Locator) => {
    const box = await image.boundingBox()
    return [box?.width, box?.height]
  }

  it('draws pictures stored in the sandbox: from files and users, beside a text, in a card', async () => {
    const shown = page.message('Beside a picture')
    const image = (name: string) => shown.getByRole('img', { name })
    for (const name of ['The kept one', 'The accessory', 'The banner'])
      expect(await drawn(image(name)), name).toBe(2)
    expect(await sizeOf(image('The accessory'))).toEqual([88, 88])
    await shown.getByText('A picture’s title').waitFor()
    const people = image('Maya')
    expect(await people.count()).toBe(3)
    for (const person of await people.all()) expect(await drawn(person)).toBe(72)
    expect(await sizeOf(people.first())).toEqual([20, 20])
    expect(await sizeOf(shown.locator('[data-icon=rocket]'))).toEqual([36, 36])
    expect(await shown.getByText('described here').count()).toBe(0)
    expect(await drawn(page.channel().getByRole('img', { name: 'chart.png' }))).toBe(2)
  })

  it('describes pictures from other websites, and explains why once', async () => {
    const shown = page.message('A chart of the week')
    expect(await shown.getByRole('img').count()).toBe(0)
    await shown.getByText('Another').waitFor()
    expect(await shown.getByText('The sandbox loads nothing from the internet').count()).toBe(1)
    expect(await shown.getByRole('link', { name: 'Open image' }).count()).toBe(2)
  })

  it('opens a canvas from its link, in its channel’s tabs', async () => {
    await page.message('Kept in a canvas').getByRole('link', { name: 'a canvas' }).click()
    const canvas = page.getByRole('region', { name: 'Brand review' })
    await canvas.getByRole('heading', { name: 'October' }).waitFor()
    expect(await canvas.getByRole('heading').allTextContents()).toEqual(['Brand review', 'October', 'Open'])
    const words = await wordsOf(canvas)
    for (const part of ['Three by @Maya Lindqvist.', '☑one', '☐two', '4 Oct']) expect(words).toContain(part)
    expect(await page.barriers('.canvas')).toEqual([])
    await page.getByRole('heading', { name: '#marketing' }).waitFor()
    await page.getByRole('button', { name: 'Messages', exact: true }).click()
    await page.getByText('No messages yet.').waitFor()
  })
})
