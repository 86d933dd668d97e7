import {
  actions,
  address,
  button,
  type Cases,
  edgeCase,
  fieldsOf,
  figures,
  home,
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
const ofConfirm = fieldsOf(confirming, '/blocks/0/elements/0/confirm')
const ofOption = fieldsOf(offering, OPTION)

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
  'confirm.title': ofConfirm.plain('title'),
  'confirm.text': ofConfirm.plain('text'),
  'confirm.confirm': ofConfirm.plain('confirm'),
  'confirm.deny': ofConfirm.plain('deny'),
  'confirm.style': ofConfirm.choice('style', ['primary', 'danger'], 'default'),
  'option.text': {
    edge: [
      ...ofOption.onlyPlain('text', 75).edge,
      message(actions({ type: 'checkboxes', options: [option({ text: mrkdwn(75) })] })),
      message(actions({ type: 'radio_buttons', options: [option({ text: mrkdwn(75) })] })),
    ],
    past: ofOption.onlyPlain('text', 75).past,
  },
  'option.value': ofOption.string('value'),
  'option.description': {
    edge: [
      ...ofOption.onlyPlain('description', 75).edge,
      message(actions({ type: 'checkboxes', options: [option({ description: mrkdwn(75) })] })),
      message(actions({ type: 'radio_buttons', options: [option({ description: mrkdwn(75) })] })),
    ],
    past: ofOption.onlyPlain('description', 75).past,
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

const ELEMENT = '/blocks/0/elements/0'
const FIELD = '/view/blocks/0/element'
const inActions = (element: Json) => message(actions(element))
const inModal = (element: Json) => modal(input(element))
const inContext = (element: Json) => message({ type: 'context_actions', elements: [element] })
const workflowButton = (more: Json) =>
  inActions({
    type: 'workflow_button',
    text: plain(1),
    workflow: { trigger: { url: 'https://a.example/t' } },
    ...more,
  })
const iconButton = (more: Json) => inContext({ type: 'icon_button', icon: 'trash', text: plain(1), ...more })
const feedback = (positive: Json, negative: Json = {}) =>
  inContext({
    type: 'feedback_buttons',
    positive_button: { text: plain(1), value: 'up', ...positive },
    negative_button: { text: plain(1), value: 'down', ...negative },
  })
const picture = (more: Json) =>
  message({
    type: 'context',
    elements: [{ type: 'image', alt_text: 'x', image_url: 'https://a.example/i.png', ...more }],
  })
const number = (more: Json) => inModal({ type: 'number_input', is_decimal_allowed: false, ...more })

const ofElement = (make: (more: Json) => Json) => fieldsOf((more) => inActions(make(more)), ELEMENT)
const ofType = (type: string) => ofElement((more) => ({ type, ...more }))
const ofSelect = ofElement(select)
const ofButton = ofElement(button)
const ofWorkflowButton = fieldsOf(workflowButton, ELEMENT)
const ofIconButton = fieldsOf(iconButton, ELEMENT)
const ofNegative = fieldsOf((more) => feedback({}, more), `${ELEMENT}/negative_button`)
const ofPicture = fieldsOf(picture, ELEMENT)
const ofTextInput = fieldsOf((more) => inModal({ type: 'plain_text_input', ...more }), FIELD)
const ofFileInput = fieldsOf((more) => inModal({ type: 'file_input', ...more }), FIELD)

const first = option({ value: 'first' })
const other = option({ value: 'other' })

export const ELEMENT_CASES: Cases = {
  '*.action_id': {
    edge: [
      inActions(button({ action_id: s(255) })),
      message(actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))),
    ],
    past: [
      [inActions(button({ action_id: '' })), `${ELEMENT}/action_id`],
      [inActions(button({ action_id: s(256) })), `${ELEMENT}/action_id`],
      [
        message(actions(button({ action_id: 'a' }), button({ action_id: 'a' }))),
        '/blocks/0/elements/1/action_id',
      ],
    ],
  },
  '*.placeholder': ofSelect.onlyPlain('placeholder', 150),
  '*.initial_option(s)': {
    edge: [
      inActions(select({ options: [first], initial_option: first })),
      inActions({ type: 'checkboxes', options: [first, other], initial_options: [other] }),
    ],
    past: [
      [inActions(select({ options: [first], initial_option: other })), `${ELEMENT}/initial_option`],
      [
        inActions({ type: 'checkboxes', options: [first], initial_options: [first, other] }),
        `${ELEMENT}/initial_options/1`,
      ],
    ],
  },
  'button.text': ofButton.onlyPlain('text', 75),
  'button.value': ofButton.string('value'),
  'button.url': ofButton.address('url'),
  'button.accessibility_label': ofButton.string('accessibility_label'),
  'button.style': ofButton.choice('style', ['primary', 'danger'], 'default'),
  'workflow_button.text': ofWorkflowButton.plain('text'),
  'workflow_button.accessibility_label': ofWorkflowButton.string('accessibility_label'),
  'icon_button.text': ofIconButton.plain('text'),
  'icon_button.value': ofIconButton.string('value'),
  'icon_button.icon': ofIconButton.choice('icon', ['trash'], 'star'),
  'feedback_buttons.positive_button.text': fieldsOf(feedback, `${ELEMENT}/positive_button`).plain('text'),
  'feedback_buttons.*.value': ofNegative.string('value'),
  'image(element).alt_text': {
    edge: [picture({ alt_text: s(2000) })],
    past: [
      [picture({ alt_text: s(2001) }), `${ELEMENT}/alt_text`],
      [picture({ alt_text: undefined }), ELEMENT],
    ],
  },
  'image(element).image_url': ofPicture.address('image_url'),
  'static_select.options': {
    edge: [inActions(select({ options: options(100) })), inActions(select({ options: options(1) }))],
    past: [
      [inActions(select({ options: options(101) })), `${ELEMENT}/options`],
      [inActions(select({ options: [] })), `${ELEMENT}/options`],
      [inActions({ type: 'multi_static_select', options: options(101) }), `${ELEMENT}/options`],
      [inActions(select({ option_groups: [{ label: plain(1), options: options(1) }] })), ELEMENT],
      [inActions({ type: 'static_select' }), ELEMENT],
    ],
  },
  'static_select.option_groups': ofType('static_select').list('option_groups', (count) =>
    times(count, () => ({ label: plain(1), options: options(1) })),
  ),
  'multi_*_select.max_selected_items': ofType('multi_users_select').number('max_selected_items'),
  'external_select.min_query_length': ofType('external_select').number('min_query_length'),
  'checkboxes.options': ofType('checkboxes').list('options', options),
  'radio_buttons.options': ofType('radio_buttons').list('options', options),
  'overflow.options': figures(
    (count) => message(section({ accessory: { type: 'overflow', options: options(count) } })),
    '/blocks/0/accessory/options',
  ),
  'plain_text_input.min_length': ofTextInput.number('min_length'),
  'plain_text_input.max_length': ofTextInput.number('max_length'),
  number_input: {
    edge: [number({ min_value: '1', max_value: '1' }), number({ min_value: '-2.5' })],
    past: [
      [number({ min_value: '2', max_value: '1' }), `${FIELD}/min_value`],
      [number({ is_decimal_allowed: undefined }), FIELD],
    ],
  },
  'file_input.max_files': ofFileInput.number('max_files'),
  'rich_text_input.min_lines/max_lines': {
    edge: [inModal({ type: 'rich_text_input', min_lines: 1, max_lines: 100 })],
    past: [
      [inModal({ type: 'rich_text_input', min_lines: 0 }), `${FIELD}/min_lines`],
      [inModal({ type: 'rich_text_input', max_lines: 101 }), `${FIELD}/max_lines`],
    ],
  },
  'datetimepicker.initial_date_time': edgeCase(
    (time) => inActions({ type: 'datetimepicker', initial_date_time: time }),
    [1_700_000_000],
    [999_999_999, 17_000_000_000],
    `${ELEMENT}/initial_date_time`,
  ),
  'datepicker.initial_date': {
    edge: [inActions({ type: 'datepicker', initial_date: '2028-02-29' })],
    past: ['2027-02-29', '2026-1-1', '01/02/2026', 20260101].map((date) => [
      inActions({ type: 'datepicker', initial_date: date }),
      `${ELEMENT}/initial_date`,
    ]),
  },
  'timepicker.initial_time': {
    edge: [
      home(actions({ type: 'timepicker', initial_time: '00:00' })),
      inActions({ type: 'timepicker', initial_time: '23:59' }),
    ],
    past: ['24:00', '9:00', '09:60'].map((time) => [
      inActions({ type: 'timepicker', initial_time: time }),
      `${ELEMENT}/initial_time`,
    ]),
  },
}
