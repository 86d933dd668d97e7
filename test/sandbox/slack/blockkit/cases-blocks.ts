import type { Surface } from '../../../../sandbox/slack/blockkit/index.ts'
import {
  accepts,
  actions,
  button,
  type Cases,
  container,
  divider,
  fieldsOf,
  figures,
  home,
  image,
  input,
  type Json,
  message,
  modal,
  mrkdwn,
  type Payload,
  plain,
  refuses,
  richSection,
  richText,
  s,
  section,
  select,
  times,
} from './payloads.ts'

const BLOCK = '/blocks/0'
const FIELD = '/view/blocks/0'
const named = (block_id: string): Json => ({ ...divider, block_id })
const asking = (more: Json): Payload => modal(input({ type: 'plain_text_input' }, more))
const fileInput = (more: Json): Payload => modal(input({ type: 'file_input' }, more))
const context = (...elements: Json[]): Json => ({ type: 'context', elements })
const contextActions = (...elements: Json[]): Json => ({ type: 'context_actions', elements })
const icon = { type: 'icon_button', icon: 'trash', text: plain(1) }

const inMessage = (make: (more: Json) => Json) => fieldsOf((more) => message(make(more)), BLOCK)
const header = (more: Json = {}): Json => ({ type: 'header', text: plain(1), ...more })
const ofHeader = inMessage(header)
const ofImage = inMessage(image)
const ofMarkdown = inMessage((more) => ({ type: 'markdown', ...more }))
const ofSection = inMessage(section)
const ofInput = fieldsOf(asking, FIELD)
const ofList = fieldsOf(
  (more) =>
    message(richText({ type: 'rich_text_list', style: 'bullet', elements: [richSection('x')], ...more })),
  `${BLOCK}/elements/0`,
)

export const BLOCK_CASES: Cases = {
  '*.block_id': accepts(message(named(s(255))))
    .refuses(`${BLOCK}/block_id`, message(named('')), message(named(s(256))))
    .refuses('/blocks/1/block_id', message(named('b'), named('b')))
    .refuses(
      '/blocks/1/child_blocks/0/block_id',
      message(named('b'), container({ child_blocks: [named('b')] })),
    ),
  'actions.elements': inMessage((more) => ({ type: 'actions', ...more })).list('elements', (count) =>
    times(count, () => button()),
  ),
  'context.elements': accepts(
    message(context(...times(10, () => mrkdwn(1)))),
    message(context(image(), plain(1), mrkdwn(1))),
  )
    .refuses(`${BLOCK}/elements`, message(context()), message(context(...times(11, () => mrkdwn(1)))))
    .refuses(`${BLOCK}/elements/0/type`, message(context(button()))),
  'context_actions.elements': inMessage((more) => ({ type: 'context_actions', ...more }))
    .choice(
      'elements',
      [times(5, () => icon)],
      [],
      times(6, () => icon),
    )
    .refuses(`${BLOCK}/elements/0/type`, message(contextActions(button()))),
  'header.text': ofHeader
    .onlyPlain('text', 150)
    .accepts(message(header()))
    .refuses(`${BLOCK}/text/text`, message(header({ text: plain(0) }))),
  'header.level': ofHeader.number('level'),
  image: accepts(
    message(image()),
    message(image({ image_url: undefined, slack_file: { id: 'F0A' } })),
  ).refuses(BLOCK, message(image({ slack_file: { id: 'F0A' } })), message(image({ image_url: undefined }))),
  'image.image_url': ofImage.address('image_url'),
  'image.alt_text': ofImage
    .choice('alt_text', [s(2000)], s(2001))
    .refuses(BLOCK, message(image({ alt_text: undefined }))),
  'image.title': ofImage.onlyPlain('title', 2000),
  'input.label': ofInput.onlyPlain('label', 2000).refuses(FIELD, asking({ label: undefined })),
  'input.hint': ofInput.plain('hint'),
  'input.dispatch_action': accepts(
    asking({ dispatch_action: true }),
    fileInput({ dispatch_action: false }),
  ).refuses(`${FIELD}/dispatch_action`, fileInput({ dispatch_action: true })),
  'markdown.text': ofMarkdown.choice('text', [s(1), s(10_000)], '', s(12_001)),
  section: accepts(message(section()), message({ type: 'section', fields: [mrkdwn(1)] })).refuses(
    BLOCK,
    message({ type: 'section' }),
  ),
  'section.text': ofSection.mrkdwn('text'),
  'section.fields': ofSection.list('fields', (count) => times(count, () => mrkdwn(1))),
  'section.fields[*].text': figures(
    (length) => message(section({ fields: [mrkdwn(length)] })),
    `${BLOCK}/fields/0/text`,
  ),
  'section.accessory': accepts(
    message(section({ accessory: select() })),
    message(section({ accessory: image() })),
  ).refuses(
    `${BLOCK}/accessory/type`,
    ...['datetimepicker', 'plain_text_input', 'rich_text_input'].map((type) =>
      message(section({ accessory: { type } })),
    ),
  ),
  'rich_text.elements[*]': accepts(
    message(
      richText(
        richSection('x'),
        { type: 'rich_text_quote', elements: [] },
        { type: 'rich_text_preformatted', elements: [] },
      ),
    ),
  ).refuses(`${BLOCK}/elements/0/type`, message(richText({ type: 'text', text: 'x' }))),
  'rich_text_list.indent': ofList.number('indent'),
  'rich_text_list.style': ofList.choice('style', ['bullet', 'ordered'], 'dash'),
}

