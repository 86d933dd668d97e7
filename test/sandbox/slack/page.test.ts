import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ICONS from '../../../sandbox/slack/blockkit/icons.json' with { type: 'json' }
import { createPage } from '../../../sandbox/slack/page/server.ts'
import { anyBlock, nastyText } from './arbitrary-blocks.ts'
import { actions, button, cell, mrkdwn, plain, rich, richSection, section, text } from './blocks.ts'

type Block = Record<string, unknown>
interface Rendered {
  blocks(blocks: readonly Block[]): string
  message(message: object): string
}

let folder = ''
let render: Rendered

/** The page's own components, rendered to static HTML as React first renders them. */
const entry = `
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.browser'
import { Blocks } from './blocks/block.tsx'
import { SurroundingsProvider } from './context.ts'
import { Message } from './workspace/message.tsx'
const around = {
  people: [{ id: 'U1', name: 'Mara', isBot: false }, { id: 'B1', name: 'Sightline', isBot: true }],
  channels: [{ id: 'C1', name: 'brand-visibility', kind: 'public' }],
  now: () => Date.parse('2026-11-16T09:00Z'),
  origin: 'http://127.0.0.1:4200',
}
const markup = (element) => renderToStaticMarkup(h(SurroundingsProvider, { value: around }, element))
export const blocks = (blocks) => markup(h(Blocks, { blocks }))
export const message = (message) =>
  markup(h(Message, { message, handlers: {}, replies: 0, lastReply: message.ts, onThread() {} }))
`

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: entry,
      resolveDir: fileURLToPath(new URL('../../../sandbox/slack/page/', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    tsconfigRaw: {},
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  folder = await mkdtemp(join(tmpdir(), 'slack-page-'))
  const file = join(folder, 'page.mjs')
  await writeFile(file, outputFiles[0]?.text ?? '')
  render = (await import(pathToFileURL(file).href)) as Rendered
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a reader sees: without tags, with entities resolved. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

test('the page is bundled, and blocks content from other origins', async () => {
  const page = await createPage()
  expect(page.html).toContain('<script type="module" src="/page.js">')
  expect(page.html).toContain('<link rel="stylesheet" href="/page.css">')
  expect(page.html).toContain("default-src 'none'; script-src 'self'")
  expect(page.script).toContain('/control/state')
  expect(page.script).not.toContain('process.env')
  expect(page.style, 'nothing moves').not.toMatch(/transition:|animation:/)
  expect(await createPage()).toBe(page)
})

describe('hostile text stays text', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>'

  test('in every place that shows it', () => {
    const html = render.blocks([
      { type: 'header', text: plain(hostile) },
      section(mrkdwn(hostile), { fields: [plain(hostile)] }),
      { type: 'context', elements: [plain(hostile)] },
      { type: 'markdown', text: hostile },
      rich(richSection(text(hostile))),
      { type: 'data_table', caption: hostile, rows: [[cell(hostile)], [cell(hostile)]] },
      { type: 'alert', text: plain(hostile) },
      actions(button(hostile)),
    ])
    expect(html).not.toMatch(/<script|<img/)
    expect(textOf(html).split('<script>alert(1)</script>')).toHaveLength(12)
  })

  test('and links only to web and mail addresses', () => {
    const html = render.blocks([
      section(mrkdwn('<javascript:alert(1)|click> <https://a.io/?q=1&amp;b=2|fine> <mailto:a@b.io|mail>')),
      { type: 'markdown', text: '[click](javascript:alert(1)) [data](data:text/html,x)' },
      actions(button('Go', { url: 'javascript:alert(1)' })),
    ])
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://a.io/?q=1&amp;b=2',
      'mailto:a@b.io',
    ])
    expect(html.match(/<a /g)).toHaveLength(html.match(/rel="noopener noreferrer"/g)?.length ?? 0)
    expect(textOf(html)).toContain('<javascript:alert(1)|click>')
  })

  test('and mentions only what was sent as a mention', () => {
    const shown = (words: ReturnType<typeof plain | typeof mrkdwn>) => render.blocks([section(words)])
    expect(shown(mrkdwn('<@U1> &lt;!channel&gt;'))).toContain(
      '<span class="mention">@Mara</span> &lt;!channel&gt;',
    )
    expect(shown(plain('<!channel>'))).not.toContain('mention')
    expect(shown(mrkdwn('<!channel>'))).toContain('<span class="mention broadcast">@channel</span>')
  })

  test('and whatever blocks are sent, nothing throws, and no foreign tag or URL appears', () => {
    const ours = new Set(
      (
        'a article aside blockquote br button caption circle code div em figcaption figure g h3 h4 h5 h6 header hr ' +
        'img input label li line option p path pre rect s section select small span strong svg table tbody td text ' +
        'textarea th thead time title tr ul'
      ).split(' '),
    )
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 4 }), nastyText, (blocks, text) => {
        const html =
          render.blocks(blocks) + render.message({ ts: '1795000000.000001', user: text, text, blocks: [] })
        expect([...html.matchAll(/<([a-z0-9]+)/g)].filter(([, tag = '']) => !ours.has(tag))).toEqual([])
        expect(html).not.toMatch(/href="(?!https?:|mailto:)/i)
        expect(html).not.toMatch(/src="(?!\/files\/|\/avatars\/)/i)
      }),
      { numRuns: 200 },
    )
  })

  test('and pictures come only from the sandbox’s own files and users', () => {
    const sources = (address: string) => {
      const html = render.blocks([{ type: 'image', image_url: address, alt_text: 'x' }])
      return [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
    }
    expect(sources('http://127.0.0.1:4200/files/F1/a.png')).toEqual(['/files/F1/a.png'])
    expect(sources('http://localhost:4200/avatars/U1.svg?s=48')).toEqual(['/avatars/U1.svg'])
    for (const address of [
      'https://example.com/files/F1/a.png',
      'http://127.0.0.1:4201/files/F1/a.png',
      'http://127.0.0.1:4200/control/state',
      'http://127.0.0.1:4200/files/../control/state',
      'http://127.0.0.1:4200/files/%2e%2e/control/state',
      'https://127.0.0.1:4200/files/F1/a.png',
      '/files/F1/a.png',
      'data:image/png;base64,AAAA',
    ])
      expect(sources(address), address).toEqual([])
    const file = { type: 'image', slack_file: { id: '../../control/state' }, alt_text: 'x' }
    expect(render.blocks([file])).toContain('src="/files/..%2F..%2Fcontrol%2Fstate/image"')
  })

  test('every icon that Slack names is drawn', () => {
    const card = (name: string) => ({ type: 'card', slack_icon: { type: 'icon', name }, title: plain('x') })
    for (const name of Object.keys(ICONS))
      expect(render.blocks([card(name)])).toContain(`data-icon="${name}"`)
    expect(render.blocks([card('constructor')])).not.toContain('data-icon')
  })
})
