import { visibilityAnswer } from '../../../src/blocks/visibility/visibility.ts'
import { whyAnswer } from '../../../src/blocks/visibility/why.ts'
import { splitOf } from '../../../src/insights/why.ts'
import { noFilters } from '../../../src/model/question.ts'
import type {
  BrandStanding,
  ChangeReasons,
  SplitDimension,
  VisibilityReport,
} from '../../../src/model/reports.ts'
import { change, options, ownChange, quiet, report, rivalChange, standing } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

type Scores = Readonly<
  Record<string, readonly [now: number, before: number, answers?: number, then?: number]>
>

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

/** A brand whose score is the mean over its engines, and whose change is split by them. */
function moved(
  brand: string,
  mine: boolean,
  engines: Scores,
  others: Partial<Record<SplitDimension, Scores>> = {},
) {
  const parts = (scores: Scores) =>
    Object.entries(scores).map(([part, [now, before, answers = 334, then = answers]]) => ({
      part,
      visibility: change(now, before),
      answers: { now: answers, before: then },
    }))
  const all = parts(engines)
  const now = sum(all.map(({ answers }) => answers.now))
  const before = sum(all.map(({ answers }) => answers.before))
  const mean = (at: 'now' | 'before', of: 'value' | 'previous', total: number) =>
    Math.round(
      (10 * sum(all.map(({ answers, visibility }) => answers[at] * (visibility[of] ?? 0)))) / total,
    ) / 10
  const visibility = {
    ...change(mean('now', 'value', now), mean('before', 'previous', before)),
    isNews: true,
  }
  const of: BrandStanding = {
    ...standing(brand, 2, 2, [visibility.value, visibility.previous], { mine }),
    visibility,
    answers: { now, before },
  }
  const dimensions = Object.entries({ engine: engines, ...others }) as [SplitDimension, Scores][]
  const made = dimensions.map(([dimension, scores]) => ({
    dimension,
    // With 334 answers, only a change of more than nine points is a cause.
    split: splitOf(dimension, of, parts(scores), ({ visibility }) => Math.abs(visibility.delta ?? 0) > 9),
  }))
  const reasons: ChangeReasons = {
    of,
    splits: made.flatMap(({ split }) => split ?? []),
    unsplit: made.flatMap(({ dimension, split }) =>
      split === null ? [{ dimension, reason: 'no_sum' }] : [],
    ),
  }
  return { of, reasons }
}

const calm: Scores = { ChatGPT: [44.9, 44.4], Gemini: [38.1, 38.9], Claude: [40.2, 40.6], Bing: [36.8, 36.6] }
const one = moved(
  'Northwind',
  true,
  { ...calm, Perplexity: [26.3, 41.8] },
  {
    funnelStage: { ToFu: [36.9, 40.1, 557], MoFu: [37.6, 40.7, 557], BoFu: [37.3, 40.6, 556] },
    keywordType: { Generic: [36.9, 40.1, 900], Brand: [37.6, 40.7, 500] },
  },
)
/** A fall caused by one engine, in all dimensions. */
export const splitReasons = one.reasons

const everywhere = moved('Northwind', true, {
  ChatGPT: [39.9, 44.4],
  Gemini: [33.8, 38.9],
  Claude: [35.4, 40.6],
  Bing: [31.7, 36.6],
})
const fallen = moved('Northwind', true, {
  ChatGPT: [41.2, 44.4],
  Gemini: [33.8, 38.9],
  Claude: [25.4, 40.6],
  Bing: [31.7, 36.6],
})
const inPart = moved('Northwind', true, {
  ...calm,
  ChatGPT: [37.1, 44.4],
  Claude: [34.2, 40.6],
  GoogleAIO: [28.9, 43.6, 110],
})
const unclear = moved('Northwind', true, { ...calm, ChatGPT: [37.1, 44.4], Claude: [34.2, 40.6] })
const mixed = moved('Northwind', true, {
  ChatGPT: [55.2, 55.0, 120, 340],
  Gemini: [38.1, 38.4],
  Bing: [21.0, 20.8],
})
const rival = moved('Contoso', false, { ...calm, Perplexity: [60.4, 41.8], Google: [22.3, 39.0] })

