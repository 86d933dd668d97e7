import type { Surface } from '../../../../sandbox/slack/blockkit/index.ts'
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
  home,
  image,
  input,
  type Json,
  type LimitCase,
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

const card = (more: Json) => ({ type: 'card', title: mrkdwn(1), ...more })
const cardCase = (field: string) =>
  figures((length) => message(card({ [field]: mrkdwn(length) })), `${BLOCK}/${field}/text`)
const video = (more: Json) =>
  message({
    type: 'video',
    alt_text: 'x',
    title: plain(1),
    thumbnail_url: 'https://a.example/t.png',
    video_url: 'https://a.example/v',
    ...more,
  })
const task = (more: Json) =>
  message({ type: 'task_card', task_id: 't', title: 'x', status: 'pending', ...more })
const iconed = (more: Json) => message(container({ icon: image(more) }))

export const GROUP_CASES: Cases = {
  card: {
    edge: [
      message(card({})),
      message({ type: 'card', hero_image: image() }),
      message({ type: 'card', body: mrkdwn(1), icon: image() }),
      message(card({ slack_icon: { type: 'icon', name: 'star-filled' } })),
    ],
    past: [
      [message({ type: 'card', subtitle: mrkdwn(1) }), BLOCK],
      [message(card({ icon: image(), slack_icon: { type: 'icon', name: 'rocket' } })), BLOCK],
    ],
  },
  'card.title': cardCase('title'),
  'card.subtitle': cardCase('subtitle'),
  'card.body': cardCase('body'),
  'card.subtext': cardCase('subtext'),
  'card.actions': {
    edge: [message(card({ actions: times(3, () => button()) }))],
    past: [
      [message(card({ actions: times(4, () => button()) })), `${BLOCK}/actions`],
      [message(card({ actions: [select()] })), `${BLOCK}/actions/0/type`],
    ],
  },
  'carousel.elements': {
    edge: [
      message({ type: 'carousel', elements: [card({})] }),
      message({ type: 'carousel', elements: times(10, () => card({})) }),
    ],
    past: [
      [message({ type: 'carousel', elements: [] }), `${BLOCK}/elements`],
      [message({ type: 'carousel', elements: times(11, () => card({})) }), `${BLOCK}/elements`],
      [message({ type: 'carousel', elements: [section()] }), `${BLOCK}/elements/0/type`],
    ],
  },
  'alert.text': figures(
    (length) => modal({ type: 'alert', text: mrkdwn(length) }),
    '/view/blocks/0/text/text',
  ),
  'alert.level': choiceCase(
    (level) => modal({ type: 'alert', text: plain(1), level }),
    ['default', 'info', 'warning', 'error', 'success'],
    'fatal',
    '/view/blocks/0/level',
  ),
  container: {
    edge: [
      message(container({ has_header_divider: true })),
      message(container({ title: undefined, rich_text_title: richText(richSection('x')) })),
    ],
    past: [
      [message(container({ title: undefined })), BLOCK],
      [message(container({ has_header_divider: true, is_collapsible: true })), `${BLOCK}/has_header_divider`],
    ],
  },
  'container.title': figures((length) => message(container({ title: plain(length) })), `${BLOCK}/title/text`),
  'container.subtitle': figures(
    (length) => message(container({ subtitle: mrkdwn(length) })),
    `${BLOCK}/subtitle/text`,
  ),
  'container.child_blocks': {
    edge: [
      message(container({ child_blocks: times(10, () => section()) })),
      message(
        container({
          child_blocks: [
            actions(button()),
            { type: 'context', elements: [plain(1)] },
            divider,
            { type: 'header', text: plain(1) },
            image(),
            input(select()),
            richText(richSection('x')),
            { type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] },
          ],
        }),
      ),
    ],
    past: [
      [message(container({ child_blocks: [] })), `${BLOCK}/child_blocks`],
      [message(container({ child_blocks: times(11, () => section()) })), `${BLOCK}/child_blocks`],
      [message(container({ child_blocks: [card({})] })), `${BLOCK}/child_blocks/0/type`],
      [message(container({ child_blocks: [container({})] })), `${BLOCK}/child_blocks/0/type`],
    ],
  },
  'container.default_collapsed': {
    edge: [message(container({ is_collapsible: true, default_collapsed: true }))],
    past: [[message(container({ default_collapsed: true })), `${BLOCK}/default_collapsed`]],
  },
  'container.icon.image_url': figures(
    (length) => iconed({ image_url: address(length) }),
    `${BLOCK}/icon/image_url`,
  ),
  'container.icon.alt_text': figures((length) => iconed({ alt_text: s(length) }), `${BLOCK}/icon/alt_text`),
  'plan.title': {
    edge: [message({ type: 'plan', title: 'x' })],
    past: [
      [message({ type: 'plan' }), BLOCK],
      [message({ type: 'plan', title: '' }), `${BLOCK}/title`],
    ],
  },
  task_card: {
    edge: ['pending', 'in_progress', 'complete', 'error'].map((status) => task({ status })),
    past: [
      [task({ status: 'done' }), `${BLOCK}/status`],
      [task({ task_id: undefined }), BLOCK],
      [task({ title: undefined }), BLOCK],
    ],
  },
  'video.title': figures((length) => video({ title: plain(length) }), `${BLOCK}/title/text`),
  'video.author_name': figures((length) => video({ author_name: s(length) }), `${BLOCK}/author_name`),
  'video.description': figures(
    (length) => video({ description: plain(length) }),
    `${BLOCK}/description/text`,
  ),
  'video.video_url': {
    edge: [video({})],
    past: [[video({ video_url: 'http://a.example/v' }), `${BLOCK}/video_url`]],
  },
  'file (block)': {
    edge: [],
    past: [[message({ type: 'file', source: 'remote', external_id: 'x' }), `${BLOCK}/type`]],
  },
}

