import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibilityChart } from '../../../src/blocks/kit/figures.ts'
import { standingsTable } from '../../../src/blocks/visibility/visibility.ts'
import { market, northwind, overtookReport, quiet, report, standing } from '../fixtures.ts'
import { goodName, reportOf } from '../like.ts'

const quietWeek = quiet(northwind)

describe('the chart', () => {
  it('shows the five most visible others and the own brand, even if that is far behind', () => {
    const own = standing('Northwind', 9, 9, [11, 10], { mine: true })
    const standings = [...market.filter(({ mine }) => !mine).slice(0, 7), own]
    const drawn = visibilityChart(report(quietWeek, { standings, own }))
    const categories = drawn?.block.chart.axis_config.categories
    expect([categories?.length, categories?.at(-1)]).toEqual([6, 'Northwind'])
    expect(drawn?.note).toBeNull()
  })

  it('leaves out a brand without a value and says so, instead of drawing a zero', () => {
    const standings = [
      northwind,
      standing('Newcomer', 2, null, [40, null]),
      standing('Gone', null, 1, [null, 50]),
    ]
    const drawn = visibilityChart(report(quietWeek, { standings }))
    expect(drawn?.block.chart.axis_config.categories).toEqual(['Northwind'])
    expect(drawn?.note).toBe('Not in the chart: Gone (no value), Newcomer (no previous value).')
  })

  it('keeps long names distinct', () => {
    const long = 'The same very long beginning'
    const standings = [northwind, standing(`${long} A`, 2, 2, [3, 2]), standing(`${long} B`, 3, 3, [2, 1])]
    const drawn = visibilityChart(report(quietWeek, { standings }))
    expect(drawn?.block.chart.axis_config.categories).toEqual([
      'Northwind',
      'The same very long…',
      'The same very… 2',
    ])
  })

  it('is not drawn without any value', () => {
    expect(visibilityChart(report({ kind: 'no_data' }, { standings: [], own: null }))).toBeNull()
    const unmeasured = [standing('A', null, null, [null, null])]
    expect(visibilityChart(report(quietWeek, { standings: unmeasured, own: null }))).toBeNull()
  })

  it('draws no value that is not in the report', () => {
    fc.assert(
      fc.property(reportOf(goodName), (given) => {
        const drawn = visibilityChart(given)
        const values = given.standings.flatMap(({ visibility: { value, previous } }) => [value, previous])
        const points = drawn?.block.chart.series.flatMap(({ data }) => data.map(({ value }) => value)) ?? []
        const isOf = (point: number, value: number | null) =>
          value !== null && Math.abs(value - point) <= 0.05 + Math.abs(value) * 1e-9
        for (const point of points) expect(values.some((value) => isOf(point, value))).toBe(true)
      }),
    )
  })
})

it('the table sorts by numbers and reads as words', () => {
  const table = standingsTable(overtookReport, market, 8_000)
  expect(table?.block.rows[2]).toEqual([
    { type: 'raw_text', text: '2nd Northwind (you)' },
    { type: 'raw_number', value: 41.3, text: '41.3% ▲ +2.4' },
    { type: 'raw_number', value: 12.4, text: '12.4% (+0.7)' },
  ])
  expect(table?.block.type, 'few rows wrap on a phone').toBe('table')
})
