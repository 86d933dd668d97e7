/** Sentences claim no more than the data shows. */
import { describe, expect, it } from 'vitest'
import { neighbourLine, sinceFirstFall } from '../../src/blocks/digest/neighbours.ts'
import { evaluationSummary, redditHeadlineOf } from '../../src/blocks/digest/parts.ts'
import { allBrands } from '../../src/blocks/digest/thread.ts'
import { alertHeadline } from '../../src/blocks/digests/alert.ts'
import { mrkdwnLines, textOf } from '../../src/blocks/kit/block-text.ts'
import { visibilityChart } from '../../src/blocks/kit/figures.ts'
import { metricForms, whenWords } from '../../src/blocks/kit/formats.ts'
import { richText } from '../../src/blocks/kit/text.ts'
import { redditAnswer } from '../../src/blocks/reddit/reddit.ts'
import { reviewHeadline } from '../../src/blocks/review/review.ts'
import { storySentence } from '../../src/blocks/tasks/story.ts'
import { answerSentence } from '../../src/blocks/visibility/answer-sentence.ts'
import { enginesHeadline, enginesMeasured, enginesRemarks } from '../../src/blocks/visibility/engines.ts'
import { gapsAnswer } from '../../src/blocks/visibility/gaps.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { howSureModal } from '../../src/blocks/visibility/how-sure.ts'
import { visibilityOutputs } from '../../src/blocks/visibility/step-outputs.ts'
import { topicsAnswer } from '../../src/blocks/visibility/topics.ts'
import { weeksChart } from '../../src/blocks/visibility/trend.ts'
import { visibilityAnswer } from '../../src/blocks/visibility/visibility.ts'
import { whyAnswer, whySentence } from '../../src/blocks/visibility/why.ts'
import { metricChange } from '../../src/insights/significance.ts'
import { splitOf } from '../../src/insights/why.ts'
import type { Block } from '../../src/model/message.ts'
import type { Asked } from '../../src/model/question.ts'
import type { VisibilityReport } from '../../src/model/reports.ts'
import { assembleReview } from '../../src/review/read.ts'
import { engineReport, evaluation, onEngine } from './answer-fixtures.ts'
import {
  change,
  contoso,
  dataGap,
  fabrikam,
  month,
  northwind,
  ok,
  ownChange,
  quiet,
  redditNews,
  report,
  standing,
  week,
} from './fixtures.ts'
import { alertNews } from './gallery/digests/alert.ts'
import { slide } from './gallery/markets.ts'
import { levelOf } from './gallery/visibility.ts'
import { splitReasons } from './gallery/why.ts'
import { quarterInput, reviewedTask, story } from './review-fixtures.ts'

const options = { shareable: false, command: '' }
/** The answer where no segment can be compared. */
const noGaps = (of: VisibilityReport) =>
  gapsAnswer({ report: of, gaps: [], tooClose: [], unread: [], notMeasured: [], leftOut: 0 }, options).text
const nowhere = { engine: 'Claude', own: null, news: null, of: 11, brandsLeftOut: 0, gone: null }
const gone = { last: { own: northwind, period: week('2026-11-02'), of: 12 }, isCertain: false }

it.each([
  { states: ['no_effect', 'no_effect'], says: 'no clear change.' },
  { states: ['no_effect', 'too_early'], says: 'no clear change in the 1 task that can be compared.' },
  { states: ['faded', 'no_effect'], says: 'no clear change.' },
  { states: ['shared', 'no_effect'], says: 'no clear change that competitors don’t share.' },
  { states: ['too_early', 'too_early'], says: 'too early to say what changed.' },
  { states: ['unread', 'unread'], says: 'the weeks since are still being read.' },
  { states: ['unread', 'too_early', 'no_aim'], says: 'not enough data yet to say what changed.' },
  { states: ['no_aim', 'no_comparison'], says: 'none of the tasks can be compared.' },
  {
    states: ['up', 'back', 'down'],
    says: 'among the tasks followed, 2 rises and 1 fall of more than ordinary variation.',
  },
] as const)('the headline of a review says only what is true: $says', ({ states, says }) => {
  const tasks = states.map((state, index) => reviewedTask(index, { story: story(state) }))
  expect(reviewHeadline(assembleReview({ ...quarterInput, tasks }))).toMatch(new RegExp(`; ${says}$`))
})

