import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import type { DigestData } from '../../src/blocks/digest/data.ts'
import { digestMessages } from '../../src/blocks/digest/digest.ts'
import { reviewAnswer } from '../../src/blocks/review/review.ts'
import { enginesAnswer } from '../../src/blocks/visibility/engines.ts'
import { howNumbersAreRead } from '../../src/blocks/visibility/how-sure.ts'
import { visibilityAnswer } from '../../src/blocks/visibility/visibility.ts'
import { whyAnswer } from '../../src/blocks/visibility/why.ts'
import type { Review } from '../../src/model/review.ts'
import { overtookReport } from '../blocks/fixtures.ts'
import { weeks } from '../blocks/gallery/digests/digest.ts'
import { engineWeek } from '../blocks/gallery/engines.ts'
import { splitReasons } from '../blocks/gallery/why.ts'
import { crowdedReview, quarterReview } from '../blocks/review-fixtures.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import { at, browserForTests, desktop, phone, type Screen, themes } from './browser.ts'

const { visit } = browserForTests()

/** In pixels: the heights of a digest with news, of a quiet one and of a review, and where “Create task” ends. */
const sizes = [
  { name: 'a desktop', size: desktop, news: 620, busy: 640, quiet: 300, review: 900, task: 430 },
  { name: 'a phone', size: phone, news: 900, busy: 960, quiet: 480, review: 1_500, task: 600 },
] as const

const digests: readonly (readonly [string, DigestData])[] = Object.entries(weeks)

const reviews: readonly (readonly [string, Review])[] = [
  ['review', quarterReview],
  ['crowded review', crowdedReview],
]

const options = { shareable: true, command: 'visibility' } as const
const answers = [
  visibilityAnswer(overtookReport, { ...options, byEngine: 'engines' }),
  enginesAnswer(engineWeek, { ...options, command: 'engines' }),
  whyAnswer(overtookReport, splitReasons, { ...options, command: 'why' }),
  howNumbersAreRead(),
] as const

describe('a digest with all parts, in an ordinary, a busy and a quiet week', () => {
  let slack: SlackSandbox
  const posted = new Map<string, string>()
  beforeAll(async () => {
    slack = await startSlack({ rateLimits: false })
    const client = clientOf(slack)
    const post = async (name: string, { main, replies }: ReturnType<typeof digestMessages>) => {
      const place = { channel: CHANNELS.brandVisibility, unfurl_links: false }
      const { ts } = await client.chat.postMessage({ ...place, ...messageOf(main) })
      posted.set(name, ts ?? '')
      for (const reply of replies)
        await client.chat.postMessage({ ...place, ...messageOf(reply), thread_ts: ts ?? '' })
    }
    for (const [name, data] of digests) await post(name, digestMessages(data))
    for (const [name, review] of reviews) {
      const options = { shareable: true, command: 'review quarter' }
      await post(name, { main: reviewAnswer(review, 'review quarter', options), replies: [] })
    }
    for (const answer of answers)
      await client.chat.postMessage({ channel: CHANNELS.marketing, ...messageOf(answer) })
    await post('repeat', digestMessages({ ...weeks.quiet, isRepeat: true }))
  })
  afterAll(() => slack?.stop())

  /** The height of each message, and where its “Create task” ends; 0: it has none. */
  const heights = async (page: Screen) => {
    const articles = page.channel().getByRole('article')
    await articles.nth(posted.size - 1).waitFor()
    const all = await articles.evaluateAll((elements) =>
      elements.map((element) => {
        const { top, height } = element.getBoundingClientRect()
        const create = [...element.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Create task',
        )
        const end = create?.getBoundingClientRect().bottom ?? top
        return { height: Math.ceil(height), task: Math.ceil(end - top) }
      }),
    )
    return Object.fromEntries(
      [...posted.keys()].map((name, index) => [name, all.at(index - posted.size)]),
    ) as {
      readonly [name: string]: { readonly height: number; readonly task: number }
    }
  }

  describe.each(sizes)('on $name', ({ size, news, busy, quiet, review, task }) => {
    it.for(themes)('fits in %s', async (theme, { annotate }) => {
      const page = await visit(at(slack.url, USERS.owner, CHANNELS.brandVisibility), { theme, size })
      const all = await heights(page)
      await annotate(`heights in px: ${JSON.stringify(all)}`)
      expect(Object.keys(all)).toEqual([...digests, ...reviews, ['repeat']].map(([name]) => name))
      const limits: Readonly<Record<string, number>> = { repeat: quiet, quiet, busy }
      const limitOf = (name: string) => limits[name] ?? (name.endsWith('review') ? review : news)
      for (const [name, { height }] of Object.entries(all)) {
        expect(height, name).toBeGreaterThan(120)
        expect(height, name).toBeLessThanOrEqual(limitOf(name))
      }
      for (const [name, { task: end }] of Object.entries(all)) expect(end, name).toBeLessThanOrEqual(task)
      expect(await page.overhang()).toBe(0)
      await page.close()
    })
  })

  describe.each([
    { name: 'a desktop', size: desktop, engines: 580, why: 460, numbers: 500 },
    { name: 'a phone', size: phone, engines: 690, why: 670, numbers: 812 },
  ] as const)('answers on $name', ({ size, engines, why, numbers }) => {
    it('fit, and no column of their tables is hidden', async ({ annotate }) => {
      const page = await visit(at(slack.url, USERS.owner, CHANNELS.marketing), { size })
      const articles = page.channel().getByRole('article')
      await articles.nth(answers.length - 1).waitFor()
      const found = await articles.evaluateAll((elements) =>
        elements.map((element) => {
          const scroller = element.querySelector('.scroller')
          const hidden = scroller === null ? 0 : scroller.scrollWidth - scroller.clientWidth
          return { height: Math.ceil(element.getBoundingClientRect().height), hidden }
        }),
      )
      const shown = found.slice(-answers.length)
      await annotate(JSON.stringify(shown))
      expect(shown.map(({ hidden }) => hidden)).toEqual(answers.map(() => 0))
      expect(shown[1]?.height).toBeLessThanOrEqual(engines)
      expect(shown[2]?.height).toBeLessThanOrEqual(why)
      expect(shown[3]?.height, 'how numbers are read is one screen').toBeLessThanOrEqual(numbers)
      await page.close()
    })
  })
})

function messageOf({ text, blocks }: ReturnType<typeof digestMessages>['main']) {
  return { text, blocks: blocks as never[] }
}
