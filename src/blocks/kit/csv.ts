/** Rows as a CSV file (RFC 4180) that a spreadsheet opens without running anything in it. */

import type { Message } from '../../model/message.ts'
import { context, messageOf } from './elements.ts'
import { code, richText } from './spans.ts'
import { oneLine } from './text.ts'

/** `null`: an empty cell. */
export type CsvCell = string | number | null

/** The start of a formula (https://owasp.org/www-community/attacks/CSV_Injection), full-width characters included. */
const startsFormula = /^[=+\-@＝＋－＠]/
/** What it skips before it looks for a formula. */
const skipped = /^[\s"]*/
/** Some spreadsheets split at semicolons or tabs and ignore our quotes, so each of these can start a cell. */
const separators = /[;\s"]+/g
const quoted = /[",\r\n]/

/** Makes Excel read the file as UTF-8. Other programs skip it. */
const byteOrderMark = '\uFEFF'

/** Quotes are doubled, rows end with CRLF. What looks like a formula gets an apostrophe; NaN is an empty cell. */
export function csv(rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
}

function field(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const safe = withoutFormulas(cell.toWellFormed())
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function withoutFormulas(text: string): string {
  const [before] = skipped.exec(text) ?? ['']
  const isFormula = /^[\t\r\n]/.test(text) || startsFormula.test(text.slice(before.length))
  const inside = text.replace(separators, (run, at: number) => {
    if (!startsFormula.test(text.slice(at + run.length, at + run.length + 1))) return run
    const cut = Math.max(...[';', '\t', '\r', '\n'].map((sign) => run.lastIndexOf(sign))) + 1
    return cut === 0 ? run : `${run.slice(0, cut)}'${run.slice(cut)}`
  })
  return isFormula ? `'${inside}` : inside
}

/** A column's title, and its cell of a row. @param names people's names in Slack, by their ids */
export type Column<Row> = readonly [title: string, cell: (row: Row, names: Names) => CsvCell]

export type Names = ReadonlyMap<string, string>

export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], names: Names): string {
  return csv([
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => cell(row, names))),
  ])
}

/** Says that a file is in the person's direct messages. @param what `12 tasks` @param permalink the file's address in Slack */
export function exported(
  what: string,
  filename: string,
  permalink: string | null = null,
  note: string | null = null,
): Message {
  const name = oneLine(filename, 120, 'the file')
  const isAddress = permalink !== null && /^https?:$/u.test(URL.parse(permalink)?.protocol ?? '')
  const file = isAddress && permalink.length <= 3_000 ? { text: name, link: permalink } : code(name)
  return messageOf([
    richText([[`Exported ${what}: `, file, ' is in your direct messages with Sightline.']]),
    note !== null && context(note),
  ])
}
