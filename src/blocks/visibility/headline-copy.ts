/** The headline of a visibility report: what changed, and whether it is good. All of it is plain, unescaped text. */
import { rounded } from '../../lib/rounded.ts'
import type {
  BrandChange,
  BrandStanding,
  Headline,
  MetricName,
  OwnBefore,
  VisibilityReport,
} from '../../model/reports.ts'
import {
  aboutPoints,
  type ChangeOfPlace,
  changeSince,
  gapMeaning,
  gapSentence,
  intervalWords,
  isUp,
  missingSentences,
  noNewsWords,
  passedNow,
  totalOf,
} from '../kit/change-copy.ts'
import {
  againstWords,
  changeInSentence,
  counted,
  dayAndMonth,
  isNumber,
  isRunning,
  type MetricForm,
  names,
  numberWords,
  ordinal,
  periodInSentence,
  periodNoun,
  pointWords,
  valueWords,
  visibilityForm,
  whenWords,
} from '../kit/formats.ts'
import { shortName } from '../kit/text.ts'
import { filterLines } from './scope.ts'

type HeadlineOf<Kind extends Headline['kind']> = Extract<Headline, { kind: Kind }>

/**
 * A report's headline, for example `▲ Northwind passed Fabrikam and is 2nd of 11: 41.3% against 40.1%,
 * 1.2 points ahead, was 1.7 behind. Northwind rose 2.4 points.`
 */
export function headlineSentence(report: VisibilityReport): string {
  const { headline, period } = report
  const each = periodNoun(period)
  switch (headline.kind) {
    case 'no_data':
      return isFiltered(report)
        ? `Nothing matches the filters ${whenWords(period)}.`
        : `No visibility data for ${periodInSentence(period)}.`
    case 'no_own_brand':
      return noOwnBrand(headline)
    case 'own_unmeasured':
      return `${nameOf(headline.own)} has no visibility score ${whenWords(period)}; ${leads(headline.leader) ?? 'no brand has one'}.`
    case 'first_period':
      return `First ${each} measured: ${nameOf(headline.own)} is ${place(headline.own, report)} with ${score(headline.own)}.`
    case 'own_vanished':
      return vanished(headline, report)
    case 'own_returned':
      return returned(headline, report)
    case 'not_compared':
      return `${standingNow(headline.own, report)}${report.isFraction ? '.' : '; there is nothing to compare it with.'}`
    case 'data_gap':
      return dataGap(headline, report)
    case 'overtook':
    case 'overtaken':
      return changeOfPlace(headline, report)
    case 'own_change':
      return ownChange(headline, report)
    case 'rival_change':
      return rivalChange(headline, report)
    case 'quiet':
      return quiet(headline, report)
  }
}

/** `Northwind is at 41.3% visibility, 2nd of 12, too close to call with Contoso` */
export function levelNow(ownStanding: BrandStanding, report: VisibilityReport): string {
  return `${nameOf(ownStanding)} is at ${score(ownStanding)}, ${placeNow(ownStanding, report)}`
}

/** `Northwind is 2nd of 12 with 41.3% visibility` */
function standingNow(ownStanding: BrandStanding, report: VisibilityReport): string {
  return `${nameOf(ownStanding)} is ${place(ownStanding, report)} with ${score(ownStanding)}`
}

