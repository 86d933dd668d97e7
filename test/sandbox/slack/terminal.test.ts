import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderMessage } from '../../../sandbox/slack/terminal.ts'
import { isThorough } from '../../properties/thorough.ts'
import { anyBlock, nastyText } from './arbitrary-blocks.ts'
import {
  actions,
  button,
  cell,
  chart,
  figure,
  mrkdwn,
  option,
  plain,
  rich,
  richSection,
  section,
  text,
} from './blocks.ts'

const names = (id: string) => ({ U1: 'Mara', B1: 'Sightline', C1: 'brand-visibility' })[id] ?? id
const plainOptions = { width: 60, names, now: Date.parse('2026-11-16T09:00Z'), timeZone: 'UTC' }
const shows = (blocks: Record<string, unknown>[], ...rows: string[]) => showsAt(60, blocks, ...rows)
const showsAt = (width: number, blocks: Record<string, unknown>[], ...rows: string[]) =>
  expect(renderMessage({ text: '', blocks }, { ...plainOptions, width })).toBe(rows.join('\n'))

describe('a message', () => {
  test('shows who wrote it, when, and who can see it', () => {
    const message = { user: 'B1', time: '09:00', text: 'Saved.', blocks: [] }
    expect(renderMessage({ ...message, ephemeral: true }, plainOptions)).toBe(
      'Sightline · 09:00 · Only visible to you\n  Saved.',
    )
    expect(renderMessage({ ...message, thread: true }, plainOptions)).toBe(
      '  ↳ reply · Sightline · 09:00\n    Saved.',
    )
  })

  test('is readable as a digest', () => {
    const digest = [
      { type: 'header', text: plain(':tada: Northwind') },
      section(mrkdwn('*Northwind passed Acme.* Visibility rose 2.1 points to 62.4%.'), {
        fields: [mrkdwn('*Engine*\nChatGPT'), plain('Rank\n1st')],
      }),
      { type: 'context', elements: [mrkdwn('4,812 answers')] },
      { type: 'divider' },
      section(plain('Publish a comparison page'), { accessory: button('Create task') }),
      section(plain('Anything else?')),
      actions(
        button('Settings'),
        { type: 'static_select', placeholder: plain('Pick…') },
        button('Open', { url: 'https://example.com' }),
        { type: 'overflow', options: [option('Pause'), option('Delete')] },
      ),
    ]
    shows(
      digest,
      '  🎉 Northwind',
      '  Northwind passed Acme. Visibility rose 2.1 points to',
      '  62.4%.',
      '  Engine                        Rank',
      '  ChatGPT                       1st',
      '  4,812 answers',
      '',
      '  Publish a comparison page  [ Create task ]',
      '  Anything else?',
      '  [ Settings ]  [ Pick… ▾ ]  [ Open ↗ ]',
      '  [ ⋯ Pause · Delete ]',
    )
  })

  test('resolves mentions, links, dates, entities and emoji', () => {
    const text =
      '<@U1> in <#C1> and <#C9|old> &lt;b&gt; &amp; <https://a.io/x_y|docs>, https://a.io/b_c. :rocket: :white_check_mark: :no_such: ' +
      '<!date^1763251200^{date_short_pretty}|then> <!date^1794787200^{date_short_pretty}|then> <!here> `a*b*` 2*3*4 _it_'
    expect(renderMessage({ text, blocks: [] }, { ...plainOptions, width: 200 })).toBe(
      '  @Mara in #brand-visibility and #old <b> & docs (https://a.io/x_y), https://a.io/b_c. 🚀 ✅ :no_such: ' +
        'Nov 16, 2025 Today @here `a*b*` 2*3*4 it',
    )
  })

  test('omits the current year from a date', () => {
    const day = (at: string) => `<!date^${Date.parse(at) / 1_000}^{day_divider_pretty}|then>`
    const text = ['2026-11-09', '2025-11-10', '2026-11-15'].map((date) => day(`${date}T12:00Z`)).join('; ')
    expect(renderMessage({ text, blocks: [] }, { ...plainOptions, width: 200 })).toBe(
      '  Monday, November 9th; Monday, November 10th, 2025; Yesterday',
    )
  })

  test('keeps quotes, code and lists apart', () => {
    const list = { type: 'rich_text_list', style: 'ordered', elements: [richSection(text('first'))] }
    const greeting = richSection(text('Hi '), { type: 'user', user_id: 'U1' })
    const markdown = {
      type: 'markdown',
      text: '# Plan\n- **one**\n  - two\n\n| a | b |\n|---|--:|\n| x | 1 |',
    }
    shows(
      [section(mrkdwn('> quoted\n```a\n b```after')), rich(greeting, list), markdown],
      '  ▎ quoted',
      '    a',
      '     b',
      '  after',
      '  Hi @Mara',
      '  1. first',
      '  Plan',
      '  • one',
      '    ◦ two',
      '  a  b',
      '  ────',
      '  x  1',
    )
  })
})

