/** The table of standings: each brand's numbers, each with its change. */
import type { DataTableBlock, RawNumberElement, RawTextElement } from '@slack/types'
import type { BrandStanding, VisibilityReport } from '../insights/model.ts'
import { textLength } from './budget.ts'
import { rowsAtOnce } from './data-table.ts'
import { limits } from './limits.ts'
import {
  changeCell,
  isCompared,
  isNumber,
  type MetricForm,
  metricForms,
  notAvailable,
  rankWords,
  valueWords,
} from './numbers.ts'
import { periodInSentence, unitWords } from './periods.ts'
import { nameInList } from './words.ts'

type Cell = RawNumberElement | RawTextElement

/** How much text a table may take of its message's 10,000 characters, where nobody says how much is left. */
const tableText = 8_000

const header: Cell[] = ['Rank', 'Brand', ...metricForms.map(({ label }) => label)].map(text)

/**
 * Tables of as many of the standings as they can hold, in their order.
 * @param tables how many tables at most
 * @param room characters that each may take
 * @returns the tables, each with how many brands it shows; what doesn't fit is in none of them
 */
export function standingsTables(
  report: VisibilityReport,
  standings: readonly BrandStanding[],
  tables: number,
  room: number = tableText,
): readonly { readonly block: DataTableBlock; readonly shown: number }[] {
  const sayNew = isCompared(report.standings)
  const caption = captionOf(report, sayNew)
  const rows = standings.map((standing) => rowOf(standing, sayNew))
  const made: { block: DataTableBlock; shown: number }[] = []
  let at = 0
  while (at < rows.length && made.length < tables) {
    const from = at
    let length = textLength(header) + caption.length
    for (let row = rows[at]; row !== undefined && at - from < limits.table.rows; row = rows[at]) {
      length += textLength(row)
      if (length > room && at > from) break
      at += 1
    }
    made.push({ block: tableBlock(caption, rows.slice(from, at)), shown: at - from })
  }
  return made
}

function tableBlock(caption: string, rows: Cell[][]): DataTableBlock {
  return {
    type: 'data_table',
    caption,
    page_size: rowsAtOnce(rows.length),
    row_header_column_index: 1,
    rows: [header, ...rows],
  }
}

function captionOf(report: VisibilityReport, compared: boolean): string {
  const { each } = unitWords[report.period.unit]
  const against = compared
    ? `changes are against the previous ${each}`
    : `no previous ${each} to compare with`
  return `Standings for ${periodInSentence(report.period)}; ${against}`
}

function rowOf(standing: BrandStanding, sayNew: boolean): Cell[] {
  return [
    cell(standing.rank, rankWords(standing, sayNew)),
    text(nameInList(standing)),
    ...metricForms.map((metric) => metricCell(standing, metric, sayNew)),
  ]
}

/** The number sorts the column, the words are read: `41.3% ▲ up 2.4 pts`. */
function metricCell(standing: BrandStanding, metric: MetricForm, sayNew: boolean): Cell {
  const change = standing[metric.key]
  const value = valueWords(change, metric)
  if (!isNumber(change.value)) return text(notAvailable)
  const changed = changeCell(change, metric)
  if (changed === 'new') return cell(change.value, sayNew ? `${value} (new)` : value)
  if (changed === 'no change') return cell(change.value, value)
  return cell(change.value, `${value} ${changed}`)
}

function cell(value: number | null, words: string): Cell {
  return isNumber(value) ? { type: 'raw_number', value, text: words } : text(words)
}

function text(words: string): Cell {
  return { type: 'raw_text', text: words }
}
