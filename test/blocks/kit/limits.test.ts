import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DigestData } from '../../../src/blocks/digest/data.ts'
import { digestMessages } from '../../../src/blocks/digest/digest.ts'
import { alertMessage } from '../../../src/blocks/digests/alert.ts'
import { problemModal } from '../../../src/blocks/forms/modal.ts'
import { asPlainText, withoutChartsAndTables } from '../../../src/blocks/kit/block-text.ts'
import { redditAnswer } from '../../../src/blocks/reddit/reddit.ts'
import { briefModal } from '../../../src/blocks/tasks/brief.ts'
import { actionsAnswer } from '../../../src/blocks/tasks/recommendations.ts'
import { withTaskState } from '../../../src/blocks/tasks/task-state.ts'
import { collectsAnswer } from '../../../src/blocks/visibility/collects.ts'
import { enginesAnswer } from '../../../src/blocks/visibility/engines.ts'
import { filtersAnswer } from '../../../src/blocks/visibility/filters.ts'
import { moreStandings, visibilityAnswer } from '../../../src/blocks/visibility/visibility.ts'
import type { Block, Message } from '../../../src/model/message.ts'
import { isThorough } from '../../properties/thorough.ts'
import { someone, text } from '../arbitraries.ts'
import { ok } from '../fixtures.ts'
import { alertNews } from '../gallery/digests/alert.ts'
import { slide, trendWithGaps } from '../gallery/markets.ts'
import {
  brief,
  collects,
  engines,
  filters,
  inGallery,
  like,
  recommendations,
  redditNews,
  reportOf,
  taskState,
} from '../like.ts'
import { messageObjections, validateView } from '../validate.ts'
import { visibleLength } from '../visible-length.ts'

/** Data this big takes minutes to shrink; the seed in the report is enough to reproduce it. */
const big = { endOnFailure: true } as const

const options = fc
  .record({ shareable: fc.boolean(), command: text })
  .chain((base) => fc.boolean().map((shared) => (shared ? { ...base, sharedBy: someone } : base)))

/** Weeks and stories are of the service's own making, so they have no odd ones. */
const digestData: fc.Arbitrary<DigestData> = fc
  .tuple(
    like(inGallery<DigestData>('scheduleText', 'recommendations'), 10),
    fc.option(reportOf()),
    fc.constantFrom(null, slide, trendWithGaps),
  )
  .map(([data, report, trend]) => ({ ...data, report: report && ok(report), trend, stories: [] }))

/** The views with long lists and figures, with arbitrary data. test/blocks/hostile.test.ts has all others. */
const views: Readonly<Record<string, fc.Arbitrary<readonly Message[]>>> = {
  digest: digestData.map((data) => {
    const { main, replies } = digestMessages(data)
    return [main, ...replies]
  }),
  visibility: fc
    .tuple(reportOf(text, 130), options, text)
    .map(([report, how, byEngine]) => [visibilityAnswer(report, { ...how, byEngine })]),
  'more rows': fc
    .tuple(reportOf(text, 130), fc.integer({ min: 1, max: 200 }), text)
    .map(([report, from, command]) => [moreStandings(report, from, command)]),
  reddit: fc.tuple(redditNews, options).map(([news, how]) => [redditAnswer(news, how)]),
  engines: fc.tuple(engines, options).map(([report, how]) => [enginesAnswer(report, how)]),
  collects: fc.tuple(collects, options).map(([report, how]) => [collectsAnswer(report, how)]),
  filters: fc.tuple(filters, options).map(([all, how]) => [filtersAnswer(all, how)]),
  actions: fc.tuple(recommendations, options).map(([sections, how]) => [actionsAnswer(sections, how)]),
}

/** All mrkdwn of a message, without our own tokens. */
function outsideMarkup(message: Message): string {
  return [message.text, ...mrkdwnOf(message.blocks)]
    .join('\n')
    .replaceAll(`<@${someone}>`, '')
    .replace(/<!date\^\d+\^\{day_divider_pretty\} at \{time\}\|[A-Za-z0-9:, ]+ UTC>/g, '')
}

function mrkdwnOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(mrkdwnOf)
  if (typeof value !== 'object' || value === null) return []
  if ('type' in value && value.type === 'mrkdwn' && 'text' in value) return [String(value.text)]
  return Object.values(value).flatMap(mrkdwnOf)
}