describe('hostile text', () => {
  test('cannot control the terminal', () => {
    const text = 'a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u0000e\u202ef\rg'
    expect(renderMessage({ user: text, text, blocks: [] }, plainOptions)).toBe('abcdef\ng\n  abcdef\n  g')
  })

  test('cannot smuggle a mention past escaping', () => {
    shows([section(mrkdwn('&lt;!channel&gt; &lt;@U1&gt;'))], '  <!channel> <@U1>')
    shows([section(plain('*<!channel>*'))], '  *<!channel>*')
  })
})

test('whatever is sent, nothing throws, and the only control characters are newlines', () => {
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 4 }), nastyText, fc.integer(), (blocks, text, width) => {
      const options = { width: width % 150, names: (id: string) => `${id}\u001b[5m` }
      const output = [
        renderMessage({ user: text, text, blocks, time: text }, options),
        renderMessage({ text, blocks: [] }, options),
      ].join('\n')
      expect(output.match(/[^\P{Cc}\n]/gu)).toBeNull()
    }),
    { numRuns: isThorough ? 400 : 150 },
  )
})

describe('tables', () => {
  const table = {
    type: 'data_table',
    caption: 'Brands this week',
    rows: [
      [cell('Brand'), cell('Visibility'), cell('Tone')],
      [cell('ノースウィンド'), figure(62.4), cell('Positive')],
      [cell('Acme'), figure(8), rich(richSection(text('Mixed')))],
    ],
  }

  test('are aligned by display columns, with numbers right-aligned', () => {
    shows(
      [table],
      '  Brand           Visibility  Tone',
      '  ────────────────────────────────────',
      '  ノースウィンド       62.4%  Positive',
      '  Acme                    8%  Mixed',
    )
  })

  test('keep two columns in a narrow window', () => {
    showsAt(
      26,
      [table],
      '  Brand         Visibility',
      '  ────────────────────────',
      '  ノースウィン       62.4%',
      '  ド',
      '  Acme                  8%',
    )
  })
})

describe('an overview', () => {
  const row = (at: number) => [cell(`Brand ${at}`), cell(`${at} %`), cell('x'.repeat(50))]

  test('has a table’s first rows, and only the columns that fit', () => {
    const rows = [[cell('Brand'), cell('Score'), cell('Why')], ...[1, 2, 3, 4, 5, 6].map(row)]
    shows(
      [{ type: 'data_table', caption: 'Brands', rows }],
      '  Brand    Score',
      '  ──────────────',
      '  Brand 1  1 %',
      '  Brand 2  2 %',
      '  Brand 3  3 %',
      '  Brand 4  4 %',
      '  … 2 more rows',
    )
  })

  test('has one bar for each category, and a sparkline for each line', () => {
    const weeks = (type: string) =>
      chart('Visibility', type, ['W1', 'W2', 'W3'], { Now: [40, 20, 30], Before: [10, 20, 40] })
    showsAt(
      59,
      [weeks('bar')],
      '  Visibility',
      `  W1  ${'█'.repeat(36)} 40  (Before 10)`,
      `  W2  ${'█'.repeat(18)} 20  (Before 20)`,
      `  W3  ${'█'.repeat(27)} 30  (Before 40)`,
    )
    shows(
      [weeks('line')],
      '  Visibility',
      '  Now     █▃▆  40 → 30  (W1 – W3)',
      '  Before  ▁▃█  10 → 40  (W1 – W3)',
    )
  })

  test('cuts long texts and leaves no blank lines', () => {
    const title = richSection(text('A title\n'), text('and a body that is far too long for one line'))
    showsAt(
      30,
      [section(plain('One')), rich(richSection(text('Two'))), rich(title)],
      '  One',
      '  Two',
      '  A title',
      '  and a body that is far too…',
    )
  })
})
