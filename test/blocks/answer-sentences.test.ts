/**
 * The first sentence of an answer, by what was asked: up, down, no clear change, tie, missing data, unknown name. The
 * sentences are in answer-sentences.txt, which `vitest -u` writes.
 */
import { expect, it } from 'vitest'
import { answerSentence } from '../../src/blocks/visibility/answer-sentence.ts'
import { marked } from '../../src/insights/headline.ts'
import { bySample, figureStanding } from '../../src/insights/significance.ts'
import type { Asked } from '../../src/model/question.ts'
import type { BrandStanding, Headline, VisibilityReport } from '../../src/model/reports.ts'
import {
  change,
  contoso,
  dataGap,
  fabrikam,
  market,
  month,
  northwind,
  ownChange,
  quiet,
  report,
  rivalChange,
  standing,
  twoDaysMissing,
} from './fixtures.ts'

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
  period: month('2026-10'),
  comparedWith: month('2026-09'),
  engines: ['Perplexity'],
}
const gap = { coverage: twoDaysMissing }
const withGap = (...standings: [BrandStanding, BrandStanding]) =>
  standings.map((one) => marked(one, null, october.period)) as [BrandStanding, BrandStanding]
const [gapped] = withGap(own([41.3, 38.9]), rival([30, 30]))
const engineGap = dataGap(gapped, { missing: ['Perplexity'], fewer: ['GoogleAIO'] })

const overtaken = (mine: BrandStanding, ...rivals: readonly BrandStanding[]) =>
  ({ kind: 'overtaken', own: mine, rivals }) as const
const overtook = (
  mine: BrandStanding,
  rivals: readonly BrandStanding[],
  lost: readonly BrandStanding[] = [],
) => ({ kind: 'overtook', own: mine, rivals, lost }) as const

/** At 41.3 %, nearly as the week before. */
const steady = own([41.3, 41])
const voiced = own([41.3, 41], { shareOfVoice: change(16, 15) })
const first = own([41.3, null])
const share = { metric: 'shareOfVoice' } as const

const sixBrands = market.flatMap(({ mine, brand }) => (mine ? [] : [brand])).slice(0, 6)

const answers: string[] = []
const sentences = (question: string, cases: Readonly<Record<string, string | null>>) =>
  answers.push(question, ...Object.entries(cases).map(([name, sentence]) => `  ${name}: ${sentence}`))

sentences('how is Acme doing', {
  up: about([own([33.8, 34]), rival([44.2, 40.1])], {}, october),
  down: about([steady, rival([34.8, 38.9])]),
  'no clear change': about([steady, rival([34.8, 34.5])]),
  'a tie': about([steady, rival([41.3, 41.3])]),
  'too close': about([steady, rival([41.1, 41.1])]),
  new: about([steady, rival([34.8, null])]),
  missing: about([steady, rival([null, 38.9], { rank: null })]),
  'missing days': about(
    withGap(own([41.3, 38.9]), rival([34.8, 38.9])),
    {},
    { ...gap, headline: dataGap(gapped) },
  ),
  'a missing engine': about(withGap(own([41.3, 38.9]), rival([34.8, 38.9])), {}, { headline: engineGap }),
  unknown: about([steady, null]),
  'several brands': answerSentence(report(quiet(northwind), { brands: ['Contoso', 'Fabrikam'] })),
  'six brands': answerSentence(report(quiet(northwind), { brands: sixBrands })),
})

const ahead = { relation: 'ahead' } as const
sentences('have we passed Acme', {
  ahead: about([own([40.7, 40]), rival([34.8, 34.8])], ahead, october),
  behind: about([own([40.7, 43]), rival([44.2, 40])], ahead),
  'too close': about([own([40.7, 40]), rival([40.5, 40])], ahead),
  'a tie': about([own([40.7, 40]), rival([40.7, 42])], ahead),
  'first week': about([own([40.7, null]), rival([34.8, null])], ahead),
  missing: about([own([40.7, 40]), rival([null, 40])], ahead),
  unknown: about([own([41.3, 41.3]), null], ahead),
})