const cell: Json = { type: 'raw_text', text: 'x' }

/** The surfaces that allow each block, from Slack's page about it. */
const BLOCKS: Record<string, readonly [Json, ...Surface[]]> = {
  actions: [actions(button()), 'message', 'modal', 'home'],
  context: [{ type: 'context', elements: [plain(1)] }, 'message', 'modal', 'home'],
  divider: [divider, 'message', 'modal', 'home'],
  header: [{ type: 'header', text: plain(1) }, 'message', 'modal', 'home'],
  image: [image(), 'message', 'modal', 'home'],
  input: [input(select()), 'message', 'modal', 'home'],
  rich_text: [richText(richSection('x')), 'message', 'modal', 'home'],
  section: [section(), 'message', 'modal', 'home'],
  video: [
    {
      type: 'video',
      alt_text: 'x',
      title: plain(1),
      thumbnail_url: 'https://a.example/t.png',
      video_url: 'https://a.example/v',
    },
    'message',
    'modal',
    'home',
  ],
  card: [{ type: 'card', title: mrkdwn(1) }, 'message', 'modal', 'home'],
  alert: [{ type: 'alert', text: plain(1) }, 'modal'],
  carousel: [{ type: 'carousel', elements: [{ type: 'card', title: mrkdwn(1) }] }, 'message', 'home'],
  table: [{ type: 'table', rows: [[cell]] }, 'message', 'home'],
  data_table: [{ type: 'data_table', caption: 'x', rows: [[cell], [cell]] }, 'message', 'home'],
  data_visualization: [
    { type: 'data_visualization', title: 'x', chart: { type: 'pie', segments: [{ label: 'x', value: 1 }] } },
    'message',
  ],
  container: [{ type: 'container', title: plain(1), child_blocks: [section()] }, 'message', 'home'],
  context_actions: [
    { type: 'context_actions', elements: [{ type: 'icon_button', icon: 'trash', text: plain(1) }] },
    'message',
  ],
  file: [{ type: 'file', source: 'remote', external_id: 'x' }],
  markdown: [{ type: 'markdown', text: 'x' }, 'message'],
  plan: [{ type: 'plan', title: 'x' }, 'message'],
  task_card: [{ type: 'task_card', task_id: 't', title: 'x', status: 'pending' }, 'message'],
}

const ELEMENTS: Record<string, readonly [Json, pointer: string, ...Surface[]]> = {
  datetimepicker: [input({ type: 'datetimepicker' }), 'element', 'message', 'modal'],
  email_text_input: [input({ type: 'email_text_input' }), 'element', 'modal'],
  number_input: [input({ type: 'number_input', is_decimal_allowed: true }), 'element', 'modal'],
  url_text_input: [input({ type: 'url_text_input' }), 'element', 'modal'],
  file_input: [input({ type: 'file_input' }), 'element', 'modal'],
  rich_text_input: [input({ type: 'rich_text_input' }), 'element', 'modal', 'home'],
  workflow_button: [
    actions({
      type: 'workflow_button',
      text: plain(1),
      workflow: { trigger: { url: 'https://a.example/t' } },
    }),
    'elements/0',
    'message',
  ],
}

/** These two are allowed only in context_actions, which no other surface allows anyway. */
const IN_CONTEXT_ACTIONS: Record<string, Json> = {
  feedback_buttons: {
    type: 'feedback_buttons',
    positive_button: { text: plain(1), value: 'up' },
    negative_button: { text: plain(1), value: 'down' },
  },
  icon_button: { type: 'icon_button', icon: 'trash', text: plain(1) },
}

const ON: Record<Surface, (block: Json) => Payload> = { message, modal, home }
const SURFACES: readonly Surface[] = ['message', 'modal', 'home']
const root = (surface: Surface) => (surface === 'message' ? '/blocks/0' : '/view/blocks/0')

function surfaceCase(block: Json, place: string, allowed: readonly Surface[]): LimitCase {
  const refused = SURFACES.filter((surface) => !allowed.includes(surface))
  return {
    edge: allowed.map((surface) => ON[surface](block)),
    past: refused.map((surface) => [ON[surface](block), `${root(surface)}${place}/type`]),
  }
}

export const SURFACE_CASES: Cases = Object.fromEntries([
  ...Object.entries(BLOCKS).map(([type, [block, ...allowed]]) => [
    `surface.${type}`,
    surfaceCase(block, '', allowed),
  ]),
  ...Object.entries(ELEMENTS).map(([type, [block, place, ...allowed]]) => [
    `surface.element.${type}`,
    surfaceCase(block, `/${place}`, allowed),
  ]),
  ...Object.entries(IN_CONTEXT_ACTIONS).map(([type, element]) => [
    `surface.element.${type}`,
    surfaceCase({ type: 'context_actions', elements: [element] }, '/elements/0', ['message']),
  ]),
])