describe('Reddit’s headline', () => {
  const [turned, , older] = redditNews.items
  if (turned === undefined || older === undefined) throw new Error('there are three')
  const news = (...items: typeof redditNews.items) => ({ ...redditNews, items })

  it('calls a sentiment unchanged only if the earlier one is known', () => {
    expect(redditHeadlineOf(news({ ...older, isNew: true }))).toBe('Reddit: 1 new summary.')
    const withPrevious = { ...older, previousSentiment: 'positive' }
    expect(redditHeadlineOf(news({ ...withPrevious, isNew: true }))).toBe(
      'Reddit: 1 new summary, sentiment unchanged.',
    )
    const answer = (item: typeof older) => redditAnswer(news(item), options).text
    for (const item of [older, withPrevious])
      expect(answer(item)).toMatch(/^Reddit: positive in r\/trailrunning\.\n/)
  })

  it('leaves out no sentiment, least of all the bad one', () => {
    const items = ['positive', 'neutral', 'mixed', 'negative'].map((sentiment) => ({ ...older, sentiment }))
    const says = redditAnswer(news(...items), options).text
    expect(says).toMatch(/^Reddit: .*; negative in r\/trailrunning\.\n/)
  })

  it('counts no new summaries if only a sentiment turned', () => {
    expect(redditHeadlineOf(news({ ...turned, isNew: false }))).toBe(
      'Reddit: sentiment improved in 1 subreddit.',
    )
  })
})

describe('where no change is judged', () => {
  const one = { ...northwind, visibility: { ...northwind.visibility, isNews: false } }
  const says = (more: Parameters<typeof report>[1]) => {
    const asked = report(dataGap(one), { own: one, standings: [one], ...more })
    const why = { of: one, splits: [], unsplit: [] }
    return [visibilityOutputs(asked, '')?.significance, whySentence(why, asked)]
  }

  it('nothing is called ordinary', () => {
    expect(says({})).toEqual([
      'Up 2.4 points: can’t be judged.',
      'Northwind rose 2.4 points to 41.3%. Whether that is more than ordinary variation can’t be told.',
    ])
    expect(says({ headline: quiet(one) }).join(' ')).toMatch(
      /: within ordinary variation\..*, within ordinary/,
    )
  })

  it('“why” doesn’t deny a change that began in an earlier week', () => {
    const headline = ownChange(one, { from: '2026-11-02', points: 7, before: 34.3 })
    expect(says({ headline })[1]).toBe(
      'Northwind is up 7.0 points since 2 November, from 34.3% to 41.3%. One week can’t tell where that comes from.',
    )
  })

  it('scores of an unknown unit keep their two decimals, and have no gaps', () => {
    const of = (brand: string, value: number, mine = false) => ({
      ...standing(brand, 1, 1, [value, value], { mine }),
      visibility: metricChange({ value, prev_value: 0.3, unit: '' }, 'higher', true),
    })
    const own = of('Northwind', 0.38, true)
    const fractions = report(
      { kind: 'not_compared', own },
      { own, standings: [of('Contoso', 0.41), own], isFraction: true },
    )
    expect(visibilityOutputs(fractions, '')).toMatchObject({ score: 0.38, change: 0.08 })
    const chart = visibilityChart(fractions)
    expect(mrkdwnLines(chart?.block as Block)).toContain('Northwind: 0.38 | 0.3')
    const engines = enginesRemarks(engineReport([ok({ ...nowhere, own })]))
    expect(engines).toEqual([expect.stringContaining('changes aren’t judged')])
    expect(noGaps(fractions)).toMatch(/^Northwind is 1st of 11 with 0\.38 visibility\./)
    const why = { ...splitReasons, of: { ...own, visibility: { ...own.visibility, isNews: false } } }
    const because = whyAnswer(fractions, why, options).text
    expect(because).toMatch(/^Northwind rose 0\.08 to 0\.38\. Whether /)
    expect(because).not.toMatch(/In points|Of the change/)
    expect(neighbourLine(fractions), 'which a review shows').toBeNull()
    const known = { weeks: 31, readings: [levelOf('Northwind', 0.4)] }
    const sure = JSON.stringify(howSureModal(fractions, known).blocks)
    expect(sure).toMatch(/Northwind \(you\): 0\.38\. Up 0\.08: can’t be judged\..*changes aren’t judged/)
    expect(sure).not.toContain('%')
    expect(noGaps(report(quiet(northwind)))).toMatch(/^No segment can be compared with the leader /)
  })
})