const behind = { relation: 'behind' } as const
const against = { relation: 'against' } as const
sentences('are we losing to Acme', {
  behind: about([own([23.3, 25]), rival([40.7, 36.8])], behind),
  ahead: about([own([40.7, 40]), rival([34.8, 34.8])], behind),
  'a tie': about([own([40.7, 40]), rival([40.7, 40])], behind),
  'neither yes nor no': about([own([40.7, 40]), rival([34.8, 34.8])], against),
  'neither, too close': about([own([40.7, 40]), rival([40.5, 40])], against),
  'neither, by presence': about([own([40.7, 40]), rival([34.8, 34.8])], { ...against, metric: 'presence' }),
  'neither, by ranking': about([own([40.7, 40]), rival([34.8, 34.8])], {
    ...against,
    metric: 'averageRanking',
  }),
})

const overtakes = { relation: 'overtakes' } as const
const fallen = own([38.2, 42])
sentences('who overtook us', {
  'a competitor': ours(fallen, overtakes, overtaken(fallen, fabrikam)),
  several: ours(fallen, overtakes, overtaken(fallen, rival([44, 40]), fabrikam)),
  'the other way': ours(northwind, overtakes, overtook(northwind, [fabrikam])),
  'the other way, and a competitor': ours(
    fallen,
    overtakes,
    overtook(fallen, [rival([30, 45]), standing('Litware', 6, 6, [20, 44])], [fabrikam]),
  ),
  'the other way, and one that was ahead': ours(
    own([38.2, 39]),
    overtakes,
    overtook(own([38.2, 39]), [rival([30, 45])], [standing('Litware', 1, 1, [50, 40])]),
  ),
  'nobody, settled': ours(own([38.2, 39]), overtakes, overtaken(own([38.2, 39]), rival([40.1, 39.2]))),
  nobody: ours(steady, overtakes),
  'nobody, close': ours(own([50.8, 50]), overtakes),
  'nobody, leading': ours(own([60, 60]), overtakes),
  'first week': ours(first, overtakes),
  'missing days': ours(gapped, overtakes, dataGap(gapped), gap),
  'a missing engine': ours(gapped, overtakes, engineGap),
})

const leads = { relation: 'leader' } as const
const leader = own([60, 60], { rank: 1 })
const tied = own([51, 41], { rank: 1 })
const leading = { standings: [leader, contoso] }
sentences('who is ahead', {
  'a competitor': ours(steady, leads),
  'too close': ours(own([50.8, 50]), leads),
  'a tie': ours(own([51, 50], { rank: 1 }), leads),
  'a tie of competitors': ours(own([41.3, 41], { rank: 3 }), leads, undefined, {
    standings: [contoso, rival([51, 50])],
  }),
  'a tie of all': ours(tied, leads, undefined, { standings: [contoso, rival([51, 50]), tied] }),
  we: ours(leader, leads, undefined, leading),
  'among those named': about([steady, rival([34.8, 34.5])], leads),
  'ours is missing': ours(own([null, 41], { rank: null }), leads),
  'by share of voice': ours(voiced, { ...leads, ...share }),
})

const second = { relation: 'second' } as const
sentences('who is second', {
  'a competitor': ours(own([30, 30], { rank: 3 }), second),
  we: ours(steady, second),
  'a tie': ours(own([40.1, 40], { rank: 2 }), second),
  'a tie of the first': ours(own([41.3, 41], { rank: 3 }), second, undefined, {
    standings: [contoso, rival([51, 50]), own([41.3, 41], { rank: 3 })],
  }),
  'by share of voice': ours(voiced, { ...second, ...share }),
  third: ours(steady, { relation: 'third' }),
  'third of two': ours(leader, { relation: 'third' }, undefined, leading),
})

const grew = { relation: 'up' } as const
const grown = rival([44.2, 40.1])
const climbed = rivalChange(steady, fabrikam)
sentences('which competitor grew', {
  'a competitor': ours(steady, grew, undefined, { standings: [contoso, northwind, grown] }),
  several: ours(steady, grew, undefined, {
    standings: [standing('Contoso', 1, 1, [53, 50]), grown, standing('Litware', 6, 6, [20, 25])],
  }),
  none: ours(own([44.3, 38.9]), grew),
  'since an earlier week': ours(steady, grew, {
    ...climbed,
    change: { ...climbed.change, direction: 1, points: 2.4, from: '2026-11-02', before: 37.7 },
  }),
  'first week': ours(first, grew, undefined, { comparedWith: null }),
  'missing days': ours(gapped, grew, dataGap(gapped), gap),
  'by share of voice': ours(steady, { ...grew, ...share }),
})

