/** Rows as a CSV file (RFC 4180) that a spreadsheet opens without running anything in it. */

/** Text, a number as it is, or nothing. */
export type CsvCell = string | number | null

/**
 * What a spreadsheet takes for the start of a formula, or skips before it looks for one
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formula = /^[=+\-@\t\r\n]/
const quoted = /[",\r\n]/

/** So that Excel reads UTF-8; others skip it. */
const byteOrderMark = '\uFEFF'

/**
 * The file's text: rows end with CRLF, quotes are doubled, and text that looks like a formula gets an apostrophe. A
 * number that is none (NaN, infinite) stays empty.
 */
export function csv(rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
}

function field(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const text = cell.toWellFormed()
  const safe = formula.test(text) ? `'${text}` : text
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
