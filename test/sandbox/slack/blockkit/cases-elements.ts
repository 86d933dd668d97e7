import {
  accepts,
  actions,
  address,
  button,
  type Cases,
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

const ELEMENT = '/blocks/0/elements/0'
const FIELD = '/view/blocks/0/element'
const inActions = (...elements: Json[]) => message(actions(...elements))
const inModal = (element: Json) => modal(input(element))
const inContext = (...elements: Json[]) => message({ type: 'context', elements })
const inContextActions = (element: Json) => message({ type: 'context_actions', elements: [element] })

const complete = { title: plain(1), text: plain(1), confirm: plain(1), deny: plain(1) }
const confirming = (more: Json) => inActions(button({ confirm: { ...complete, ...more } }))
const offering = (more: Json, type = 'static_select') => inActions({ type, options: [option(more)] })
const OPTION = `${ELEMENT}/options/0`
const grouped = (label: number, count: number) =>
  inActions({ type: 'static_select', option_groups: [{ label: plain(label), options: options(count) }] })
const dispatching = (...on: string[]) =>
  inModal({ type: 'plain_text_input', dispatch_action_config: { trigger_actions_on: on } })
const TRIGGERS = `${FIELD}/dispatch_action_config/trigger_actions_on`
const fileImage = (file: Json) => message({ type: 'image', alt_text: 'x', slack_file: file })
const ofConfirm = fieldsOf(confirming, `${ELEMENT}/confirm`)
const ofOption = fieldsOf(offering, OPTION)
/** Checkboxes and radio buttons take Markdown, too. */
const textOfOption = (field: string) =>
  ofOption
    .onlyPlain(field, 75)
    .accepts(...['checkboxes', 'radio_buttons'].map((type) => offering({ [field]: mrkdwn(75) }, type)))

export const TEXT_CASES: Cases = {
  'text_object.text': accepts(inContext(mrkdwn(1), plain(3000))).refuses(
    `${ELEMENT}/text`,
    inContext(mrkdwn(3001)),
    inContext(plain(0)),
  ),
  'plain_text.emoji': accepts(message(section({ text: { ...plain(1), emoji: true } }))).refuses(
    '/blocks/0/text',
    message(section({ text: { ...mrkdwn(1), emoji: true } })),
  ),
  'mrkdwn.verbatim': accepts(message(section({ text: { ...mrkdwn(1), verbatim: true } }))).refuses(
    '/blocks/0/text',
    message(section({ text: { ...plain(1), verbatim: true } })),
  ),
  'confirm.title': ofConfirm.plain('title'),
  'confirm.text': ofConfirm.plain('text'),
  'confirm.confirm': ofConfirm.plain('confirm'),
  'confirm.deny': ofConfirm.plain('deny'),
  'confirm.style': ofConfirm.choice('style', ['primary', 'danger'], 'default'),
  'option.text': textOfOption('text'),
  'option.value': ofOption.string('value'),
  'option.description': textOfOption('description'),
  'option.url': accepts(offering({ url: address(3000) }, 'overflow'))
    .refuses(`${OPTION}/url`, offering({ url: address(3001) }, 'overflow'))
    .refuses(OPTION, offering({ url: address(100) })),
  'option_group.label': figures(
    (length) => grouped(length, 1),
    '/blocks/0/elements/0/option_groups/0/label/text',
  ),
  'option_group.options': figures(
    (count) => grouped(1, count),
    '/blocks/0/elements/0/option_groups/0/options',
  ),
  'dispatch_action_config.trigger_actions_on': accepts(
    dispatching('on_enter_pressed'),
    dispatching('on_enter_pressed', 'on_character_entered'),
  )
    .refuses(TRIGGERS, dispatching(), dispatching(...times(3, () => 'on_enter_pressed')))
    .refuses(`${TRIGGERS}/0`, dispatching('on_click')),
  slack_file: accepts(
    fileImage({ id: 'F0A' }),
    ...['png', 'jpg', 'jpeg', 'gif'].map((type) => fileImage({ url: `https://a.example/i.${type}` })),
  )
    .refuses('/blocks/0/slack_file', fileImage({}), fileImage({ id: 'F0A', url: 'https://a.example/i.png' }))
    .refuses('/blocks/0/slack_file/url', fileImage({ url: 'https://a.example/i.bmp' })),
}

const workflow = { trigger: { url: 'https://a.example/t' } }
const feedback = (positive: Json, negative: Json = {}) =>
  inContextActions({
    type: 'feedback_buttons',
    positive_button: { text: plain(1), value: 'up', ...positive },
    negative_button: { text: plain(1), value: 'down', ...negative },
  })
const picture = (more: Json) =>
  inContext({ type: 'image', alt_text: 'x', image_url: 'https://a.example/i.png', ...more })
const number = (more: Json) => inModal({ type: 'number_input', is_decimal_allowed: false, ...more })
const richInput = (more: Json) => inModal({ type: 'rich_text_input', ...more })

const ofElement = (make: (more: Json) => Json) => fieldsOf((more) => inActions(make(more)), ELEMENT)
const ofType = (type: string) => ofElement((more) => ({ type, ...more }))
const ofField = (type: string) => fieldsOf((more) => inModal({ type, ...more }), FIELD)
const ofSelect = ofElement(select)
const ofButton = ofElement(button)
const ofWorkflowButton = ofElement((more) => ({ type: 'workflow_button', text: plain(1), workflow, ...more }))
const ofIconButton = fieldsOf(
  (more) => inContextActions({ type: 'icon_button', icon: 'trash', text: plain(1), ...more }),
  ELEMENT,
)
const ofNegative = fieldsOf((more) => feedback({}, more), `${ELEMENT}/negative_button`)
const ofPicture = fieldsOf(picture, ELEMENT)
const ofTextInput = ofField('plain_text_input')

const first = option({ value: 'first' })
const other = option({ value: 'other' })
const checkboxes = (all: Json[], initial_options: Json[]) =>
  inActions({ type: 'checkboxes', options: all, initial_options })

export const ELEMENT_CASES: Cases = {
  '*.action_id': accepts(
    inActions(button({ action_id: s(255) })),
    message(actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))),
  )
    .refuses(`${ELEMENT}/action_id`, ...[0, 256].map((length) => inActions(button({ action_id: s(length) }))))
    .refuses('/blocks/0/elements/1/action_id', inActions(...times(2, () => button({ action_id: 'a' })))),
  '*.placeholder': ofSelect.onlyPlain('placeholder', 150),
  '*.initial_option(s)': accepts(
    inActions(select({ options: [first], initial_option: first })),
    checkboxes([first, other], [other]),
  )
    .refuses(`${ELEMENT}/initial_option`, inActions(select({ options: [first], initial_option: other })))
    .refuses(`${ELEMENT}/initial_options/1`, checkboxes([first], [first, other])),
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
  'image(element).alt_text': accepts(picture({ alt_text: s(2000) }))
    .refuses(`${ELEMENT}/alt_text`, picture({ alt_text: s(2001) }))
    .refuses(ELEMENT, picture({ alt_text: undefined })),
  'image(element).image_url': ofPicture.address('image_url'),
  'static_select.options': ofSelect
    .choice('options', [options(100), options(1)], options(101), [])
    .refuses(`${ELEMENT}/options`, inActions({ type: 'multi_static_select', options: options(101) }))
    .refuses(
      ELEMENT,
      inActions(select({ option_groups: [{ label: plain(1), options: options(1) }] })),
      inActions({ type: 'static_select' }),
    ),
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
  number_input: accepts(number({ min_value: '1', max_value: '1' }), number({ min_value: '-2.5' }))
    .refuses(`${FIELD}/min_value`, number({ min_value: '2', max_value: '1' }))
    .refuses(FIELD, number({ is_decimal_allowed: undefined })),
  'file_input.max_files': ofField('file_input').number('max_files'),
  'rich_text_input.min_lines/max_lines': accepts(richInput({ min_lines: 1, max_lines: 100 }))
    .refuses(`${FIELD}/min_lines`, richInput({ min_lines: 0 }))
    .refuses(`${FIELD}/max_lines`, richInput({ max_lines: 101 })),
  'datetimepicker.initial_date_time': ofType('datetimepicker').choice(
    'initial_date_time',
    [1_700_000_000],
    999_999_999,
    17_000_000_000,
  ),
  'datepicker.initial_date': ofType('datepicker').choice(
    'initial_date',
    ['2028-02-29'],
    '2027-02-29',
    '2026-1-1',
    '01/02/2026',
    20260101,
  ),
  'timepicker.initial_time': ofType('timepicker')
    .choice('initial_time', ['23:59'], '24:00', '9:00', '09:60')
    .accepts(home(actions({ type: 'timepicker', initial_time: '00:00' }))),
}
