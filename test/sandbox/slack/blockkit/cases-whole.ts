import {
  actions,
  button,
  type Cases,
  divider,
  edgeCase,
  figures,
  home,
  input,
  type Json,
  type LimitCase,
  message,
  modal,
  modalWith,
  mrkdwn,
  type Payload,
  plain,
  s,
  section,
  times,
} from './payloads.ts'

const whole = (more: Json): Payload => ({ message: { text: 'x', ...more } })
const dividers = (count: number) => times(count, () => divider)
const metadata = (type: string, payload: Json): Payload =>
  whole({ metadata: { event_type: type, event_payload: payload } })
/** Metadata of exactly this many bytes as JSON. */
const metadataOf = (bytes: number): Payload => {
  const empty = JSON.stringify({ event_type: 'x', event_payload: { a: '' } }).length
  return metadata('x', { a: s(bytes - empty) })
}
const titled = (field: string, text: Json) => modalWith({ [field]: text }, divider)
const textCase = (field: string, longest: number): LimitCase => ({
  edge: [titled(field, plain(longest))],
  past: [
    [titled(field, plain(longest + 1)), `/view/${field}/text`],
    [titled(field, mrkdwn(1)), `/view/${field}/type`],
  ],
})
const stringCase = (field: string) =>
  figures((length) => modalWith({ [field]: s(length) }, divider), `/view/${field}`)
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
  'view.title': {
    ...textCase('title', 24),
    past: [...textCase('title', 24).past, [modalWith({ title: undefined }, divider), '/view']],
  },
  'view.submit': {
    edge: [...textCase('submit', 24).edge, modalWith({ submit: undefined }, section())],
    past: [...textCase('submit', 24).past, [modalWith({ submit: undefined }, focused(false)), '/view']],
  },
  'view.close': textCase('close', 24),
  'view.private_metadata': stringCase('private_metadata'),
  'view.callback_id': stringCase('callback_id'),
  'view.external_id': stringCase('external_id'),
  'view (JSON bytes)': figures(modalOf, '/view'),
  'view.blocks[*] focus_on_load': {
    edge: [modal(focused(true), focused(false))],
    past: [[modal(focused(true), focused(true)), '/view/blocks/1/element/focus_on_load']],
  },
}
