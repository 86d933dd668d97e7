/** Answers about engines, and a website evaluation. */

import type { EngineReport, EngineStanding } from '../../src/model/engine-report.ts'
import type { Evaluation } from '../../src/model/evaluation.ts'
import { noFilters } from '../../src/model/question.ts'
import type { BrandStanding, Section } from '../../src/model/reports.ts'
import { changeOf, covered, standing, week } from './fixtures.ts'

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
