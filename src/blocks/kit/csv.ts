/** Rows as a CSV file (RFC 4180) that a spreadsheet opens without running anything in it. */

/** Text, a number as it is, or nothing. */
export type CsvCell = string | number | null

/**
 * What a spreadsheet takes for the start of a formula (https://owasp.org/www-community/attacks/CSV_Injection), in the
 * wide letters of East Asia, too.
 */
const startsFormula = /^[=+\-@＝＋－＠]/
/** What it skips before it looks for one. */
const skipped = /^[\s"]*/
/**
 * In many countries a spreadsheet splits at semicolons, and others at tabs. To those our quotes stand in the middle of a
 * cell, where they mean nothing: each of these signs begins a cell of its own, whatever is around it.
 */
const separators = /[;\s"]+/g
const quoted = /[",\r\n]/

/** So that Excel reads UTF-8; others skip it. */
const byteOrderMark = '\uFEFF'

/**
 * The file's text: rows end with CRLF, quotes are doubled, and an apostrophe stands before whatever looks like a
 * formula, wherever a spreadsheet could begin a cell. A number that is none (NaN, infinite) stays empty.
 */
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
