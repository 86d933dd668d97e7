/** A workflow step's outputs for a visibility report: plain text and numbers, for messages and spreadsheets. */
import { rounded } from '../../lib/rounded.ts'
import { nameKey } from '../../lib/strings.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { isCompared, isNumber } from '../kit/formats.ts'
import { capital, compact } from '../kit/text.ts'
import { answeredReport } from './answer-sentence.ts'
import { headlineSentence } from './headline-copy.ts'
import { significanceWords } from './how-sure.ts'
import { howMeasured, standingLine } from './visibility.ts'

/** More rows would be too long for a message. */
const rows = 20

/** @param brand empty: the own brand. @returns `null` if the report doesn't have that brand */
export function visibilityOutputs(
  report: VisibilityReport,
  brand: string,
): Readonly<Record<string, string | number>> | null {
  const standing =
    brand === ''
      ? report.own
      : (report.standings.find((one) => nameKey(one.brand) === nameKey(brand)) ?? null)
  if (brand !== '' && standing === null) return null
  const compared = isCompared(report.standings)
  const isOwn = standing === null || standing.brand === report.own?.brand
  const shown = report.standings.slice(0, rows)
  const omittedCount = report.standings.length - shown.length
  const table = compact(
    ...shown.map((one) => standingLine(one, compared)),
    omittedCount > 0 && `${omittedCount} more not shown.`,
    ...howMeasured(report),
  )
  return {
    headline: isOwn ? headlineSentence(report) : answeredReport(report).headline,
    ...figures(standing),
    significance: standing === null ? 'Not measured.' : capital(significanceWords(standing, report)),
    table: table.join('\n'),
  }
}

/** The known figures, as numbers that a workflow can calculate and branch with. */
function figures(standing: BrandStanding | null): Readonly<Record<string, number>> {
  if (standing === null) return {}
  const { rank, visibility } = standing
  return {
    ...(isNumber(visibility.value) ? { score: rounded(visibility.value, visibility.isFraction) } : {}),
    ...(isNumber(visibility.delta) ? { change: rounded(visibility.delta, visibility.isFraction) } : {}),
    ...(isNumber(rank) ? { place: rank } : {}),
  }
}
