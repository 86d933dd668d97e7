/** Rows as a CSV file (RFC 4180) that a spreadsheet opens without running anything in it. */

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
