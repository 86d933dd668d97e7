import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import { singleFlight } from '../lib/cache.ts'
import type { ToldChange } from '../model/change.ts'
import type { EngineReport, EngineStanding, OwnGone } from '../model/engine-report.ts'
import { noFilters } from '../model/filters.ts'
import { sameDaysBefore } from '../model/period.ts'
import type {
  BrandFilters,
  BrandStanding,
  ImpossibleValue,
  OwnBefore,
  ReportPeriod,
  SampleSizes,
  Section,
} from '../model/reports.ts'
import { isMissingBeyondChance } from './brands/own-brand.ts'
import { type EngineBrands, type OwnOnEngines, ownOnEngines } from './brands/own-on-engines.ts'
import { type BrandReading, readBrands, wasCollected } from './brands/read-brands.ts'
import { type Collected, collectDays, newestIn, otherPeriods } from './collected.ts'
import { coverageOf, hasData } from './coverage.ts'
import { marked } from './judged.ts'
import { type Market, storedRows } from './market.ts'
import { mostAnswers, ownOf, standingsOf } from './ranking.ts'
import { extremesOf, standingOf } from './reading/index.ts'
import { dataOf, fewAtOnce, section } from './section.ts'
import { isBeyondSampling, risks, sampledLevel } from './significance.ts'

interface EngineQuestion {
  readonly scope: AnalysisScope
  readonly period: ReportPeriod
  /** The engines to compare (specification, part 2.5); empty: all. */
  readonly engines: readonly string[]
  /** Filters of the counted answers; default: none. */
  readonly filters?: BrandFilters
  /** The market in this period, which judges its figures; `null`: by their samples alone. */
  readonly market: Market | null
  /** Visibility, presence and rank are enough: the market's weeks have them, so that no engine is requested. */
  readonly isBrief: boolean
}

/** One engine in one period. */
interface EngineReading extends EngineBrands {
  readonly impossible: readonly ImpossibleValue[]
  readonly answers: SampleSizes
  /** Whether any answer was collected there, or matches the filters. */
  readonly collected: boolean
}

interface PeriodReading {
  readonly requested: ReportPeriod
  readonly sections: readonly Section<EngineReading>[]
  /** Engines beyond the limit. */
  readonly enginesLeftOut: number
}

type ReadingApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'> & Parameters<typeof collectDays>[0]

/** Brands read per engine, best visibility first. */
const MAX_BRANDS = 500

/** More than the service has today; each costs a call, so the list is bounded. */
const MAX_ENGINES = 20

/**
 * The own brand's place on each engine, and where it does best and worst. An unreadable engine becomes a failed
 * section with its name. If no engine has data in the period, the newest
 * period with a collect is shown, and `instead` names the requested one.
 */
export const engineReport = singleFlight(
  ({ market, ...question }: EngineQuestion) => JSON.stringify([question, market?.monday]),
  readReport,
)

async function readReport(api: ReadingApi, question: EngineQuestion): Promise<EngineReport> {
  const collects = collectDays(api, question.scope).catch(() => null)
  const stored = question.isBrief ? storedPeriod(question) : null
  const [requested, days] = await Promise.all([
    stored ?? readPeriod(api, question, question.period, collects),
    collects,
  ])
  const measured = hasData(requested.requested, standingsIn(requested), days)
    ? requested
    : await readAnother(api, question, requested, days)
  if (measured === null) return reportOf(question, requested, null, days)
  const read = dataOf(measured.sections).filter(({ collected }) => collected)
  const asking = { scope: question.scope, filters: question.filters ?? noFilters, maxBrands: MAX_BRANDS }
  return reportOf(question, measured, await ownOnEngines(api, asking, read, days), days)
}

