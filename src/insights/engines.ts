import type { AnalysisScope, AnalyticsApi, CallOptions } from '../api/index.ts'
import { singleFlight } from '../lib/single-flight.ts'
import type { EngineReport, EngineStanding, OwnGone } from '../model/engine-report.ts'
import type {
  BrandFilters,
  BrandStanding,
  ImpossibleValue,
  OwnBefore,
  ReportPeriod,
  SampleSizes,
  Section,
} from '../model/reports.ts'
import { noFilters } from './brands/brand-query.ts'
import { isMissingBeyondChance } from './brands/own-brand.ts'
import { type EngineBrands, type OwnOnEngines, ownOnEngines } from './brands/own-on-engines.ts'
import { readBrands } from './brands/read-brands.ts'
import { type Collected, collectDays, isKnownEmpty, newestIn, otherPeriods } from './collected.ts'
import { coverageOf } from './coverage.ts'
import { isMeasured, withNews } from './headline.ts'
import { mostAnswers, ownOf, standingsOf } from './ranking.ts'
import { fewAtOnce, section } from './section.ts'
import { isBeyondChance, risks } from './significance.ts'

interface EngineQuestion {
  readonly scope: AnalysisScope
  readonly period: ReportPeriod
  /** The engines to compare (specification, part 2.5), one call each. */
  readonly engines: readonly string[]
  /** Filters of the counted answers; default: none. */
  readonly filters?: BrandFilters
}

/** One engine in one period, and whether it has data. */
interface EngineReading extends EngineBrands {
  readonly impossible: readonly ImpossibleValue[]
  readonly answers: SampleSizes
  readonly measured: boolean
  /** Only zeros, which may mean "not measured". */
  readonly allZero: boolean
}

interface PeriodReading {
  readonly requested: ReportPeriod
  readonly sections: readonly Section<EngineReading>[]
}

type ReadingApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'> & Parameters<typeof collectDays>[0]

/** Brands read per engine, best visibility first. */
const MAX_BRANDS = 500

/** More than the service has today; each costs a call, so the list is bounded. */
const MAX_ENGINES = 20

/**
 * The own brand's place on each engine, and where it does best and worst. An unreadable engine becomes a failed
 * section with its name; only a cancelled call fails the report. If no engine has data in the period, the newest
 * period with a collect is shown, and `instead` names the requested one.
 */
export function engineReport(
  api: ReadingApi,
  question: EngineQuestion,
  call?: CallOptions,
): Promise<EngineReport> {
  // A cancellable call is not shared.
  return call === undefined ? sharedReport(api, question) : readReport(api, question, call)
}

const sharedReport = singleFlight(
  (question: EngineQuestion) => JSON.stringify(question),
  (api: ReadingApi, question) => readReport(api, question, undefined),
)

async function readReport(
  api: ReadingApi,
  question: EngineQuestion,
  call: CallOptions | undefined,
): Promise<EngineReport> {
  const collects = collectDays(api, question.scope, call).catch(() => null)
  const [requested, days] = await Promise.all([
    readPeriod(api, question, question.period, collects, call),
    collects,
  ])
  const measured = hasData(requested, days)
    ? requested
    : await readAnother(api, question, requested, days, call)
  if (measured === null) return reportOf(question, requested, null, days)
  const read = dataOf(measured.sections)
  const asking = { scope: question.scope, filters: question.filters ?? noFilters, maxBrands: MAX_BRANDS }
  return reportOf(question, measured, await ownOnEngines(api, asking, read, days, call), days)
}

async function readPeriod(
  api: ReadingApi,
  { scope, engines, filters = noFilters }: EngineQuestion,
  requested: ReportPeriod,
  collects: Promise<Collected | null>,
  call: CallOptions | undefined,
): Promise<PeriodReading> {
  const compared = unique(engines).slice(0, MAX_ENGINES)
  const read = async (engine: string): Promise<EngineReading> => {
    const question = { scope, engines: [engine], filters, maxBrands: MAX_BRANDS }
    const reading = await readBrands(api, question, requested, collects, call)
    const standings = standingsOf(reading.rows)
    return {
      ...reading,
      requested,
      engine,
      standings,
      answers: mostAnswers(standings),
      measured: standings.some(isMeasured),
      allZero: standings.every(isZero),
    }
  }
  const sections = await fewAtOnce(compared, (engine) => section(engine, read(engine), call))
  return { requested, sections }
}

