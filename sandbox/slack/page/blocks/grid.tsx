/** `data_table` with sorting and paging; `table` and Markdown tables as they are. */
import { type ReactNode, useId, useState } from 'react'
import type { Cell, Grid } from '../../markup/tree.ts'
import { Inlines } from './inlines.tsx'

type Row = readonly Cell[]

interface Order {
  readonly column: number
  readonly descending: boolean
}

interface TableProps {
  readonly grid: Grid
  readonly rows?: readonly Row[]
  /** The id of a text about the rows. */
  readonly describedBy?: string
  /** The cell at the top of a column; the plain header by default. */
  readonly head?: (cell: Cell, column: number) => ReactNode
}

/** A table without a scroller. */
export const Table = ({ grid, rows = grid.rows, describedBy, head }: TableProps) => (
  <table className="grid" {...(describedBy ? { 'aria-describedby': describedBy } : {})}>
    {grid.caption && (
      <caption>
        <span className="caption">{grid.caption}</span>
      </caption>
    )}
    <thead>
      <tr>
        {grid.header.map(
          (cell, at) =>
            head?.(cell, at) ?? (
              <th key={columnKey(at)} scope="col" className={grid.align[at]}>
                <Inlines of={cell.children} />
              </th>
            ),
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, y) => (
        <tr key={`r${y.toString()}`}>
          {row.map((cell, x) => {
            const [Tag, scope] =
              x === grid.rowHeader ? (['th', 'row'] as const) : (['td', undefined] as const)
            return (
              <Tag key={columnKey(x)} scope={scope} className={grid.align[x]}>
                <Inlines of={cell.children} />
              </Tag>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A table without controls. */
export const GridTable = ({ grid }: { grid: Grid }) => (
  <Scroller label={grid.caption || 'Table'}>
    <Table grid={grid} />
  </Scroller>
)

/** A table with sortable columns that shows one page of rows at a time. */
export function DataTable({ grid }: { grid: Grid }) {
  const [order, setOrder] = useState<Order | null>(null)
  const [page, setPage] = useState(0)
  const rows = order === null ? grid.rows : sorted(grid.rows, order)
  const pages = Math.max(1, Math.ceil(rows.length / grid.pageSize))
  const current = Math.min(page, pages - 1)
  const first = current * grid.pageSize
  const shown = rows.slice(first, first + grid.pageSize)
  const status = useId()
  const toggle = (column: number) => {
    setPage(0)
    setOrder((last) => nextOrder(last, column, isNumeric(grid.rows, column)))
  }
  return (
    <div className="data-table">
      <Scroller label={grid.caption || 'Table'}>
        <Table
          grid={grid}
          rows={shown}
          {...(pages > 1 ? { describedBy: status } : {})}
          head={(cell, at) => (
            <SortHeader
              key={columnKey(at)}
              cell={cell}
              align={grid.align[at] ?? 'left'}
              direction={order?.column === at ? (order.descending ? 'descending' : 'ascending') : null}
              onToggle={() => toggle(at)}
            />
          )}
        />
      </Scroller>
      {rows.length === 0 && <p className="pager">No rows</p>}
      {pages > 1 && (
        <div className="pager">
          <span id={status} role="status">
            {`${first + 1}–${first + shown.length} of ${rows.length}`}
          </span>
          {[
            { label: 'Previous', to: current - 1 },
            { label: 'Next', to: current + 1 },
          ].map(({ label, to }) => (
            <button
              key={label}
              type="button"
              className="small"
              disabled={to < 0 || to >= pages}
              onClick={() => setPage(to)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

// Cells have no identity except their position.
const columnKey = (at: number): string => `c${at}`

interface SortHeaderProps {
  readonly cell: Cell
  readonly align: string
  readonly direction: 'ascending' | 'descending' | null
  readonly onToggle: () => void
}

const SortHeader = ({ cell, align, direction, onToggle }: SortHeaderProps) => (
  <th scope="col" className={align} aria-sort={direction ?? 'none'}>
    <button type="button" className="sort" onClick={onToggle}>
      <Inlines of={cell.children} />
      <span className="sort-mark" aria-hidden="true">
        {direction === null ? '↕' : direction === 'ascending' ? '↑' : '↓'}
      </span>
    </button>
  </th>
)

/** A wide table scrolls on its own and never widens the page. */
const Scroller = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section would add a landmark.
  <div className="scroller" role="group" aria-label={label}>
    {children}
  </div>
)

const isNumeric = (rows: readonly Row[], column: number) => rows.some((row) => row[column]?.value != null)

/** First click: the usual order (numbers descending). Second: the opposite. Third: as sent. */
function nextOrder(last: Order | null, column: number, numeric: boolean): Order | null {
  if (last?.column !== column) return { column, descending: numeric }
  return last.descending === numeric ? { column, descending: !numeric } : null
}

/** Cells without a number (“new”, “n/a”) come last in either order. */
function sorted(rows: readonly Row[], { column, descending }: Order): readonly Row[] {
  const sign = descending ? -1 : 1
  const numeric = isNumeric(rows, column)
  return rows.toSorted((one, other) => {
    const [a, b] = [one[column], other[column]]
    if (!numeric) return sign * (a?.text ?? '').localeCompare(b?.text ?? '', undefined, { numeric: true })
    if (a?.value == null || b?.value == null) return Number(a?.value == null) - Number(b?.value == null)
    return sign * (a.value - b.value)
  })
}
