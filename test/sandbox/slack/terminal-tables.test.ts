import { describe, expect, test } from 'vitest'
import { renderMessage } from '../../../sandbox/slack/terminal.ts'

const names = (id: string) => ({ U1: 'Mara', B1: 'Sightline', C1: 'brand-visibility' })[id] ?? id
const plainOptions = { width: 60, color: false, names, now: Date.parse('2026-11-16T09:00Z'), timeZone: 'UTC' }
const draw = (blocks: Record<string, unknown>[], width = 60) =>
  renderMessage({ text: '', blocks }, { ...plainOptions, width })
const lines = (...rows: string[]) => rows.join('\n')

describe('tables', () => {
  const table = {
    type: 'data_table',
    caption: 'Brands this week',
    rows: [
      [
        { type: 'raw_text', text: 'Brand' },
        { type: 'raw_text', text: 'Visibility' },
        { type: 'raw_text', text: 'Tone' },
      ],
      [
        { type: 'raw_text', text: 'ノースウィンド' },
        { type: 'raw_number', value: 62.4, text: '62.4%' },
        { type: 'raw_text', text: 'Positive' },
      ],
      [
        { type: 'raw_text', text: 'Acme' },
        { type: 'raw_number', value: 8, text: '8%' },
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Mixed' }] }],
        },
      ],
    ],
  }

  test('are aligned by display columns, with numbers right-aligned', () => {
    expect(draw([table])).toBe(
      lines(
        '  Brands this week',
        '  Brand           Visibility  Tone',
        '  ────────────────────────────────────',
        '  ノースウィンド       62.4%  Positive',
        '  Acme                    8%  Mixed',
      ),
    )
  })

  test('become one entry per row if they don’t fit', () => {
    expect(draw([table], 26)).toBe(
      lines(
        '  Brands this week',
        '  ノースウィンド',
        '    Visibility: 62.4% ·',
        '    Tone: Positive',
        '  Acme',
        '    Visibility: 8% · Tone:',
        '    Mixed',
      ),
    )
  })
})

describe('charts', () => {
  const points = (values: number[]) => values.map((value, at) => ({ label: `W${at + 1}`, value }))
  const chart = (type: string, series: object[]) => ({
    type: 'data_visualization',
    title: 'Visibility',
    chart: { type, series, axis_config: { categories: ['W1', 'W2'], x_label: 'Week', y_label: '%' } },
  })

  test('draw bars to scale with their values', () => {
    expect(draw([chart('bar', [{ name: 'Acme', data: points([40, -20]) }])])).toBe(
      lines('  Visibility', `  W1  ${'█'.repeat(40)} 40`, `  W2  ${'░'.repeat(20)} -20`, '  % by Week'),
    )
    expect(
      draw([
        chart('bar', [
          { name: 'Acme', data: points([40, 20]) },
          { name: 'Bolt', data: points([10, 0]) },
        ]),
      ]),
    ).toBe(
      lines(
        '  Visibility',
        '  W1',
        `    Acme  ${'█'.repeat(40)} 40`,
        `    Bolt  ${'█'.repeat(10)} 10`,
        '  W2',
        `    Acme  ${'█'.repeat(20)} 20`,
        '    Bolt  0',
        '  % by Week',
      ),
    )
  })

  test('show lines as a table of values, and pies as bars with percentages', () => {
    expect(
      draw([
        chart('line', [
          { name: 'Acme', data: points([40, 1234.567]) },
          { name: 'Bolt', data: points([1, 2]) },
        ]),
      ]),
    ).toBe(
      lines(
        '  Visibility',
        '  Week      Acme  Bolt',
        '  ────────────────────',
        '  W1          40     1',
        '  W2    1,234.57     2',
        '  %',
      ),
    )
    const segments = [
      { label: 'Acme', value: 3 },
      { label: 'Bolt', value: 1 },
    ]
    expect(draw([{ type: 'data_visualization', title: 'Share', chart: { type: 'pie', segments } }])).toBe(
      lines('  Share', `  Acme  ${'█'.repeat(30)} 75%  (3)`, `  Bolt  ${'█'.repeat(10)} 25%  (1)`),
    )
  })
})

describe('an overview', () => {
  const overview = (blocks: Record<string, unknown>[], width = 60) =>
    renderMessage({ text: '', blocks }, { ...plainOptions, width, compact: true })
  const cell = (text: string) => ({ type: 'raw_text', text })
  const row = (at: number) => [cell(`Brand ${at}`), cell(`${at} %`), cell('x'.repeat(50))]

  test('has a table’s first rows, and only the columns that fit', () => {
    const rows = [[cell('Brand'), cell('Score'), cell('Why')], ...[1, 2, 3, 4, 5, 6].map(row)]
    expect(overview([{ type: 'data_table', caption: 'Brands', rows }])).toBe(
      lines(
        '  Brand    Score',
        '  ──────────────',
        '  Brand 1  1 %',
        '  Brand 2  2 %',
        '  Brand 3  3 %',
        '  Brand 4  4 %',
        '  … 2 more rows',
      ),
    )
  })

  test('has one bar for each category, and a sparkline for each line', () => {
    const series = (name: string, values: readonly number[]) => ({
      name,
      data: values.map((value, at) => ({ label: `W${at + 1}`, value })),
    })
    const chart = (type: string) => ({
      type: 'data_visualization',
      title: 'Visibility',
      chart: {
        type,
        series: [series('Now', [40, 20, 30]), series('Before', [10, 20, 40])],
        axis_config: { categories: ['W1', 'W2', 'W3'], x_label: '', y_label: '%' },
      },
    })
    expect(overview([chart('bar')], 59)).toBe(
      lines(
        '  Visibility',
        `  W1  ${'█'.repeat(36)} 40  (Before 10)`,
        `  W2  ${'█'.repeat(18)} 20  (Before 20)`,
        `  W3  ${'█'.repeat(27)} 30  (Before 40)`,
      ),
    )
    expect(overview([chart('line')])).toBe(
      lines('  Visibility', '  Now     █▃▆  40 → 30  (W1 – W3)', '  Before  ▁▃█  10 → 40  (W1 – W3)'),
    )
  })

  test('cuts long texts and leaves no blank lines', () => {
    const text = (words: string) => ({ type: 'section', text: { type: 'plain_text', text: words } })
    const rich = (...parts: string[]) => ({
      type: 'rich_text',
      elements: [
        { type: 'rich_text_section', elements: parts.map((part) => ({ type: 'text', text: part })) },
      ],
    })
    expect(
      overview(
        [text('One'), rich('Two'), rich('A title\n', 'and a body that is far too long for one line')],
        30,
      ),
    ).toBe(lines('  One', '  Two', '  A title', '  and a body that is far too…'))
  })
})
