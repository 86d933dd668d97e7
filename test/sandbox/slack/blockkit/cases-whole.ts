import {
  accepts,
  actions,
  button,
  type Cases,
  container,
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
const CHART = `${BLOCK}/chart`
const cell = (text = 'x'): Json => ({ type: 'raw_text', text })
const rich = richText(richSection('x'))
const number: Json = { type: 'raw_number', value: 1, text: '1' }
const row = (cells: number): Json[] => times(cells, () => cell())
const table = (...rows: Json[][]): Json => ({ type: 'table', rows })
const dataTable = (...rows: Json[][]): Json => ({ type: 'data_table', caption: 'x', rows })
const settings = (count: number, align: string) => times(count, () => ({ align }))
/** Rows whose cells contain `total` characters together. */
const filled = (total: number): Json[][] => [
  [cell(s(total / 4)), cell(s(total / 4))],
  [cell(s(total / 4)), cell(s(total - 3 * (total / 4)))],
]
const chart = (kind: Json, more: Json = {}): Json => ({
  type: 'data_visualization',
  title: 'x',
  chart: kind,
  ...more,
})
const pie = (...segments: Json[]) => chart({ type: 'pie', segments })
const onePie = pie({ label: 'x', value: 1 })
const labels = (count: number) => times(count, (index) => `c${index}`)
const points = (categories: readonly string[]): Json[] =>
  categories.map((label, index) => ({ label, value: -index }))
const bar = (names: readonly string[], categories: readonly string[], axis: Json = {}) =>
  message(
    chart({
      type: 'bar',
      series: names.map((name) => ({ name, data: points(categories) })),
      axis_config: { categories, ...axis },
    }),
  )
const sections = (total: number) =>
  times(4, (index) => section({ text: { type: 'mrkdwn', text: s(index < 3 ? 2500 : total - 7500) } }))

const ofDataTable = fieldsOf((more) => message({ ...dataTable(row(2), row(2)), ...more }), BLOCK)
const ofSegment = fieldsOf((more) => message(pie({ label: 'x', value: 1, ...more })), `${CHART}/segments/0`)
const ofAxis = fieldsOf((axis) => bar(['n'], ['Mon'], axis), `${CHART}/axis_config`)

export const DATA_CASES: Cases = {
  'table.rows': figures((count) => message(table(...times(count, () => row(1)))), `${BLOCK}/rows`),
  'table.rows[*] (cells)': accepts(message(table(row(20))), message(table([cell(), number, rich])))
    .refuses(`${BLOCK}/rows/0`, message(table(row(21))), message(table([])))
    .refuses(`${BLOCK}/rows/0/0/type`, message(table([{ type: 'plain_text', text: 'x' }]))),
  'table.column_settings': fieldsOf((more) => message({ ...table(row(2)), ...more }), BLOCK).choice(
    'column_settings',
    [[null, ...settings(19, 'right')]],
    settings(21, 'left'),
  ),
  'message table + data_table count': accepts(message(table(row(1))), message(dataTable(row(1), row(1))))
    .refuses('/blocks/1', message(table(row(1)), dataTable(row(1), row(1))))
    .refuses(
      '/blocks/1/child_blocks/0',
      message(table(row(1)), container({ child_blocks: [table(row(1))] })),
    ),
  'table cells text (aggregate)': accepts(message(table(...filled(10_000)))).refuses(
    `${BLOCK}/rows`,
    message(table(...filled(10_004))),
  ),
  'data_table.caption': ofDataTable
    .choice('caption', ['x'], '')
    .refuses(BLOCK, message({ ...dataTable(row(1), row(1)), caption: undefined })),
  'data_table.rows': figures((count) => message(dataTable(...times(count, () => row(1)))), `${BLOCK}/rows`),
  'data_table.rows[*] (cells)': accepts(
    message(dataTable(row(20), row(20))),
    message(dataTable([cell(), number], [number, rich])),
  )
    .refuses(`${BLOCK}/rows/0`, message(dataTable(row(21), row(21))), message(dataTable([], [])))
    .refuses(`${BLOCK}/rows/1`, message(dataTable(row(2), row(1))))
    .refuses(`${BLOCK}/rows/0/0/type`, message(dataTable([rich], row(1)))),
  // Other text in the message counts separately.
  'data_table cells text (aggregate)': accepts(
    message(dataTable(...filled(20_000)), section({ text: { type: 'mrkdwn', text: s(3000) } })),
  ).refuses(`${BLOCK}/rows`, message(dataTable(...filled(20_004)))),
  'data_table.page_size': ofDataTable.number('page_size'),
  'data_table.row_header_column_index': ofDataTable.choice('row_header_column_index', [0, 1], -1, 2),
  'message data_visualization count': edgeCase(
    (count) => message(...times(count, () => onePie)),
    [2],
    [3],
    '/blocks/2',
  ),
  'data_visualization.title': fieldsOf((more) => message({ ...onePie, ...more }), BLOCK)
    .choice('title', [s(50)], s(51), '', { type: 'plain_text', text: 'x' })
    .refuses(BLOCK, message({ ...onePie, title: undefined })),
  'data_visualization.chart[type=pie].segments': figures(
    (count) => message(pie(...times(count, (index) => ({ label: `l${index}`, value: 1 })))),
    `${CHART}/segments`,
  ),
  'data_visualization.chart[type=pie].segments[*].label': ofSegment.choice('label', [s(1), s(20)], s(21)),
  'data_visualization.chart[type=pie].segments[*].value': ofSegment.choice('value', [0.001], 0, -1),
  'data_visualization.chart[type!=pie].series': figures(
    (count) => bar(labels(count), ['Mon']),
    `${CHART}/series`,
  ),
  'data_visualization.chart.series[*].name': accepts(bar([s(20), 'y'], ['Mon']))
    .refuses(`${CHART}/series/0/name`, bar([s(21)], ['Mon']))
    .refuses(`${CHART}/series/1/name`, bar(['y', 'y'], ['Mon'])),
  'data_visualization.chart.series[*].data': accepts(bar(['n'], labels(20))).refuses(
    `${CHART}/series/0/data`,
    bar(['n'], labels(21)),
    bar(['n'], labels(2), { categories: ['c0', 'c1', 'c2'] }),
    bar(['n'], labels(2), { categories: ['c0', 'd1'] }),
  ),
  'data_visualization.chart.axis_config.categories': accepts(bar(['n'], [s(20)]), bar(['n'], labels(20)))
    .refuses(`${CHART}/axis_config/categories/0`, bar(['n'], [s(21)]))
    .refuses(`${CHART}/axis_config/categories`, bar(['n'], labels(21)), bar(['n'], []))
    .refuses(`${CHART}/axis_config`, bar(['n'], ['Mon'], { categories: undefined })),
  'data_visualization.chart.axis_config.x_label': ofAxis.string('x_label'),
  'data_visualization.chart.axis_config.y_label': ofAxis.string('y_label'),
  'message.blocks[*].text (aggregate)': accepts(message(...sections(10_000))).refuses(
    '/blocks',
    message(...sections(10_001)),
    message({ type: 'markdown', text: s(10_001) }),
  ),
}

const whole = (more: Json): Payload => ({ message: { text: 'x', ...more } })
const ofWhole = fieldsOf(whole, '')
const attachments = (count: number) => times(count, () => ({ text: 'x' }))
const dividers = (count: number) => times(count, () => divider)
const markdown = (text: string) => ({ type: 'markdown', text })
const metadata = (more: Json): Payload => whole({ metadata: { event_type: 'x', event_payload: {}, ...more } })
/** Metadata of exactly this many bytes as JSON. */
const metadataOf = (bytes: number): Payload => {
  const empty = JSON.stringify({ event_type: 'x', event_payload: { a: '' } }).length
  return metadata({ event_payload: { a: s(bytes - empty) } })
}
const ofMetadata = fieldsOf(metadata, '/metadata')
const ofModal = fieldsOf((more) => modalWith(more, divider), '/view')
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
  'message.text': ofWhole.choice('text', [s(40_000)], s(40_001)),
  'message.markdown_text': accepts({ message: { markdown_text: s(12_000) } }).refuses(
    '/markdown_text',
    { message: { markdown_text: s(12_001) } },
    whole({ markdown_text: 'x' }),
    { message: { markdown_text: 'x', blocks: [divider] } },
  ),
  // The limit on all text of a message is lower than this sum.
  'message.blocks[type=markdown].text (sum)': edgeCase(
    (length) => message(...times(2, () => markdown(s(length)))),
    [5000],
    [6001],
    '/blocks',
  ),
  'message.attachments': ofWhole.choice('attachments', [attachments(100)], attachments(101)),
  'message.attachments[*].footer': figures(
    (length) => whole({ attachments: [{ footer: s(length) }] }),
    '/attachments/0/footer',
  ),
  'message.metadata.event_type': ofMetadata.choice('event_type', [s(1), s(50)], '', s(51)),
  'message.metadata (bytes)': edgeCase(metadataOf, [8000], [8001], '/metadata'),
  'message plan count': edgeCase(
    (count) => message(...times(count, () => ({ type: 'plan', title: 'x' }))),
    [1],
    [2],
    '/blocks/1',
  ),
  'view[type=modal].blocks': figures((count) => modal(...dividers(count)), '/view/blocks'),
  'view[type=home].blocks': figures((count) => home(...dividers(count)), '/view/blocks'),
  'view.title': ofModal.onlyPlain('title', 24).refuses('/view', modalWith({ title: undefined }, divider)),
  'view.submit': ofModal
    .onlyPlain('submit', 24)
    .accepts(modalWith({ submit: undefined }, section()))
    .refuses('/view', modalWith({ submit: undefined }, focused(false))),
  'view.close': ofModal.onlyPlain('close', 24),
  'view.private_metadata': ofModal.string('private_metadata'),
  'view.callback_id': ofModal.string('callback_id'),
  'view.external_id': ofModal.string('external_id'),
  'view (JSON bytes)': figures(modalOf, '/view'),
  'view.blocks[*] focus_on_load': accepts(modal(focused(true), focused(false))).refuses(
    '/view/blocks/1/element/focus_on_load',
    modal(focused(true), focused(true)),
  ),
}
