/** The sandbox's page with 1,000 messages in a channel, in a real browser, compared with a bare page with as many. */
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../sandbox/browser.ts'
import { startSlack, USERS } from '../sandbox/slack/index.ts'
import { channel, fill, messages, richEvery, startBare, words } from './page-content.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { median, percentile } from './statistics.ts'

const arrivals = 20
const rounds = 3
const scrollFrames = 240

interface Pace {
  /** From entering the address to the newest message on screen, in ms. */
  readonly open: number
  /** The 99th percentile of the time between frames while the reader scrolls, in ms. */
  readonly scroll: number
  /** The longest time the page was blocked while messages arrived, in ms of real time: a busy machine adds to it. */
  readonly longest: number
  /** CPU time of the page's main thread for each message that arrived, in ms. */
  readonly arrival: number
}

/** Resolves with the times between frames while the reader scrolls up, in ms. */
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

/** Returns a function that returns the CPU time of the page's main thread so far, in ms. */
async function processorTime(page: Page): Promise<() => Promise<number>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

/** @param next the number of the next message. @param arrive adds message number `index` to the page */
async function paceOf(
  browser: Browser,
  url: string,
  next: number,
  arrive: (page: Page, index: number) => Promise<unknown>,
): Promise<Pace> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const busy = await processorTime(page)
  const from = performance.now()
  await page.goto(url)
  await page
    .locator('.messages')
    .getByText(words(next === messages + 1 ? messages - 1 : next - 1))
    .waitFor()
  const open = performance.now() - from
  await page.evaluate(toEnd)
  const gaps = await page.evaluate<number[]>(scrolling)
  await page.evaluate(toEnd)
  await page.evaluate(watchTasks)
  const busyBefore = await busy()
  for (let index = next; index < next + arrivals; index += 1) {
    await arrive(page, index)
    await page.getByText(words(index)).waitFor()
  }
  const arrival = ((await busy()) - busyBefore) / arrivals
  const longest = await page.evaluate<number>('globalThis.longest')
  await page.close()
  return { open, scroll: percentile(gaps, 0.99), longest, arrival }
}

/** Adds a message to the bare page. */
function appendTo(page: Page, index: number): Promise<unknown> {
  const article = JSON.stringify(`<article><p>${words(index)}</p></article>`)
  return page.evaluate(`document.querySelector('.messages').insertAdjacentHTML('beforeend', ${article})`)
}

function medianPace(paces: readonly Pace[]): Pace {
  const of = (name: keyof Pace) => median(paces.map((pace) => pace[name]))
  return { open: of('open'), scroll: of('scroll'), longest: of('longest'), arrival: of('arrival') }
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
    return resultOf(bundled, medianPace(taken.ours), medianPace(taken.bare))
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
        ['computed for each that arrives', ms(ours.arrival), ms(bare.arrival)],
        [`longest task while ${arrivals} arrive`, task(ours.longest), task(bare.longest)],
      ],
    },
    ratios: [
      atMost('bundled, in s', bundled / 1_000, 2),
      atMost('scrolling, p99 between frames', ours.scroll / bare.scroll, 2),
      atMost('computed for each that arrives, in ms', ours.arrival, 50, ', as any task'),
    ],
  }
}

if (import.meta.main) printResult(await benchPage())
