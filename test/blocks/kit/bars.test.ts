import { describe, expect, it } from 'vitest'
import { barChart } from '../../../src/blocks/kit/chart.ts'
import { dataTable, numberCell, textCell } from '../../../src/blocks/kit/data-table.ts'

const period = { unit: 'week', start: '2026-11-09', end: '2026-11-15', timeZone: 'Europe/Paris' } as const
const comparedWith = { ...period, start: '2026-11-02', end: '2026-11-08' }
const about = { title: 'Your visibility by engine', period, comparedWith } as const
const bar = (name: string, value: number | null, previous: number | null = 1) => ({ name, value, previous })

describe('bars', () => {
  it('never draw a missing value as 0, and say what is missing and why', () => {
    const drawn = barChart([bar('A', 3), bar('B', null), bar('C', 2, null), bar('D', Number.NaN)], about)
    expect(drawn?.block.chart.axis_config.categories).toEqual(['A'])
    expect(drawn?.note).toBe('Not in the chart: B and D (no value), C (no previous value).')
    expect(drawn?.block.title).toBe('Your visibility by engine')
  })

  it('show only this period if there is none before it, and nothing without data', () => {
    const first = barChart([bar('A', 3, null), bar('B', 0, null)], about)
    expect(first?.block.chart.series).toEqual([
      {
        name: '9–15 Nov',
        data: [
          { label: 'A', value: 3 },
          { label: 'B', value: 0 },
        ],
      },
    ])
    expect(first?.block.title).toBe('Your visibility by engine: 9–15 Nov')
    expect(barChart([bar('A', null)], about)).toBeNull()
    expect(barChart([], about)).toBeNull()
  })

  it('are as many as Slack draws, with distinct names', () => {
    const all = Array.from({ length: 25 }, (_, index) => bar(`An engine with a long name ${index}`, index))
    const drawn = barChart(all, about)
    const { categories } = drawn?.block.chart.axis_config ?? { categories: [] }
    expect(categories).toHaveLength(20)
    expect(new Set(categories).size).toBe(20)
    for (const name of categories) expect(name.length).toBeLessThanOrEqual(20)
    expect(drawn?.note).toContain('(no room)')
  })
})

describe('a table', () => {
  const table = (rows: readonly string[]) =>
    dataTable({ caption: 'Things', header: ['Thing'], rows: rows.map((row) => [textCell(row)]) })

  it('has as many rows as Slack accepts, and says how many', () => {
    expect(table(Array.from({ length: 140 }, () => 'x'))?.shown).toBe(100)
    expect(table(Array.from({ length: 50 }, () => 'x'.repeat(1_000)))?.shown).toBe(6)
    expect(table(['x'.repeat(7_500)])?.shown).toBe(1)
    expect(table([])).toBeNull()
  })

  it('sorts by numbers if there are any', () => {
    expect(numberCell(7, 'seven')).toEqual({ type: 'raw_number', value: 7, text: 'seven' })
    expect(numberCell(Number.NaN, 'n/a')).toEqual({ type: 'raw_text', text: 'n/a' })
  })
})
