import type { AnalyticsApi } from '../api/index.ts'
import { fewAtOnce } from '../lib/async.ts'
import { singleFlight } from '../lib/cache.ts'
import type { EngineReport, EngineStanding, OwnGone } from '../model/engine-report.ts'
import { noFilters, sameDaysBefore } from '../model/question.ts'
import {
  type BrandStanding,
  dataOf,
  type OwnBefore,
  type ReportPeriod,
  type SampleSizes,
  type Section,
  section,
  type ToldChange,
} from '../model/reports.ts'
import {
  type BrandReading,
  isMissingBeyondChance,
  isOwnMissing,
  type OwnReading,
  ownBefore,
  readBrands,
  rememberNames,
  wasCollected,
  withOwn,
} from './brands.ts'
import { type Collected, collectDays, coverageOf, hasData, newestIn, otherPeriods } from './collected.ts'
import { figureChange, marked } from './headline.ts'
import { type Market, ofWeek, ordinaryOf, storedRows } from './market.ts'
import { mostAnswers, ownOf, standingsOf } from './ranking.ts'
import { FAMILY_RATE, OWN_RATE } from './reading/changes.ts'
import { extremesOf } from './reading/reading.ts'
import { figureLevel } from './significance.ts'
import type { VisibilityQuestion } from './visibility.ts'

interface EngineQuestion extends Pick<VisibilityQuestion, 'scope' | 'period' | 'engines' | 'filters'> {
  /** The weeks up to the period's end; `null`: none is known. */
  readonly market: Market | null
  /** Visibility, presence and rank are enough: the market's weeks have them, so that no engine is requested. */
  readonly isBrief: boolean
}

interface EngineReading extends OwnReading {
  readonly engine: string
  readonly answers: SampleSizes
  /** Whether any answer was collected there, or matches the filters. */
  readonly collected: boolean
}

interface PeriodReading {
  readonly requested: ReportPeriod
  readonly sections: readonly Section<EngineReading>[]
  readonly enginesLeftOut: number
}

type ReadingApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'> & Parameters<typeof collectDays>[0]

const MAX_BRANDS = 500

/** More than the service has today; each costs a call, so the list is bounded. */
const MAX_ENGINES = 20

/**
 * The own brand's place on each engine, and where it does best and worst. An unreadable engine becomes a failed
 * section with its name. If no engine has data in the period, the newest one with a collect is shown.
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
  return reportOf(question, measured, await ownOnEngines(api, question, measured, days), days)
}

/** The engines with an answer, with the own brand, and where it was seen last if none names it now. */
interface OwnOnEngines {
  readonly readings: readonly (EngineReading & { readonly earlier?: OwnBefore | null })[]
  /** On all engines together, if none has it now. */
  readonly missingEverywhere: OwnBefore | null
}

/** Looks for an own brand that wasn't read: beyond the brands read, in the previous period, at last further back. */
async function ownOnEngines(
  api: ReadingApi,
  { scope, filters = noFilters }: EngineQuestion,
  { sections }: PeriodReading,
  days: Collected | null,
): Promise<OwnOnEngines> {
  const question = { scope, filters, maxBrands: MAX_BRANDS }
  const read = dataOf(sections).filter(({ collected }) => collected)
  const listed = read.flatMap(({ rows }) => rows.filter((row) => row.is_my_brand))
  rememberNames(api, scope, listed)
  const find = (reading: EngineReading) =>
    isOwnMissing(reading)
      ? withOwn(api, { ...question, engines: [reading.engine] }, reading, days, 1)
      : reading
  // The search on the first finds the names that the others are then asked for.
  const [first, ...others] = read.toSorted((a, b) => b.leftOut - a.leftOut)
  if (first === undefined) return { readings: [], missingEverywhere: null }
  const readings = [await find(first), ...(await fewAtOnce(others, async (reading) => find(reading)))]
  const engines = readings.map(({ engine }) => engine)
  const missingEverywhere = readings.every(isOwnMissing)
    ? await ownBefore(api, { ...question, engines }, first.period, days)
    : null
  return { readings, missingEverywhere }
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
  const known = [...new Set(compared)]
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
  const stored = ofWeek(market, { period })?.stored ?? []
  const week = stored.at(-1)
  if (!week) return null
  const compared = [...new Set(engines.length > 0 ? engines : Object.keys(week.engines))]
  const readings = compared.map((engine): EngineReading | null => {
    const isCollected = week.engines[engine] !== null
    const rows = isCollected ? storedRows(stored, engine) : []
    if (rows === null || (isCollected && !rows.some((row) => row.is_my_brand && row.visibility_score.value)))
      return null
    const reading = { period, rows, impossible: [], leftOut: 0, comparedWith: sameDaysBefore(period) }
    return { ...readingOf(engine, reading), requested: period }
  })
  if (!readings.every((reading) => reading !== null) || !readings.some(({ collected }) => collected))
    return null
  return { requested: period, sections: readings.map((data) => ({ ok: true, data })), enginesLeftOut: 0 }
}

