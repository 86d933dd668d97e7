import {
  actions,
  address,
  button,
  choiceCase,
  container,
  divider,
  edgeCase,
  image,
  input,
  type Json,
  type LimitCase,
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
const cardCase = (field: string, longest: number): LimitCase =>
  edgeCase(
    (length) => message(card({ [field]: mrkdwn(length) })),
    [longest],
    [longest + 1],
    `${BLOCK}/${field}/text`,
  )
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

export const GROUP_CASES: Record<string, LimitCase> = {
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
  'card.title': cardCase('title', 150),
  'card.subtitle': cardCase('subtitle', 150),
  'card.body': cardCase('body', 200),
  'card.subtext': cardCase('subtext', 200),
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
  'alert.text': edgeCase(
    (length) => modal({ type: 'alert', text: mrkdwn(length) }),
    [200],
    [201],
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
  'container.title': edgeCase(
    (length) => message(container({ title: plain(length) })),
    [150],
    [151],
    `${BLOCK}/title/text`,
  ),
  'container.subtitle': edgeCase(
    (length) => message(container({ subtitle: mrkdwn(length) })),
    [150],
    [151],
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
  'container.icon.image_url': edgeCase(
    (length) => iconed({ image_url: address(length) }),
    [3000],
    [3001],
    `${BLOCK}/icon/image_url`,
  ),
  'container.icon.alt_text': edgeCase(
    (length) => iconed({ alt_text: s(length) }),
    [2000],
    [2001],
    `${BLOCK}/icon/alt_text`,
  ),
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
  'video.title': edgeCase((length) => video({ title: plain(length) }), [199], [200], `${BLOCK}/title/text`),
  'video.author_name': edgeCase(
    (length) => video({ author_name: s(length) }),
    [49],
    [50],
    `${BLOCK}/author_name`,
  ),
  'video.description': edgeCase(
    (length) => video({ description: plain(length) }),
    [199],
    [200],
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
