/** Answers to the smaller commands: engines, collects, filters, a website evaluation. */

import type { CollectsReport } from '../../src/blocks/visibility/collects.ts'
import type { Collected } from '../../src/insights/collected.ts'
import type { EngineReport, EngineStanding } from '../../src/model/engine-report.ts'
import type { Evaluation } from '../../src/model/evaluation.ts'
import { noFilters } from '../../src/model/filters.ts'
import type { BrandStanding, Section } from '../../src/model/reports.ts'
import { changeOf, covered, month, ok, standing, week } from './fixtures.ts'

type Score = number | null

export function onEngine(
  engine: string,
  [now, before]: readonly [Score, Score],
  [rank, previousRank]: readonly [Score, Score] = [3, 3],
  more: Partial<BrandStanding> = {},
): EngineStanding {
  const same = standing('Northwind', rank, previousRank, [now, before], { mine: true, ...more })
  // With 330 answers, only a change of more than twelve points is news.
  const delta = same.visibility.delta ?? 0
  const isNews = Math.abs(delta) > 12
  const own = {
    ...same,
    visibility: { ...same.visibility, isNews },
    presence: { ...same.presence, isNews: false },
    answers: { now: 330, before: 332 },
  }
  return { engine, own, news: isNews ? changeOf(own) : null, of: 12, brandsLeftOut: 0, gone: null }
}

const since = { kind: 'step', direction: -1, points: 0, from: '2026-10-26', again: false } as const
const perplexity = onEngine('Perplexity', [52.1, 49.1], [2, 3])
const chatGpt = onEngine('ChatGPT', [44.8, 31.6])
const gemini = onEngine('Gemini', [38.2, null], [4, null])
const bing = onEngine('Bing', [12, 14.4], [9, 8])
const claude: EngineStanding = {
  engine: 'Claude',
  own: null,
  news: null,
  of: 11,
  brandsLeftOut: 0,
  gone: null,
}
/** Two engines that don't name the own brand. */
const nowhere = [claude, { ...claude, engine: 'Bing' }].map(ok)
const last = {
  own: standing('Northwind', 3, null, [38.2, null], { mine: true }),
  period: week('2026-11-02'),
  of: 12,
}

export function engineReport(
  engines: readonly Section<EngineStanding>[],
  more: Partial<EngineReport> = {},
): EngineReport {
  const scored = engines.flatMap((part) =>
    part.ok && typeof part.data.own?.visibility.value === 'number' ? [part.data] : [],
  )
  // Means of 330 answers that are less than eight points apart are alike.
  const stands = (index: number, next: number) => {
    const [one, other] = [scored.at(index), scored.at(next)]
    const gap = (one?.own?.visibility.value ?? 0) - (other?.own?.visibility.value ?? 0)
    return scored.length > 1 && Math.abs(gap) > 8 ? (one ?? null) : null
  }
  return {
    period: week('2026-11-09'),
    requestedPeriod: null,
    comparedWith: week('2026-11-02'),
    hasData: true,
    filters: noFilters,
    engines,
    enginesLeftOut: 0,
    notCollected: [],
    fewerAnswers: [],
    best: stands(0, 1),
    worst: stands(-1, -2),
    gone: null,
    impossible: [],
    collect: { date: '2026-11-14', total: 1_204 },
    coverage: covered,
    ...more,
  }
}

const pause = 'The analytics service is getting too many requests. Try again in a minute.'
const failed = (subject: string, reason = pause) => ({ ok: false as const, subject, reason })