async function readPeriod(
  api: ReadingApi,
  { scope, engines, filters = noFilters }: EngineQuestion,
  requested: ReportPeriod,
  collects: Promise<Collected | null>,
): Promise<PeriodReading> {
  const compared = engines.length > 0 ? engines : (await api.insightsFilters(scope)).sources.map(String)
  const read = async (engine: string): Promise<EngineReading> => {
    const question = { scope, engines: [engine], filters, maxBrands: MAX_BRANDS }
    return { ...readingOf(engine, await readBrands(api, question, requested, collects)), requested }
  }
  const known = unique(compared)
  const sections = await fewAtOnce(known.slice(0, MAX_ENGINES), (engine) => section(engine, read(engine)))
  return { requested, sections, enginesLeftOut: Math.max(0, known.length - MAX_ENGINES) }
}

function readingOf(engine: string, reading: BrandReading): Omit<EngineReading, 'requested'> {
  const standings = standingsOf(reading.rows)
  return {
    ...reading,
    engine,
    standings,
    answers: mostAnswers(standings),
    collected: wasCollected(reading.rows),
  }
}

/** The period from the stored weeks. `null`: they don't hold all of it, or the own brand is missing somewhere. */
function storedPeriod({ market, engines, period }: EngineQuestion): PeriodReading | null {
  const week = market?.stored.at(-1)
  if (!market || !week) return null
  const compared = unique(engines.length > 0 ? engines : Object.keys(week.engines))
  const readings = compared.map((engine): EngineReading | null => {
    const isCollected = week.engines[engine] !== null
    const rows = isCollected ? storedRows(market.stored, engine) : []
    if (rows === null || (isCollected && !rows.some((row) => row.is_my_brand && row.visibility_score.value)))
      return null
    const reading = { period, rows, impossible: [], leftOut: 0, comparedWith: sameDaysBefore(period) }
    return { ...readingOf(engine, reading), requested: period }
  })
  if (!readings.every((reading) => reading !== null) || !readings.some(({ collected }) => collected))
    return null
  return { requested: period, sections: readings.map((data) => ({ ok: true, data })), enginesLeftOut: 0 }
}

/** What became news of the own brand on an engine; `null`: nothing. */
function newsOf(
  { own, engine }: { readonly own: BrandStanding; readonly engine: string },
  { market, period }: Pick<EngineQuestion, 'market' | 'period'>,
  risk: number,
): ToldChange | null {
  const { delta, isFraction, verdict } = own.visibility
  if (market === null)
    return delta === null ||
      isFraction ||
      verdict === 'same' ||
      !isBeyondSampling(own.visibility, own.answers, risk)
      ? null
      : { kind: 'step', direction: delta > 0 ? 1 : -1, points: delta, from: period.start, again: false }
  const last = market.onEngines(own.brand).get(engine)?.last ?? null
  return last?.told === market.monday ? last : null
}

/** The engines that stand out from the others, of those with a level. */
function endsOf(engines: readonly EngineStanding[], market: Market | null) {
  const levels = engines.flatMap(({ engine, own }) => {
    if (own === null || own.visibility.isFraction) return []
    const level = market
      ? market.onEngines(own.brand).get(engine)?.level
      : sampledLevel(own.visibility.value, own.answers.now)
    return level ? [{ id: engine, level }] : []
  })
  const [first, second] = levels
  const { best, worst } =
    first && second && levels.length === 2
      ? {
          ahead: { best: first.id, worst: second.id },
          behind: { best: second.id, worst: first.id },
          too_close: none,
        }[standingOf(first.level, second.level)]
      : extremesOf(levels)
  const named = (id: string | null) => engines.find(({ engine }) => engine === id) ?? null
  return { best: named(best), worst: named(worst) }
}

const none = { best: null, worst: null }

/** Collects cover the whole analysis: a period with one has data on some engine, so one try is enough. */
async function readAnother(
  api: ReadingApi,
  question: EngineQuestion,
  { sections }: PeriodReading,
  days: Collected | null,
): Promise<PeriodReading | null> {
  // Without a readable engine, the period may still have data.
  if (days === null || !sections.some(({ ok }) => ok)) return null
  const [newest] = otherPeriods(question.period, days)
  if (newest === undefined) return null
  const reading = await readPeriod(api, question, newest, Promise.resolve(days))
  return hasData(reading.requested, standingsIn(reading), days) ? reading : null
}

