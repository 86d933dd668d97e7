/** The text around a visibility report's headline: notes, how it was measured, and a line for each brand. */
import { nameKey } from '../../lib/strings.ts'
import type { BrandStanding, ImpossibleValue, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import { gapSentence } from '../kit/change-copy.ts'
import {
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
} from '../kit/numbers.ts'
import {
  againstWords,
  type ComparedPeriod,
  dateWords,
  periodInSentence,
  periodNoun,
  periodWords,
  soFarNote,
} from '../kit/periods.ts'
import { compact } from '../kit/spans.ts'
import { engineName, oneLine, shortName } from '../kit/text.ts'
import { isFiltered, nameInList } from './headline-copy.ts'
import { filterLines } from './scope.ts'

/** That the period isn't the requested one, which brands were not found, what to do if nothing can be compared. */
export function headlineRemarks(report: VisibilityReport): string[] {
  const { headline, period, requestedPeriod, brands, standings, smallestNews, answers } = report
  const { kind } = headline
  const filtered = isFiltered(report)
  const hasData = kind !== 'no_data'
  const shown = new Set(standings.map(({ brand }) => nameKey(brand)))
  const missing = brands.filter((asked) => !shown.has(nameKey(asked)))
  return compact(
    hasData && kind !== 'data_gap' && kind !== 'own_vanished' && gapSentence(report),
    hasData && soFarNote(period, report.comparedWith),
    requestedPeriod !== null && newestWords(period, requestedPeriod, filtered),
    ...impossibleRemarks(report),
    report.isFraction && fractionRemark,
    missing.length > 0 && standings.length > 0 && `Not found here: ${names(missing, 5)}.`,
    filtered && hasData && 'Filtered: ranks and shares of voice count only what matches.',
    !hasData && (filtered ? 'Remove a filter, or choose another period.' : tryNewer),
    kind === 'no_own_brand' &&
      (filtered
        ? 'Your brand may be outside the filters. Remove one to look for it.'
        : 'Mark your brand in the analytics console to see it in the headline.'),
    isNumber(smallestNews) &&
      isNumber(answers.now) &&
      smallestNews >= smallSample &&
      report.own !== null &&
      `Small sample: ${counted(answers.now, 'answer')}. Only a change of about ${pointWords(smallestNews)} points or more would be news.`,
    kind === 'first_period' && nothingEarlier(period),
  )
}

export const tryNewer = 'Try again once there is newer data, or choose an earlier period.'

export const newestWords = (shown: ReportPeriod, requested: ReportPeriod, filtered: boolean) =>
  `No data for ${periodInSentence(requested)}${filtered ? ' that matches the filters' : ' yet'}. Showing ${periodInSentence(shown)}, the newest with data.`

export const nothingEarlier = (period: ReportPeriod) =>
  `No earlier ${periodNoun(period)} to compare with. Changes will appear from the next ${periodNoun(period)} on.`

/** Of a table: `Standings for the week of Mon 9 – Sun 15 Nov, compared with 2–8 Nov`. */
export function captionOf(what: string, report: ComparedPeriod, compared: boolean): string {
  const against = compared
    ? `, compared with ${againstWords(report)}`
    : `; no earlier ${periodNoun(report.period)} to compare with`
  return `${what} for ${periodInSentence(report.period)}${against}`
}

/** `The service returned 1E16 for Acme’s visibility on Gemini, which is impossible, so it isn’t shown.` */
export function impossibleRemarks(
  report: Pick<VisibilityReport, 'period' | 'comparedWith'> & {
    readonly impossible: readonly (ImpossibleValue & { readonly engine?: string })[]
  },
): readonly string[] {
  const all = report.impossible.map(({ brand, metric, value, isPrevious, engine }) => {
    const metricName = metricForms.find(({ key }) => key === metric)?.label.toLowerCase() ?? 'value'
    const where = engine === undefined ? '' : ` on ${engineName(engine)}`
    const when = isPrevious ? ` for ${againstWords(report)}` : ''
    return `${Math.abs(value) < 1e15 ? value : numberWords(value)} for ${shortName(brand)}’s ${metricName}${where}${when}`
  })
  if (all.length === 0) return []
  const meaning =
    all.length === 1 ? 'which is impossible, so it isn’t shown' : 'which are impossible, so they aren’t shown'
  return [`The service returned ${names(all, 3, 200)}, ${meaning}.`]
}

/** For scores whose unit is unknown. */
export const fractionRemark =
  'All scores are between 0 and 1 with no unit, so they’re shown as received, and changes aren’t judged.'

/** In points. If a change must be this large to be news, most real changes go unnoticed, so readers need a warning. */
const smallSample = 8

export function howMeasured(report: VisibilityReport): string[] {
  const { period, engines, collect, brandsLeftOut, answers } = report
  const parts = compact(
    `${periodWords(period)} (${oneLine(period.timeZone, 40, 'unknown time zone')})`,
    engines.length === 0 ? 'all engines' : names(engines.map(engineName), 10, 30),
    isNumber(answers.now) && counted(answers.now, 'answer'),
    ...volumeWords(report),
    collect !== null && `newest data ${dateWords(collect.date, period.thisYear)}`,
  )
  const caveat = `${counted(brandsLeftOut, 'more brand')} not loaded, so the true share of voice can only be lower.`
  return compact(
    `How measured: ${parts.join(' · ')}`,
    ...filterLines(report.filters),
    brandsLeftOut > 0 && caveat,
  )
}

function volumeWords({ standings, brands, totalMentions }: VisibilityReport): string[] {
  if (standings.length === 0) return []
  const among = counted(standings.length, 'brand')
  if (!isNumber(totalMentions)) return [`${among}, mentions unknown`]
  // Even if only some brands were requested, the mentions are those of all brands.
  return [
    brands.length > 0
      ? counted(totalMentions, 'mention')
      : `${counted(totalMentions, 'mention')} of ${among}`,
  ]
}

/**
 * `2nd Northwind (you): 41.3% visibility, ▲ up 2.4 points`, or `…, 40.9% before` if the change isn't news.
 * @param compared false in a first period, when everything would be "new"
 */
export function standingLine(standing: BrandStanding, compared: boolean): string {
  const { rank, visibility } = standing
  const name = `${isNumber(rank) ? `${ordinal(rank)} ` : ''}${nameInList(standing)}`
  if (!isNumber(visibility.value)) return `${name}: visibility ${notAvailable}`
  const change = changeWords(visibility, visibilityForm)
  const words = `${valueWords(visibility, visibilityForm)} visibility`
  return `${name}: ${words}${change === 'new' && !compared ? '' : `, ${change}`}`
}
