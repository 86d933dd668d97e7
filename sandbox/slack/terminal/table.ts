/** Tables as aligned columns: the first rows, and the columns that fit. */
import type { Cell, Grid } from '../markup/tree.ts'
import { type Canvas, inlineRuns } from './inline.ts'
import { type Line, lineWidth, pad, run, type Style, wrap } from './run.ts'

const gap = 2

/** The most rows. */
const fewRows = 4

/** Header, a rule, then the rows. Numbers are right-aligned. */
export function drawGrid(whole: Grid, canvas: Canvas): Line[] {
  const grid = overview(whole, canvas)
  const widths = columnWidths(grid, canvas)
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
  return { ...grid, header: first(grid.header), rows: rows.map(first) }
}

const cellRuns = (cell: Cell | undefined, canvas: Canvas, style: Style = {}) =>
  inlineRuns(cell?.children ?? [], canvas, style)

/** The column widths, with the widest reduced until all fit. */
function columnWidths(grid: Grid, canvas: Canvas): number[] {
  const widths = naturalWidths(grid, canvas)
  const room = canvas.width - gap * Math.max(0, widths.length - 1)
  for (let sum = widths.reduce((a, b) => a + b, 0); sum > room; sum -= 1) {
    const widest = Math.max(...widths)
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
