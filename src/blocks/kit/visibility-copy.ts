/** The sentences of a visibility report: what changed, and whether it is good. All of it is plain, unescaped text. */
import type {
  BrandStanding,
  Headline,
  ImpossibleValue,
  OwnBefore,
  VisibilityReport,
} from '../../model/reports.ts'
import { filterLines } from '../visibility/visibility-filters.ts'
import { gapMeaning, gapSentence } from './coverage-copy.ts'
import {
  changeInSentence,
  changeWords,
  counted,
  isNumber,
  metricForms,
  names,
  notAvailable,
  numberWords,
  ordinal,
  pointWords,
  valueWords,
  visibilityForm,
} from './numbers.ts'
import {
  againstWords,
  dateWords,
  isRunning,
  periodInSentence,
  periodNoun,
  periodWords,
  soFarNote,
  whenWords,
} from './periods.ts'
import { oneLine } from './text.ts'
import { trendSentence } from './trend-copy.ts'

/**
 * The one sentence that a report comes down to, for example
 * `▲ Northwind overtook Contoso and is now 2nd of 12 (41.3% visibility, up 2.4 points).`
 */
export function headlineSentence(report: VisibilityReport): string {
  const { headline, period } = report
  const each = periodNoun(period)
  switch (headline.kind) {
    case 'no_data':
      return isFiltered(report)
        ? `Nothing matches the filters in ${periodInSentence(period)}.`
        : `No visibility data for ${periodInSentence(period)}.`
    case 'no_own_brand':
      return noOwnBrand(headline)
    case 'own_unmeasured':
      return `${nameOf(headline.own)} has no visibility score ${whenWords(period)}; ${nameOf(headline.leader)} leads with ${score(headline.leader)}.`
    case 'first_period':
      return `First ${each} measured: ${nameOf(headline.own)} is ${place(headline.own, report)} with ${score(headline.own)}.`
    case 'own_vanished':
      return vanished(headline, report)
    case 'own_returned':
      return returned(headline, report)
    case 'not_compared':
      return `${standingNow(headline.own, report)}${report.isFraction ? '.' : '; there is nothing to compare it with.'}`
    case 'data_gap':
      return `${gapSentence(report) ?? ''} ${standingNow(headline.own, report)}. ${withinGap(headline.within) ?? gapMeaning(report)}`.trim()
    case 'overtook':
    case 'overtaken':
      return changeOfPlace(headline, report)
    case 'own_change':
      return `${glyph(headline.own)}${nameOf(headline.own)} ${moved(headline.own)} to ${score(headline.own)} and ${climbed(headline.own, report)}.`
    case 'trend':
      return `${headline.trend.direction === 'up' ? '▲' : '▼'} ${trendSentence(headline.own.brand, headline.trend)} It is ${place(headline.own, report)} with ${score(headline.own)}.`
    case 'rival_change':
      return rivalChange(headline, report)
    case 'quiet':
      return `Quiet ${each}: ${standsAt(headline, report)}`
  }
}

/** The headline where something bigger was found elsewhere: that first, then how visibility stands. */
export function headlineAfter(bigger: string, report: VisibilityReport): string {
  const { headline } = report
  return `${bigger} ${headline.kind === 'quiet' ? standsAt(headline, report) : headlineSentence(report)}`
}

/** `Northwind is 2nd of 12 with 41.3% visibility` */
function standingNow(own: BrandStanding, report: VisibilityReport): string {
  return `${nameOf(own)} is ${place(own, report)} with ${score(own)}`
}

/** `Northwind doesn’t appear in any answers in the week of 9–15 Nov; it was 3rd with 38.2% visibility in the week of 2–8 Nov.` */
function vanished(
  { last, isCertain }: Extract<Headline, { kind: 'own_vanished' }>,
  report: VisibilityReport,
): string {
  const { period, answers, coverage } = report
  const before = lastWords(last, report)
  if (isCertain) return `▼ ${nameOf(last.own)} doesn’t appear in any answers ${whenWords(period)}; ${before}.`
  const gap = gapSentence(report)
  const count = isNumber(answers.now) ? `${counted(answers.now, 'answer')}` : 'answers'
  const doubt =
    coverage.gap !== null
      ? 'The missing data may be why.'
      : isNumber(answers.now)
        ? 'With so few answers, that may be chance.'
        : 'The number of answers is unknown, so that may be chance.'
  return `${gap === null ? '' : `${gap} `}${nameOf(last.own)} doesn’t appear in any of the ${count} ${whenWords(period)}; ${before}. ${doubt}`
}

