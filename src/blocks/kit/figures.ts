/**
 * Figures as a bar chart, a table and a file. A few rows are a `table`, whose cells wrap on a phone; more are a `data_table`,
 * with pages and sorting. A CSV file (RFC 4180) opens in a spreadsheet without running anything in it.
 */

import type { DataTableBlock, RawNumberElement, RawTextElement, TableBlock } from '@slack/types'
import { rounded } from '../../lib/rounded.ts'
import { isPercent } from '../../lib/strings.ts'
import type { DataVisualizationBlock, Message } from '../../model/message.ts'
import type { BrandStanding, MetricChange, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import { textLength } from './block-text.ts'
import { context, messageOf } from './elements.ts'
import {
  changeCell,
  isNumber,
  type MetricForm,
  names,
  notAvailable,
  shortPeriod,
  valueWords,
  visibilityForm,
} from './formats.ts'
import { limits } from './limits.ts'
import { clip, code, compact, oneLine, richText } from './text.ts'

/** The week before the previous one. */
export interface EarlierWeek {
  readonly period: ReportPeriod
  readonly scoreOf: (brand: string) => number | null
}

/**
 * A bar chart of one metric, this period beside the previous one. Only this period is drawn if the own brand (or the
 * first brand, if there is no own one) has no previous value. A brand without a value is omitted, never 0: `note` says
 * which ones, and why.
 * @param brands drawn in this order; by default, the own one beside the most visible others
 * @returns `null` if there is nothing to draw
 */
export function visibilityChart(
  report: VisibilityReport,
  brands: readonly BrandStanding[] = chosen(report),
  { key, label }: MetricForm = visibilityForm,
  earlier?: EarlierWeek,
): { readonly block: DataVisualizationBlock; readonly note: string | null } | null {
  const { period, comparedWith } = report
  const measured = brands.filter((brand) => isNumber(brand[key].value))
  const [lead] = measured.filter(({ mine }) => mine).concat(measured)
  if (lead === undefined) return null
  const isCompared = isNumber(lead[key].previous)
  const drawn = isCompared ? measured.filter((brand) => isNumber(brand[key].previous)) : measured
  const categories = uniqueNames(shortNames(drawn.map(({ brand }) => brand)))
  const now = shortPeriod(period)
  const days = comparedWith === null ? null : shortPeriod(comparedWith)
  const shown = (number: number | null) => rounded(number, lead[key].isFraction)
  // Two series can't have the same name.
  const before = days === null || days === now ? 'Before' : days
  const series = (name: string, numberOf: (standing: BrandStanding) => number | null) => ({
    name,
    data: drawn.map((brand, at) => ({ label: categories[at] ?? '', value: shown(numberOf(brand)) })),
  })
  const title = isPercent(lead[key].unit) ? `${label} (%)` : label
  return {
    block: {
      type: 'data_visualization',
      // With two series, their names are the periods.
      title: clip(isCompared ? title : `${title}: ${now}`, limits.chart.title),
      chart: {
        type: 'bar',
        series: compact(
          series(now, (standing) => standing[key].value),
          isCompared && series(before, (standing) => standing[key].previous),
          isCompared &&
            earlier !== undefined &&
            drawn.every(({ brand }) => isNumber(earlier.scoreOf(brand))) &&
            series(shortPeriod(earlier.period), ({ brand }) => earlier.scoreOf(brand)),
        ),
        axis_config: { categories },
      },
    },
    note: noteOf([
      [brands.filter((brand) => !measured.includes(brand)), 'no value'],
      [measured.filter((brand) => !drawn.includes(brand)), 'no previous value'],
    ]),
  }
}

function noteOf(undrawn: readonly (readonly [readonly BrandStanding[], string])[]): string | null {
  const reasons = undrawn.flatMap(([brands, reason]) => {
    const listed = brands.map(({ brand }) => brand)
    return listed.length === 0 ? [] : [`${names(listed, 6)} (${reason})`]
  })
  return reasons.length === 0 ? null : `Not in the chart: ${reasons.join(', ')}.`
}

const maxRivals = 5

/** In the report's order, with the own brand in its place among the others. */
function chosen({ standings, own }: VisibilityReport): readonly BrandStanding[] {
  const isOwn = ({ mine, brand }: BrandStanding) => mine && brand === own?.brand
  const rivals = standings.filter((standing) => !isOwn(standing)).slice(0, maxRivals)
  return standings.filter((standing) => isOwn(standing) || rivals.includes(standing))
}

/** On a phone, a longer name is cut in the middle of a word. */
const phoneName = 13

/** Long names as their first words, where these tell them apart. */
function shortNames(all: readonly string[]): string[] {
  const short = all.map((name) => {
    const words = oneLine(name, limits.chart.name).split(' ')
    const fitting = words.filter((_, index) => words.slice(0, index + 1).join(' ').length <= phoneName)
    return fitting.length === 0 ? name : fitting.join(' ')
  })
  return all.map((name, index) => {
    const one = short[index] ?? name
    return short.filter((other) => other === one).length === 1 ? one : name
  })
}

/** Categories must be unique, and two long names may become equal once they are clipped. */
export function uniqueNames(all: readonly string[]): string[] {
  const taken = new Set<string>()
  return all.map((full) => {
    const name = oneLine(full, limits.chart.name, '(unnamed)')
    let unique = name
    for (let number = 2; taken.has(unique); number += 1)
      unique = `${clip(name, limits.chart.name - 3)} ${number}`
    taken.add(unique)
    return unique
  })
}

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
 * `41.3% ▲ +2.4` for news, `41.3% (+0.4)`, `41.3% (new)`, `41.3%`, `n/a`.
 * @param sayNew false in a first period, when everything would be "new"
 */
export function metricCell(change: MetricChange, metric: MetricForm, sayNew: boolean): Cell {
  if (!isNumber(change.value)) return textCell(notAvailable)
  const value = valueWords(change, metric)
  const changed = changeCell(change, metric)
  if (changed === 'new') return numberCell(change.value, sayNew ? `${value} (new)` : value)
  return numberCell(change.value, changed === 'no change' ? value : `${value} ${changed}`)
}

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