const own = standing('Northwind', 3, 3, [37, 37.2], { mine: true })
/** The report whose headline is this change. */
const changed = ({ of, reasons: why }: ReturnType<typeof moved>) =>
  of.mine
    ? report(ownChange(of), { own: of, standings: [of], why })
    : report(rivalChange(own, of), { own, standings: [of, own], why })

const reportOn = (of: BrandStanding, more: Parameters<typeof report>[1] = {}) =>
  report(ownChange(of), { own: of, standings: [of], ...more })
const asked = { shareable: true, command: 'why week 2026-11-09' }
const shared = { ...asked, sharedBy: 'U0ANA' }

const ordinary = { ...one.of, visibility: { ...one.of.visibility, isNews: false } }
const leader = standing('Globex', 1, 1, [57.5, 58.1])
const first = standing('Northwind', 1, null, [38.2, null], { mine: true })

export const whyGroup: ExhibitGroup = {
  title: 'Why it changed',
  exhibits: [
    ...exhibitsOf((shown: VisibilityReport) => visibilityAnswer(shown, options), {
      'why-one-engine': ['One engine accounts for the change in the headline.', changed(one)],
      'why-everywhere': ['It fell on all engines, on none more than ordinarily.', changed(everywhere)],
      'why-everywhere-most': ['It fell on all engines, on one more than ordinarily.', changed(fallen)],
      'why-in-part': [
        'One engine fell more than ordinarily, which is less than half of the change.',
        changed(inPart),
      ],
      'why-unclear': ['No engine’s change is more than ordinary.', changed(unclear)],
      'why-mix': ['An engine with a high score gave fewer answers.', changed(mixed)],
      'why-rival': ['A rival moved on two engines, in opposite directions.', changed(rival)],
    }),
    ...exhibitsOf(whyAnswer, {
      'why-asked': ['You clicked “Why?”.', reportOn(one.of), one.reasons, asked],
      'why-asked-filtered': [
        'The answer is filtered to an engine and a funnel stage.',
        reportOn(one.of, { engines: ['ChatGPT'], filters: { ...noFilters, funnelStages: ['ToFu'] } }),
        one.reasons,
        asked,
      ],
      'why-asked-everywhere': [
        'All engines moved alike.',
        reportOn(everywhere.of),
        everywhere.reasons,
        asked,
      ],
      'why-asked-mix': [
        'An engine with a high score gave fewer answers.',
        reportOn(mixed.of),
        mixed.reasons,
        asked,
      ],
      'why-asked-rival': ['The rival’s change is in the headline.', reportOn(rival.of), rival.reasons, asked],
      'why-asked-gap': [
        'You asked why the leader is ahead.',
        reportOn(ordinary, { headline: quiet(ordinary), standings: [leader, ordinary], brands: ['Globex'] }),
        { ...one.reasons, of: ordinary },
        { ...asked, isOfGap: true, gaps: 'gaps week 2026-11-09' },
      ],
      'why-asked-shared': ['A person shared it.', reportOn(rival.of), rival.reasons, shared],
      'why-asked-unread': [
        'Some parts could not be read, and others don’t add up.',
        reportOn(ordinary, { headline: quiet(ordinary) }),
        {
          of: ordinary,
          splits: [],
          unsplit: [
            { dimension: 'engine', reason: 'unread' },
            { dimension: 'funnelStage', reason: 'no_sum' },
            { dimension: 'siteType', reason: 'no_sum' },
          ],
        },
        asked,
      ],
      'why-asked-nothing': ['There is nothing to compare with.', reportOn(first), null, asked],
      'why-asked-nothing-shared': [
        'The same, without the number of answers, and a person shared it.',
        reportOn(first, { answers: { now: null, before: null } }),
        null,
        shared,
      ],
    }),
  ],
}