/** `it was 3rd with 38.2% visibility in the week of 2–8 Nov` */
export function lastWords(
  { own, period }: OwnBefore,
  report: Pick<VisibilityReport, 'period' | 'comparedWith'>,
): string {
  const at = isNumber(own.rank) ? `${ordinal(own.rank)} with ` : 'at '
  const isBefore = report.comparedWith === null ? false : period.start === report.comparedWith.start
  const isSameDays = isBefore && isRunning(report.period)
  const when = isSameDays ? againstWords(report).replace(/^the same/, 'on the same') : whenWords(period)
  return `it was ${at}${score(own)} ${when}`
}

/** `Northwind is back: 3rd of 12 with 38.2% visibility.` */
function returned(
  { own, last, isCertain }: Extract<Headline, { kind: 'own_returned' }>,
  report: VisibilityReport,
): string {
  const is = last === null ? 'is new in the answers' : isCertain ? 'is back' : 'is named again'
  const doubt = isCertain ? '' : ' It may have been missing by chance.'
  return `${isCertain ? '▲ ' : ''}${nameOf(own)} ${is}: ${place(own, report)} with ${score(own)}.${doubt}`
}

function noOwnBrand({ leader, mover }: Extract<Headline, { kind: 'no_own_brand' }>): string {
  const leads = `${nameOf(leader)} leads with ${score(leader)}.`
  const moves = mover === null ? '' : `${nameOf(mover)} ${moved(mover)} to ${score(mover)}. `
  return `${moves}${leads} No brand here is marked as yours.`
}

/** A change that the missing data don't explain. */
function withinGap(points: number | null): string | null {
  if (points === null) return null
  return `With the same mix of engines, that’s ${points > 0 ? 'up' : 'down'} ${pointWords(Math.abs(points))} points.`
}

/** Who passed whom, both scores, the gap before and now, and whose score moved. */
function changeOfPlace(
  { kind, own, rivals }: Extract<Headline, { kind: 'overtook' | 'overtaken' }>,
  report: VisibilityReport,
): string {
  const [rival] = rivals
  if (rival === undefined) return `${nameOf(own)} is ${place(own, report)} with ${score(own)}.`
  const passed = names(rivals.map(({ brand }) => brand))
  const lead = glyph(own)
  if (rivals.length > 1)
    return kind === 'overtook'
      ? `${lead}${nameOf(own)} passed ${passed} and is ${place(own, report)} with ${score(own)} (${movedOrNot(own)}).`
      : `${lead}${passed} passed ${nameOf(own)}, now ${place(own, report)} with ${score(own)} (${movedOrNot(own)}).`
  const why = movers(own, rival).map(movedSentence).join(' ')
  return kind === 'overtook'
    ? `${lead}${nameOf(own)} passed ${passed} and is ${place(own, report)}: ${percent(own)} against ${percent(rival)}, ${gaps(own, rival)}. ${why}`
    : `${lead}${passed} passed ${nameOf(own)}, now ${place(own, report)}: ${percent(own)} against ${percent(rival)}, ${gaps(own, rival)}. ${why}`
}

/** `Globex slipped 1.6 points to 38.0% visibility. Northwind is 2nd of 12 with 41.3%, 3.3 points ahead, was 1.7.` */
function rivalChange(
  { own, rival }: Extract<Headline, { kind: 'rival_change' }>,
  report: VisibilityReport,
): string {
  const good = (rival.visibility.delta ?? 0) < 0 ? 'Good news: ' : ''
  return `${good}${nameOf(rival)} ${moved(rival)} to ${score(rival)}. ${nameOf(own)} is ${place(own, report)} with ${percent(own)}, ${gaps(own, rival)}.`
}

/** `Northwind is 2nd of 12 with 41.3% visibility (40.9% before, within normal variation).` */
function standsAt({ own, level }: Extract<Headline, { kind: 'quiet' }>, report: VisibilityReport): string {
  const before =
    isNumber(own.rank) && isNumber(own.previousRank) && own.rank !== own.previousRank
      ? `${ordinal(own.previousRank)} before`
      : null
  const close = level.length === 0 ? null : `too close to call with ${names(level.map(({ brand }) => brand))}`
  const asides = [before, close].filter((aside) => aside !== null)
  const placed = asides.length === 0 ? place(own, report) : `${place(own, report)}, ${asides.join(' and ')},`
  return `${nameOf(own)} is ${placed} with ${score(own)} (${variation(own)}).`
}

function variation({ visibility }: BrandStanding): string {
  if (visibility.verdict === 'same') return 'no change'
  if (!isNumber(visibility.previous)) return 'new'
  return `${valueWords({ ...visibility, value: visibility.previous }, visibilityForm)} before, within normal variation`
}