/** The own brand with its changes judged at a risk that allows for several engines. */
function judgedOwn(ownStanding: BrandStanding | null, risk: number): BrandStanding | null {
  if (ownStanding === null) return null
  const { visibility, presence, answers } = ownStanding
  const judged = {
    ...ownStanding,
    visibility: { ...visibility, beyondChance: isBeyondChance(visibility, answers, risk) },
    presence: { ...presence, beyondChance: isBeyondChance(presence, answers, risk) },
  }
  return withNews([judged], !visibility.isFraction)[0] ?? null
}

/** Collects cover the whole analysis: a period with one has data on some engine, so one try is enough. */
async function readAnother(
  api: ReadingApi,
  question: EngineQuestion,
  { sections }: PeriodReading,
  days: Collected | null,
  call: CallOptions | undefined,
): Promise<PeriodReading | null> {
  // Without a readable engine, the period may still have data.
  if (days === null || !sections.some(({ ok }) => ok)) return null
  const [newest] = otherPeriods(question.period, days)
  if (newest === undefined) return null
  const reading = await readPeriod(api, question, newest, Promise.resolve(days), call)
  return hasData(reading, days) ? reading : null
}

/** Zeros are data if something was collected: the brand was searched for and not found. */
function hasData({ requested, sections }: PeriodReading, days: Collected | null): boolean {
  const read = dataOf(sections)
  if (!read.some(({ measured }) => measured)) return false
  return days === null || !isKnownEmpty(requested, days) || !read.every(({ allZero }) => allZero)
}

/** @param ownOnAll `null`: nothing was measured */
function reportOf(
  { period: questionPeriod, engines, filters = noFilters }: EngineQuestion,
  { requested, sections }: PeriodReading,
  ownOnAll: OwnOnEngines<EngineReading> | null,
  days: Collected | null,
): EngineReport {
  const read = ownOnAll?.readings ?? dataOf(sections)
  const period = read[0]?.period ?? requested
  const coverage = coverageOf(period, answersOnAll(sections), days, true)
  const hasGap = coverage.gap !== null
  const risk = risks.engines / sections.length
  const goneOf = (last: OwnBefore | null | undefined, answers: number | null, at: number): OwnGone | null =>
    last == null ? null : { last, isCertain: !hasGap && isMissingBeyondChance(last.own, answers, at) }
  const standings = new Map(
    read.map(({ engine, standings, answers, leftOut }): [string, EngineStanding] => [
      engine,
      {
        engine,
        own: judgedOwn(ownOf(standings), risk),
        of: standings.filter(({ rank }) => rank !== null).length,
        brandsLeftOut: leftOut,
        gone: goneOf(ownOnAll?.gone.get(engine), answers.now, risk),
      },
    ]),
  )
  const parts = sections
    .flatMap((part): Section<EngineStanding>[] => {
      if (!part.ok) return [part]
      const data = standings.get(part.data.engine)
      return data === undefined ? [] : [{ ok: true, data }]
    })
    .toSorted((a, b) => order(b) - order(a))
  const scored = dataOf(parts).filter((one) => score(one) !== null)
  const [best, worst] = [scored.at(0) ?? null, scored.at(-1) ?? null]
  const differ = ownOnAll !== null && best !== null && worst !== null && score(best) !== score(worst)
  return {
    period,
    requestedPeriod: requested === questionPeriod ? null : questionPeriod,
    comparedWith: read.find(({ comparedWith }) => comparedWith !== null)?.comparedWith ?? null,
    hasData: ownOnAll !== null,
    filters,
    engines: parts,
    enginesLeftOut: Math.max(0, unique(engines).length - MAX_ENGINES),
    best: differ ? best : null,
    worst: differ ? worst : null,
    gone: goneOf(ownOnAll?.missingEverywhere, answersOnAll(sections).now, risks.own),
    impossible: read.flatMap(({ engine, impossible }) => impossible.map((one) => ({ ...one, engine }))),
    collect: days === null ? null : newestIn(period, days),
    coverage,
  }
}

function dataOf<T>(sections: readonly Section<T>[]): readonly T[] {
  return sections.flatMap((part) => (part.ok ? [part.data] : []))
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

function isZero({ visibility, mentions }: BrandStanding): boolean {
  return !visibility.value && !mentions.value
}

function score({ own }: EngineStanding): number | null {
  return own?.visibility.value ?? null
}

/** Scores are percentages: engines without one sort after all scores, failed ones last. */
function order(part: Section<EngineStanding>): number {
  return part.ok ? (score(part.data) ?? -1) : -2
}
