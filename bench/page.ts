/** The sandbox's page with 1,000 messages in a channel, in a real browser, against a bare page that shows as many. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../sandbox/browser.ts'
import { CHANNELS, startSlack, USERS } from '../sandbox/slack/index.ts'
import type { SlackSandbox } from '../sandbox/slack/model.ts'
import { type BenchResult, printResult } from './result.ts'

const messages = 1_000
/** Every so many messages, one of the app's with a chart and a table. */
const richEvery = 10
const arrivals = 20
const rounds = 3
const scrollFrames = 240
const channel = CHANNELS.brandVisibility
const words = (index: number) =>
  `Message ${index}: what the brand’s numbers of the week mean for the plan of the next one.`

const brands = ['Northwind', 'Contoso', 'Fabrikam', 'Adventure Works', 'Tailspin Toys', 'Litware']
const cell = (text: string) => ({ type: 'raw_text', text })

/** About what a visibility answer holds. */
const richBlocks = [
  { type: 'header', text: { type: 'plain_text', text: 'Weekly brand visibility' } },
  {
    type: 'data_visualization',
    title: 'Visibility',
    chart: {
      type: 'bar',
      series: [{ name: 'This week', data: brands.map((label, at) => ({ label, value: 51 - at * 4 })) }],
      axis_config: { categories: brands },
    },
  },
  {
    type: 'data_table',
    caption: 'Standings',
    rows: [
      ['Rank', 'Brand', 'Visibility', 'Mentions', 'Share of voice'].map(cell),
      ...brands.map((brand, at) => [
        cell(`${at + 1}`),
        cell(brand),
        ...[51, 1_581, 15].map((value) => ({
          type: 'raw_number',
          value: value - at,
          text: `${value - at} up 0.2 points`,
        })),
      ]),
    ],
  },
  { type: 'context', elements: [{ type: 'mrkdwn', text: 'How measured: the week of Mon 9 to Sun 15 Nov' }] },
]