/** @param ownOnAll `null`: nothing was measured */
function reportOf(
  question: EngineQuestion,
  { requested, sections: all, enginesLeftOut }: PeriodReading,
  ownOnAll: OwnOnEngines<EngineReading> | null,
  days: Collected | null,
): EngineReport {
  const { period: questionPeriod, filters = noFilters } = question
  const isCollected = (part: Section<EngineReading>) => ownOnAll === null || !part.ok || part.data.collected
  const sections = all.filter(isCollected)
  const read = ownOnAll?.readings ?? dataOf(sections)
  const period = read[0]?.period ?? requested
  const market = requested === questionPeriod ? question.market : null
  const coverage = coverageOf(period, answersOnAll(sections), days, true)
  const hasGap = coverage.gap !== null
  const risk = risks.engines / sections.length
  const goneOf = (last: OwnBefore | null | undefined, answers: number | null, at: number): OwnGone | null =>
    last == null ? null : { last, isCertain: !hasGap && isMissingBeyondChance(last.own, answers, at) }
  const standings = new Map(
    read.map(({ engine, standings, answers, leftOut }): [string, EngineStanding] => {
      const own = ownOf(standings)
      const news = own && !hasGap ? newsOf({ own, engine }, { market, period }, risk) : null
      return [
        engine,
        {
          engine,
          own: own && marked(own, news, period),
          news,
          of: standings.filter(({ rank }) => rank !== null).length,
          brandsLeftOut: leftOut,
          gone: goneOf(ownOnAll?.gone.get(engine), answers.now, risk),
        },
      ]
    }),
  )
  const parts = sections
    .flatMap((part): Section<EngineStanding>[] => {
      if (!part.ok) return [part]
      const data = standings.get(part.data.engine)
      return data === undefined ? [] : [{ ok: true, data }]
    })
    .toSorted((a, b) => order(b) - order(a))
  const scored = dataOf(parts).filter((one) => score(one) !== null)
  const notCollected = dataOf(all.filter((part) => !isCollected(part))).map(({ engine }) => engine)
  const shown = new Set(scored.map(({ engine }) => engine))
  return {
    period,
    requestedPeriod: requested === questionPeriod ? null : questionPeriod,
    comparedWith: read.find(({ comparedWith }) => comparedWith !== null)?.comparedWith ?? null,
    hasData: ownOnAll !== null,
    filters,
    engines: parts,
    enginesLeftOut,
    notCollected,
    fewerAnswers: market?.collection.fewer.filter((engine) => shown.has(engine)) ?? [],
    ...endsOf(scored, market),
    gone: goneOf(ownOnAll?.missingEverywhere, answersOnAll(sections).now, risks.own),
    impossible: read.flatMap(({ engine, impossible }) => impossible.map((one) => ({ ...one, engine }))),
    collect: days === null ? null : newestIn(period, days),
    coverage,
  }
}

/** The brands of all engines that were read. */
function standingsIn({ sections }: PeriodReading): readonly BrandStanding[] {
  return dataOf(sections).flatMap(({ standings }) => standings)
}

/** The answers of all engines; `null` if one of them could not be read or gave none. */
function answersOnAll(sections: readonly Section<EngineReading>[]): SampleSizes {
  const sum = (side: keyof SampleSizes) =>
    sections.reduce<number | null>((all, part) => {
      const more = part.ok ? part.data.answers[side] : null
      return all === null || more === null ? null : all + more
    }, 0)
  return { now: sum('now'), before: sum('before') }
}

function unique(engines: readonly string[]): readonly string[] {
  return [...new Set(engines)]
}

function score({ own }: EngineStanding): number | null {
  return own?.visibility.value ?? null
}

/** Scores are percentages: engines without one sort after all scores, failed ones last. */
function order(part: Section<EngineStanding>): number {
  return part.ok ? (score(part.data) ?? -1) : -2
}
