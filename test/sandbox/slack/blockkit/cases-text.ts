import {
  actions,
  address,
  button,
  type Cases,
  choiceCase,
  figures,
  input,
  type Json,
  message,
  modal,
  mrkdwn,
  option,
  options,
  plain,
  s,
  section,
  select,
  times,
} from './payloads.ts'

const confirming = (more: Json) =>
  message(
    actions(
      button({ confirm: { title: plain(1), text: plain(1), confirm: plain(1), deny: plain(1), ...more } }),
    ),
  )
const confirmCase = (field: string) =>
  figures((length) => confirming({ [field]: plain(length) }), `/blocks/0/elements/0/confirm/${field}/text`)
const offering = (more: Json) => message(actions(select({ options: [option(more)] })))
const OPTION = '/blocks/0/elements/0/options/0'
const grouped = (label: number, count: number) =>
  message(
    actions({ type: 'static_select', option_groups: [{ label: plain(label), options: options(count) }] }),
  )
const dispatching = (on: unknown[]) =>
  modal(input({ type: 'plain_text_input', dispatch_action_config: { trigger_actions_on: on } }))
const TRIGGERS = '/view/blocks/0/element/dispatch_action_config/trigger_actions_on'
const fileImage = (file: Json) => message({ type: 'image', alt_text: 'x', slack_file: file })

export const TEXT_CASES: Cases = {
  'text_object.text': {
    edge: [message({ type: 'context', elements: [mrkdwn(1), plain(3000)] })],
    past: [
      [message({ type: 'context', elements: [mrkdwn(3001)] }), '/blocks/0/elements/0/text'],
      [message({ type: 'context', elements: [plain(0)] }), '/blocks/0/elements/0/text'],
    ],
  },
  'plain_text.emoji': {
    edge: [message(section({ text: { ...plain(1), emoji: true } }))],
    past: [[message(section({ text: { ...mrkdwn(1), emoji: true } })), '/blocks/0/text']],
  },
  'mrkdwn.verbatim': {
    edge: [message(section({ text: { ...mrkdwn(1), verbatim: true } }))],
    past: [[message(section({ text: { ...plain(1), verbatim: true } })), '/blocks/0/text']],
  },
  'confirm.title': confirmCase('title'),
  'confirm.text': confirmCase('text'),
  'confirm.confirm': confirmCase('confirm'),
  'confirm.deny': confirmCase('deny'),
  'confirm.style': choiceCase(
    (style) => confirming({ style }),
    ['primary', 'danger'],
    'default',
    '/blocks/0/elements/0/confirm/style',
  ),
  'option.text': {
    edge: [
      offering({ text: plain(75) }),
      message(actions({ type: 'checkboxes', options: [option({ text: mrkdwn(75) })] })),
      message(actions({ type: 'radio_buttons', options: [option({ text: mrkdwn(75) })] })),
    ],
    past: [
      [offering({ text: plain(76) }), `${OPTION}/text/text`],
      [offering({ text: mrkdwn(1) }), `${OPTION}/text/type`],
    ],
  },
  'option.value': figures((length) => offering({ value: s(length) }), `${OPTION}/value`),
  'option.description': {
    edge: [
      offering({ description: plain(75) }),
      message(actions({ type: 'checkboxes', options: [option({ description: mrkdwn(75) })] })),
      message(actions({ type: 'radio_buttons', options: [option({ description: mrkdwn(75) })] })),
    ],
    past: [
      [offering({ description: plain(76) }), `${OPTION}/description/text`],
      [offering({ description: mrkdwn(1) }), `${OPTION}/description/type`],
    ],
  },
  'option.url': {
    edge: [message(actions({ type: 'overflow', options: [option({ url: address(3000) })] }))],
    past: [
      [message(actions({ type: 'overflow', options: [option({ url: address(3001) })] })), `${OPTION}/url`],
      [offering({ url: address(100) }), OPTION],
    ],
  },
  'option_group.label': figures(
    (length) => grouped(length, 1),
    '/blocks/0/elements/0/option_groups/0/label/text',
  ),
  'option_group.options': figures(
    (count) => grouped(1, count),
    '/blocks/0/elements/0/option_groups/0/options',
  ),
  'dispatch_action_config.trigger_actions_on': {
    edge: [dispatching(['on_enter_pressed']), dispatching(['on_enter_pressed', 'on_character_entered'])],
    past: [
      [dispatching([]), TRIGGERS],
      [dispatching(times(3, () => 'on_enter_pressed')), TRIGGERS],
      [dispatching(['on_click']), `${TRIGGERS}/0`],
    ],
  },
  slack_file: {
    edge: [
      fileImage({ id: 'F0A' }),
      ...['png', 'jpg', 'jpeg', 'gif'].map((type) => fileImage({ url: `https://a.example/i.${type}` })),
    ],
    past: [
      [fileImage({}), '/blocks/0/slack_file'],
      [fileImage({ id: 'F0A', url: 'https://a.example/i.png' }), '/blocks/0/slack_file'],
      [fileImage({ url: 'https://a.example/i.bmp' }), '/blocks/0/slack_file/url'],
    ],
  },
}