/** `Northwind doesn’t appear in any answers in the week of 9–15 Nov; it was 3rd with 38.2% visibility in the week of 2–8 Nov.` */
function vanished({ last, isCertain }: HeadlineOf<'own_vanished'>, report: VisibilityReport): string {
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
function returned({ own, last, isCertain }: HeadlineOf<'own_returned'>, report: VisibilityReport): string {
  const is = last === null ? 'is new in the answers' : isCertain ? 'is back' : 'is named again'
  const doubt = isCertain ? '' : ' It may have been missing by chance.'
  return `${isCertain ? '▲ ' : ''}${nameOf(own)} ${is}: ${place(own, report)} with ${score(own)}.${doubt}`
}

function noOwnBrand({ leader, mover }: HeadlineOf<'no_own_brand'>): string {
  const moves = mover === null ? '' : `${nameOf(mover)} ${moved(mover)} to ${score(mover)}. `
  return `${moves}${leads(leader) ?? 'No brand has a visibility score'}. No brand here is marked as yours.`
}

const leads = (leader: BrandStanding) =>
  isNumber(leader.visibility.value) ? `${nameOf(leader)} leads with ${score(leader)}` : null

/** What the headline tells of a brand, which may have begun earlier; `null`: nothing. */
export function toldOf({ brand }: BrandStanding, report: VisibilityReport) {
  const { headline } = report
  if (!('change' in headline) && headline.kind !== 'quiet') return null
  const change = headline.kind === 'quiet' ? slopeSaid(headline) : headline.change
  const of = headline.kind === 'rival_change' ? headline.rival : headline.own
  return change && of.brand === brand ? { words: changed(of, change, report), isUp: isUp(change) } : null
}

/** What is missing, by name, and the change over what both periods have. */
function dataGap({ own, missing, within }: HeadlineOf<'data_gap'>, report: VisibilityReport): string {
  const on = missing.length > 0 ? 'On the other engines' : 'In what was collected'
  const change =
    within === null
      ? gapMeaning(report)
      : within.isNews
        ? `${on} it ${within.points > 0 ? 'rose' : 'fell'} ${pointWords(Math.abs(within.points))} points (${intervalWords(within)}).`
        : `${on} there’s no clear change (${intervalWords(within)}).`
  return [...missingSentences(report), `${standingNow(own, report)}.`, change].join(' ')
}

/** Who passed whom, both scores, the gap before and now, and whose score moved. */
function changeOfPlace(headline: ChangeOfPlace, report: VisibilityReport): string {
  const { kind, own } = headline
  const now = passedNow(kind, own, headline.rivals)
  const isSettled = now.length === 0
  const rivals = isSettled ? headline.rivals : now
  const [rival] = rivals
  if (rival === undefined) return `${nameOf(own)} is ${place(own, report)} with ${score(own)}.`
  const others = names(rivals.map(({ brand }) => brand))
  const passed = isSettled
    ? `${rivals.length === 1 || kind === 'overtook' ? 'is' : 'are'} now clearly ahead of`
    : 'passed'
  const order =
    kind === 'overtook'
      ? `▲ ${nameOf(own)} ${passed} ${others} and ${isSettled ? '' : 'is '}${place(own, report)}`
      : `▼ ${others} ${passed} ${nameOf(own)}, ${isSettled ? '' : 'now '}${place(own, report)}`
  if (rivals.length > 1)
    return `${order} with ${score(own)} (${changeInSentence(own.visibility, visibilityForm)}).`
  const why = movers(own, rival)
    .map((one) => `${nameOf(one)} ${moved(one)}.`)
    .join(' ')
  return `${order}: ${percent(own)} against ${percent(rival)}, ${gaps(own, rival)}. ${why}`
}

/** `Good news: Globex fell 1.6 points to 38.0%. Northwind is 2nd of 12 with 41.3%, 3.3 points ahead, was 1.7.` */
function rivalChange({ own, rival, change }: HeadlineOf<'rival_change'>, report: VisibilityReport): string {
  const good = isUp(change) ? '' : 'Good news: '
  return `${good}${changed(rival, change, report)}. ${nameOf(own)} is ${place(own, report)} with ${percent(own)}, ${gaps(own, rival)}.`
}

/**
 * The same as an answer about the own brand, which comes first: `Northwind is at 41.3% visibility, 2nd of 12. Good news:
 * Globex fell 1.6 points to 38.0%; you’re 3.3 points ahead, was 1.7.`
 */
export function ownFirstSentence(report: VisibilityReport): string {
  const { headline } = report
  if (headline.kind !== 'rival_change') return headlineSentence(report)
  const { own, rival, change } = headline
  const good = isUp(change) ? '' : 'Good news: '
  const distance = gaps(own, rival)
  const apart = distance === gapUnknown ? '' : `; you’re ${distance}`
  return `${levelNow(own, report)}. ${good}${changed(rival, change, report)}${apart}.`
}

/** `▼ Northwind fell 5.2 points to 40.7% and is 3rd of 12.`, `▼ Northwind fell again, by 3.6 points to 37.1%, and is 4th.` */
function ownChange({ own, change }: HeadlineOf<'own_change'>, report: VisibilityReport): string {
  const words = `${isUp(change) ? '▲' : '▼'} ${changed(own, change, report)}`
  const place = placeNow(own, report)
  if (change.kind !== 'step') return `${words}. It’s ${place}.`
  return `${words}${words.includes(', ') ? ',' : ''} and is ${place}.`
}

/** `Northwind fell 5.2 points to 40.7%`, `Northwind is down 7.0 points since 2 November, from 47.7% to 40.7%` */
function changed(standing: BrandStanding, change: BrandChange, { period }: VisibilityReport): string {
  const { visibility } = standing
  const { kind, from, again } = change
  const isOfPeriod = kind === 'step' && from === period.start && visibility.isNews
  if (!isOfPeriod) return `${nameOf(standing)} ${changeSince(change, visibility, period.start)}`
  const words = again ? moved(standing).replace(/^(rose|fell) (.*)$/, '$1 again, by $2') : moved(standing)
  return `${nameOf(standing)} ${words} to ${percent(standing)}`
}

/** `Northwind is at 41.3% visibility, 2nd of 12. No clear change since the week before (between −1.9 and +2.4 points).` */
function quiet(headline: HeadlineOf<'quiet'>, report: VisibilityReport): string {
  const { own, within } = headline
  const is = levelNow(own, report)
  const slope = slopeSaid(headline)
  if (slope !== null) {
    const { period } = report
    const since = `since ${dayAndMonth(slope.from, period.start)}`
    const total = totalOf(slope, own.visibility)
    return `${is}, and still ${isUp(slope) ? 'climbing' : 'falling'}: ${total === null ? `${aboutPoints(slope.points)} points a week ${since}` : `${total.points} points ${since}, from ${total.before}`}.`
  }
  if (within !== null)
    return `${is}. ${noNewsWords(within)} ${sinceWords(report)} (${intervalWords(within)}).`
  const { visibility } = own
  const before = valueWords({ ...visibility, value: visibility.previous }, visibilityForm)
  return visibility.verdict === 'same' ? `${is}. No change.` : `${is}. It was at ${before} before.`
}

/** A slide beside a rise, however small, would contradict the change in the table. */
function slopeSaid({ own, slope }: HeadlineOf<'quiet'>): BrandChange | null {
  const delta = own.visibility.delta ?? 0
  return slope !== null && (delta === 0 || delta > 0 === isUp(slope)) ? slope : null
}

function sinceWords(report: VisibilityReport): string {
  return isRunning(report.period)
    ? `from ${againstWords(report)}`
    : `since the ${periodNoun(report.period)} before`
}

const gapUnknown = 'gap unknown'

/** `3.3 points ahead, was 1.7 behind`: the own brand's position relative to a rival. */
function gaps(ownStanding: BrandStanding, rival: BrandStanding): string {
  const { now, before } = gapBetween(ownStanding, rival, 'visibility')
  if (now === null) return gapUnknown
  const is = gapWords(now, visibilityForm)
  if (before === null) return is
  const was = gapWords(before, visibilityForm, true)
  const [side = '?'] = / (?:ahead|behind)$/.exec(is) ?? []
  return `${is}, was ${was.replace(side, '')}`
}

/** `5.9 points ahead`, `level`. @param isShort without the unit */
export function gapWords(gap: number, { key, form }: MetricForm, isShort = false): string {
  const size = form === 'count' ? numberWords(Math.abs(gap)) : pointWords(Math.abs(gap))
  if (Number(size) === 0) return 'level'
  const one = size === '1' ? 'mention' : 'mentions'
  const unit = key === 'mentions' ? one : key === 'averageRanking' ? 'places' : 'points'
  return `${size} ${isShort ? '' : `${unit} `}${gap > 0 ? 'ahead' : 'behind'}`
}

/**
 * How far a brand is ahead of another one by the figures as shown, lower being better only for the average ranking.
 * `null`: a value is missing.
 */
export function gapBetween(first: BrandStanding, second: BrandStanding, metric: MetricName) {
  const sign = metric === 'averageRanking' ? -1 : 1
  const [one, other] = [first[metric], second[metric]]
  const shown = (value: number) => rounded(value, one.isFraction)
  const difference = (a: number | null, b: number | null) =>
    isNumber(a) && isNumber(b) ? sign * (shown(a) - shown(b)) + 0 : null
  return { now: difference(one.value, other.value), before: difference(one.previous, other.previous) }
}

/** The brands whose own change is news. If there are none, those whose score changed. */
function movers(...brands: readonly BrandStanding[]): readonly BrandStanding[] {
  const changed = brands.filter(({ visibility }) => visibility.verdict !== 'same')
  const news = changed.filter(({ visibility }) => visibility.isNews)
  return news.length > 0 ? news : changed
}

/** `rose 2.4 points`, `fell 1.6 points`. */
export function moved({ visibility }: BrandStanding): string {
  const change = changeInSentence(visibility, visibilityForm)
  return change.replace(/^up /, 'rose ').replace(/^down /, 'fell ')
}

function percent({ visibility }: BrandStanding): string {
  return valueWords(visibility, visibilityForm)
}

export function nameOf({ brand }: BrandStanding): string {
  return shortName(brand)
}

/** A brand's name in a list or a table. Own brands are marked `(you)`. */
export function nameInList(standing: BrandStanding): string {
  return `${nameOf(standing)}${standing.mine ? ' (you)' : ''}`
}

function score({ visibility }: BrandStanding): string {
  return isNumber(visibility.value)
    ? `${valueWords(visibility, visibilityForm)} visibility`
    : 'no visibility score'
}

/** `2nd of 12`, `2nd of 12 (tied)`: among all ranked brands. */
export function place(
  { rank, tied, beyond }: BrandStanding,
  { ranked, brandsLeftOut }: Pick<VisibilityReport, 'ranked' | 'brandsLeftOut'>,
): string {
  if (beyond !== undefined) return `outside the top ${numberWords(beyond)}`
  if (!isNumber(rank)) return 'unranked'
  const of = ranked > 0 ? ` of ${numberWords(ranked)}${brandsLeftOut > 0 ? '+' : ''}` : ''
  return `${ordinal(rank)}${of}${tied ? ' (tied)' : ''}`
}

/** `3rd of 12, too close to call with Contoso` */
function placeNow(standing: BrandStanding, report: VisibilityReport): string {
  const close = report.tooClose.slice(0, 2).map(({ brand }) => brand)
  if (close.length === 0) return place(standing, report)
  // A tie is too close to call in any case.
  return `${place({ ...standing, tied: false }, report)}, too close to call with ${names(close)}`
}

export function isFiltered({ filters }: VisibilityReport): boolean {
  return filterLines(filters).length > 0
}
