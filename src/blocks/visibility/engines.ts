/** The answer to "on which engine do we do best, and on which worst?". */

import type { EngineReport, EngineStanding, OwnGone } from '../../model/engine-report.ts'
import type { Block, Message } from '../../model/message.ts'
import { type BrandStanding, dataOf } from '../../model/reports.ts'
import { gapMeaning, gapSentence, howToRead, notCollectedWords } from '../kit/change-copy.ts'
import { type AnswerOptions, answerFooter, context, listMessage, unavailable } from '../kit/elements.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/figures.ts'
import {
  allOf,
  changeCell,
  changeWords,
  counted,
  datedPeriod,
  dayAndMonth,
  isCompared,
  isNumber,
  names,
  notAvailable,
  periodInSentence,
  pointWords,
  soFarNote,
  valueWords,
  visibilityForm,
  whenWords,
} from '../kit/formats.ts'
import { bold, compact, engineName, richText, shortName } from '../kit/text.ts'
import { lastWords, place as placeOf } from './headline-copy.ts'
import { filterLines, sharedScope } from './scope.ts'
import {
  captionOf,
  fractionRemark,
  impossibleRemarks,
  newestWords,
  nothingEarlier,
  tryNewer,
} from './visibility.ts'

/** An engine on which the own brand has a score. */
type ScoredEngine = EngineStanding & { readonly own: BrandStanding }

/** The best first. */
function scoredEngines({ engines }: EngineReport): readonly ScoredEngine[] {
  return dataOf(engines).filter((one): one is ScoredEngine => isNumber(one.own?.visibility.value ?? null))
}

/** `Northwind is most visible on Perplexity (52.1%, up 3.0 points) and least on Bing (12.0%, no change).` */
export function enginesHeadline(report: EngineReport): string {
  const isUnmatched = report.notCollected.length > 0 && filterLines(report.filters).length > 0
  // Said before anything else: without an answer, nothing is known of an engine.
  const missing = isUnmatched
    ? `Nothing matches the filters on ${names(report.notCollected.map(engineName), 10, 40)}.`
    : notCollectedWords(report)
  return compact(missing, comparison(report)).join(' ')
}

function comparison(report: EngineReport): string {
  const { engines, hasData, period, best, worst } = report
  const read = dataOf(report.engines)
  if (engines.length === 0) return 'This workspace has no engines yet.'
  if (read.length === 0) return `No engine could be loaded for ${periodInSentence(period)}.`
  const any = `any engine${read.length < engines.length ? ' that could be loaded' : ''}`
  if (!hasData) return `No visibility data on ${any} for ${periodInSentence(period)}.`
  const ownStandings = read.flatMap((one) => (one.own === null ? [] : [one.own]))
  if (report.gone !== null) return missingEverywhere(report.gone, report, any)
  if (ownStandings.length === 0) return `No brand is marked as yours on ${any}.`
  const ownName = nameOf(ownStandings)
  const all = scoredEngines(report)
  const [first, last] = [all.at(0), all.at(-1)]
  if (first === undefined || last === undefined)
    return `${ownName} has no visibility score on ${any} ${whenWords(period)}.`
  const change = changeOn(first, report)
  const isOnly = engines.length > 1 && read.length === engines.length
  if (all.length === 1)
    return `${ownName} has ${score(first)} visibility on ${engineName(first.engine)}${change === null ? '' : ` (${change})`}${isOnly ? ', the only engine with a score' : ''}.`
  if (score(first) === score(last))
    return `${ownName} is equally visible on ${allOf(all.length)} engines with a score: ${score(first)}.`
  const [most, least] = [best, worst].map((one) => all.find(({ engine }) => engine === one?.engine))
  if (most && least)
    return `${ownName} is most visible on ${place(most, report)} and least on ${place(least, report)}.`
  if (most) return `${ownName} is most visible on ${place(most, report)}. No other engine stands out.`
  if (least) return `${ownName} is least visible on ${place(least, report)}. No other engine stands out.`
  return `No engine stands out: ${ownName} has ${score(last)} to ${score(first)} visibility on ${allOf(all.length)}.`
}

/** `▼ Northwind doesn’t appear in any answers on any engine in the week of 9–15 Nov; it was 3rd with 38.2% visibility …` */
function missingEverywhere({ last, isCertain }: OwnGone, report: EngineReport, any: string): string {
  const words = `${nameOf([last.own])} doesn’t appear in any answers on ${any} ${whenWords(report.period)}; ${lastWords(last, report)}.`
  if (isCertain) return `▼ ${words}`
  return `${words} ${report.coverage.gap === null ? 'That may be chance.' : 'The missing data may be why.'}`
}

