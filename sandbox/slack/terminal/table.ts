/** Tables as aligned columns, or each row as a small list if they don't fit. */
import type { Cell, Grid } from '../markup/tree.ts'
import { type Canvas, inlineRuns, narrower } from './inline.ts'
import { indent, type Line, lineWidth, pad, run, type Style, wrap } from './run.ts'

const gap = 2
/** The minimum width of a text column. If a table needs narrower ones, it becomes lists. */
const narrowest = 10

/** Number of table rows in an overview. */
const fewRows = 4

/** Caption, header, a rule, then the rows. Numbers are right-aligned. */
export function drawGrid(whole: Grid, canvas: Canvas): Line[] {
  const grid = canvas.compact ? overview(whole, canvas) : whole
  const caption: Line[] = grid.caption ? wrap([run(grid.caption, { bold: true })], canvas.width) : []
  const widths = columnWidths(grid, canvas)
  if (widths === null) return [...caption, ...drawStacked(grid, canvas)]
  const total = widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1)
  const hiddenRows = whole.rows.length - grid.rows.length
  const row = (cells: readonly Cell[], style: Style): Line[] => {
    const columns = widths.map((width, at) => wrap(cellRuns(cells[at], canvas, style), width))
    const height = Math.max(1, ...columns.map((lines) => lines.length))
    return Array.from({ length: height }, (_, y) =>
      columns.flatMap((lines, at) => [
        ...(at === 0 ? [] : [run(' '.repeat(gap))]),
        ...pad(lines[y] ?? [], widths[at] ?? 0, grid.align[at] ?? 'left'),
      ]),
    )
  }
  return [
    ...caption,
    ...row(grid.header, { bold: true }),
    [run('─'.repeat(total), { dim: true })],
    ...grid.rows.flatMap((cells) => row(cells, {})),
    ...(hiddenRows > 0
      ? [[run(`… ${hiddenRows} more ${hiddenRows === 1 ? 'row' : 'rows'}`, { dim: true })]]
      : []),
  ]
}

/** The first rows, and only the columns that fit. No caption, because the message has already said it. */
function overview(grid: Grid, canvas: Canvas): Grid {
  const rows = grid.rows.slice(0, fewRows)
  const widths = naturalWidths({ ...grid, rows }, canvas)
  const fits = (columns: number) =>
    widths.slice(0, columns).reduce((sum, width) => sum + width + gap, -gap) <= canvas.width
  const columns = widths.findLastIndex((_, at) => fits(at + 1)) + 1
  const first = (row: readonly Cell[]) => row.slice(0, Math.max(2, columns))
  return { ...grid, caption: '', header: first(grid.header), rows: rows.map(first) }
}

const cellRuns = (cell: Cell | undefined, canvas: Canvas, style: Style = {}) =>
  inlineRuns(cell?.children ?? [], canvas, style)

/** The column widths, with the widest reduced until all fit; null if a column would become unreadably narrow. */
function columnWidths(grid: Grid, canvas: Canvas): number[] | null {
  const widths = naturalWidths(grid, canvas)
  const room = canvas.width - gap * Math.max(0, widths.length - 1)
  for (let sum = widths.reduce((a, b) => a + b, 0); sum > room; sum -= 1) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) return null
    widths[widths.indexOf(widest)] = widest - 1
  }
  return widths
}

function naturalWidths(grid: Grid, canvas: Canvas): number[] {
  const all = [grid.header, ...grid.rows]
  const count = Math.max(0, ...all.map((row) => row.length))
  return Array.from({ length: count }, (_, at) =>
    Math.max(1, ...all.flatMap((row) => wrap(cellRuns(row[at], canvas), 10_000).map(lineWidth))),
  )
}

function drawStacked(grid: Grid, canvas: Canvas): Line[] {
  const inner = narrower(canvas, 2)
  return grid.rows.flatMap((row) => {
    const rest = row.flatMap((cell, at) => {
      if (at === grid.rowHeader) return []
      const name = grid.header[at]
      const label = name ? [...cellRuns(name, canvas, { dim: true }), run(': ', { dim: true })] : []
      return [[...label, ...cellRuns(cell, canvas)]]
    })
    const joined = rest.flatMap((part, at) => (at === 0 ? part : [run(' · ', { dim: true }), ...part]))
    return [
      ...wrap(cellRuns(row[grid.rowHeader], canvas, { bold: true }), canvas.width),
      ...indent(wrap(joined, inner.width), '  '),
    ]
  })
}
