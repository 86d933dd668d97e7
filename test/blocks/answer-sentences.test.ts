/** The first sentence of an answer, by what was asked: up, down, no clear change, tie, missing data, unknown name. */
import { describe, expect, it } from 'vitest'
import { answerSentence } from '../../src/blocks/visibility/answer-sentence.ts'
import { marked } from '../../src/insights/headline.ts'
import { bySample, figureStanding } from '../../src/insights/significance.ts'
import type { Asked } from '../../src/model/question.ts'
import type { BrandStanding, Headline, VisibilityReport } from '../../src/model/reports.ts'
import { change, contoso, dataGap, fabrikam, northwind, quiet, report, standing } from './fixtures.ts'

const own = (visibility: [number | null, number | null], more: Partial<BrandStanding> = {}) =>
  standing('Northwind', 2, 2, visibility, { mine: true, ...more })
const rival = (visibility: [number | null, number | null], more: Partial<BrandStanding> = {}) =>
  standing('Acme', 3, 3, visibility, more)

/** A question about Acme. */
const closeTo = (mine: BrandStanding, standings: readonly BrandStanding[]) =>
  standings.filter((one) => !one.mine && figureStanding(mine, one, 'now', bySample) === 'too_close')

function about(
  [mine, theirs]: readonly [BrandStanding, BrandStanding | null],
  asked: Asked = {},
  more: Partial<VisibilityReport> = {},
): string | null {
  const standings = [mine, ...(theirs === null ? [] : [theirs])]
  const tooClose = closeTo(mine, standings)
  return answerSentence(
    report(quiet(mine), { brands: ['Acme'], standings, own: mine, tooClose, ...more }),
    asked,
  )
}

/** A question about the own brand alone. */
function ours(mine: BrandStanding, asked: Asked, headline?: Headline, more: Partial<VisibilityReport> = {}) {
  const standings = [contoso, mine, fabrikam]
  return answerSentence(
    report(headline ?? quiet(mine), { standings, own: mine, tooClose: closeTo(mine, standings), ...more }),
    asked,
  )
}

const october = {
  period: { unit: 'month', start: '2026-10-01', end: '2026-10-31', timeZone: 'UTC', thisYear: 2026 },
  comparedWith: { unit: 'month', start: '2026-09-01', end: '2026-09-30', timeZone: 'UTC', thisYear: 2026 },
  engines: ['Perplexity'],
} as const
const gap = {
  coverage: {
    now: { days: 7, collected: 5, usual: 7, answers: 2380 },
    before: { days: 7, collected: 7, usual: 7, answers: 3339 },
    gap: { side: 'now', by: 'days' },
  },
} as const
const withGap = (...standings: [BrandStanding, BrandStanding]) =>
  standings.map((one) => marked(one, null, october.period)) as [BrandStanding, BrandStanding]
const [gapped] = withGap(own([41.3, 38.9]), rival([30, 30]))