export const engineReports = {
  all: engineReport([perplexity, chatGpt, gemini, bing, claude].map(ok)),
  someFailing: engineReport([
    ok(perplexity),
    ok(bing),
    failed('Google'),
    failed('GoogleAIO'),
    failed('AmazonRufus', 'The service answered with something else.'),
  ]),
  allFailing: engineReport([failed('Google'), failed('Bing')], { hasData: false, collect: null }),
  anOlderWeek: engineReport([perplexity, chatGpt].map(ok), {
    requestedPeriod: week('2026-11-16'),
    enginesLeftOut: 3,
  }),
  noData: engineReport(nowhere, { hasData: false, collect: null }),
  noEngines: engineReport([], { hasData: false }),
  noOwnBrand: engineReport(nowhere),
  gone: engineReport(
    [perplexity, bing, { ...claude, gone: { last, isCertain: true } }, { ...claude, engine: 'Google' }].map(
      ok,
    ),
  ),
  goneFromAll: engineReport(nowhere, { gone: { last, isCertain: true } }),
  goneByChance: engineReport(nowhere, { gone: { last, isCertain: false } }),
  beyond: engineReport(
    [
      perplexity,
      { ...onEngine('Bing', [1.2, 1.4], [null, null], { beyond: 500 }), of: 500, brandsLeftOut: 80 },
    ].map(ok),
  ),
  impossible: engineReport([perplexity, bing].map(ok), {
    impossible: [
      { brand: 'Acme', metric: 'visibility', value: 1e16, isPrevious: false, engine: 'Bing' },
      { brand: 'Acme', metric: 'presence', value: -3, isPrevious: true, engine: 'Perplexity' },
    ],
  }),
  unmeasured: engineReport([onEngine('ChatGPT', [null, 38], [null, 3])].map(ok)),
  one: engineReport([chatGpt].map(ok)),
  alike: engineReport(
    [
      onEngine('ChatGPT', [42, 40.1]),
      { ...onEngine('Gemini', [40.2, 40.9]), news: { ...since, points: -6.2 } },
      {
        ...onEngine('Claude', [38.9, 38.2]),
        news: { ...since, kind: 'slope' as const, points: 0.84, direction: 1 as const },
      },
      { ...onEngine('Bing', [37.1, 37.5]), news: { ...since, kind: 'stop' as const } },
    ].map(ok),
    { notCollected: ['Perplexity'], fewerAnswers: ['Bing'] },
  ),
  nothingMatches: engineReport([chatGpt, bing].map(ok), {
    notCollected: ['Perplexity', 'Claude'],
    filters: { ...noFilters, funnelStages: ['ToFu'] },
  }),
  equal: engineReport(
    [onEngine('ChatGPT', [40, 40]), onEngine('Gemini', [40, 40.1]), onEngine('Bing', [39.99, 40])].map(ok),
  ),
  ties: engineReport(
    [
      onEngine('ChatGPT', [52, 51.5]),
      onEngine('Gemini', [52, 40]),
      onEngine('Bing', [12, 12]),
      onEngine('BingAIO', [12, 12]),
      onEngine('Google', [12, 12]),
    ].map(ok),
  ),
  firstMonth: engineReport(
    [onEngine('ChatGPT', [44, null], [2, null]), onEngine('Gemini', [31, null], [5, null])].map(ok),
    { period: month('2026-10'), collect: null },
  ),
  ownBrands: engineReport(
    [
      perplexity,
      onEngine('Bing', [12, 14.4], [9, 8], { brand: 'Northwind Go' }),
      { ...onEngine('Google', [11, 12], [9, 8]), brandsLeftOut: 80, of: 500 },
    ].map(ok),
  ),
}

const day = (date: string, total: number | null = 1_204) => ({ date, total })

function collectsReport(more: Partial<Collected> = {}, today = '2026-11-16'): CollectsReport {
  const days = [
    day('2026-11-16'),
    day('2026-11-15', 1_198),
    day('2026-11-14', 1_210),
    day('2026-11-11', null),
    day('2026-11-10', 1_187),
    day('2026-11-10', 12),
    day('2026-11-09', 1_201),
    day('2026-11-08', 1_190),
  ]
  return { collected: { days, leftOut: 0, ...more }, today, timeZone: 'Europe/Paris' }
}

const dayBefore = (index: number) =>
  Temporal.PlainDate.from('2026-11-16')
    .subtract({ days: index * 7 })
    .toString()

export const collectsReports = {
  gap: collectsReport(),
  cut: collectsReport(
    { days: Array.from({ length: 120 }, (_, index) => day(dayBefore(index), 900 + index)), leftOut: 880 },
    '2026-11-17',
  ),
  ahead: collectsReport({ days: [day('2026-11-17', 40), day('2026-11-15', null)] }),
  none: collectsReport({ days: [] }),
  undated: { ...collectsReport(), collected: null },
}

export const evaluationRef = {
  organizationId: '1c0e7a52-0000-4000-8000-000000000001',
  workspaceId: '1c0e7a52-0000-4000-8000-000000000002',
  evaluationId: 'd4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d01',
}

export function evaluation(more: Partial<Evaluation> = {}): Evaluation {
  return {
    id: evaluationRef.evaluationId,
    name: 'Product pages, English',
    status: 'in_progress',
    isFinal: false,
    urls: ['https://www.northwind.example/', 'https://www.northwind.example/pricing'],
    tags: ['product', 'en'],
    discovery: true,
    cost: 10,
    createdAt: '2026-11-16T08:00:00.000Z',
    isArchived: false,
    ...more,
  }
}

export const watch = {
  evaluationId: evaluationRef.evaluationId,
  channel: 'C0TEAM',
  createdAt: '2026-11-16T08:02:00.000Z',
}