/** `3.3 points ahead, was 1.7 behind`: where the own brand is, seen from a rival. */
function gaps(own: BrandStanding, rival: BrandStanding): string {
  const gap = (at: 'value' | 'previous') => {
    const [mine, theirs] = [own.visibility[at], rival.visibility[at]]
    if (!isNumber(mine) || !isNumber(theirs)) return null
    const points = pointWords(Math.abs(mine - theirs))
    return { points, side: Number(points) === 0 ? 'level' : mine > theirs ? 'ahead' : 'behind' }
  }
  const [now, before] = [gap('value'), gap('previous')]
  if (now === null) return 'gap unknown'
  const is = now.side === 'level' ? 'level' : `${now.points} points ${now.side}`
  if (before === null) return is
  if (before.side === 'level') return `${is}, was level`
  return `${is}, was ${before.points}${before.side === now.side ? '' : ` ${before.side}`}`
}

/** Those of two brands whose own change is news; else both that changed. */
function movers(...brands: readonly BrandStanding[]): readonly BrandStanding[] {
  const changed = brands.filter(({ visibility }) => visibility.verdict !== 'same')
  const news = changed.filter(({ visibility }) => visibility.isNews)
  return news.length > 0 ? news : changed
}

/** `rose 2.4 points`, `slipped 1.6 points`. */
function moved({ visibility }: BrandStanding): string {
  const change = changeInSentence(visibility, visibilityForm)
  return change.replace(/^up /, 'rose ').replace(/^down /, 'fell ')
}

function movedSentence(standing: BrandStanding): string {
  return `${nameOf(standing)} ${moved(standing)}.`
}

function movedOrNot({ visibility }: BrandStanding): string {
  return changeInSentence(visibility, visibilityForm)
}

function percent({ visibility }: BrandStanding): string {
  return valueWords(visibility, visibilityForm)
}

/**
 * What has to be read right below the headline: that the period is another one than was asked for, which brands were not
 * found, and what to do where there is nothing to compare.
 */
export function headlineNotes(report: VisibilityReport): string[] {
  const { headline, period, instead, brands, standings } = report
  const filtered = isFiltered(report)
  const running = soFarNote(period, report.comparedWith)
  const saysGap = headline.kind === 'data_gap' || headline.kind === 'own_vanished'
  const gap = saysGap ? null : gapSentence(report)
  const notes = headline.kind === 'no_data' ? [] : [gap, running].filter((note) => note !== null)
  if (instead !== null)
    notes.push(
      `No data for ${periodInSentence(instead)}${filtered ? ' that matches the filters' : ' yet'}. Showing ${periodInSentence(period)}, the newest with data.`,
    )
  notes.push(...impossibleNotes(report), ...(report.isFraction ? [fractionNote] : []))
  const missing = brands.filter((asked) => !standings.some(({ brand }) => sameName(brand, asked)))
  if (missing.length > 0 && standings.length > 0) notes.push(`Not found here: ${names(missing, 5)}.`)
  if (filtered && headline.kind !== 'no_data')
    notes.push('Filtered: ranks and shares of voice count only what matches.')
  if (headline.kind === 'no_data')
    notes.push(
      filtered
        ? 'Remove a filter, or choose another period.'
        : 'Try again once there is newer data, or choose an earlier period.',
    )
  if (headline.kind === 'no_own_brand')
    notes.push(
      filtered
        ? 'Your brand may be outside the filters. Remove one to look for it.'
        : 'Mark your brand in the analytics console to see it in the headline.',
    )
  const { smallestNews, answers } = report
  if (isNumber(smallestNews) && isNumber(answers.now) && smallestNews >= smallSample && report.own !== null)
    notes.push(
      `Small sample: ${counted(answers.now, 'answer')}. Only a change of about ${pointWords(smallestNews)} points or more would be news.`,
    )
  if (headline.kind === 'first_period')
    notes.push(`No earlier ${periodNoun(period)} to compare with. Changes show from the next one on.`)
  return notes
}

/** `The service gave 1E16 for Acme’s visibility on Gemini; it is left out.` */
export function impossibleNotes(
  report: Pick<VisibilityReport, 'period' | 'comparedWith'> & {
    readonly impossible: readonly (ImpossibleValue & { readonly engine?: string })[]
  },
): readonly string[] {
  const all = report.impossible.map(({ brand, metric, value, isPrevious, engine }) => {
    const what = metricForms.find(({ key }) => key === metric)?.label.toLowerCase() ?? metric
    const where = engine === undefined ? '' : ` on ${oneLine(engine, 40, '(unnamed engine)')}`
    const when = isPrevious ? ` for ${againstWords(report)}` : ''
    return `${Math.abs(value) < 1e15 ? value : numberWords(value)} for ${oneLine(brand, 60, '(unnamed brand)')}’s ${what}${where}${when}`
  })
  return all.length === 0 ? [] : [`The service gave ${names(all, 3, 200)}. Skipped as impossible.`]
}