describe.for(Object.entries(views))('%s', ([, view]) => {
  it('keeps every limit, and lets no outside text mention, link or open a date, in each of its forms', () => {
    fc.assert(
      fc.property(view, (messages) => {
        for (const message of messages.flatMap((one) => [
          one,
          withoutChartsAndTables(one),
          asPlainText(one),
        ])) {
          expect(messageObjections(message)).toEqual([])
          expect(outsideMarkup(message)).not.toMatch(/<[@!#a-z]/i)
        }
      }),
      { numRuns: isThorough ? 100 : 15, ...big },
    )
  })
})

it('an alert about many subreddits keeps every limit, and names them all', () => {
  const events = Array.from({ length: 20 }, (_, number) => ({
    ...{ kind: 'sentiment' as const, sentiment: 'negative', before: 'positive' },
    ...{ subreddit: `subreddit_number_${number}`, description: 'The new sole wears out. '.repeat(20) },
  }))
  const message = alertMessage(alertNews({ events }))
  expect(messageObjections(message)).toEqual([])
  expect(JSON.stringify(message.blocks).match(/Sentiment in r\/subreddit_number_\d+ turned/g)).toHaveLength(
    20,
  )
})

it('a brief digest has at most 14 blocks and 1,800 characters, whatever the news, and at most four replies', () => {
  const busy = fc.record({
    report: reportOf(text, 500).map(ok),
    reddit: redditNews.map(ok),
    recommendations,
    told: fc.nat({ max: 4 }),
  })
  fc.assert(
    fc.property(digestData, busy, (data, { told, ...more }) => {
      const read = more.recommendations.flatMap((one) => (one.ok ? [one.data.resultId] : []))
      const { main, replies } = digestMessages({
        ...data,
        ...more,
        reported: new Map(read.slice(0, told).map((id, index) => [id, index === 0 ? null : 9 * index])),
      })
      expect(main.blocks.length).toBeLessThanOrEqual(14)
      expect(visibleLength(main.blocks)).toBeLessThanOrEqual(1_800)
      expect(replies.length).toBeLessThanOrEqual(4)
      for (const message of [main, ...replies]) expect(messageObjections(message)).toEqual([])
    }),
    { numRuns: isThorough ? 200 : 12, ...big },
  )
})

it('a task’s state can be updated in any digest, any number of times, within the limits', () => {
  fc.assert(
    fc.property(digestData, fc.array(taskState, { minLength: 1, maxLength: 4 }), (data, states) => {
      const { main, replies } = digestMessages(data)
      const refs = data.recommendations.flatMap((one) => (one.ok ? [one.data] : []))
      for (const message of [main, ...replies]) {
        const blocks = refs.reduce<readonly Block[]>(
          (now, ref, index) => withTaskState(now, ref, states[index % states.length] ?? { kind: 'none' }),
          message.blocks,
        )
        expect(messageObjections({ ...message, blocks })).toEqual([])
      }
    }),
    { numRuns: isThorough ? 60 : 15, ...big },
  )
})

describe('a brief', () => {
  const ref = { organizationId: 'o', workspaceId: 'w', resultId: 'r', briefId: null }

  it('keeps the limits of a modal on every page', () => {
    fc.assert(
      fc.property(fc.array(brief, { maxLength: 5 }), fc.nat({ max: 12 }), (briefs, page) => {
        expect(validateView(briefModal(briefs, { ...ref, page }))).toEqual([])
      }),
      { numRuns: isThorough ? 80 : 20, ...big },
    )
  })

  it('stays below 250 KB if every character has its own style', () => {
    const body = '*a* **b** ~~c~~ `d` '.repeat(6_000)
    const briefs = [{ id: 'b', taskId: null, title: 't', body, updatedAt: null }]
    for (let page = 1; page <= 5; page += 1)
      expect(validateView(briefModal(briefs, { ...ref, page }))).toEqual([])
  })

  it('keeps them if it can’t be read', () => {
    fc.assert(
      fc.property(text, fc.option(text), (sentence, reference) => {
        expect(validateView(problemModal('Brief', { sentence, reference }))).toEqual([])
      }),
      { numRuns: isThorough ? 60 : 20, ...big },
    )
  })
})
