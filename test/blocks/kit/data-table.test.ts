import { describe, expect, it } from 'vitest'
import { dataTable, numberCell, textCell } from '../../../src/blocks/kit/figures.ts'

describe('a table', () => {
  const table = (rows: readonly string[]) =>
    dataTable({ caption: 'Things', header: ['Thing'], rows: rows.map((row) => [textCell(row)]) })

  it('has as many rows as Slack accepts, and says how many', () => {
    const many = table(Array.from({ length: 140 }, () => 'x'))
    expect([many?.shown, many?.block.type]).toEqual([100, 'data_table'])
    expect(table(Array.from({ length: 50 }, () => 'x'.repeat(1_000)))?.shown).toBe(6)
    expect(table(['x'.repeat(7_500)])?.shown).toBe(1)
    expect(table([])).toBeNull()
  })

  it('sorts by numbers if there are any', () => {
    expect(numberCell(7, 'seven')).toEqual({ type: 'raw_number', value: 7, text: 'seven' })
    expect(numberCell(Number.NaN, 'n/a')).toEqual({ type: 'raw_text', text: 'n/a' })
  })
})
