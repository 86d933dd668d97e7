import {
  actions,
  address,
  button,
  type Cases,
  choiceCase,
  container,
  divider,
  edgeCase,
  figures,
  image,
  input,
  type Json,
  message,
  modal,
  mrkdwn,
  type Payload,
  plain,
  richSection,
  richText,
  s,
  section,
  select,
  times,
} from './payloads.ts'

const BLOCK = '/blocks/0'
const listed = (more: Json) =>
  message(richText({ type: 'rich_text_list', style: 'bullet', elements: [richSection('x')], ...more }))
const asking = (more: Json): Payload => modal(input({ type: 'plain_text_input' }, more))

export const BLOCK_CASES: Cases = {
  '*.block_id': {
    edge: [message({ ...divider, block_id: s(255) })],
    past: [
      [message({ ...divider, block_id: '' }), `${BLOCK}/block_id`],
      [message({ ...divider, block_id: s(256) }), `${BLOCK}/block_id`],
      [message({ ...divider, block_id: 'b' }, { ...divider, block_id: 'b' }), '/blocks/1/block_id'],
      [
        message({ ...divider, block_id: 'b' }, container({ child_blocks: [{ ...divider, block_id: 'b' }] })),
        '/blocks/1/child_blocks/0/block_id',
      ],
    ],
  },
  'actions.elements': figures(
    (count) => message(actions(...times(count, () => button()))),
    `${BLOCK}/elements`,
  ),
  'context.elements': {
    edge: [
      message({ type: 'context', elements: times(10, () => mrkdwn(1)) }),
      message({ type: 'context', elements: [image(), plain(1), mrkdwn(1)] }),
    ],
    past: [
      [message({ type: 'context', elements: [] }), `${BLOCK}/elements`],
      [message({ type: 'context', elements: times(11, () => mrkdwn(1)) }), `${BLOCK}/elements`],
      [message({ type: 'context', elements: [button()] }), `${BLOCK}/elements/0/type`],
    ],
  },
  'context_actions.elements': {
    edge: [
      message({
        type: 'context_actions',
        elements: times(5, () => ({ type: 'icon_button', icon: 'trash', text: plain(1) })),
      }),
    ],
    past: [
      [message({ type: 'context_actions', elements: [] }), `${BLOCK}/elements`],
      [
        message({
          type: 'context_actions',
          elements: times(6, () => ({ type: 'icon_button', icon: 'trash', text: plain(1) })),
        }),
        `${BLOCK}/elements`,
      ],
      [message({ type: 'context_actions', elements: [button()] }), `${BLOCK}/elements/0/type`],
    ],
  },
  'header.text': {
    edge: [message({ type: 'header', text: plain(1) }), message({ type: 'header', text: plain(150) })],
    past: [
      [message({ type: 'header', text: plain(151) }), `${BLOCK}/text/text`],
      [message({ type: 'header', text: plain(0) }), `${BLOCK}/text/text`],
      [message({ type: 'header', text: mrkdwn(1) }), `${BLOCK}/text/type`],
    ],
  },
  'header.level': figures((level) => message({ type: 'header', text: plain(1), level }), `${BLOCK}/level`),
  image: {
    edge: [message(image()), message(image({ image_url: undefined, slack_file: { id: 'F0A' } }))],
    past: [
      [message(image({ slack_file: { id: 'F0A' } })), BLOCK],
      [message(image({ image_url: undefined })), BLOCK],
    ],
  },
  'image.image_url': figures(
    (length) => message(image({ image_url: address(length) })),
    `${BLOCK}/image_url`,
  ),
  'image.alt_text': {
    edge: [message(image({ alt_text: s(2000) }))],
    past: [
      [message(image({ alt_text: s(2001) })), `${BLOCK}/alt_text`],
      [message(image({ alt_text: undefined })), BLOCK],
    ],
  },
  'image.title': {
    edge: [message(image({ title: plain(2000) }))],
    past: [
      [message(image({ title: plain(2001) })), `${BLOCK}/title/text`],
      [message(image({ title: mrkdwn(1) })), `${BLOCK}/title/type`],
    ],
  },
  'input.label': {
    edge: [asking({ label: plain(2000) })],
    past: [
      [asking({ label: plain(2001) }), '/view/blocks/0/label/text'],
      [asking({ label: mrkdwn(1) }), '/view/blocks/0/label/type'],
      [asking({ label: undefined }), '/view/blocks/0'],
    ],
  },
  'input.hint': figures((length) => asking({ hint: plain(length) }), '/view/blocks/0/hint/text'),
  'input.dispatch_action': {
    edge: [
      asking({ dispatch_action: true }),
      modal(input({ type: 'file_input' }, { dispatch_action: false })),
    ],
    past: [
      [modal(input({ type: 'file_input' }, { dispatch_action: true })), '/view/blocks/0/dispatch_action'],
    ],
  },
  'markdown.text': edgeCase(
    (length) => message({ type: 'markdown', text: s(length) }),
    [1, 10_000],
    [0, 12_001],
    `${BLOCK}/text`,
  ),
  section: {
    edge: [message(section()), message({ type: 'section', fields: [mrkdwn(1)] })],
    past: [[message({ type: 'section' }), BLOCK]],
  },
  'section.text': figures((length) => message(section({ text: mrkdwn(length) })), `${BLOCK}/text/text`),
  'section.fields': figures(
    (count) => message(section({ fields: times(count, () => mrkdwn(1)) })),
    `${BLOCK}/fields`,
  ),
  'section.fields[*].text': figures(
    (length) => message(section({ fields: [mrkdwn(length)] })),
    `${BLOCK}/fields/0/text`,
  ),
  'section.accessory': {
    edge: [message(section({ accessory: select() })), message(section({ accessory: image() }))],
    past: ['datetimepicker', 'plain_text_input', 'rich_text_input'].map((type) => [
      message(section({ accessory: { type } })),
      `${BLOCK}/accessory/type`,
    ]),
  },
  'rich_text.elements[*]': {
    edge: [
      message(
        richText(
          richSection('x'),
          { type: 'rich_text_quote', elements: [] },
          { type: 'rich_text_preformatted', elements: [] },
        ),
      ),
    ],
    past: [[message(richText({ type: 'text', text: 'x' })), `${BLOCK}/elements/0/type`]],
  },
  'rich_text_list.indent': figures((indent) => listed({ indent }), `${BLOCK}/elements/0/indent`),
  'rich_text_list.style': choiceCase(
    (style) => listed({ style }),
    ['bullet', 'ordered'],
    'dash',
    `${BLOCK}/elements/0/style`,
  ),
}
