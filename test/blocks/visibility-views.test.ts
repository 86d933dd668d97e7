import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTable } from '../../src/blocks/kit/block-text.ts'
import { filterDraft, listOf, listText, readFilterMetadata } from '../../src/blocks/visibility/filter-form.ts'
import { moreStandings, visibilityAnswer } from '../../src/blocks/visibility/visibility.ts'
import { csvSent, visibilityFile } from '../../src/blocks/visibility/visibility-csv.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import type { Block, Message } from '../../src/model/message.ts'
import { noFilters } from '../../src/model/question.ts'
import type { VisibilityReport } from '../../src/model/reports.ts'
import { collectedDaily, mine, question, row, service } from '../insights/service.ts'
import { text } from './arbitraries.ts'
import { actionOf, buttonsIn } from './buttons.ts'
import { dataGap, market, northwind, options, overtookReport, quiet, report, standing } from './fixtures.ts'
import { brandFilters, goodName, reportOf } from './like.ts'
import { renderBlocks } from './render.ts'

/** Data this big takes minutes to shrink; the seed in the report is enough to reproduce it. */
const big = { endOnFailure: true } as const

const actionsOf = ({ blocks }: Message) => buttonsIn(blocks).flatMap((button) => actionOf(button) ?? [])

const brandsIn = (blocks: readonly Block[]) =>
  blocks.flatMap((block) =>
    isTable(block)
      ? block.rows
          .slice(1)
          .map((row) =>
            row[0] !== undefined && 'text' in row[0] ? row[0].text.replace(/^[\d,]+\w+ /, '') : '',
          )
      : [],
  )

describe('“More”', () => {
  it('continues where the table ended, until every brand was shown once', () => {
    fc.assert(
      fc.property(reportOf(goodName, 320), brandFilters, (data, narrowedBy) => {
        const standings = data.standings.map((each, index) => ({ ...each, brand: `B${index}`, mine: false }))
        const full = { ...data, standings, filters: narrowedBy, own: null }
        let page = visibilityAnswer(full, options)
        const seen = brandsIn(page.blocks)
        for (let turns = 0; turns < 400; turns += 1) {
          const more = actionsOf(page).find((action) => action.kind === 'more')
          if (more?.kind !== 'more') break
          expect(more.from).toBe(seen.length + 1)
          page = moreStandings(full, more.from, more.text)
          const rows = brandsIn(page.blocks)
          expect(rows.length).toBeGreaterThan(0)
          expect(page.text).toContain(
            `Rows ${more.from}–${more.from + rows.length - 1} of ${standings.length}`,
          )
          seen.push(...rows)
        }
        expect(seen).toEqual(standings.map(({ brand }) => brand))
      }),
      { numRuns: 25, ...big },
    )
  })

  it('skips no brand beside the one that was asked for, and keeps the figure', () => {
    const names = Array.from({ length: 200 }, (_, index) => `B${index}`)
    const standings = names.map((name, index) => standing(name, index + 1, index + 1, [50, 50]))
    const full = report(quiet(northwind), { standings, own: null, brands: ['B150'] })
    const asked = { metric: 'mentions' } as const
    const page = visibilityAnswer(full, { ...options, asked })
    const next = moreStandings(full, brandsIn(page.blocks).length + 1, 'visibility', asked)
    const seen = [page, next].flatMap(({ blocks }) => brandsIn(blocks))
    const inOrder = ['B150', ...names.filter((name) => name !== 'B150')]
    expect(seen).toEqual(inOrder.slice(0, seen.length))
    expect(next.text).toContain('Brand | Mentions')
  })
})

it('the buttons carry the question, or are left out and named', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_100 }), fc.constantFrom('a', '"', '&'), (length, sign) => {
      const command = `visibility ${sign.repeat(length)}`
      const answer = visibilityAnswer(report(quiet(northwind)), { ...options, command })
      const kinds = actionsOf(answer).map(({ kind }) => kind)
      const text = renderBlocks(answer.blocks)
      for (const [kind, label] of [
        ['share', 'Share to channel'],
        ['filter', 'Filter'],
        ['csv', 'CSV'],
      ] as const) {
        const named = text.includes(`“${label}”`)
        expect(kinds.includes(kind)).toBe(!named)
      }
      for (const action of actionsOf(answer))
        if (action.kind !== 'run_verb' && 'text' in action) expect(action.text).toBe(command)
    }),
  )
})

