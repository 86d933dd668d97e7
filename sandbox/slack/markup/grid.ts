/** Reads `table` and `data_table` blocks into one common shape. */
import { parseInline } from './mrkdwn.ts'
import { type Json, list, number, record, string, textOf } from './read.ts'
import { flatten, parseRichText } from './rich-text.ts'
import { type Cell, type Grid, joinLines, plain } from './tree.ts'

/** Reads either block. Columns with mostly numbers are right-aligned unless the block sets an alignment. */
export function readGrid(block: Json): Grid {
  const [header = [], ...rows] = list(block.rows).map((row) => list(row).map(readCell))
  const columns = Math.max(header.length, ...rows.map((row) => row.length))
  const settings = list(block.column_settings).map(record)
  const align = Array.from({ length: columns }, (_, column) => {
    const chosen = settings[column]?.align
    if (chosen === 'center' || chosen === 'right') return chosen
    const cells = rows.flatMap((row) => row[column] ?? [])
    // A few cells like “n/a” or “not listed” still leave it a column of numbers.
    const numeric = cells.filter(({ value }) => value !== null).length * 2 > cells.length
    return numeric && chosen === undefined ? 'right' : 'left'
  })
  const rowHeader = Math.trunc(number(block.row_header_column_index) ?? 0)
  const pageSize = Math.trunc(number(block.page_size) ?? (block.type === 'data_table' ? 5 : 100))
  return {
    caption: string(block.caption),
    header,
    rows,
    align,
    rowHeader: rowHeader >= 0 && rowHeader < columns ? rowHeader : 0,
    pageSize: Math.min(100, Math.max(1, pageSize)),
  }
}

function readCell(value: unknown): Cell {
  const cell = record(value)
  if (cell.type === 'rich_text') {
    const lines = parseRichText(cell).flatMap((flow) => ('children' in flow ? [flow.children] : []))
    const children = joinLines(lines)
    return { children, text: flatten(children), value: null }
  }
  const amount = cell.type === 'raw_number' ? number(cell.value) : null
  const text = string(cell.text) || (amount === null ? '' : String(amount)) || textOf(value)
  const children = cell.type === 'mrkdwn' ? parseInline(text) : [plain(text)]
  return { children, text, value: amount }
}