const card = (more: Json = {}): Json => ({ type: 'card', title: mrkdwn(1), ...more })
const carousel = (...elements: Json[]): Json => ({ type: 'carousel', elements })
const alert = (more: Json = {}): Json => ({ type: 'alert', text: plain(1), ...more })
const plan = (more: Json = {}): Json => ({ type: 'plan', title: 'x', ...more })
const task = (more: Json = {}): Json => ({
  type: 'task_card',
  task_id: 't',
  title: 'x',
  status: 'pending',
  ...more,
})
const video = (more: Json = {}): Json => ({
  type: 'video',
  alt_text: 'x',
  title: plain(1),
  thumbnail_url: 'https://a.example/t.png',
  video_url: 'https://a.example/v',
  ...more,
})
const file = { type: 'file', source: 'remote', external_id: 'x' }
const cell: Json = { type: 'raw_text', text: 'x' }
const table = { type: 'table', rows: [[cell]] }

const ofCard = inMessage(card)
const ofCarousel = inMessage((more) => ({ ...carousel(), ...more }))
const ofAlert = fieldsOf((more) => modal(alert(more)), FIELD)
const ofContainer = inMessage(container)
const ofIcon = fieldsOf((more) => message(container({ icon: image(more) })), `${BLOCK}/icon`)
const ofVideo = inMessage(video)

export const GROUP_CASES: Cases = {
  card: accepts(
    message(card()),
    message({ type: 'card', hero_image: image() }),
    message({ type: 'card', body: mrkdwn(1), icon: image() }),
    message(card({ slack_icon: { type: 'icon', name: 'star-filled' } })),
  ).refuses(
    BLOCK,
    message({ type: 'card', subtitle: mrkdwn(1) }),
    message(card({ icon: image(), slack_icon: { type: 'icon', name: 'rocket' } })),
  ),
  'card.title': ofCard.mrkdwn('title'),
  'card.subtitle': ofCard.mrkdwn('subtitle'),
  'card.body': ofCard.mrkdwn('body'),
  'card.subtext': ofCard.mrkdwn('subtext'),
  'card.actions': ofCard
    .choice(
      'actions',
      [times(3, () => button())],
      times(4, () => button()),
    )
    .refuses(`${BLOCK}/actions/0/type`, message(card({ actions: [select()] }))),
  'carousel.elements': ofCarousel
    .choice(
      'elements',
      [[card()], times(10, () => card())],
      [],
      times(11, () => card()),
    )
    .refuses(`${BLOCK}/elements/0/type`, message(carousel(section()))),
  'alert.text': ofAlert.mrkdwn('text'),
  'alert.level': ofAlert.choice('level', ['default', 'info', 'warning', 'error', 'success'], 'fatal'),
  container: accepts(
    message(container({ has_header_divider: true })),
    message(container({ title: undefined, rich_text_title: richText(richSection('x')) })),
  )
    .refuses(BLOCK, message(container({ title: undefined })))
    .refuses(
      `${BLOCK}/has_header_divider`,
      message(container({ has_header_divider: true, is_collapsible: true })),
    ),
  'container.title': ofContainer.plain('title'),
  'container.subtitle': ofContainer.mrkdwn('subtitle'),
  'container.child_blocks': ofContainer
    .choice(
      'child_blocks',
      [times(10, () => section())],
      [],
      times(11, () => section()),
    )
    .accepts(
      message(
        container({
          child_blocks: [
            actions(button()),
            context(plain(1)),
            divider,
            header(),
            image(),
            input(select()),
            richText(richSection('x')),
            table,
          ],
        }),
      ),
    )
    .refuses(
      `${BLOCK}/child_blocks/0/type`,
      ...[card(), container()].map((child) => message(container({ child_blocks: [child] }))),
    ),
  'container.default_collapsed': accepts(
    message(container({ is_collapsible: true, default_collapsed: true })),
  ).refuses(`${BLOCK}/default_collapsed`, message(container({ default_collapsed: true }))),
  'container.icon.image_url': ofIcon.address('image_url'),
  'container.icon.alt_text': ofIcon.string('alt_text'),
  'plan.title': inMessage(plan)
    .choice('title', ['x'], '')
    .refuses(BLOCK, message({ type: 'plan' })),
  task_card: inMessage(task)
    .choice('status', ['pending', 'in_progress', 'complete', 'error'], 'done')
    .refuses(BLOCK, message(task({ task_id: undefined })), message(task({ title: undefined }))),
  'video.title': ofVideo.plain('title'),
  'video.author_name': ofVideo.string('author_name'),
  'video.description': ofVideo.plain('description'),
  'video.video_url': ofVideo.choice('video_url', ['https://a.example/v'], 'http://a.example/v'),
  'file (block)': refuses(`${BLOCK}/type`, message(file)),
}

