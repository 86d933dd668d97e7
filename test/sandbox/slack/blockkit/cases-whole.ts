import {
  actions,
  button,
  type Cases,
  divider,
  edgeCase,
  fieldsOf,
  figures,
  home,
  input,
  type Json,
  message,
  modal,
  modalWith,
  type Payload,
  plain,
  richSection,
  richText,
  s,
  section,
  times,
} from './payloads.ts'

const BLOCK = '/blocks/0'
const cell = (text = 'x'): Json => ({ type: 'raw_text', text })
const number: Json = { type: 'raw_number', value: 1, text: '1' }
const row = (cells: number): Json[] => times(cells, () => cell())
const table = (rows: Json[][], more: Json = {}): Json => ({ type: 'table', rows, ...more })
const dataTable = (rows: Json[][], more: Json = {}): Json => ({
  type: 'data_table',
  caption: 'x',
  rows,
  ...more,
})
/** Rows whose cells contain `total` characters together. */
const filled = (total: number): Json[][] => [
  [cell(s(total / 4)), cell(s(total / 4))],
  [cell(s(total / 4)), cell(s(total - 3 * (total / 4)))],
]
const chart = (kind: Json, more: Json = {}): Payload =>
  message({ type: 'data_visualization', title: 'x', chart: kind, ...more })
const pie = (segments: Json[]) => chart({ type: 'pie', segments })
const categories = (count: number) => times(count, (index) => `c${index}`)
const points = (labels: readonly string[]): Json[] => labels.map((label, index) => ({ label, value: -index }))
const bar = (names: readonly string[], labels: readonly string[], axis: Json = {}) =>
  chart({
    type: 'bar',
    series: names.map((name) => ({ name, data: points(labels) })),
    axis_config: { categories: labels, ...axis },
  })
const numbered = (count: number) => times(count, (index) => `n${index}`)

const ofDataTable = fieldsOf((more) => message(dataTable([row(1), row(1)], more)), BLOCK)
const ofAxis = fieldsOf((axis) => bar(['n'], ['Mon'], axis), `${BLOCK}/chart/axis_config`)

