import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderMessage } from '../../../sandbox/slack/terminal.ts'
import { isThorough } from '../../properties/thorough.ts'
import { anyBlock, nastyText } from './arbitrary-blocks.ts'

const names = (id: string) => ({ U1: 'Mara', B1: 'Sightline', C1: 'brand-visibility' })[id] ?? id
const plainOptions = { width: 60, color: false, names, now: Date.parse('2026-11-16T09:00Z'), timeZone: 'UTC' }
const draw = (blocks: Record<string, unknown>[], width = 60) =>
  renderMessage({ text: '', blocks }, { ...plainOptions, width })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const plain = (text: string) => ({ type: 'plain_text', text })
const button = (text: string, more: object = {}) => ({
  type: 'button',
  action_id: text,
  text: plain(text),
  ...more,
})
const lines = (...rows: string[]) => rows.join('\n')

describe('a message', () => {
  test('shows who wrote it, when, and who can see it', () => {
    const message = { user: 'B1', time: '09:00', text: 'Saved.', blocks: [] }
    expect(renderMessage({ ...message, ephemeral: true }, plainOptions)).toBe(
      lines('Sightline · 09:00 · Only visible to you', '  Saved.'),
    )
    expect(renderMessage({ ...message, thread: true }, plainOptions)).toBe(
      lines('  ↳ reply · Sightline · 09:00', '    Saved.'),
    )
  })

  test('is readable as a digest', () => {
    const output = draw([
      { type: 'header', text: plain(':tada: Northwind') },
      {
        type: 'section',
        text: mrkdwn('*Northwind passed Acme.* Visibility rose 2.1 points to 62.4%.'),
        fields: [mrkdwn('*Engine*\nChatGPT'), plain('Rank\n1st')],
      },
      { type: 'context', elements: [mrkdwn('4,812 answers')] },
      { type: 'divider' },
      { type: 'section', text: plain('Publish a comparison page'), accessory: button('Create task') },
      { type: 'section', text: plain('Anything else?') },
      {
        type: 'actions',
        elements: [
          button('Settings'),
          { type: 'static_select', placeholder: plain('Pick…') },
          button('Open', { url: 'https://example.com' }),
          { type: 'overflow', options: [{ text: plain('Pause') }, { text: plain('Delete') }] },
        ],
      },
    ])
    expect(output).toBe(
      lines(
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
      ),
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
    const rich = {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'Hi ' },
            { type: 'user', user_id: 'U1' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'first' }] }],
        },
      ],
    }
    const markdown = {
      type: 'markdown',
      text: '# Plan\n- **one**\n  - two\n\n| a | b |\n|---|--:|\n| x | 1 |',
    }
    expect(draw([{ type: 'section', text: mrkdwn('> quoted\n```a\n b```after') }, rich, markdown])).toBe(
      lines(
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
      ),
    )
  })
})

test('containers, cards, alerts and images show their contents', () => {
  expect(
    draw([
      {
        type: 'container',
        title: plain('Reddit'),
        subtitle: plain('2 new'),
        child_blocks: [{ type: 'section', text: plain('A thread') }],
      },
      {
        type: 'card',
        title: mrkdwn('*Comparison page*'),
        body: mrkdwn('9 of 60'),
        actions: [button('Create task')],
      },
      { type: 'alert', level: 'warning', text: mrkdwn('Already set up') },
      { type: 'image', image_url: 'https://a.io/x.png', alt_text: 'Rank over time', title: plain('Rank') },
      { type: 'something_new' },
    ]),
  ).toBe(
    lines(
      '  │ Reddit',
      '  │ 2 new',
      '  │ A thread',
      '  │ Comparison page',
      '  │ 9 of 60',
      '  │ [ Create task ]',
      '  Warning: Already set up',
      '  Rank',
      '  [image: Rank over time]',
      '  [block: something_new]',
    ),
  )
})

test('inputs show label, value or placeholder, and hint', () => {
  const option = (text: string) => ({ text: plain(text), value: text })
  const input = (label: string, element: object, more: object = {}) => ({
    type: 'input',
    label: plain(label),
    element,
    ...more,
  })
  const days = { options: [option('Mon'), option('Fri')], initial_options: [option('Fri')] }
  expect(
    draw([
      input('Name', { type: 'plain_text_input', initial_value: 'Weekly' }),
      input('Note', { type: 'plain_text_input', placeholder: plain('Why?') }, { optional: true }),
      input('Channel', { type: 'conversations_select', initial_conversation: 'C1' }),
      input('At', { type: 'timepicker', initial_time: '09:00' }, { hint: plain('Local time') }),
      input('Days', { type: 'checkboxes', ...days }),
      input('Length', { type: 'radio_buttons', options: [option('Short')], initial_option: option('Short') }),
    ]),
  ).toBe(
    lines(
      '  Name',
      '  [ Weekly ]',
      '  Note (optional)',
      '  [ ‹Why?› ]',
      '  Channel',
      '  [ brand-visibility ▾ ]',
      '  At',
      '  [ 09:00 ▾ ]',
      '  Local time',
      '  Days',
      '  [ ] Mon',
      '  [x] Fri',
      '  Length',
      '  (•) Short',
    ),
  )
})

describe('hostile text', () => {
  test('cannot control the terminal', () => {
    const text = 'a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u0000e\u202ef\rg'
    expect(renderMessage({ user: text, text, blocks: [] }, plainOptions)).toBe('abcdef\ng\n  abcdef\n  g')
  })

  test('cannot smuggle a mention past escaping', () => {
    expect(draw([{ type: 'section', text: mrkdwn('&lt;!channel&gt; &lt;@U1&gt;') }])).toBe(
      '  <!channel> <@U1>',
    )
    expect(draw([{ type: 'section', text: plain('*<!channel>*') }])).toBe('  *<!channel>*')
  })
})

test('colour is used where it should be, and only if enabled', () => {
  const message = { text: '*bold* _it_ ~no~', blocks: [] }
  expect(renderMessage(message, { ...plainOptions, color: true })).toBe(
    '  \u001b[1mbold\u001b[0m \u001b[3mit\u001b[0m \u001b[9mno\u001b[0m',
  )
  expect(renderMessage(message, plainOptions)).toBe('  bold it no')
})

test('whatever is sent, nothing throws, and the only control characters are newlines and our styles', () => {
  fc.assert(
    fc.property(
      fc.array(anyBlock, { maxLength: 4 }),
      nastyText,
      fc.boolean(),
      fc.integer(),
      (blocks, text, color, width) => {
        const options = { width: width % 150, color, names: (id: string) => `${id}\u001b[5m` }
        const output = [
          renderMessage({ user: text, text, blocks, time: text }, options),
          renderMessage({ text, blocks: [] }, options),
        ].join('\n')
        const [first = '', ...styled] = output.split('\u001b[')
        const rest = color
          ? [first, ...styled.map((part) => part.replace(/^\d+(?:;\d+)*m/, ''))].join('')
          : output
        expect(rest.match(/[^\P{Cc}\n]/gu)).toBeNull()
      },
    ),
    { numRuns: isThorough ? 400 : 150 },
  )
})