const fell = { relation: 'down' } as const
const shrunk = rival([40.1, 44.2])
sentences('which competitor fell', {
  'a competitor': ours(steady, fell, undefined, { standings: [contoso, northwind, shrunk] }),
  several: ours(steady, fell, undefined, {
    standings: [standing('Contoso', 1, 1, [50, 53]), shrunk, standing('Litware', 6, 6, [25, 20])],
  }),
  none: ours(own([44.3, 38.9]), fell, undefined, { standings: [contoso, northwind, grown] }),
  'by share of voice': ours(steady, { ...fell, ...share }),
  'by presence': ours(steady, { ...fell, metric: 'presence' }, undefined, {
    standings: [contoso, rival([30, 30], { presence: change(20, 24) }), fabrikam],
  }),
  'among those named': about([steady, rival([34.8, 34.5])], fell),
  'first week': ours(first, fell, undefined, { comparedWith: null }),
})

const significance = { relation: 'significance' } as const
const slower = own([40.7, 40.9])
const slide = ownChange(slower, { points: -7, from: '2026-11-02', before: 47.7 })
sentences('is it significant', {
  up: ours(own([44.3, 38.9]), significance),
  down: ours(own([38.9, 44.1]), significance),
  'no clear change': ours(own([41.3, 40.9]), significance),
  'no change': ours(own([41.3, 41.3]), significance),
  missing: ours(first, significance),
  'a competitor': about([steady, rival([44.2, 40.1])], significance),
  'missing days': ours(gapped, significance, dataGap(gapped), gap),
  'a missing engine': ours(gapped, significance, engineGap),
  'since an earlier week': ours(slower, significance, slide),
  'still falling': ours(slower, significance, quiet(slower, { slope: { ...slide.change, kind: 'slope' } })),
  'passed a competitor': ours(slower, significance, overtook(slower, [rival([38, 42])])),
  'passed by a competitor': ours(slower, significance, overtaken(slower, rival([44, 40]))),
  'now clearly behind': ours(slower, significance, overtaken(slower, rival([44, 42]))),
  'passed, and down': ours(own([38.9, 44.1]), significance, overtaken(own([38.9, 44.1]), rival([44, 40]))),
  'only a competitor changed': ours(slower, significance, rivalChange(slower, rival([30, 40]))),
  'just noise, down': ours(own([38.9, 44.1]), { relation: 'noise' }),
  'just noise, no clear change': ours(own([41.3, 40.9]), { relation: 'noise' }),
  'of the share of voice': ours(own([38.9, 44.1]), { ...significance, ...share }),
})

const of = (value: number | null, previous: number | null) => ({ shareOfVoice: change(value, previous) })
sentences('share of voice, and the other figures', {
  up: ours(own([41, 41], of(12.1, 11.7)), share),
  down: ours(own([41, 41], of(11.7, 12.1)), share, undefined, october),
  'no change': ours(own([41, 41], of(12.1, 12.1)), share),
  'first week': ours(own([41, 41], of(12.1, null)), share),
  missing: ours(own([41, 41], of(null, 12)), share),
  'a competitor’s': about([own([41, 41], of(12.1, 12)), rival([50, 50], of(18.2, 18))], share),
  level: about([own([41, 41], of(18.2, 12)), rival([50, 50], of(18.2, 18))], share),
  mentions: ours(own([41, 40]), { metric: 'mentions' }),
  'one mention': ours(own([41, 40], { mentions: change(1, 0, 'mentions') }), { metric: 'mentions' }),
  'one mention ahead': about(
    [own([41, 40], { mentions: change(3, 3, '') }), rival([34, 34], { mentions: change(2, 0, '') })],
    { ...ahead, metric: 'mentions' },
  ),
  presence: ours(own([41, 40]), { metric: 'presence' }),
  'average ranking': ours(own([41, 40], { averageRanking: change(2.4, 3.1, '', 'lower') }), {
    metric: 'averageRanking',
  }),
  'no average ranking': ours(own([41, 40], { averageRanking: change(null, 3.1, '', 'lower') }), {
    metric: 'averageRanking',
  }),
})

it('questions are answered as in answer-sentences.txt', () =>
  expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('answer-sentences.txt'))

it('“how are we doing” is answered by the report’s own headline', () => {
  expect(ours(northwind, {})).toBeNull()
  const empty = report({ kind: 'no_data' }, { brands: ['Acme'], standings: [], own: null })
  expect(answerSentence(empty)).toBeNull()
})