it('a failed evaluation is not counted as done', () => {
  const evaluations = ['completed', 'failed', 'partial'].map((status) =>
    ok(evaluation({ status, isFinal: true })),
  )
  expect(evaluationSummary({ evaluations, omittedCount: 0 })).toBe('Website evaluations: 2 done, 1 failed.')
})

it('a brand that has stopped falling is at its score, not falling to it', () => {
  const stop = ownChange(northwind, { kind: 'stop', from: '2026-11-02', points: 0.1 })
  expect(headlineSentence(report(stop))).toBe('▲ Northwind has stopped falling, at 41.3%. It’s 2nd of 11.')
})

it('gaps to the leader aren’t said to be gaps to an earlier period', () => {
  const running = report(quiet(northwind), {
    period: { ...week('2026-11-16'), soFar: '2026-11-18' },
    ...{ smallestNews: 9, comparedWith: { ...week('2026-11-09'), end: '2026-11-11' } },
  })
  expect(noGaps(running)).toContain('How measured: This week so far')
  expect(noGaps(running)).not.toMatch(/week before|change/)
})

it('nobody leads without a score', () => {
  const [own, leader] = [northwind, contoso].map((one) => ({ ...one, visibility: change(null, null) }))
  if (own === undefined || leader === undefined) throw new Error('there are two')
  expect(headlineSentence(report({ kind: 'own_unmeasured', own, leader }))).toBe(
    'Northwind has no visibility score in the week of 9–15 Nov; no brand has one.',
  )
  expect(headlineSentence(report({ kind: 'no_own_brand', leader, mover: null }))).toBe(
    'No brand has a visibility score. No brand here is marked as yours.',
  )
})

it('nobody leads whom the own brand is level with', () => {
  const tied = { ...northwind, rank: 1, tied: true }
  const rival = { ...fabrikam, rank: 1, tied: true, visibility: northwind.visibility }
  expect(neighbourLine(report(quiet(tied), { own: tied, standings: [rival, tied] }))).toBe(
    'Fabrikam is level with Northwind.',
  )
})

it('two weeks are added up only if both fell', () => {
  const fallen = standing('Northwind', 2, 2, [37, 42], { mine: true })
  const says = (score: number) => {
    const weeks = [{ start: '2026-10-26', scores: [score] }]
    const trend = { ...slide, brands: ['Northwind'], weeks }
    return sinceFirstFall(report(ownChange(fallen, { again: true }), { own: fallen }), trend)
  }
  expect(says(45)).toBe('That makes 8.0 points in two weeks.')
  expect(says(36)).toBeNull()
})

it('an alert says in which week a vanished brand was last seen', () => {
  const last = { own: northwind, period: week('2026-10-12'), of: 11 }
  const says = alertHeadline(alertNews({ events: [{ kind: 'vanished', last }] }))
  expect(says).toMatch(/; it was 2nd with 41\.3% visibility in the week of 12–18 Oct\.$/)
})

