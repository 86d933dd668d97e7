import type { Surface } from '../../../../sandbox/slack/blockkit/index.ts'
import {
  actions,
  button,
  type Cases,
  container,
  divider,
  edgeCase,
  fieldsOf,
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
const asking = (more: Json): Payload => modal(input({ type: 'plain_text_input' }, more))
const icons = (count: number) =>
  message({
    type: 'context_actions',
    elements: times(count, () => ({ type: 'icon_button', icon: 'trash', text: plain(1) })),
  })

const inMessage = (make: (more: Json) => Json) => fieldsOf((more) => message(make(more)), BLOCK)
const ofHeader = inMessage((more) => ({ type: 'header', text: plain(1), ...more }))
const ofImage = inMessage(image)
const ofSection = inMessage(section)
const ofInput = fieldsOf(asking, '/view/blocks/0')
const ofList = fieldsOf(
  (more) =>
    message(richText({ type: 'rich_text_list', style: 'bullet', elements: [richSection('x')], ...more })),
  `${BLOCK}/elements/0`,
)

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
  'actions.elements': inMessage((more) => ({ type: 'actions', ...more })).list('elements', (count) =>
    times(count, () => button()),
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
    edge: [icons(5)],
    past: [
      [icons(0), `${BLOCK}/elements`],
      [icons(6), `${BLOCK}/elements`],
      [message({ type: 'context_actions', elements: [button()] }), `${BLOCK}/elements/0/type`],
    ],
  },
  'header.text': {
    edge: [message({ type: 'header', text: plain(1) }), message({ type: 'header', text: plain(150) })],
    past: [
      ...ofHeader.onlyPlain('text', 150).past,
      [message({ type: 'header', text: plain(0) }), `${BLOCK}/text/text`],
    ],
  },
  'header.level': ofHeader.number('level'),
  image: {
    edge: [message(image()), message(image({ image_url: undefined, slack_file: { id: 'F0A' } }))],
    past: [
      [message(image({ slack_file: { id: 'F0A' } })), BLOCK],
      [message(image({ image_url: undefined })), BLOCK],
    ],
  },
  'image.image_url': ofImage.address('image_url'),
  'image.alt_text': {
    edge: [message(image({ alt_text: s(2000) }))],
    past: [
      [message(image({ alt_text: s(2001) })), `${BLOCK}/alt_text`],
      [message(image({ alt_text: undefined })), BLOCK],
    ],
  },
  'image.title': ofImage.onlyPlain('title', 2000),
  'input.label': {
    edge: ofInput.onlyPlain('label', 2000).edge,
    past: [...ofInput.onlyPlain('label', 2000).past, [asking({ label: undefined }), '/view/blocks/0']],
  },
  'input.hint': ofInput.plain('hint'),
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
  'section.text': ofSection.mrkdwn('text'),
  'section.fields': ofSection.list('fields', (count) => times(count, () => mrkdwn(1))),
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
  'rich_text_list.indent': ofList.number('indent'),
  'rich_text_list.style': ofList.choice('style', ['bullet', 'ordered'], 'dash'),
}

const card = (more: Json) => ({ type: 'card', title: mrkdwn(1), ...more })
const video = (more: Json = {}) => ({
  type: 'video',
  alt_text: 'x',
  title: plain(1),
  thumbnail_url: 'https://a.example/t.png',
  video_url: 'https://a.example/v',
  ...more,
})
const task = (more: Json) =>
  message({ type: 'task_card', task_id: 't', title: 'x', status: 'pending', ...more })

const ofCard = inMessage(card)
const ofAlert = fieldsOf((more) => modal({ type: 'alert', text: plain(1), ...more }), '/view/blocks/0')
const ofContainer = inMessage(container)
const ofIcon = fieldsOf((more) => message(container({ icon: image(more) })), `${BLOCK}/icon`)
const ofVideo = inMessage(video)

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
  'card.title': ofCard.mrkdwn('title'),
  'card.subtitle': ofCard.mrkdwn('subtitle'),
  'card.body': ofCard.mrkdwn('body'),
  'card.subtext': ofCard.mrkdwn('subtext'),
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
  'alert.text': ofAlert.mrkdwn('text'),
  'alert.level': ofAlert.choice('level', ['default', 'info', 'warning', 'error', 'success'], 'fatal'),
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
  'container.title': ofContainer.plain('title'),
  'container.subtitle': ofContainer.mrkdwn('subtitle'),
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
  'container.icon.image_url': ofIcon.address('image_url'),
  'container.icon.alt_text': ofIcon.string('alt_text'),
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
  'video.title': ofVideo.plain('title'),
  'video.author_name': ofVideo.string('author_name'),
  'video.description': ofVideo.plain('description'),
  'video.video_url': {
    edge: [message(video())],
    past: [[message(video({ video_url: 'http://a.example/v' })), `${BLOCK}/video_url`]],
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
  video: [video(), 'message', 'modal', 'home'],
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
