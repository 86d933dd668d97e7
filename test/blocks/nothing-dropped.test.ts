import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestMessages } from '../../src/blocks/digest/digest.ts'
import { evaluationAnswer } from '../../src/blocks/evaluations/evaluation.ts'
import { asPlainText } from '../../src/blocks/kit/block-text.ts'
import { richText } from '../../src/blocks/kit/text.ts'
import { redditAnswer } from '../../src/blocks/reddit/reddit.ts'
import { briefModal } from '../../src/blocks/tasks/brief.ts'
import { actionsAnswer } from '../../src/blocks/tasks/recommendations.ts'
import { collectsAnswer } from '../../src/blocks/visibility/collects.ts'
import { enginesAnswer } from '../../src/blocks/visibility/engines.ts'
import { filtersAnswer } from '../../src/blocks/visibility/filters.ts'
import { visibilityAnswer } from '../../src/blocks/visibility/visibility.ts'
import type { Block, Message } from '../../src/model/message.ts'
import type { RedditItem } from '../../src/model/reddit.ts'
import { isThorough } from '../properties/thorough.ts'
import { engineReport, onEngine, evaluationRef as ref } from './answer-fixtures.ts'
import { countIn, rows } from './counting.ts'
import { ok, redditNews } from './fixtures.ts'
import {
  evaluation as anyEvaluation,
  collects,
  engines,
  filters,
  goodName,
  recommendations,
  redditItem,
  reportOf,
} from './like.ts'
import { renderBlocks } from './render.ts'
import { validateMessage } from './validate.ts'

/** Data this big takes minutes to shrink; the seed in the report is enough to reproduce it. */
const big = { endOnFailure: true } as const

/** Nothing is lost silently: what is shown and what is counted as not shown add up to everything. */
const quiet = { shareable: false, command: '' }

/** The number before these words in small print. */
function said(blocks: readonly Block[], words: RegExp): number {
  const small = blocks.filter(({ type }) => type === 'context')
  return countIn(renderBlocks(small), words)
}

const moreBrands = /([\d,]+) more brands? (?:not shown|in the thread)\./

describe('brands', () => {
  it('are all in an answer’s table, or counted below it', () => {
    fc.assert(
      fc.property(reportOf(fc.string(), 250), (report) => {
        const { blocks } = visibilityAnswer(report, { ...quiet, byEngine: 'engines' })
        expect(rows(blocks) + said(blocks, moreBrands)).toBe(report.standings.length)
      }),
      { numRuns: isThorough ? 40 : 8, ...big },
    )
  })

  it('are all in a digest’s thread, or counted there', () => {
    fc.assert(
      fc.property(reportOf(goodName, 400), (report) => {
        // The chart has so few.
        fc.pre(report.standings.length > 6)
        const { main, replies } = digest({ report: ok(report) })
        const inThread = replies.reduce((sum, { blocks }) => sum + rows(blocks), 0)
        const notShown = replies.reduce((sum, { blocks }) => sum + said(blocks, moreBrands), 0)
        expect(inThread + notShown).toBe(report.standings.length)
        expect(said(main.blocks, /([\d,]+) brands? (?:and [\d,]+ Reddit summar\w+ )?in the thread/)).toBe(
          inThread,
        )
      }),
      { numRuns: isThorough ? 40 : 8, ...big },
    )
  })

  it('include the own brand in the chart, however far down it is', () => {
    fc.assert(
      fc.property(reportOf(goodName, 40), fc.nat(), (report, at) => {
        const standings = report.standings.map((each, index) => ({
          ...each,
          brand: `Brand ${index}`,
          mine: index === at % report.standings.length,
        }))
        const own = standings.find(({ mine }) => mine) ?? null
        const { main } = digest({ report: ok({ ...report, standings, own }) })
        const chart = main.blocks.find((block) => block.type === 'data_visualization')
        if (!Number.isFinite(own?.visibility.value) || chart === undefined) return
        expect(chart.chart.axis_config.categories).toContain(own?.brand)
      }),
      { numRuns: isThorough ? 40 : 8, ...big },
    )
  })
})