it('a chart names the command that lists notes it doesn’t show', () => {
  const notes = Array.from({ length: 7 }, (_, day) => ({ day: `2026-11-0${day + 2}`, text: 'New page' }))
  const weeks = [{ start: '2026-11-02', scores: [41.3] }]
  const { events } = weeksChart({ title: 'Weeks', lines: ['Northwind'], weeks, notes })
  expect(events.at(-1)).toBe('1 earlier note not shown: /sightline notes')
})

it('a message without blocks still names the group to ask, and links what the blocks link', () => {
  const block = richText([
    ['Ask ', { group: 'S0BRAND' }, ', see ', { link: 'https://a.slack.com/x', text: 'A & B' }],
  ])
  expect(mrkdwnLines(block)).toEqual(['Ask <!subteam^S0BRAND>, see <https://a.slack.com/x|A &amp; B>'])
})

it('being passed is never marked as good news, even if the own score rose too', () => {
  const says = headlineSentence(report({ kind: 'overtaken', own: northwind, rivals: [fabrikam] }))
  expect(says).toMatch(/^▼ Fabrikam/)
})

it('nobody “passed” whom the period before had in that order already', () => {
  const before = (previous: number) => ({
    ...fabrikam,
    visibility: { ...fabrikam.visibility, previous },
  })
  const says = (previous: number) =>
    headlineSentence(report({ kind: 'overtook', own: northwind, rivals: [before(previous)], lost: [] }))
  const was = northwind.visibility.previous ?? 0
  expect(says(was + 1)).toMatch(/^▲ Northwind passed Fabrikam and is 2nd of 11: .*, was 1\.0 behind\./)
  expect(says(was - 1)).toMatch(
    /^▲ Northwind is now clearly ahead of Fabrikam and 2nd of 11: .* ahead, was 1\.0\./,
  )
})

it('the table of a digest says “all brands” only if it has all', () => {
  const asked = { standings: [northwind, fabrikam], brands: ['Northwind', 'Fabrikam'] }
  const { blocks } = allBrands(report(quiet(northwind), asked))
  expect(textOf(blocks).split('\n')[0]).toBe('2 brands, by rank')
})

it('a period of another year includes the year', () => {
  expect(whenWords(month('2025-10'))).toBe('in October 2025')
  expect(whenWords({ ...month('2025-10'), thisYear: 2025 })).toBe('in October')
})

it('a sentiment of another year includes the year', () => {
  const [before, since] = [
    { day: '2025-10-03', sentiment: 'negative' },
    { day: '2026-11-14', sentiment: 'mixed' },
  ]
  const told = story('no_effect', { sentiments: { subreddit: 'crm', before, since } })
  expect(storySentence(told, { thisYear: 2026 })).toMatch(
    / r\/crm: negative \(3 Oct 2025\) → mixed \(14 Nov\)\.$/,
  )
})

describe('why the own brand changed', () => {
  const data = { own: splitReasons.of, standings: [contoso, fabrikam, splitReasons.of], why: splitReasons }
  const says = (asked: Asked, brands: readonly string[] = []) =>
    visibilityAnswer(report(ownChange(splitReasons.of), { ...data, brands }), {
      ...options,
      byEngine: 'engines',
      asked,
    }).text

  it('is said below a sentence about its visibility', () => {
    expect(says({})).toContain('Perplexity (down')
    expect(says({ relation: 'significance' })).toContain('Perplexity (down')
  })

  it.each([
    ['another brand', { relation: 'leader' }, []],
    ['several brands', {}, ['Contoso', 'Fabrikam']],
    ['another figure', { metric: 'shareOfVoice' }, []],
  ] as const)('is not said below one about %s', (_, asked, brands) => {
    expect(says(asked, brands)).not.toContain('Perplexity (down')
  })
})