function judgeOf(market: Market | null, period: ReportPeriod, risk: number) {
  const week = ofWeek(market, { period })
  const ordinary = ordinaryOf(market, period, 'part')
  const reading = (brand: string, engine: string) => week?.onEngines(brand).get(engine)
  return {
    newsOf: (own: BrandStanding, engine: string): ToldChange | null => {
      if (week === null) return own.answers.now === null ? null : figureChange(own, period, risk, ordinary)
      const { last = null } = reading(own.brand, engine) ?? {}
      return last?.told === week.monday ? last : null
    },
    levelOf: ({ brand, visibility, answers }: BrandStanding, engine: string) => {
      if (visibility.isFraction) return null
      return week
        ? (reading(brand, engine)?.level ?? null)
        : figureLevel(visibility.value, answers.now, ordinary)
    },
  }
}

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
  ownOnAll: OwnOnEngines | null,
  days: Collected | null,
): EngineReport {
  const { period: questionPeriod, filters = noFilters } = question
  const isCollected = (part: Section<EngineReading>) => ownOnAll === null || !part.ok || part.data.collected
  const sections = all.filter(isCollected)
  const read: OwnOnEngines['readings'] = ownOnAll?.readings ?? dataOf(sections)
  const period = read[0]?.period ?? requested
  const coverage = coverageOf(period, answersOnAll(sections), days, true)
  const hasGap = coverage.gap !== null
  const risk = FAMILY_RATE / sections.length
  const judge = judgeOf(question.market, period, risk)
  const goneOf = (last: OwnBefore | null | undefined, answers: number | null, at: number): OwnGone | null =>
    last == null ? null : { last, isCertain: !hasGap && isMissingBeyondChance(last.own, answers, at) }
  const standings = new Map(
    read.map(({ engine, standings, answers, leftOut, earlier }): [string, EngineStanding] => {
      const own = ownOf(standings)
      const news = own && !hasGap ? judge.newsOf(own, engine) : null
      return [
        engine,
        {
          engine,
          own: own && marked(own, news, period),
          news,
          of: standings.filter(({ rank }) => rank !== null).length,
          brandsLeftOut: leftOut,
          gone: goneOf(earlier, answers.now, risk),
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
    fewerAnswers:
      ofWeek(question.market, { period })?.collection.fewer.filter((engine) => shown.has(engine)) ?? [],
    ...extremesOf(scored, ({ own, engine }) => own && judge.levelOf(own, engine)),
    gone: goneOf(ownOnAll?.missingEverywhere, answersOnAll(sections).now, OWN_RATE),
    impossible: read.flatMap(({ engine, impossible }) => impossible.map((one) => ({ ...one, engine }))),
    collect: days === null ? null : newestIn(period, days),
    coverage,
  }
}

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

function score({ own }: EngineStanding): number | null {
  return own?.visibility.value ?? null
}

/** Scores are percentages: engines without one sort after all scores, failed ones last. */
function order(part: Section<EngineStanding>): number {
  return part.ok ? (score(part.data) ?? -1) : -2
}
