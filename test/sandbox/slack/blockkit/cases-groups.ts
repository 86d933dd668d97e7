import {
  actions,
  address,
  button,
  type Cases,
  choiceCase,
  container,
  divider,
  figures,
  image,
  input,
  type Json,
  message,
  modal,
  mrkdwn,
  plain,
  richSection,
  richText,
  s,
  section,
  select,
  times,
} from './payloads.ts'

const BLOCK = '/blocks/0'
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