const scored = onEngine('ChatGPT', [44.8, 31.6])
const unscored = onEngine('ChatGPT', [null, 38])
it.each([
  ['a score', scored, null, /^Northwind has 44\.8% visibility on ChatGPT \(.*\)\.$/],
  ['no score', unscored, null, / no visibility score on any engine that could be loaded /],
  ['no brand', nowhere, null, /^No brand is marked as yours on any engine that could be loaded\.$/],
  ['none now', nowhere, gone, /^Northwind doesn’t appear in any answers on any engine that could be loaded /],
])('%s on one engine says nothing of another that could not be loaded', (_, engine, gone, says) => {
  const unread = { ok: false, subject: 'Google', reason: 'The service didn’t answer.' } as const
  expect(enginesHeadline(engineReport([ok(engine), unread], { gone }))).toMatch(says)
})

it('“why” says that other engines moved the other way only if one did', () => {
  // The second one is new: its high score makes up for a part of the fall.
  const parts = [
    { part: 'Perplexity', visibility: change(30, 40), answers: { now: 300, before: 300 } },
    { part: 'Gemini', visibility: change(50, null), answers: { now: 100, before: 0 } },
  ]
  const visibility = { ...change(35, 40), isNews: true }
  const of = { ...northwind, visibility, answers: { now: 400, before: 300 } }
  const split = splitOf('engine', of, parts, () => true)
  const says = whySentence({ of, splits: split ? [split] : [], unsplit: [] }, report(ownChange(of)))
  expect(says).toContain('It’s all Perplexity, down 10.0 points (−8.7 points). A different mix')
})

it('nobody passed whom the period before had in that order, beside whom it was otherwise', () => {
  const behind = standing('Acme', 4, 4, [30, 31])
  const both = report({ kind: 'overtook', own: northwind, rivals: [fabrikam, behind], lost: [] })
  expect(headlineSentence(both)).toMatch(/^▲ Northwind passed Fabrikam and is 2nd/)
  expect(answerSentence(both, { relation: 'overtakes' })).toMatch(/^Nobody: you passed Fabrikam in/)
})

it('answers are counted for the engines that gave them', () => {
  const measured = (...engines: Parameters<typeof engineReport>[0]) =>
    enginesMeasured(engineReport(engines))[0]
  const [one, unread] = [ok(scored), { ok: false, reason: '' } as const]
  expect(measured(one, unread, ok(nowhere))).toContain(' · 3 engines · 330 answers on 1 of them · ')
  expect(measured(one)).toContain(' · 1 engine · 330 answers · ')
})

it('nobody leads alone who shares the lead', () => {
  const [first, second] = ['Globex', 'Contoso'].map((brand) =>
    standing(brand, 1, 1, [51, 51], { tied: true }),
  ) as [typeof contoso, typeof contoso]
  const shared = (...others: (typeof contoso)[]) =>
    neighbourLine(report(quiet(northwind), { standings: [first, second, northwind, ...others] }))
  expect(shared()).toBe('Globex and Contoso share the lead with 51.0%.')
  expect(shared(fabrikam)).toMatch(/ with 51\.0%; Fabrikam is 1\.2 points behind Northwind\.$/)
})

it('topics of which none stands out aren’t called alike', () => {
  // Two high ones and two low ones.
  const topics = [60, 59, 10, 9].map((score) =>
    ok({ name: `About ${score}`, own: standing('Northwind', 2, 2, [score, score], { mine: true }) }),
  )
  const { period, comparedWith, coverage } = report(quiet(northwind))
  const none = { notCollected: [], best: null, worst: null }
  const answer = topicsAnswer({ ...none, period, comparedWith, coverage, topics }, 0, options)
  expect(answer.text).toMatch(/^No topic stands out in .*: Northwind has 9\.0% to 60\.0% visibility\.\n/)
})

it('a chart of whole numbers reads them as counts', () => {
  const one = standing('Acme', 1, 1, [50, 50], { mentions: change(1228, 1133, '') })
  const chart = visibilityChart(report(quiet(northwind), { standings: [one] }), undefined, metricForms[3])
  const text = textOf(chart === null ? [] : [{ ...chart.block, title: 'Answers' }])
  expect(text).toMatch(/^Answers .*\nAcme: 1,228 \| 1,133$/)
})