describe('recommendations', () => {
  const shown = (messages: readonly Message[]) =>
    messages
      .flatMap(({ blocks }) => blocks)
      .filter(
        (block) =>
          /\.body\.0$/.test(block.block_id ?? '') || renderBlocks([block]).includes('⚠ Unavailable: '),
      ).length

  it('are all in an answer, or counted', () => {
    fc.assert(
      fc.property(recommendations, (sections) => {
        const answer = actionsAnswer(sections, quiet)
        expect(shown([answer]) + said(answer.blocks, /(\d+) more recommendations? not shown/)).toBe(
          sections.length,
        )
      }),
      big,
    )
  })

  it('that are news are in a digest or its thread once; others are listed on request', () => {
    const titles = (messages: readonly Message[]) =>
      messages.flatMap(({ blocks }) => blocks).filter((block) => /\.body\.0$/.test(block.block_id ?? ''))
        .length
    fc.assert(
      fc.property(recommendations, fc.nat({ max: 4 }), (sections, told) => {
        const read = sections.flatMap((one) => (one.ok ? [one.data] : []))
        const ids = [...new Set(read.map(({ resultId }) => resultId))].slice(0, told)
        const { main, replies } = digest({
          recommendations: sections,
          reported: new Map(ids.map((id) => [id, 30])),
        })
        const fresh = read.filter(({ resultId }) => !ids.includes(resultId))
        const open = read.filter(({ task }) => task.kind !== 'created')
        const notShown = replies.reduce(
          (sum, { blocks }) => sum + said(blocks, /(\d+) more recommendations? not shown/),
          0,
        )
        expect(titles([main])).toBe(Math.min(1, open.length))
        const isFreshShown = open.some((one) => fresh.includes(one))
        expect(titles(replies) + notShown).toBeGreaterThanOrEqual(fresh.length - Number(isFreshShown))
        expect(titles(replies) + notShown).toBeLessThanOrEqual(fresh.length)
        const failed = sections.length - read.length
        const unavailable = /⚠ (\d+) recommendations? (?:is|are) unavailable/.exec(renderBlocks(main.blocks))
        expect(Number(unavailable?.[1] ?? 0)).toBe(failed)
        if (sections.length > 1 && open.length > 0)
          expect(renderBlocks(main.blocks)).toContain(`[All ${sections.length}]`)
      }),
      big,
    )
  })
})

describe('Reddit summaries', () => {
  const items = fc.array(redditItem, { maxLength: 60, size: 'max' })
  const shown = (messages: readonly Message[]) =>
    messages
      .flatMap(({ blocks }) => blocks)
      .filter((block) => /Sentiment(?: \w+)?: /.test(block.type === 'rich_text' ? renderBlocks([block]) : ''))
      .length
  const notShown = /(\d+) more summar(?:y|ies) not shown/
  const inThread = /([\d,]+) Reddit summar\w+ in the thread/

  it('are all in an answer, or counted', () => {
    fc.assert(
      fc.property(items, (all) => {
        const answer = redditAnswer({ baseline: false, items: all, missing: [] }, quiet)
        expect(shown([answer]) + said(answer.blocks, notShown)).toBe(all.length)
      }),
      { numRuns: isThorough ? 50 : 10, ...big },
    )
  })

  it('are in a digest’s thread if they are news', () => {
    fc.assert(
      fc.property(items, (all) => {
        const reddit = ok({ baseline: false, items: all, missing: [] })
        const news = all.filter(({ isNew, turned }) => isNew || turned !== null).length
        const { main, replies: thread } = digest({ reddit })
        const unshown = thread.reduce((sum, { blocks }) => sum + said(blocks, notShown), 0)
        expect(shown(thread) + unshown).toBe(news)
        expect(said(main.blocks, inThread)).toBe(shown(thread))
      }),
      { numRuns: isThorough ? 50 : 10, ...big },
    )
  })

  it('are announced as far as the thread has room for them', () => {
    const [item] = redditNews.items
    const items = [...Array(80).keys()].map((index) => ({
      ...item,
      id: `s${index}`,
      description: 'People compare daily trainers. '.repeat(20),
    })) as RedditItem[]
    const { main, replies } = digest({ reddit: ok({ baseline: false, items, missing: [] }) })
    expect(shown(replies)).toBeLessThan(80)
    expect(said(main.blocks, inThread)).toBe(shown(replies))
  })

  it('are counted in a first digest, not presented as news', () => {
    fc.assert(
      fc.property(items, (all) => {
        const { main, replies } = digest({ reddit: ok({ baseline: true, items: all, missing: [] }) })
        expect(replies).toEqual([])
        const words = renderBlocks(main.blocks)
        const look = /First look at Reddit: (.*)\./.exec(words)?.[1] ?? ''
        const counts = [...look.matchAll(/ in (\d+)(?: subreddits?)?(?=, |$)/g)]
        expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(all.length)
        expect(words).not.toContain('· new')
      }),
      { numRuns: isThorough ? 30 : 8, ...big },
    )
  })
})