describe('how is Acme doing', () => {
  it.each([
    [
      'up',
      about([own([33.8, 34]), rival([44.2, 40.1])], {}, october),
      'Acme rose 4.1 points to 44.2% on Perplexity in October; you are 10.4 points behind.',
    ],
    [
      'down',
      about([own([41.3, 41]), rival([34.8, 38.9])]),
      'Acme fell 4.1 points to 34.8% in the week of 9–15 Nov; you are 6.5 points ahead.',
    ],
    [
      'no clear change',
      about([own([41.3, 41]), rival([34.8, 34.5])]),
      'Acme is at 34.8% visibility in the week of 9–15 Nov, 3rd of 11 (34.5% before, within ordinary variation); you are 6.5 points ahead.',
    ],
    [
      'a tie',
      about([own([41.3, 41]), rival([41.3, 41.3])]),
      'Acme is at 41.3% visibility in the week of 9–15 Nov, 3rd of 11 (no change); you are level.',
    ],
    [
      'too close',
      about([own([41.3, 41]), rival([41.1, 41.1])]),
      'Acme is at 41.1% visibility in the week of 9–15 Nov, 3rd of 11 (no change); you are 0.2 points ahead, too close to call.',
    ],
    [
      'new',
      about([own([41.3, 41]), rival([34.8, null])]),
      'Acme is at 34.8% visibility in the week of 9–15 Nov, 3rd of 11; you are 6.5 points ahead.',
    ],
    [
      'missing',
      about([own([41.3, 41]), rival([null, 38.9], { rank: null })]),
      'Acme has no visibility score in the week of 9–15 Nov; how far you are from it can’t be told.',
    ],
    [
      'missing days',
      about(withGap(own([41.3, 38.9]), rival([34.8, 38.9])), {}, { ...gap, headline: dataGap(gapped) }),
      'Only 5 of 7 days were collected: 2,380 answers against 3,339. Acme is at 34.8% visibility in the week of 9–15 Nov, 3rd of 11 (38.9% before); you are 6.5 points ahead.',
    ],
    [
      'unknown',
      about([own([41.3, 41]), null]),
      'Acme is not among the brands measured here. Northwind is at 41.3% visibility in the week of 9–15 Nov, 2nd of 11 (41.0% before, within ordinary variation).',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))

  it('names all brands if there are several', () => {
    const brands = ['Contoso', 'Fabrikam']
    expect(answerSentence(report(quiet(northwind), { brands }))).toBe(
      'Contoso is at 51.0%, Fabrikam at 40.1%, and you at 41.3% visibility in the week of 9–15 Nov.',
    )
  })
})

describe('have we passed Acme', () => {
  const ahead = { relation: 'ahead' } as const
  it.each([
    [
      'ahead',
      about([own([40.7, 40]), rival([34.8, 34.8])], ahead, october),
      'Yes: you are 5.9 points ahead of Acme on Perplexity in October (September: 5.2 ahead).',
    ],
    [
      'behind',
      about([own([40.7, 43]), rival([44.2, 40])], ahead),
      'No: you are 3.5 points behind Acme in the week of 9–15 Nov (2–8 Nov: 3.0 ahead).',
    ],
    [
      'too close',
      about([own([40.7, 40]), rival([40.5, 40])], ahead),
      'Too close to call: you are 0.2 points ahead of Acme in the week of 9–15 Nov (2–8 Nov: level).',
    ],
    [
      'a tie',
      about([own([40.7, 40]), rival([40.7, 42])], ahead),
      'No: you and Acme are level at 40.7% in the week of 9–15 Nov (2–8 Nov: 2.0 behind).',
    ],
    [
      'first week',
      about([own([40.7, null]), rival([34.8, null])], ahead),
      'Yes: you are 5.9 points ahead of Acme in the week of 9–15 Nov.',
    ],
    [
      'missing',
      about([own([40.7, 40]), rival([null, 40])], ahead),
      'That can’t be told: Acme has no visibility value in the week of 9–15 Nov.',
    ],
    [
      'unknown',
      about([own([41.3, 41.3]), null], ahead),
      'Acme is not among the brands measured here. Northwind is at 41.3% visibility in the week of 9–15 Nov, 2nd of 11 (no change).',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))
})

describe('are we losing to Acme', () => {
  const behind = { relation: 'behind' } as const
  it.each([
    [
      'behind',
      about([own([23.3, 25]), rival([40.7, 36.8])], behind),
      'Yes: you are 17.4 points behind Acme in the week of 9–15 Nov (2–8 Nov: 11.8 behind).',
    ],
    [
      'ahead',
      about([own([40.7, 40]), rival([34.8, 34.8])], behind),
      'No: you are 5.9 points ahead of Acme in the week of 9–15 Nov (2–8 Nov: 5.2 ahead).',
    ],
    [
      'a tie',
      about([own([40.7, 40]), rival([40.7, 40])], behind),
      'No: you and Acme are level at 40.7% in the week of 9–15 Nov (2–8 Nov: level).',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))

  it('and a comparison without yes or no', () => {
    const against = { relation: 'against' } as const
    expect(about([own([40.7, 40]), rival([34.8, 34.8])], against)).toBe(
      'You are 5.9 points ahead of Acme in the week of 9–15 Nov (2–8 Nov: 5.2 ahead).',
    )
    expect(about([own([40.7, 40]), rival([40.5, 40])], against)).toContain(
      '0.2 points ahead of Acme, too close to call',
    )
    expect(about([own([40.7, 40]), rival([34.8, 34.8])], { ...against, metric: 'averageRanking' })).toBe(
      'You are 1.0 places ahead of Acme in the week of 9–15 Nov (2–8 Nov: 1.0 ahead).',
    )
  })
})

describe('who overtook us', () => {
  const asked = { relation: 'overtakes' } as const
  const fallen = own([38.2, 42])
  it.each([
    [
      'a competitor',
      ours(fallen, asked, { kind: 'overtaken', own: fallen, rivals: [fabrikam] }),
      'Fabrikam passed you in the week of 9–15 Nov and is 1.9 points ahead.',
    ],
    [
      'several',
      ours(fallen, asked, { kind: 'overtaken', own: fallen, rivals: [contoso, fabrikam] }),
      'Contoso and Fabrikam passed you in the week of 9–15 Nov.',
    ],
    [
      'the other way',
      ours(northwind, asked, { kind: 'overtook', own: northwind, rivals: [fabrikam] }),
      'Nobody: you passed Fabrikam in the week of 9–15 Nov.',
    ],
    [
      'nobody',
      ours(own([41.3, 41]), asked),
      'Nobody passed you in the week of 9–15 Nov. Contoso is 9.7 points ahead.',
    ],
    [
      'nobody, close',
      ours(own([50.8, 50]), asked),
      'Nobody passed you in the week of 9–15 Nov. Contoso is 0.2 points ahead, too close to call.',
    ],
    [
      'nobody, leading',
      ours(own([60, 60]), asked),
      'Nobody passed you in the week of 9–15 Nov. Contoso is 9.0 points behind.',
    ],
    [
      'first week',
      ours(own([41.3, null]), asked),
      'Who passed you in the week of 9–15 Nov can’t be told: there is nothing to compare with.',
    ],
    [
      'missing days',
      ours(gapped, asked, dataGap(gapped), gap),
      'Only 5 of 7 days were collected: 2,380 answers against 3,339. Who passed you in the week of 9–15 Nov can’t be told.',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))
})

describe('who is ahead', () => {
  const asked = { relation: 'leader' } as const
  const leader = own([60, 60], { rank: 1 })
  const leading = { standings: [leader, contoso] }
  it.each([
    [
      'a competitor',
      ours(own([41.3, 41]), asked),
      'Contoso leads with 51.0% in the week of 9–15 Nov; you are 2nd of 11, 9.7 points behind.',
    ],
    [
      'too close',
      ours(own([50.8, 50]), asked),
      'Contoso leads with 51.0% in the week of 9–15 Nov; you are 2nd of 11, 0.2 points behind, too close to call.',
    ],
    [
      'a tie',
      ours(own([51, 50], { rank: 1 }), asked),
      'Contoso leads with 51.0% in the week of 9–15 Nov; you are 1st of 11, level.',
    ],
    [
      'we',
      ours(leader, asked, undefined, leading),
      'Northwind leads with 60.0% in the week of 9–15 Nov; Contoso is 9.0 points behind.',
    ],
    [
      'ours is missing',
      ours(own([null, 41], { rank: null }), asked),
      'Contoso leads with 51.0% in the week of 9–15 Nov; you have no visibility score.',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))
})

describe('is it significant', () => {
  const asked = { relation: 'significance' } as const
  it.each([
    [
      'up',
      ours(own([44.3, 38.9]), asked),
      'Yes, and it’s good news: Northwind rose 5.4 points to 44.3% in the week of 9–15 Nov, more than ordinary variation.',
    ],
    [
      'down',
      ours(own([38.9, 44.1]), asked),
      'Yes: Northwind fell 5.2 points to 38.9% in the week of 9–15 Nov, more than ordinary variation.',
    ],
    [
      'no clear change',
      ours(own([41.3, 40.9]), asked),
      'No: Northwind rose 0.4 points to 41.3% in the week of 9–15 Nov, within ordinary variation.',
    ],
    [
      'no change',
      ours(own([41.3, 41.3]), asked),
      'No: Northwind is at 41.3% in the week of 9–15 Nov, as before.',
    ],
    [
      'missing',
      ours(own([41.3, null]), asked),
      'Whether Northwind changed in the week of 9–15 Nov can’t be told: there is nothing to compare with.',
    ],
    [
      'a competitor',
      about([own([41.3, 41]), rival([44.2, 40.1])], asked),
      'Yes: Acme rose 4.1 points to 44.2% in the week of 9–15 Nov, more than ordinary variation.',
    ],
    [
      'missing days',
      ours(gapped, asked, dataGap(gapped), gap),
      'Only 5 of 7 days were collected: 2,380 answers against 3,339. Whether Northwind’s change to 41.3% is more than ordinary variation can’t be told.',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))
})

describe('share of voice, and the other figures', () => {
  const share = { metric: 'shareOfVoice' } as const
  const of = (value: number | null, previous: number | null) => ({ shareOfVoice: change(value, previous) })
  it.each([
    [
      'up',
      ours(own([41, 41], of(12.1, 11.7)), share),
      'Northwind’s share of voice is 12.1% in the week of 9–15 Nov, up 0.4 points.',
    ],
    [
      'down',
      ours(own([41, 41], of(11.7, 12.1)), share, undefined, october),
      'Northwind’s share of voice is 11.7% on Perplexity in October, down 0.4 points.',
    ],
    [
      'no change',
      ours(own([41, 41], of(12.1, 12.1)), share),
      'Northwind’s share of voice is 12.1% in the week of 9–15 Nov, no change.',
    ],
    [
      'first week',
      ours(own([41, 41], of(12.1, null)), share),
      'Northwind’s share of voice is 12.1% in the week of 9–15 Nov.',
    ],
    [
      'missing',
      ours(own([41, 41], of(null, 12)), share),
      'Northwind’s share of voice can’t be told in the week of 9–15 Nov: the mentions of some brands are missing.',
    ],
    [
      'a competitor’s',
      about([own([41, 41], of(12.1, 12)), rival([50, 50], of(18.2, 18))], share),
      'Acme’s share of voice is 18.2% in the week of 9–15 Nov, up 0.2 points; you are 6.1 points behind.',
    ],
    [
      'level',
      about([own([41, 41], of(18.2, 12)), rival([50, 50], of(18.2, 18))], share),
      'Acme’s share of voice is 18.2% in the week of 9–15 Nov, up 0.2 points; you are level.',
    ],
    [
      'mentions',
      ours(own([41, 40]), { metric: 'mentions' }),
      'Northwind was mentioned 1,271 times in the week of 9–15 Nov, up 31 (share of voice 12.3%).',
    ],
    [
      'presence',
      ours(own([41, 40]), { metric: 'presence' }),
      'Northwind is named in 32.8% of the answers in the week of 9–15 Nov, up 0.8 points.',
    ],
    [
      'average ranking',
      ours(own([41, 40], { averageRanking: change(2.4, 3.1, '', 'lower') }), { metric: 'averageRanking' }),
      'Northwind’s average ranking is 2.4 in the week of 9–15 Nov, improved from 3.1.',
    ],
    [
      'no average ranking',
      ours(own([41, 40], { averageRanking: change(null, 3.1, '', 'lower') }), { metric: 'averageRanking' }),
      'The service gives no average ranking of Northwind in the week of 9–15 Nov.',
    ],
  ])('%s', (_case, sentence, expected) => expect(sentence).toBe(expected))
})

it('“how are we doing” is answered by the report’s own headline', () => {
  expect(ours(northwind, {})).toBeNull()
  expect(
    answerSentence(report({ kind: 'no_data' }, { brands: ['Acme'], standings: [], own: null })),
  ).toBeNull()
})