/** Scores of which nobody knows what they count. */
export const fractionNote =
  'All scores are between 0 and 1 with no unit, so they’re shown as received, and changes aren’t judged.'

/** From so many points on, most true changes go unnoticed: the reader has to know. */
const smallSample = 8

/** Period, engines, the volume behind the numbers, what they are filtered by, and how not to misread them. */
export function howMeasured(report: VisibilityReport): string[] {
  const { period, engines, collect, brandsLeftOut, answers } = report
  const parts = [
    `${periodWords(period)} (${oneLine(period.timeZone, 40, 'unknown time zone')})`,
    engines.length === 0 ? 'all engines' : names(engines, 10, 30),
    ...(isNumber(answers.now) ? [counted(answers.now, 'answer')] : []),
    ...volumeWords(report),
  ]
  if (collect !== null) parts.push(`newest data ${dateWords(collect.date, period.thisYear)}`)
  const caveat = `${counted(brandsLeftOut, 'more brand')} not loaded, so the true share of voice can only be lower.`
  return [
    `How measured: ${parts.join(' · ')}`,
    ...filterLines(report.filters),
    ...(brandsLeftOut > 0 ? [caveat] : []),
  ]
}

function isFiltered({ filters }: VisibilityReport): boolean {
  return filterLines(filters).length > 0
}

function volumeWords({ standings, brands, totalMentions }: VisibilityReport): string[] {
  if (standings.length === 0) return []
  const among = counted(standings.length, 'brand')
  if (!isNumber(totalMentions)) return [`${among}, mentions unknown`]
  // Where only some brands were asked for, the mentions are still those of all.
  return [
    brands.length > 0
      ? counted(totalMentions, 'mention')
      : `${counted(totalMentions, 'mention')} of ${among}`,
  ]
}

/**
 * `2nd Northwind (you): 41.3% visibility, ▲ up 2.4 points`, or `…, 40.9% before` where it is within chance.
 * @param compared false in a first period, when everything would be "new"
 */
export function standingLine(standing: BrandStanding, compared: boolean): string {
  const rank = isNumber(standing.rank) ? `${ordinal(standing.rank)} ` : ''
  const change = changeWords(standing.visibility, visibilityForm)
  const words = `${valueWords(standing.visibility, visibilityForm)} visibility`
  if (!isNumber(standing.visibility.value))
    return `${rank}${nameInList(standing)}: visibility ${notAvailable}`
  return `${rank}${nameInList(standing)}: ${words}${change === 'new' && !compared ? '' : `, ${change}`}`
}

/** A brand's name in a sentence. */
export function nameOf({ brand }: BrandStanding): string {
  return oneLine(brand, 60, '(unnamed brand)')
}

/** A brand's name in a list or a table, with the own ones marked in words. */
export function nameInList(standing: BrandStanding): string {
  return `${nameOf(standing)}${standing.mine ? ' (you)' : ''}`
}

function score({ visibility }: BrandStanding): string {
  return isNumber(visibility.value)
    ? `${valueWords(visibility, visibilityForm)} visibility`
    : 'no visibility score'
}

/** `2nd of 12`, `2nd of 12 (tied)`: among all brands that have a place. */
function place({ rank, tied, beyond }: BrandStanding, { ranked, brandsLeftOut }: VisibilityReport): string {
  if (beyond !== undefined) return `outside the top ${numberWords(beyond)}`
  if (!isNumber(rank)) return 'unranked'
  const of = ranked > 0 ? ` of ${numberWords(ranked)}${brandsLeftOut > 0 ? '+' : ''}` : ''
  return `${ordinal(rank)}${of}${tied ? ' (tied)' : ''}`
}

function climbed(own: BrandStanding, report: VisibilityReport): string {
  const now = place(own, report)
  if (!isNumber(own.rank)) return 'is unranked'
  if (!isNumber(own.previousRank) || own.rank === own.previousRank) return `is ${now}`
  return `${own.rank < own.previousRank ? 'climbed' : 'dropped'} from ${ordinal(own.previousRank)} to ${now}`
}

function glyph({ visibility }: BrandStanding): string {
  return visibility.verdict === 'better' ? '▲ ' : visibility.verdict === 'worse' ? '▼ ' : ''
}

function sameName(a: string, b: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  return plain(a) === plain(b)
}