export const DATA_CASES: Cases = {
  'table.rows': figures((count) => message(table(times(count, () => row(1)))), `${BLOCK}/rows`),
  'table.rows[*] (cells)': {
    edge: [message(table([row(20)])), message(table([[cell(), number, richText(richSection('x'))]]))],
    past: [
      [message(table([row(21)])), `${BLOCK}/rows/0`],
      [message(table([[]])), `${BLOCK}/rows/0`],
      [message(table([[{ type: 'plain_text', text: 'x' }]])), `${BLOCK}/rows/0/0/type`],
    ],
  },
  'table.column_settings': {
    edge: [message(table([row(2)], { column_settings: [null, ...times(19, () => ({ align: 'right' }))] }))],
    past: [
      [
        message(table([row(2)], { column_settings: times(21, () => ({ align: 'left' })) })),
        `${BLOCK}/column_settings`,
      ],
    ],
  },
  'message table + data_table count': {
    edge: [message(table([row(1)])), message(dataTable([row(1), row(1)]))],
    past: [
      [message(table([row(1)]), dataTable([row(1), row(1)])), '/blocks/1'],
      [
        message(table([row(1)]), {
          type: 'container',
          title: { type: 'plain_text', text: 'x' },
          child_blocks: [table([row(1)])],
        }),
        '/blocks/1/child_blocks/0',
      ],
    ],
  },
  'table cells text (aggregate)': {
    edge: [message(table(filled(10_000)))],
    past: [[message(table(filled(10_004))), `${BLOCK}/rows`]],
  },
  'data_table.caption': {
    edge: [message(dataTable([row(1), row(1)]))],
    past: [
      [message(dataTable([row(1), row(1)], { caption: undefined })), BLOCK],
      [message(dataTable([row(1), row(1)], { caption: '' })), `${BLOCK}/caption`],
    ],
  },
  'data_table.rows': figures((count) => message(dataTable(times(count, () => row(1)))), `${BLOCK}/rows`),
  'data_table.rows[*] (cells)': {
    edge: [
      message(dataTable([row(20), row(20)])),
      message(
        dataTable([
          [cell(), number],
          [number, richText(richSection('x'))],
        ]),
      ),
    ],
    past: [
      [message(dataTable([row(21), row(21)])), `${BLOCK}/rows/0`],
      [message(dataTable([[], []])), `${BLOCK}/rows/0`],
      [message(dataTable([row(2), row(1)])), `${BLOCK}/rows/1`],
      [message(dataTable([[richText(richSection('x'))], row(1)])), `${BLOCK}/rows/0/0/type`],
    ],
  },
  'data_table cells text (aggregate)': {
    // Other text in the message counts separately.
    edge: [message(dataTable(filled(20_000)), section({ text: { type: 'mrkdwn', text: s(3000) } }))],
    past: [[message(dataTable(filled(20_004))), `${BLOCK}/rows`]],
  },
  'data_table.page_size': ofDataTable.number('page_size'),
  'data_table.row_header_column_index': edgeCase(
    (column) => message(dataTable([row(2), row(2)], { row_header_column_index: column })),
    [0, 1],
    [-1, 2],
    `${BLOCK}/row_header_column_index`,
  ),
  'message data_visualization count': {
    edge: [message(...times(2, () => oneChart()))],
    past: [[message(...times(3, () => oneChart())), '/blocks/2']],
  },
  'data_visualization.title': {
    edge: [chart(onePie(), { title: s(50) })],
    past: [
      [chart(onePie(), { title: s(51) }), `${BLOCK}/title`],
      [chart(onePie(), { title: '' }), `${BLOCK}/title`],
      [chart(onePie(), { title: undefined }), BLOCK],
      [chart(onePie(), { title: { type: 'plain_text', text: 'x' } }), `${BLOCK}/title`],
    ],
  },
  'data_visualization.chart[type=pie].segments': figures(
    (count) => pie(times(count, (index) => ({ label: `l${index}`, value: 1 }))),
    `${BLOCK}/chart/segments`,
  ),
  'data_visualization.chart[type=pie].segments[*].label': edgeCase(
    (length) => pie([{ label: s(length), value: 1 }]),
    [1, 20],
    [21],
    `${BLOCK}/chart/segments/0/label`,
  ),
  'data_visualization.chart[type=pie].segments[*].value': edgeCase(
    (value) => pie([{ label: 'x', value }]),
    [0.001],
    [0, -1],
    `${BLOCK}/chart/segments/0/value`,
  ),
  'data_visualization.chart[type!=pie].series': figures(
    (count) => bar(numbered(count), ['Mon']),
    `${BLOCK}/chart/series`,
  ),
  'data_visualization.chart.series[*].name': {
    edge: [bar([s(20), 'y'], ['Mon'])],
    past: [
      [bar([s(21)], ['Mon']), `${BLOCK}/chart/series/0/name`],
      [bar(['y', 'y'], ['Mon']), `${BLOCK}/chart/series/1/name`],
    ],
  },
  'data_visualization.chart.series[*].data': {
    edge: [bar(['n'], categories(20))],
    past: [
      [bar(['n'], categories(21)), `${BLOCK}/chart/series/0/data`],
      [bar(['n'], categories(2), { categories: ['c0', 'c1', 'c2'] }), `${BLOCK}/chart/series/0/data`],
      [bar(['n'], categories(2), { categories: ['c0', 'd1'] }), `${BLOCK}/chart/series/0/data`],
    ],
  },
  'data_visualization.chart.axis_config.categories': {
    edge: [bar(['n'], [s(20)]), bar(['n'], categories(20))],
    past: [
      [bar(['n'], [s(21)]), `${BLOCK}/chart/axis_config/categories/0`],
      [bar(['n'], categories(21)), `${BLOCK}/chart/axis_config/categories`],
      [bar(['n'], []), `${BLOCK}/chart/axis_config/categories`],
      [bar(['n'], ['Mon'], { categories: undefined }), `${BLOCK}/chart/axis_config`],
    ],
  },
  'data_visualization.chart.axis_config.x_label': ofAxis.string('x_label'),
  'data_visualization.chart.axis_config.y_label': ofAxis.string('y_label'),
  'message.blocks[*].text (aggregate)': {
    edge: [message(...sections(10_000))],
    past: [
      [message(...sections(10_001)), '/blocks'],
      [message({ type: 'markdown', text: s(10_001) }), '/blocks'],
    ],
  },
}

function onePie(): Json {
  return { type: 'pie', segments: [{ label: 'x', value: 1 }] }
}

function oneChart(): Json {
  return { type: 'data_visualization', title: 'x', chart: onePie() }
}