/** What belongs right below the headline. */
export function enginesRemarks(report: EngineReport): string[] {
  const { period, requestedPeriod, hasData, engines, enginesLeftOut, fewerAnswers } = report
  const read = dataOf(report.engines)
  const gap = gapSentence(report)
  const isUnmarked = report.gone === null && read.every(({ own }) => own === null)
  const changes = gap === null ? movements(report) : [gapMeaning(report)]
  return compact(
    hasData &&
      fewerAnswers.length > 0 &&
      `Far fewer answers than usual: ${names(fewerAnswers.map(engineName), 10, 40)}.`,
    hasData && gap,
    hasData && soFarNote(period, report.comparedWith),
    requestedPeriod !== null && newestWords(period, requestedPeriod, false),
    engines.length === 0 && 'Set up an analysis in the analytics console, then try again.',
    read.length > 0 && !hasData && tryNewer,
    hasData && isUnmarked && 'Mark your brand in the analytics console to compare it here.',
    ...(hasData && scoredEngines(report).length > 0 ? changes : []),
    ...impossibleRemarks(report),
    enginesLeftOut > 0 && `${counted(enginesLeftOut, 'more engine')} not loaded.`,
  )
}

function movements(report: EngineReport): readonly string[] {
  if (scoredEngines(report).some(({ own }) => own.visibility.isFraction)) return [fractionRemark]
  const { lost, moved } = engineNews(report)
  const news = moved === null ? lost : [...lost, `More than ordinary variation: ${moved}.`]
  if (!scoredEngines(report).some(({ own }) => isNumber(own.visibility.delta)))
    return [...news, nothingEarlier(report.period)]
  return news.length > 0 ? news : ['No engine changed by more than ordinary variation.']
}

/**
 * `lost`: a sentence for each engine that lost the brand. `moved`: `Gemini ▲ up 14.2 points and Bing ▼ down 12.0
 * points`; `null`: none moved.
 * @param most more engines that moved are counted
 */
export function engineNews(report: EngineReport, most = 5) {
  const gone = report.gone === null ? dataOf(report.engines).filter((one) => one.gone?.isCertain) : []
  const lost = gone.map(
    (one) =>
      `▼ Your brand no longer appears on ${engineName(one.engine)}${one.gone === null ? '' : `; ${lastWords(one.gone.last, report)}`}.`,
  )
  const moved = scoredEngines(report)
    .filter((one) => one.news !== null && !gone.includes(one))
    .sort((a, b) => Math.abs(b.news?.points ?? 0) - Math.abs(a.news?.points ?? 0))
    .map((one) => `${engineName(one.engine)} ${newsWords(one, report)}`)
  return { lost, moved: moved.length > 0 ? names(moved, most, 80) : null }
}

/** `▲ up 3.0 points`, `▲ up 6.2 points since 26 October`, `▼ sliding by 0.8 points a week since 26 October`. */
function newsWords({ own, news }: ScoredEngine, { period }: EngineReport): string {
  if (news === null || own.visibility.isNews) return changeWords(own.visibility, visibilityForm)
  const { kind, direction, points, from } = news
  const since = `since ${dayAndMonth(from, period.start)}`
  const size = `${pointWords(Math.abs(points))} points`
  const glyph = direction > 0 ? '▲' : '▼'
  if (kind === 'stop') return `${glyph} no longer ${direction > 0 ? 'sliding' : 'climbing'} ${since}`
  if (kind === 'slope') return `${glyph} ${points > 0 ? 'climbing' : 'sliding'} by ${size} a week ${since}`
  return `${glyph} ${direction > 0 ? 'up' : 'down'} ${size} ${since}`
}

/** `Perplexity: 52.1% visibility, ▲ up 3.0 points, 2nd of 12` for each engine that could be read. */
export function engineLines(report: EngineReport): string[] {
  const all = dataOf(report.engines)
  if (all.every(({ own }) => own === null)) return []
  const compared = isCompared(all.flatMap(({ own }) => own ?? []))
  return all.map((one) => engineLine(one, compared, report))
}

function engineLine(one: EngineStanding, compared: boolean, report: EngineReport): string {
  const { own, gone } = one
  const name = engineName(one.engine)
  if (own === null && gone !== null) return `${name}: not in any answers; ${lastWords(gone.last, report)}`
  if (own === null) return `${name}: your brand isn’t listed`
  if (!isNumber(own.visibility.value)) return `${name}: visibility ${notAvailable}`
  const parts = compact(
    `${valueWords(own.visibility, visibilityForm)} visibility`,
    compared && changeWords(own.visibility, visibilityForm),
    placeOf(own, { ranked: one.of, brandsLeftOut: one.brandsLeftOut }),
  )
  return `${name}: ${parts.join(', ')}`
}

