/** Arbitrary answers to the smaller commands: what a service could send on its worst day. */
import fc from 'fast-check'
import type { InsightsFilters } from '../../src/api/index.ts'
import type { CollectsReport } from '../../src/blocks/visibility/collects.ts'
import type { EngineReport, EngineStanding } from '../../src/model/engine-report.ts'
import type { Evaluation } from '../../src/model/evaluation.ts'
import {
  brandChange,
  filters as brandFilters,
  collect,
  coverage,
  day,
  impossible,
  period,
  section,
  standingOf,
  text,
} from './arbitraries.ts'

const number = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0, -0, 1e21, Number.MAX_VALUE, Number.NaN, Number.POSITIVE_INFINITY),
)
const gone = fc.record({
  last: fc.record({ own: standingOf(text), period, of: fc.nat({ max: 600 }) }),
  isCertain: fc.boolean(),
})

const standing: fc.Arbitrary<EngineStanding> = fc.record({
  engine: text,
  own: fc.option(standingOf(text)),
  news: fc.option(brandChange),
  of: fc.nat({ max: 600 }),
  brandsLeftOut: fc.nat({ max: 3 }),
  gone: fc.option(gone),
})

export const engines: fc.Arbitrary<EngineReport> = fc.record({
  period,
  requestedPeriod: fc.option(period),
  comparedWith: fc.option(period),
  hasData: fc.boolean(),
  filters: brandFilters,
  engines: fc.array(section(standing), { maxLength: 25, size: 'max' }),
  enginesLeftOut: fc.nat({ max: 9 }),
  notCollected: fc.array(text, { maxLength: 25, size: 'max' }),
  fewerAnswers: fc.array(text, { maxLength: 25, size: 'max' }),
  best: fc.option(standing),
  worst: fc.option(standing),
  gone: fc.option(gone),
  impossible: fc.array(
    fc.tuple(impossible, text).map(([figure, engine]) => ({ ...figure, engine })),
    { maxLength: 5 },
  ),
  collect,
  coverage,
})

export const collects: fc.Arbitrary<CollectsReport> = fc.record({
  collected: fc.option(
    fc.record({
      days: fc.array(fc.record({ date: day, total: fc.option(number) }), { maxLength: 300, size: 'max' }),
      leftOut: fc.nat({ max: 3 }),
    }),
  ),
  today: day,
  timeZone: text,
})

export const filters: fc.Arbitrary<InsightsFilters> = fc.record({
  sources: fc.array(text, { maxLength: 60, size: 'max' }) as fc.Arbitrary<InsightsFilters['sources']>,
  brands: fc.array(text, { maxLength: 300, size: 'max' }),
  countries: fc.array(fc.oneof(fc.constantFrom('DE', 'US', 'ZZ'), text), {
    maxLength: 300,
    size: 'max',
  }) as fc.Arbitrary<InsightsFilters['countries']>,
  categories: fc.array(fc.record({ value: text, color: fc.option(fc.oneof(fc.constant('#a1b2c3'), text)) }), {
    maxLength: 300,
    size: 'max',
  }),
})

export const evaluation: fc.Arbitrary<Evaluation> = fc.record({
  id: text,
  name: text,
  status: fc.option(
    fc.oneof(fc.constantFrom('pending', 'in_progress', 'completed', 'partial', 'failed', 'toString'), text),
  ),
  isFinal: fc.boolean(),
  urls: fc.array(fc.oneof(fc.webUrl(), text), { maxLength: 60, size: 'max' }),
  tags: fc.array(text, { maxLength: 60, size: 'max' }),
  discovery: fc.option(fc.boolean()),
  cost: number,
  createdAt: fc.oneof(fc.constant('2026-11-16T08:14:00Z'), text),
  isArchived: fc.boolean(),
})
