import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/model.ts'
import type { DigestData } from '../../src/blocks/digest/data.ts'
import { digestMessages } from '../../src/blocks/digest/digest.ts'
import { quietDigest } from '../../src/blocks/digest/quiet.ts'
import { visibleLength } from '../../src/blocks/kit/budget.ts'
import { reviewAnswer } from '../../src/blocks/review/review.ts'
import type { Review } from '../../src/model/review.ts'
import { weeks } from '../blocks/gallery/digests/digest.ts'
import { crowdedReview, quarterReview } from '../blocks/review-fixtures.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import { at, browserForTests, channel, desktop, overhang, phone, themes } from './browser.ts'

const { visit } = browserForTests()

/** What a reader sees of a channel without scrolling: one screen, or two on a phone. */
const sizes = [
  { name: 'a desktop', size: desktop, most: 900, line: 150 },
  { name: 'a phone', size: phone, most: 1_500, line: 260 },
] as const

const digests: readonly (readonly [string, DigestData])[] = Object.entries(weeks)

const reviews: readonly (readonly [string, Review])[] = [
  ['review', quarterReview],
  ['crowded review', crowdedReview],
]

describe('a brief digest with all parts, in an ordinary, a busy and a quiet week', () => {
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
    await post('line', quietDigest(weeks.quiet, 'visibility'))
    await post('full', digestMessages({ ...weeks.ordinary, length: 'full' }))
  })
  afterAll(() => slack?.stop())

  const heights = async (page: Page) => {
    const articles = channel(page).getByRole('article')
    await articles.nth(posted.size - 1).waitFor()
    const all = await articles.evaluateAll((elements) =>
      elements.map((element) => Math.ceil(element.getBoundingClientRect().height)),
    )
    return Object.fromEntries(
      [...posted.keys()].map((name, index) => [name, all.at(index - posted.size) ?? 0]),
    )
  }

  describe.each(sizes)('on $name', ({ size, most, line }) => {
    it.for(themes)('fits in %s', async (theme, { annotate }) => {
      const page = await visit(at(slack.url, USERS.owner, CHANNELS.brandVisibility), { theme, size })
      const { full = 0, line: quiet = 0, ...brief } = await heights(page)
      await annotate(`heights in px: ${JSON.stringify({ ...brief, line: quiet, full })}`)
      expect(Object.keys(brief)).toEqual([...digests, ...reviews].map(([name]) => name))
      for (const [name, height] of Object.entries(brief)) {
        expect(height, name).toBeGreaterThan(200)
        expect(height, name).toBeLessThanOrEqual(most)
      }
      expect(quiet).toBeLessThanOrEqual(line)
      expect(full, 'the reference height').toBeGreaterThan(most)
      expect(await overhang(page)).toBe(0)
      await page.close()
    })
  })

  it.for(digests)('%s: has at most 14 blocks and 1,800 characters', async ([, data], { annotate }) => {
    const { blocks } = digestMessages(data).main
    await annotate(`${blocks.length} blocks, ${visibleLength(blocks)} characters`)
    expect(blocks.length).toBeLessThanOrEqual(14)
    expect(visibleLength(blocks)).toBeLessThanOrEqual(1_800)
  })

  it('at full length has a table that fits a desktop', async () => {
    const page = await visit(at(slack.url, USERS.owner, CHANNELS.brandVisibility), { size: desktop })
    const table = channel(page).getByRole('article').last().locator('.data-table .scroller')
    await table.waitFor()
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await table.getByRole('columnheader').count()).toBe(5)
  })
})

function messageOf({ text, blocks }: ReturnType<typeof digestMessages>['main']) {
  return { text, blocks: blocks as never[] }
}