it('a brief is complete over its pages', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  const line = fc.tuple(
    fc.constantFrom('', '# ', '- ', '  - ', '1. ', '> ', '**'),
    fc.array(word, { minLength: 1, maxLength: 400 }),
  )
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 40, size: 'max' }), (lines) => {
      const body = lines.map(([mark, words]) => `${mark}${words.join(' ')}`).join('\n\n')
      const briefs = [{ id: 'b', taskId: null, title: 'Title', body, updatedAt: null }]
      const options = { organizationId: 'o', workspaceId: 'w', resultId: 'r', briefId: 'b' }
      const pages: string[] = []
      for (let page = 1, of = 1; page <= of; page += 1) {
        const { blocks } = briefModal(briefs, { ...options, page })
        of = Math.max(1, said(blocks, /Page \d+ of (\d+)/))
        const read = blocks.filter(({ type }) => type === 'rich_text')
        pages.push(renderBlocks(read).replace(/^- rich_text:|bold:/gm, ''))
      }
      const wanted = lines.flatMap(([, words]) => words)
      expect(pages.join(' ').match(/[a-z]+/g)).toEqual(wanted)
    }),
    { numRuns: isThorough ? 30 : 8, ...big },
  )
})

function digest(more: Partial<Parameters<typeof digestMessages>[0]>) {
  return digestMessages({
    report: { ok: false, reason: 'Not asked for.' },
    reddit: null,
    recommendations: [],
    setUpBy: null,
    isFirst: false,
    scheduleText: null,
    ...more,
  })
}

describe('items that are not shown are counted', () => {
  it('in collects', () => {
    fc.assert(
      fc.property(collects, (report) => {
        const { blocks } = collectsAnswer(report, quiet)
        const left = countIn(renderBlocks(blocks), /([\d,]+) older ones? not shown\./)
        expect(rows(blocks) + left).toBe(report.collected?.days.length ?? 0)
        expect(countIn(renderBlocks(blocks), /([\d,]+) more not loaded\./)).toBe(
          report.collected?.leftOut ?? 0,
        )
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })

  it('in filters', () => {
    fc.assert(
      fc.property(filters, fc.nat({ max: 900 }), (all, many) => {
        const brands = Array.from({ length: many }, (_, index) => `Brand ${index}`)
        const words = renderBlocks(filtersAnswer({ ...all, brands }, quiet).blocks)
        const section = words.split('⟦bold: Brands (')[1]?.split('⟦bold:')[0] ?? ''
        const shown = section.match(/Brand \d+/g)?.length ?? 0
        expect(shown + countIn(section, /([\d,]+) more not shown\./)).toBe(many)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })

  it('in an evaluation’s addresses', () => {
    fc.assert(
      fc.property(anyEvaluation, fc.nat({ max: 40 }), (one, many) => {
        const urls = Array.from({ length: many }, (_, index) => `https://northwind.example/${index}`)
        const { blocks } = evaluationAnswer({ ...one, name: 'x', urls }, { ...quiet, ref, watching: false })
        const words = renderBlocks(blocks)
        const shown = words.match(/• https:\/\/northwind/g)?.length ?? 0
        expect(shown + countIn(words, /([\d,]+) more addresse?s? not shown\./)).toBe(many)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })

  it('in engines, and each reason why some are unreadable is given or counted', () => {
    const why = 'why '.repeat(90)
    const unread = (at: number) => ({ ok: false as const, subject: `Engine ${at}`, reason: `${at}: ${why}` })
    const failed = Array.from({ length: 40 }, (_, at) => unread(at))
    const report = engineReport([ok(onEngine('ChatGPT', [52, 49])), ...failed])
    const message = enginesAnswer(report, quiet)
    expect(validateMessage(message)).toEqual([])
    const words = renderBlocks(message.blocks)
    const shown = words.match(/unavailable⟧/g)?.length ?? 0
    expect(shown + countIn(words, /for ([\d,]+) other reasons?/)).toBe(40)
    expect(shown).toBeGreaterThan(5)
  })

  it('in engines with data: each is in the table', () => {
    fc.assert(
      fc.property(engines, (report) => {
        // The most that are read.
        const all = Array.from({ length: 9 }, () => report.engines)
          .flat()
          .slice(0, 20)
        const { blocks } = enginesAnswer({ ...report, engines: all, hasData: true }, quiet)
        const read = all.filter((part) => part.ok)
        const someOwn = read.some((part) => part.ok && part.data.own !== null)
        expect(rows(blocks)).toBe(someOwn ? read.length : 0)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })
})

it('the lines of a message in plain text are shown or counted', () => {
  const lines = Array.from({ length: 100 }, (_, index) => [`Line ${index} ${'of a long table '.repeat(12)}`])
  const text = renderBlocks(asPlainText({ text: 'Short.', blocks: [richText(lines)] }).blocks)
  expect(text.split('Line ').length - 1 + countIn(text, /(\d+) more lines not shown\./)).toBe(100)
})