export function enginesMeasured(report: EngineReport): string[] {
  const answers = scoredEngines(report).map(({ own }) => own.answers.now)
  const total = answers.reduce((sum: number, one) => sum + (one ?? 0), 0)
  const on = answers.length < report.engines.length ? ` on ${answers.length} of them` : ''
  const measured = compact(
    datedPeriod(report.period),
    counted(report.engines.length, 'engine'),
    answers.length > 0 && answers.every(isNumber) && `${counted(total, 'answer')}${on}`,
    howToRead,
  )
  return [measured.join(' · '), ...filterLines(report.filters)]
}

/** The own brand's name, or `Your brand` if the engines list different own brands. */
function nameOf(ownStandings: readonly BrandStanding[]): string {
  const [first, ...others] = new Set(ownStandings.map(({ brand }) => shortName(brand)))
  return first === undefined || others.length > 0 ? 'Your brand' : first
}

function score({ own }: ScoredEngine): string {
  return valueWords(own.visibility, visibilityForm)
}

function place(one: ScoredEngine, report: EngineReport): string {
  const change = changeOn(one, report)
  return `${engineName(one.engine)} (${change === null ? score(one) : `${score(one)}, ${change}`})`
}

/** `up 14.2 points` for news, else `49.1% before`; `null` if missing days or answers may explain the change. */
function changeOn({ own: { visibility } }: ScoredEngine, { coverage }: EngineReport): string | null {
  return isNumber(visibility.delta) && coverage.gap === null
    ? changeWords(visibility, visibilityForm).replace(/^[▲▼] /, '')
    : null
}

/** Headline, table and how it was measured. Engines that could not be read are named, with the reason. */
export function enginesAnswer(report: EngineReport, options: AnswerOptions): Message {
  const engines = report.engines.map((one) => (one.ok ? one.data.engine : (one.subject ?? 'An engine')))
  return listMessage({
    lead: [
      ...sharedScope(options, { ...report, engines }),
      richText([[bold(enginesHeadline(report))], ...enginesRemarks(report).map((remark) => [remark])]),
      report.hasData && tableOf(report),
    ],
    items: failuresOf(report).map(({ engines, reason }) => unavailable(engines, reason)),
    more: (count) => `More engines are unavailable, for ${counted(count, 'other reason')}.`,
    end: [report.engines.length > 0 && context(...enginesMeasured(report)), ...answerFooter(options)],
  })
}

/** So few engines are read that all fit. */
function tableOf(report: EngineReport): Block | null {
  const engines = dataOf(report.engines)
  if (engines.every(({ own }) => own === null)) return null
  const brands = new Set(engines.flatMap(({ own }) => (own === null ? [] : [own.brand])))
  const compared = isCompared(engines.flatMap(({ own }) => own ?? []))
  const rowOf = (one: EngineStanding): Cell[] => {
    const { own, gone } = one
    const missing =
      gone === null ? 'not listed' : `none (was ${valueWords(gone.last.own.visibility, visibilityForm)})`
    const brand = brands.size > 1 && own !== null ? `: ${names([own.brand])}` : ''
    const name = textCell(`${engineName(one.engine)}${endWords(one, report)}${brand}`)
    if (own === null) return [name, textCell(missing), ...(compared ? [textCell('–')] : [])]
    const { visibility } = own
    return [
      name,
      numberCell(visibility.value, valueWords(visibility, visibilityForm)),
      ...(compared ? [numberCell(visibility.delta, changeCell(visibility, visibilityForm))] : []),
    ]
  }
  const table = {
    caption: captionOf('Your brand by engine', report, compared),
    header: ['Engine', 'You', ...(compared ? ['Change'] : [])],
    rows: engines.map(rowOf),
  }
  return dataTable(table)?.block ?? null
}

const endWords = ({ engine }: EngineStanding, { best, worst }: EngineReport) =>
  engine === best?.engine ? ' (best)' : engine === worst?.engine ? ' (worst)' : ''

function failuresOf({ engines }: EngineReport): { readonly engines: string; readonly reason: string }[] {
  const failed = engines.flatMap((part) => (part.ok ? [] : [part]))
  return [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, all]) => ({
    engines: names(
      all.map(({ subject }) => (subject === undefined ? 'An engine' : engineName(subject))),
      10,
      40,
    ),
    reason,
  }))
}