async function postRich({ apiUrl, botToken }: SlackSandbox): Promise<void> {
  const answer = await fetch(`${apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel, text: 'Weekly brand visibility', blocks: richBlocks }),
  })
  const { ok, error } = (await answer.json()) as { ok: boolean; error?: string }
  if (!ok) throw new Error(`chat.postMessage: ${error}`)
}

async function fill(slack: SlackSandbox): Promise<void> {
  for (let index = 1; index <= messages; index += 1)
    if (index % richEvery === 0) await postRich(slack)
    else slack.post({ user: USERS.member, channel, text: words(index) })
}

/** As many messages, without a component, a chart, a table, or news from a server. */
async function startBare(): Promise<{ url: string; stop: () => void }> {
  const article = (index: number) =>
    `<article><strong>Maya</strong> <time>9:00</time><p>${words(index)}</p></article>`
  const list = Array.from({ length: messages }, (_, index) => article(index + 1)).join('')
  const html = `<!doctype html><title>Bare</title><style>.messages { height: 90vh; overflow-y: auto }</style><div class="messages">${list}</div>`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

interface Pace {
  /** From the address to the newest message on screen, ms. */
  readonly open: number
  /** 99th percentile between two frames while the reader scrolls, ms. */
  readonly scroll: number
  /** The longest that the page did nothing else while messages arrived, ms. */
  readonly arrival: number
}

/** Resolves with the milliseconds between each two frames while the reader scrolls up. */
const scrolling = `new Promise((resolve) => {
  const box = document.querySelector('.messages')
  const gaps = []
  let last = performance.now()
  const step = (now) => {
    gaps.push(now - last)
    last = now
    box.scrollTop -= 40
    if (gaps.length < ${scrollFrames}) requestAnimationFrame(step)
    else resolve(gaps.slice(1))
  }
  requestAnimationFrame(step)
})`

const watchTasks = `globalThis.longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
}).observe({ type: 'longtask' })`

const toEnd =
  "(() => { const box = document.querySelector('.messages'); box.scrollTop = box.scrollHeight })()"

/** @param next the number of the next message. @param arrive brings message number `index` onto the page. */
async function paceOf(
  browser: Browser,
  url: string,
  next: number,
  arrive: (page: Page, index: number) => Promise<unknown>,
): Promise<Pace> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const from = performance.now()
  await page.goto(url)
  await page
    .locator('.messages')
    .getByText(words(next === messages + 1 ? messages - 1 : next - 1))
    .waitFor()
  const open = performance.now() - from
  await page.evaluate(toEnd)
  const gaps = (await page.evaluate<number[]>(scrolling)).toSorted((a, b) => a - b)
  await page.evaluate(toEnd)
  await page.evaluate(watchTasks)
  for (let index = next; index < next + arrivals; index += 1) {
    await arrive(page, index)
    await page.getByText(words(index)).waitFor()
  }
  const arrival = await page.evaluate<number>('globalThis.longest')
  await page.close()
  return { open, scroll: gaps[Math.floor(gaps.length * 0.99)] ?? Number.NaN, arrival }
}

/** Adds a message to the bare page. */
function appendTo(page: Page, index: number): Promise<unknown> {
  const article = JSON.stringify(`<article><p>${words(index)}</p></article>`)
  return page.evaluate(`document.querySelector('.messages').insertAdjacentHTML('beforeend', ${article})`)
}

function median(paces: readonly Pace[]): Pace {
  const of = (name: keyof Pace) =>
    paces.map((pace) => pace[name]).toSorted((a, b) => a - b)[Math.floor(paces.length / 2)] ?? Number.NaN
  return { open: of('open'), scroll: of('scroll'), arrival: of('arrival') }
}

export async function benchPage(): Promise<BenchResult> {
  const slack = await startSlack({ rateLimits: false })
  const bare = await startBare()
  const browser = await openBrowser()
  try {
    const from = performance.now()
    await (await fetch(`${slack.url}page.js`)).text()
    const bundled = performance.now() - from
    await fill(slack)
    const taken: { ours: Pace[]; bare: Pace[] } = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round += 1) {
      const from = messages + 1 + round * arrivals
      taken.bare.push(await paceOf(browser, bare.url, messages + 1, appendTo))
      taken.ours.push(
        await paceOf(
          browser,
          `${slack.url}#user=${USERS.owner}&place=${channel}`,
          from,
          async (_page, index) => slack.post({ user: USERS.member, channel, text: words(index) }),
        ),
      )
    }
    return resultOf(bundled, median(taken.ours), median(taken.bare))
  } finally {
    await browser.close()
    bare.stop()
    await slack.stop()
  }
}

function resultOf(bundled: number, ours: Pace, bare: Pace): BenchResult {
  const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
  const task = (value: number) => (value === 0 ? 'none over 50 ms' : ms(value))
  return {
    name: `page: ${messages.toLocaleString('en')} messages in a channel, one in ${richEvery} with a chart and a table; medians of ${rounds}`,
    table: {
      columns: ['', 'the page', 'bare page'],
      rows: [
        ['bundled for the first visit', ms(bundled), ''],
        ['address to newest message', ms(ours.open), ms(bare.open)],
        ['scrolling, p99 between frames', ms(ours.scroll), ms(bare.scroll)],
        [`longest task while ${arrivals} arrive`, task(ours.arrival), task(bare.arrival)],
      ],
    },
    ratios: [
      { name: 'bundled, in s', value: bundled / 1_000, target: 'at most 2', met: bundled <= 2_000 },
      {
        name: 'scrolling, p99 between frames',
        value: ours.scroll / bare.scroll,
        target: 'at most 2',
        met: ours.scroll <= bare.scroll * 2,
      },
      { name: 'longest task, in ms', value: ours.arrival, target: 'none over 50', met: ours.arrival <= 50 },
    ],
  }
}

if (import.meta.main) printResult(await benchPage())
