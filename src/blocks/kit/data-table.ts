/** A few rows are a `table`, whose cells wrap on a phone; more are a `data_table`, with pages and sorting. */
import type { DataTableBlock, RawNumberElement, RawTextElement, TableBlock } from '@slack/types'
import type { MetricChange } from '../../model/reports.ts'
import { textLength } from './block-text.ts'
import { limits } from './limits.ts'
import { changeCell, isNumber, type MetricForm, notAvailable, valueWords } from './numbers.ts'

export type Cell = RawNumberElement | RawTextElement

/** Rows per page of a `data_table`. The reader clicks for the next page. */
const pageSize = 10
/** Up to this many rows are a `table`. */
const onOnePage = 15

/** Characters that a table may use of its message's 10,000. */
const tableText = 7_000

interface Table {
  /** Only a `data_table` has one. */
  readonly caption: string
  readonly header: readonly string[]
  /** Each with as many cells as the header. */
  readonly rows: readonly (readonly Cell[])[]
}

export interface ShownTable {
  readonly block: DataTableBlock | TableBlock
  /** How many of the rows it holds. */
  readonly shown: number
}

/** Rows that don't fit are omitted. @returns `null` without rows, since Slack requires at least one */
export function dataTable(
  { caption, header: titles, rows: all }: Table,
  maxChars: number = tableText,
): ShownTable | null {
  const header = titles.map(textCell)
  let length = textLength(header) + caption.length
  const shown: Cell[][] = []
  for (const row of all.slice(0, limits.table.rows)) {
    length += textLength(row)
    if (length > maxChars && shown.length > 0) break
    shown.push([...row])
  }
  if (shown.length === 0) return null
  const rows = [header, ...shown]
  const block: ShownTable['block'] =
    shown.length <= onOnePage
      ? { type: 'table', column_settings: header.map(() => ({ is_wrapped: true })), rows }
      : { type: 'data_table', caption, page_size: pageSize, row_header_column_index: 0, rows }
  return { block, shown: shown.length }
}

export function textCell(words: string): Cell {
  return { type: 'raw_text', text: words }
}

/** Slack sorts the column by the number and shows the words. Without a number, there are only the words. */
export function numberCell(value: number | null, words: string): Cell {
  return isNumber(value) ? { type: 'raw_number', value, text: words } : textCell(words)
}

/**
 * `41.3% ▲ up 2.4 pts`, `41.3% (was 40.9%)`, `41.3% (new)`, `41.3%`, `n/a`.
 * @param sayNew false in a first period, when everything would be "new"
 */
export function metricCell(change: MetricChange, metric: MetricForm, sayNew: boolean): Cell {
  if (!isNumber(change.value)) return textCell(notAvailable)
  const value = valueWords(change, metric)
  const changed = changeCell(change, metric)
  if (changed === 'new') return numberCell(change.value, sayNew ? `${value} (new)` : value)
  return numberCell(change.value, changed === 'no change' ? value : `${value} ${changed}`)
}