it('the form reads any submission, and lists as they were written', () => {
  const lists = fc.array(text, { maxLength: 25 })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.option(fc.oneof(text, lists))), text, (values, metadata) => {
      expect(() => filterDraft(values)).not.toThrow()
      expect(() => readFilterMetadata(metadata)).not.toThrow()
    }),
  )
  const value = fc
    .string({ unit: fc.constantFrom(...'ab,;.-_ ') })
    .map((one) => one.replace(/\s+/gu, ' ').trim())
    .filter((one) => one !== '')
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (values) => {
      expect(listOf(listText(values))).toEqual(values)
    }),
  )
})

describe('the file', () => {
  it('holds every brand with its exact numbers, and what they depend on', () => {
    const { filename, title, content } = visibilityFile({
      ...overtookReport,
      standings: [...market, standing('=SUM(A1)', 13, null, [-2, null])],
      engines: ['ChatGPT', 'Gemini'],
      filters: { ...noFilters, topics: ['t1', 't2', 't3', 't4', 't5', 't6'] },
    })
    expect(filename).toBe('visibility-week-2026-11-09.csv')
    expect(title).toBe('Visibility, the week of Mon 9 – Sun 15 Nov 2026')
    const lines = content.trim().split('\r\n')
    expect(lines).toHaveLength(14)
    expect(lines[0]).toContain(
      'Rank,Previous rank,Brand,Yours,Visibility (%),"Visibility (%), previous","Visibility (%), change",',
    )
    expect(lines[2]).toMatch(/^2,3,Northwind,yes,41\.3,38\.9,2\.4,/)
    expect(lines[0]).toContain('"Visibility, 95% margin (points)","Visibility, change is news",Answers,')
    expect(lines[2]).toMatch(/,0\.53,yes,33100,33350,2026-11-09,/)
    expect(lines[2]).toMatch(
      /,2026-11-09,2026-11-15,Europe\/Paris,ChatGPT and Gemini,"topics t1, t2, t3, t4, t5,? and t6"$/,
    )
    expect(lines[12]).toMatch(/^,11,Coho Winery,no,,5\.2,,/)
    expect(lines[13]).toMatch(/^13,,'=SUM\(A1\),no,-2,,,/)
  })

  it('denies no change where data is missing', () => {
    const isNews = (headline: VisibilityReport['headline']) =>
      [...visibilityFile(report(headline)).content.matchAll(/,\d\.\d+,(yes|no|),33100,/g)].map(
        ([, word]) => word,
      )
    expect(isNews(quiet(northwind)).slice(0, 3)).toEqual(['no', 'yes', 'no'])
    expect(isNews(dataGap(northwind)).slice(0, 3)).toEqual(['', 'yes', ''])
  })

  it('has a safe name, and a row for each brand, whatever the names', () => {
    fc.assert(
      fc.property(reportOf(text, 30), (data) => {
        const { filename, content } = visibilityFile(data)
        expect(filename).toMatch(/^visibility-[\w.-]+\.csv$/)
        const unquoted = content.replace(/"(?:[^"]|"")*"/gu, '')
        expect(unquoted.split('\r\n')).toHaveLength(data.standings.length + 2)
      }),
      { numRuns: 60, ...big },
    )
  })

  it('is linked only if Slack gave an address', () => {
    const sent = (permalink: string | null) =>
      JSON.stringify(csvSent(overtookReport, 'a.csv', permalink).blocks)
    expect(sent('https://example.slack.com/files/F1')).toContain('"link"')
    for (const odd of [null, '', 'javascript:alert(1)', 'not an address', `https://a/${'x'.repeat(3_000)}`])
      expect(sent(odd)).not.toContain('"link"')
  })
})

it('a share of voice is not compared, nor new, if the mentions of one brand were missing before', async () => {
  const brands = () => [
    row('Own', [40, 38], [30, 25], mine),
    row('Acme', [50, 49], [70, 75]),
    row('Umbra', [10, 9], [0, null]),
  ]
  const report = await visibilityReport(
    service({ brands, collects: collectedDaily('2026-11-15', 1) }),
    question,
  )
  const { blocks } = visibilityAnswer(report, { ...options, asked: { metric: 'shareOfVoice' } })
  const [, ...rows] = blocks.find(isTable)?.rows ?? []
  expect(rows.map(([, cell]) => cell)).toMatchObject([{ text: '70.0%' }, { text: '30.0%' }, { text: '0.0%' }])
  const charts = blocks.filter(({ type }) => type === 'data_visualization')
  expect(charts).toMatchObject([{ title: 'Share of voice (%): 9–15 Nov', chart: { series: [{}] } }])
})
