import { enginesAnswer } from '../../../src/blocks/visibility/engines.ts'
import type { EngineReport, EngineStanding } from '../../../src/model/engine-report.ts'
import { noFilters } from '../../../src/model/question.ts'
import { engineReport, onEngine } from '../answer-fixtures.ts'
import { month, ok, standing, week } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const options = { shareable: true, command: 'engines' }

const perplexity = onEngine('Perplexity', [52.1, 49.1], [2, 3])
const chatGpt = onEngine('ChatGPT', [44.8, 31.6])
const gemini = onEngine('Gemini', [38.2, null], [4, null])
const bing = onEngine('Bing', [12, 14.4], [9, 8])
const claude: EngineStanding = { ...bing, engine: 'Claude', own: null, of: 11 }
/** Two engines that don't name the own brand. */
const nowhere = [ok(claude), ok({ ...claude, engine: 'Bing' })]
const last = {
  own: standing('Northwind', 3, null, [38.2, null], { mine: true }),
  period: week('2026-11-02'),
  of: 12,
}
const since = { kind: 'step', direction: -1, points: 0, from: '2026-10-26', again: false } as const

const pause = 'The analytics service is getting too many requests. Try again in a minute.'
const failed = (subject: string, reason = pause) => ({ ok: false as const, subject, reason })

const reportOf = (...engines: readonly EngineStanding[]) => engineReport(engines.map(ok))

/** An ordinary week. */
export const engineWeek = reportOf(perplexity, chatGpt, gemini, bing, claude)
export const someEnginesFailing = engineReport([
  ok(perplexity),
  ok(bing),
  failed('Google'),
  failed('GoogleAIO'),
  failed('AmazonRufus', 'The service answered with something else.'),
])

const answer = (report: EngineReport, asked = options) => enginesAnswer(report, asked)

export const enginesGroup: ExhibitGroup = {
  title: 'Engines',
  exhibits: exhibitsOf(answer, {
    engines: ['You asked where your brand does best, and where worst.', engineWeek, options],
    'engines-some-failing': [
      'Some engines could not be read; the others are compared.',
      someEnginesFailing,
      options,
    ],
    'engines-all-failing': [
      'No engine could be read.',
      engineReport([failed('Google'), failed('Bing')], { hasData: false, collect: null }),
    ],
    'engines-an-older-week': [
      'The week that you asked for has no data yet, and there are more engines than Sightline reads at once.',
      { ...reportOf(perplexity, chatGpt), requestedPeriod: week('2026-11-16'), enginesLeftOut: 3 },
    ],
    'engines-no-data': [
      'Nothing was measured, in that week or any other.',
      engineReport(nowhere, { hasData: false, collect: null }),
    ],
    'engines-no-engines': ['The workspace has no engines yet.', engineReport([], { hasData: false })],
    'engines-no-own-brand': ['No brand is marked as yours.', engineReport(nowhere)],
    'engines-gone': [
      'One engine no longer names your brand, and another never did.',
      reportOf(
        perplexity,
        bing,
        { ...claude, gone: { last, isCertain: true } },
        { ...claude, engine: 'Google' },
      ),
    ],
    'engines-gone-from-all': [
      'No engine names your brand anymore.',
      engineReport(nowhere, { gone: { last, isCertain: true } }),
    ],
    'engines-beyond': [
      'Your brand ranks below the brands that Sightline reads.',
      reportOf(perplexity, {
        ...onEngine('Bing', [1.2, 1.4], [null, null], { beyond: 500 }),
        of: 500,
        brandsLeftOut: 80,
      }),
    ],
    'engines-impossible': [
      'The service returned impossible numbers.',
      {
        ...reportOf(perplexity, bing),
        impossible: [
          { brand: 'Acme', metric: 'visibility', value: 1e16, isPrevious: false, engine: 'Bing' },
          { brand: 'Acme', metric: 'presence', value: -3, isPrevious: true, engine: 'Perplexity' },
        ],
      },
    ],
    'engines-unmeasured': [
      'Your brand has no score on any engine.',
      reportOf(onEngine('ChatGPT', [null, 38], [null, 3])),
    ],
    'engines-one': ['Only one engine has a score.', reportOf(chatGpt)],
    'engines-alike': [
      'No engine stands out, one was not collected, and changes of earlier weeks became news.',
      {
        ...reportOf(
          onEngine('ChatGPT', [42, 40.1]),
          { ...onEngine('Gemini', [40.2, 40.9]), news: { ...since, points: -6.2 } },
          {
            ...onEngine('Claude', [38.9, 38.2]),
            news: { ...since, kind: 'slope', points: 0.84, direction: 1 },
          },
          { ...onEngine('Bing', [37.1, 37.5]), news: { ...since, kind: 'stop' } },
        ),
        notCollected: ['Perplexity'],
        fewerAnswers: ['Bing'],
      },
    ],
    'engines-nothing-matches': [
      'Nothing matches the filters on two engines.',
      {
        ...reportOf(chatGpt, bing),
        notCollected: ['Perplexity', 'Claude'],
        filters: { ...noFilters, funnelStages: ['ToFu'] },
      },
    ],
    'engines-equal': [
      'Your brand is equally visible everywhere.',
      reportOf(onEngine('ChatGPT', [40, 40]), onEngine('Gemini', [40, 40.1]), onEngine('Bing', [39.99, 40])),
    ],
    'engines-ties': [
      'Several engines share the best and the worst score.',
      reportOf(
        onEngine('ChatGPT', [52, 51.5]),
        onEngine('Gemini', [52, 40]),
        ...['Bing', 'BingAIO', 'Google'].map((engine) => onEngine(engine, [12, 12])),
      ),
    ],
    'engines-first-month': [
      'The first month, with nothing before it to compare with.',
      {
        ...reportOf(onEngine('ChatGPT', [44, null], [2, null]), onEngine('Gemini', [31, null], [5, null])),
        period: month('2026-10'),
        collect: null,
      },
    ],
    'engines-own-brands': [
      'Engines list different brands of yours, and one lists more brands than Sightline reads.',
      reportOf(perplexity, onEngine('Bing', [12, 14.4], [9, 8], { brand: 'Northwind Go' }), {
        ...onEngine('Google', [11, 12], [9, 8]),
        brandsLeftOut: 80,
        of: 500,
      }),
    ],
  }),
}
