/** The sentences of a visibility report: what changed, and whether it is good. All of it is plain, unescaped text. */
import type { BrandStanding, Headline, VisibilityReport } from '../../model/reports.ts'
import { filterLines } from '../visibility/visibility-filters.ts'
import {
  bandWords,
  changeInSentence,
  changeWords,
  counted,
  isNumber,
  names,
  notAvailable,
  numberWords,
  ordinal,
  valueWords,
  visibilityForm,
} from './numbers.ts'
import { dateWords, periodInSentence, periodNoun, periodWords } from './periods.ts'
import { oneLine } from './text.ts'

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
      return `${nameOf(headline.leader)} leads with ${score(headline.leader)}. None of the brands read is marked as yours.`
    case 'own_unmeasured':
      return `${nameOf(headline.own)} has no visibility score this ${each}; ${nameOf(headline.leader)} leads with ${score(headline.leader)}.`
    case 'first_period':
      return `First ${each} measured: ${nameOf(headline.own)} is ${place(headline.own, headline.of, report)} with ${score(headline.own)}.`
    case 'overtook':
      return `▲ ${nameOf(headline.own)} overtook ${names(headline.brands)} and is now ${place(headline.own, ranked(report), report)} (${scoreAndChange(headline.own)}).`
    case 'overtaken':
      return `▼ ${names(headline.brands)} overtook ${nameOf(headline.own)}, now ${place(headline.own, ranked(report), report)} (${scoreAndChange(headline.own)}).`
    case 'own_change':
      return `${glyph(headline.own)}${nameOf(headline.own)} is ${changeInSentence(headline.own.visibility, visibilityForm)} to ${score(headline.own)} and ${climbed(headline.own, report)}.`
    case 'competitor_change':
      return `Competitor on the move: ${nameOf(headline.competitor)} is ${changeInSentence(headline.competitor.visibility, visibilityForm)} to ${score(headline.competitor)}. ${nameOf(headline.own)} is ${isSteady(headline.own, report) ? 'steady, ' : ''}${place(headline.own, ranked(report), report)} with ${score(headline.own)} (${insideBand(headline.own, report)}).`
    case 'quiet':
      return `Quiet ${each}: ${stays(headline, report)}`
  }
}

/** The headline where something bigger was found elsewhere: that first, then how visibility stands. */
export function headlineAfter(bigger: string, report: VisibilityReport): string {
  const { headline } = report
  return `${bigger} ${headline.kind === 'quiet' ? stays(headline, report) : headlineSentence(report)}`
}

function stays({ own, of }: Extract<Headline, { kind: 'quiet' }>, report: VisibilityReport): string {
  return `${nameOf(own)} stays ${place(own, of, report)} with ${score(own)} (${insideBand(own, report)}).`
}

/**
 * What has to be read right below the headline: that the period is another one than was asked for, which brands were not
 * found, and what to do where there is nothing to compare.
 */
export function headlineNotes(report: VisibilityReport): string[] {
  const { headline, period, instead, brands, standings } = report
  const filtered = isFiltered(report)
  const notes: string[] = []
  if (instead !== null)
    notes.push(
      `No data for ${periodInSentence(instead)}${filtered ? ' that matches the filters' : ' yet'}. This is ${periodInSentence(period)}, the newest with data.`,
    )
  const missing = brands.filter((asked) => !standings.some(({ brand }) => sameName(brand, asked)))
  if (missing.length > 0 && standings.length > 0)
    notes.push(`Not found among the brands read: ${names(missing, 5)}.`)
  if (filtered && headline.kind !== 'no_data')
    notes.push('Filtered: places and shares of voice are among what matches the filters.')
  if (headline.kind === 'no_data')
    notes.push(
      filtered
        ? 'Take one of them away, or ask for another period.'
        : 'Try again when newer data has been collected, or ask for an earlier period.',
    )
  if (headline.kind === 'no_own_brand')
    notes.push(
      filtered
        ? 'Your brand may be outside the filters. Take one of them away to look for it.'
        : 'Mark your brand in the analytics console, and the headline will be about it.',
    )
  if (headline.kind === 'first_period')
    notes.push(
      `There is no ${periodNoun(period)} before it to compare with; changes follow with the next one.`,
    )
  return notes
}

/** Period, engines, the volume behind the numbers, what they are filtered by, and how not to misread them. */
export function howMeasured(report: VisibilityReport): string[] {
  const { period, engines, collect, brandsLeftOut } = report
  const parts = [
    `${periodWords(period)} (${oneLine(period.timeZone, 40, 'zone not known')})`,
    engines.length === 0 ? 'all engines' : names(engines, 10, 30),
    ...volumeWords(report),
  ]
  if (collect !== null) {
    const total = isNumber(collect.total) ? ` (${numberWords(collect.total)} collected)` : ''
    parts.push(`newest data ${dateWords(collect.date)}${total}`)
  }
  const caveat = `${counted(brandsLeftOut, 'more brand')} not read: share of voice is counted among those read, so the true share can only be lower.`
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
  if (!isNumber(totalMentions)) return [`${among}, mentions not known`]
  // Where only some brands were asked for, the mentions are still those of all.
  return [
    brands.length > 0
      ? counted(totalMentions, 'mention')
      : `${counted(totalMentions, 'mention')} of ${among}`,
  ]
}

/**
 * `2nd Northwind (you): 41.3% visibility, ▲ up 2.4 points`.
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

function scoreAndChange(standing: BrandStanding): string {
  if (!isNumber(standing.visibility.value)) return score(standing)
  return `${score(standing)}, ${changeInSentence(standing.visibility, visibilityForm)}`
}

function place({ rank }: BrandStanding, of: number | null, report: VisibilityReport): string {
  if (!isNumber(rank)) return 'without a place'
  if (of === null || !isNumber(of)) return ordinal(rank)
  return `${ordinal(rank)} of ${of}${report.brandsLeftOut > 0 ? '+' : ''}`
}

/** How many brands have a place; `null` where only some brands were asked for, since the others aren't in the report. */
function ranked({ brands, standings }: VisibilityReport): number | null {
  return brands.length > 0 ? null : standings.filter(({ rank }) => rank !== null).length
}

function climbed(own: BrandStanding, report: VisibilityReport): string {
  const now = place(own, ranked(report), report)
  if (!isNumber(own.rank)) return 'has no place'
  if (!isNumber(own.previousRank)) return `is ${now}`
  if (own.rank === own.previousRank) return `stays ${now}`
  return `${own.rank < own.previousRank ? 'climbs' : 'falls'} from ${ordinal(own.previousRank)} to ${now}`
}

function glyph({ visibility }: BrandStanding): string {
  return visibility.verdict === 'better' ? '▲ ' : visibility.verdict === 'worse' ? '▼ ' : ''
}

function insideBand(own: BrandStanding, report: VisibilityReport): string {
  const change = changeInSentence(own.visibility, visibilityForm)
  const moved = own.visibility.verdict !== 'same' && isSteady(own, report)
  return moved ? `${change}, inside the ${bandWords(report.noiseBand)}-point noise band` : change
}

function isSteady({ visibility: { delta } }: BrandStanding, { noiseBand }: VisibilityReport): boolean {
  return delta !== null && Math.abs(delta) <= noiseBand
}

function sameName(a: string, b: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  return plain(a) === plain(b)
}