const pie = { type: 'pie', segments: [{ label: 'x', value: 1 }] }

/** The surfaces that allow each block, from Slack's page about it. */
const BLOCKS: Record<string, readonly [Json, ...Surface[]]> = {
  actions: [actions(button()), 'message', 'modal', 'home'],
  context: [context(plain(1)), 'message', 'modal', 'home'],
  divider: [divider, 'message', 'modal', 'home'],
  header: [header(), 'message', 'modal', 'home'],
  image: [image(), 'message', 'modal', 'home'],
  input: [input(select()), 'message', 'modal', 'home'],
  rich_text: [richText(richSection('x')), 'message', 'modal', 'home'],
  section: [section(), 'message', 'modal', 'home'],
  video: [video(), 'message', 'modal', 'home'],
  card: [card(), 'message', 'modal', 'home'],
  alert: [alert(), 'modal'],
  carousel: [carousel(card()), 'message', 'home'],
  table: [table, 'message', 'home'],
  data_table: [{ type: 'data_table', caption: 'x', rows: [[cell], [cell]] }, 'message', 'home'],
  data_visualization: [{ type: 'data_visualization', title: 'x', chart: pie }, 'message'],
  container: [container(), 'message', 'home'],
  context_actions: [contextActions(icon), 'message'],
  file: [file],
  markdown: [{ type: 'markdown', text: 'x' }, 'message'],
  plan: [plan(), 'message'],
  task_card: [task(), 'message'],
}

const trigger = { url: 'https://a.example/t' }

const ELEMENTS: Record<string, readonly [Json, pointer: string, ...Surface[]]> = {
  datetimepicker: [input({ type: 'datetimepicker' }), 'element', 'message', 'modal'],
  email_text_input: [input({ type: 'email_text_input' }), 'element', 'modal'],
  number_input: [input({ type: 'number_input', is_decimal_allowed: true }), 'element', 'modal'],
  url_text_input: [input({ type: 'url_text_input' }), 'element', 'modal'],
  file_input: [input({ type: 'file_input' }), 'element', 'modal'],
  rich_text_input: [input({ type: 'rich_text_input' }), 'element', 'modal', 'home'],
  workflow_button: [
    actions({ type: 'workflow_button', text: plain(1), workflow: { trigger } }),
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
  icon_button: icon,
}

const ON: Record<Surface, (block: Json) => Payload> = { message, modal, home }
const SURFACES: readonly Surface[] = ['message', 'modal', 'home']
const root = (surface: Surface) => (surface === 'message' ? '/blocks/0' : '/view/blocks/0')

const surfaceCase = (block: Json, place: string, allowed: readonly Surface[]) =>
  SURFACES.filter((surface) => !allowed.includes(surface)).reduce(
    (known, surface) => known.refuses(`${root(surface)}${place}/type`, ON[surface](block)),
    accepts(...allowed.map((surface) => ON[surface](block))),
  )

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
    surfaceCase(contextActions(element), '/elements/0', ['message']),
  ]),
])
