/** Tables: docs.slack.dev/reference/block-kit/blocks/table-block and …/data-table-block */
import { isJson, type Json } from '../json.ts'
import {
  boolean,
  type Checking,
  integer,
  list,
  number,
  object,
  oneOf,
  type Rule,
  someString,
  string,
  typed,
} from './check.ts'
import { anyType } from './common-fields.ts'
import { type LimitName, limitOf } from './limits.ts'
import { richText } from './rich-text.ts'
import { textLength } from './text-length.ts'

const CELLS: Readonly<Record<string, Rule>> = {
  raw_text: object({ required: { type: anyType, text: someString } }),
  raw_number: object({ required: { type: anyType, value: number(), text: someString } }),
  rich_text: richText(),
}
const HEADER_CELLS = Object.fromEntries(
  limitOf('data_table.rows[*] (cells)').types?.map((type) => [type, CELLS[type] ?? anyType]) ?? [],
)

/** Checks the total text length of all cells. */
function checkCellText(value: Json, at: string, on: Checking, name: LimitName): void {
  const { max = 0 } = limitOf(name)
  const length = textLength(value.rows)
  if (length > max)
    on.report(`${at}/rows`, `must be less than ${max + 1} characters in all cells`, 'too_long', name)
}

const columnSetting: Rule = (value, at, on) => {
  if (value === null) return
  object({ optional: { align: oneOf(['left', 'center', 'right']), is_wrapped: boolean } })(value, at, on)
}

/** @param more the fields that every block has */
export const table = (more: Readonly<Record<string, Rule>>): Rule =>
  object({
    required: {
      type: anyType,
      rows: list(list(typed(CELLS, 'table.rows[*] (cells)'), 'table.rows[*] (cells)'), 'table.rows'),
    },
    optional: { column_settings: list(columnSetting, 'table.column_settings'), ...more },
    whole: (value, at, on) => checkCellText(value, at, on, 'table cells text (aggregate)'),
  })

function checkColumns(value: Json, at: string, on: Checking): void {
  const rows = Array.isArray(value.rows) ? value.rows : []
  const columns = Array.isArray(rows[0]) ? rows[0].length : 0
  for (const [index, row] of rows.entries()) {
    if (!Array.isArray(row) || row.length === columns) continue
    on.report(
      `${at}/rows/${index}`,
      `must have ${columns} cells as the header`,
      'conflict',
      'data_table.rows[*] (cells)',
    )
  }
  const { row_header_column_index: header } = value
  if (typeof header === 'number' && header >= columns) {
    const name = 'data_table.row_header_column_index'
    on.report(`${at}/row_header_column_index`, `must be less than ${columns}`, 'out_of_range', name)
  }
}

const row: LimitName = 'data_table.rows[*] (cells)'
const headerRow = list(typed(HEADER_CELLS, row), row)
const bodyRow = list(typed(CELLS, row), row)
/** The first row is the header; its cells can't contain rich text. */
const anyRow: Rule = (value, at, on) => (at.endsWith('/rows/0') ? headerRow : bodyRow)(value, at, on)

export const dataTable = (more: Readonly<Record<string, Rule>>): Rule =>
  object({
    required: {
      type: anyType,
      caption: string('data_table.caption'),
      rows: list(anyRow, 'data_table.rows'),
    },
    optional: {
      page_size: integer('data_table.page_size'),
      row_header_column_index: integer('data_table.row_header_column_index'),
      ...more,
    },
    limit: 'data_table.caption',
    whole: (value, at, on) => {
      checkColumns(value, at, on)
      checkCellText(value, at, on, 'data_table cells text (aggregate)')
    },
  })

export const isTable = (block: unknown): boolean =>
  isJson(block) && (block.type === 'table' || block.type === 'data_table')
