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
        '  Brand           Visibility  Tone',
        '  ────────────────────────────────────',
        '  ノースウィンド       62.4%  Positive',
        '  Acme                    8%  Mixed',
      ),
    )
  })

  test('keep two columns in a narrow window', () => {
    expect(draw([table], 26)).toBe(
      lines(
        '  Brand         Visibility',
        '  ────────────────────────',
        '  ノースウィン       62.4%',
        '  ド',
        '  Acme                  8%',
      ),
    )
  })
})

test('a pie is drawn as bars with percentages', () => {
  const segments = [
    { label: 'Acme', value: 3 },
    { label: 'Bolt', value: 1 },
  ]
  expect(draw([{ type: 'data_visualization', title: 'Share', chart: { type: 'pie', segments } }])).toBe(
    lines('  Share', `  Acme  ${'█'.repeat(30)} 75%  (3)`, `  Bolt  ${'█'.repeat(10)} 25%  (1)`),
  )
})

describe('an overview', () => {
  const cell = (text: string) => ({ type: 'raw_text', text })
  const row = (at: number) => [cell(`Brand ${at}`), cell(`${at} %`), cell('x'.repeat(50))]

  test('has a table’s first rows, and only the columns that fit', () => {
    const rows = [[cell('Brand'), cell('Score'), cell('Why')], ...[1, 2, 3, 4, 5, 6].map(row)]
    expect(draw([{ type: 'data_table', caption: 'Brands', rows }])).toBe(
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
    expect(draw([chart('bar')], 59)).toBe(
      lines(
        '  Visibility',
        `  W1  ${'█'.repeat(36)} 40  (Before 10)`,
        `  W2  ${'█'.repeat(18)} 20  (Before 20)`,
        `  W3  ${'█'.repeat(27)} 30  (Before 40)`,
      ),
    )
    expect(draw([chart('line')])).toBe(
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
      draw([text('One'), rich('Two'), rich('A title\n', 'and a body that is far too long for one line')], 30),
    ).toBe(lines('  One', '  Two', '  A title', '  and a body that is far too…'))
  })
})
