/** The table of standings: each brand's numbers, each with its change. */
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { nameInList } from '../visibility/headline-copy.ts'
import { type Cell, dataTables, metricCell, numberCell, type ShownTable, textCell } from './data-table.ts'
import { isCompared, type MetricForm, metricForms, rankWords } from './numbers.ts'
import { againstWords, periodInSentence, periodNoun } from './periods.ts'

/** How much of its message's 10,000 characters a table may take by default. */
const tableText = 8_000

/**
 * Tables of as many of the standings as they can hold, in their order.
 * @param tables how many tables at most
 * @param room how many characters each may take
 * @param metrics the columns beside rank and brand
 * @returns the tables, each with how many brands it shows; the rest is in none of them
 */
export function standingsTables(
  report: VisibilityReport,
  standings: readonly BrandStanding[],
  tables: number,
  room: number = tableText,
  metrics: readonly MetricForm[] = metricForms,
): readonly ShownTable[] {
  const sayNew = isCompared(report.standings)
  const table = {
    caption: captionOf(report, sayNew),
    header: ['Rank', 'Brand', ...metrics.map(({ label }) => label)],
    rows: standings.map((standing) => rowOf(standing, sayNew, metrics)),
    rowHeader: 1,
  }
  return dataTables(table, tables, room)
}

function captionOf(report: VisibilityReport, compared: boolean): string {
  const against = compared
    ? `, compared with ${againstWords(report)}`
    : `; no earlier ${periodNoun(report.period)} to compare with`
  return `Standings for ${periodInSentence(report.period)}${against}`
}

function rowOf(standing: BrandStanding, sayNew: boolean, metrics: readonly MetricForm[]): Cell[] {
  return [
    numberCell(standing.rank, rankWords(standing, sayNew)),
    textCell(nameInList(standing)),
    ...metrics.map((metric) => metricCell(standing[metric.key], metric, sayNew)),
  ]
}
