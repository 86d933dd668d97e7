import type { Surface } from '../../../../sandbox/slack/blockkit/index.ts'
import {
  actions,
  button,
  type Cases,
  divider,
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
  section,
  select,
} from './payloads.ts'

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
