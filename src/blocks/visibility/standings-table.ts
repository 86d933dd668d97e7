/** The table of standings: each brand's rank, and two of its metrics with their changes. */

import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { type Cell, dataTables, metricCell, type ShownTable, textCell } from '../kit/data-table.ts'
import {
  isCompared,
  isNumber,
  type MetricForm,
  ordinal,
  shareOfVoiceForm,
  visibilityForm,
} from '../kit/numbers.ts'
import { againstWords, periodInSentence, periodNoun } from '../kit/periods.ts'
import { nameInList } from './headline-copy.ts'

/** Characters that a table may use of its message's 10,000, by default. */
const tableText = 8_000

/** In order; brands that don't fit are omitted. @param maxChars per table; @param metric the first column */
export function standingsTables(
  report: VisibilityReport,
  standings: readonly BrandStanding[],
  maxTables: number,
  maxChars: number = tableText,
  metric: MetricForm = visibilityForm,
): readonly ShownTable[] {
  const sayNew = isCompared(report.standings)
  // A phone has room for three columns. A CSV file has the others.
  const metrics = [metric, metric === visibilityForm ? shareOfVoiceForm : visibilityForm]
  const table = {
    caption: captionOf(report, sayNew),
    header: ['Brand', ...metrics.map(({ label }) => label)],
    rows: standings.map((standing) => rowOf(standing, sayNew, metrics)),
  }
  return dataTables(table, maxTables, maxChars)
}

function captionOf(report: VisibilityReport, compared: boolean): string {
  const against = compared
    ? `, compared with ${againstWords(report)}`
    : `; no earlier ${periodNoun(report.period)} to compare with`
  return `Standings for ${periodInSentence(report.period)}${against}`
}

function rowOf(standing: BrandStanding, sayNew: boolean, metrics: readonly MetricForm[]): Cell[] {
  // A metric without an earlier value isn't new: of a share of voice, another brand's mentions may be missing.
  const isNew = sayNew && !isNumber(standing.visibility.previous)
  return [
    textCell(`${isNumber(standing.rank) ? `${ordinal(standing.rank)} ` : ''}${nameInList(standing)}`),
    ...metrics.map((metric) => metricCell(standing[metric.key], metric, isNew)),
  ]
}