function sections(total: number): Json[] {
  return times(4, (index) => section({ text: { type: 'mrkdwn', text: s(index < 3 ? 2500 : total - 7500) } }))
}

const whole = (more: Json): Payload => ({ message: { text: 'x', ...more } })
const dividers = (count: number) => times(count, () => divider)
const metadata = (type: string, payload: Json): Payload =>
  whole({ metadata: { event_type: type, event_payload: payload } })
/** Metadata of exactly this many bytes as JSON. */
const metadataOf = (bytes: number): Payload => {
  const empty = JSON.stringify({ event_type: 'x', event_payload: { a: '' } }).length
  return metadata('x', { a: s(bytes - empty) })
}
const ofModal = fieldsOf((more) => modalWith(more, divider), '/view')
const title = ofModal.onlyPlain('title', 24)
const submit = ofModal.onlyPlain('submit', 24)
const focused = (field: boolean) => input({ type: 'plain_text_input', focus_on_load: field })
/** A modal of exactly this many bytes as JSON, most of them in long but valid options. */
const modalOf = (bytes: number): Payload => {
  const option = (index: number) => ({
    text: plain(75),
    value: `${index}`.padStart(75, '0'),
    description: plain(75),
  })
  const select = () => ({ type: 'static_select', options: times(100, option) })
  const view: Json = { type: 'modal', title: plain(1), blocks: times(7, () => actions(select())) }
  const filler = (length: number) => actions(button({ value: s(length) }))
  const size = () => JSON.stringify(view).length
  const blocks = view.blocks as Json[]
  while (size() + 2100 < bytes) blocks.push(filler(1900))
  const bare = `,${JSON.stringify(filler(0))}`.length
  blocks.push(filler(bytes - size() - bare))
  return { view }
}

export const WHOLE_CASES: Cases = {
  'message.blocks': figures((count) => message(...dividers(count)), '/blocks'),
  'message.text': edgeCase((length) => whole({ text: s(length) }), [40_000], [40_001], '/text'),
  'message.markdown_text': {
    edge: [{ message: { markdown_text: s(12_000) } }],
    past: [
      [{ message: { markdown_text: s(12_001) } }, '/markdown_text'],
      [whole({ markdown_text: 'x' }), '/markdown_text'],
      [{ message: { markdown_text: 'x', blocks: [divider] } }, '/markdown_text'],
    ],
  },
  'message.blocks[type=markdown].text (sum)': {
    // The limit on all text of a message is lower than this sum.
    edge: [message(...times(2, () => ({ type: 'markdown', text: s(5000) })))],
    past: [[message(...times(2, () => ({ type: 'markdown', text: s(6001) }))), '/blocks']],
  },
  'message.attachments': edgeCase(
    (count) => whole({ attachments: times(count, () => ({ text: 'x' })) }),
    [100],
    [101],
    '/attachments',
  ),
  'message.attachments[*].footer': figures(
    (length) => whole({ attachments: [{ footer: s(length) }] }),
    '/attachments/0/footer',
  ),
  'message.metadata.event_type': edgeCase(
    (length) => metadata(s(length), {}),
    [1, 50],
    [0, 51],
    '/metadata/event_type',
  ),
  'message.metadata (bytes)': edgeCase(metadataOf, [8000], [8001], '/metadata'),
  'message plan count': {
    edge: [message({ type: 'plan', title: 'x' })],
    past: [[message(...times(2, () => ({ type: 'plan', title: 'x' }))), '/blocks/1']],
  },
  'view[type=modal].blocks': figures((count) => modal(...dividers(count)), '/view/blocks'),
  'view[type=home].blocks': figures((count) => home(...dividers(count)), '/view/blocks'),
  'view.title': { ...title, past: [...title.past, [modalWith({ title: undefined }, divider), '/view']] },
  'view.submit': {
    edge: [...submit.edge, modalWith({ submit: undefined }, section())],
    past: [...submit.past, [modalWith({ submit: undefined }, focused(false)), '/view']],
  },
  'view.close': ofModal.onlyPlain('close', 24),
  'view.private_metadata': ofModal.string('private_metadata'),
  'view.callback_id': ofModal.string('callback_id'),
  'view.external_id': ofModal.string('external_id'),
  'view (JSON bytes)': figures(modalOf, '/view'),
  'view.blocks[*] focus_on_load': {
    edge: [modal(focused(true), focused(false))],
    past: [[modal(focused(true), focused(true)), '/view/blocks/1/element/focus_on_load']],
  },
}
