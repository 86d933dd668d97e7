/** The text around a visibility report's headline: notes, how it was measured, and a line for each brand. */
import { nameKey } from '../../lib/typed.ts'
import type { BrandStanding, ImpossibleValue, VisibilityReport } from '../../model/reports.ts'
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
  const { headline, period, requestedPeriod, brands, standings } = report
  const filtered = isFiltered(report)
  const running = soFarNote(period, report.comparedWith)
  const saysGap = headline.kind === 'data_gap' || headline.kind === 'own_vanished'
  const gap = saysGap ? null : gapSentence(report)
  const remarks = headline.kind === 'no_data' ? [] : [gap, running].filter((remark) => remark !== null)
  if (requestedPeriod !== null)
    remarks.push(
      `No data for ${periodInSentence(requestedPeriod)}${filtered ? ' that matches the filters' : ' yet'}. Showing ${periodInSentence(period)}, the newest with data.`,
    )
  remarks.push(...impossibleRemarks(report), ...(report.isFraction ? [fractionRemark] : []))
  const shown = new Set(standings.map(({ brand }) => nameKey(brand)))
  const missing = brands.filter((asked) => !shown.has(nameKey(asked)))
  if (missing.length > 0 && standings.length > 0) remarks.push(`Not found here: ${names(missing, 5)}.`)
  if (filtered && headline.kind !== 'no_data')
    remarks.push('Filtered: ranks and shares of voice count only what matches.')
  if (headline.kind === 'no_data')
    remarks.push(
      filtered
        ? 'Remove a filter, or choose another period.'
        : 'Try again once there is newer data, or choose an earlier period.',
    )
  if (headline.kind === 'no_own_brand')
    remarks.push(
      filtered
        ? 'Your brand may be outside the filters. Remove one to look for it.'
        : 'Mark your brand in the analytics console to see it in the headline.',
    )
  const { smallestNews, answers } = report
  if (isNumber(smallestNews) && isNumber(answers.now) && smallestNews >= smallSample && report.own !== null)
    remarks.push(
      `Small sample: ${counted(answers.now, 'answer')}. Only a change of about ${pointWords(smallestNews)} points or more would be news.`,
    )
  if (headline.kind === 'first_period')
    remarks.push(
      `No earlier ${periodNoun(period)} to compare with. Changes will appear from the next ${periodNoun(period)} on.`,
    )
  return remarks
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
  )
  if (collect !== null) parts.push(`newest data ${dateWords(collect.date, period.thisYear)}`)
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
  const rank = isNumber(standing.rank) ? `${ordinal(standing.rank)} ` : ''
  const change = changeWords(standing.visibility, visibilityForm)
  const words = `${valueWords(standing.visibility, visibilityForm)} visibility`
  if (!isNumber(standing.visibility.value))
    return `${rank}${nameInList(standing)}: visibility ${notAvailable}`
  return `${rank}${nameInList(standing)}: ${words}${change === 'new' && !compared ? '' : `, ${change}`}`
}
