/**
 * Every Block Kit limit that the sandbox enforces, by path. Sources: docs.slack.dev/reference/block-kit, the JSDoc of
 * @slack/types 3.2.0, the validators of slackapi/python-slack-sdk. If they disagree, Slack's newest page wins;
 * test/sandbox/slack/block-kit-limits.json also has the lower figures. Lengths are in UTF-16 units: Slack doesn't say
 * which unit it counts, and UTF-16 never gives fewer.
 */

export type Surface = 'message' | 'modal' | 'home'

export interface Limit {
  readonly minLength?: number
  readonly maxLength?: number
  /** For a list, its number of items; for a number, its value. */
  readonly min?: number
  readonly max?: number
  readonly exclusiveMin?: number
  readonly itemMaxLength?: number
  /** The only kind of text object allowed. */
  readonly kind?: 'plain_text' | 'mrkdwn'
  readonly enum?: readonly string[]
  readonly types?: readonly string[]
  readonly required?: readonly string[]
  readonly exactlyOneOf?: readonly string[]
  readonly atLeastOneOf?: readonly string[]
  readonly truncatedAbove?: number
  readonly digits?: number
  readonly surfaces?: readonly Surface[]
  /** A rule that numbers cannot express. The code checks it. */
  readonly rule?: string
}

const plain = (maxLength: number) => ({ kind: 'plain_text', maxLength }) as const

const TEXT_LIMITS = {
  'text_object.text': { minLength: 1, maxLength: 3000 },
  'plain_text.emoji': { rule: 'only on plain_text' },
  'mrkdwn.verbatim': { rule: 'only on mrkdwn' },
  'confirm.title': plain(100),
  'confirm.text': { maxLength: 300 },
  'confirm.confirm': plain(30),
  'confirm.deny': plain(30),
  'confirm.style': { enum: ['primary', 'danger'] },
  'option.text': { maxLength: 75, rule: 'mrkdwn only in checkboxes and radio_buttons' },
  // The JSDoc of @slack/types says 75.
  'option.value': { maxLength: 150 },
  'option.description': { maxLength: 75, rule: 'mrkdwn only in checkboxes and radio_buttons' },
  'option.url': { maxLength: 3000, rule: 'only in overflow' },
  'option_group.label': plain(75),
  'option_group.options': { min: 1, max: 100 },
  'dispatch_action_config.trigger_actions_on': {
    min: 1,
    max: 2,
    enum: ['on_enter_pressed', 'on_character_entered'],
  },
  slack_file: { exactlyOneOf: ['id', 'url'], types: ['png', 'jpg', 'jpeg', 'gif'] },
} as const satisfies Record<string, Limit>

const ELEMENT_LIMITS = {
  '*.action_id': { minLength: 1, maxLength: 255, rule: 'unique within its block' },
  '*.placeholder': plain(150),
  '*.initial_option(s)': { rule: 'equal to an entry of options' },
  'button.text': plain(75),
  'button.value': { minLength: 1, maxLength: 2000 },
  'button.url': { maxLength: 3000 },
  'button.accessibility_label': { maxLength: 75 },
  'button.style': { enum: ['primary', 'danger'] },
  'workflow_button.text': plain(75),
  'workflow_button.accessibility_label': { maxLength: 75 },
  'icon_button.text': plain(75),
  'icon_button.value': { maxLength: 2000 },
  'icon_button.icon': { enum: ['trash'] },
  'feedback_buttons.positive_button.text': plain(75),
  'feedback_buttons.*.value': { maxLength: 2000 },
  'image(element).alt_text': { minLength: 1, maxLength: 2000 },
  'image(element).image_url': { maxLength: 3000 },
  'static_select.options': { min: 1, max: 100, exactlyOneOf: ['options', 'option_groups'] },
  'static_select.option_groups': { min: 1, max: 100 },
  'multi_*_select.max_selected_items': { min: 1 },
  'external_select.min_query_length': { min: 0 },
  'checkboxes.options': { min: 1, max: 10 },
  'radio_buttons.options': { min: 1, max: 10 },
  'overflow.options': { min: 1, max: 5 },
  'plain_text_input.min_length': { min: 0, max: 3000 },
  'plain_text_input.max_length': { min: 1, max: 3000 },
  number_input: { required: ['is_decimal_allowed'], rule: 'min_value <= max_value' },
  'file_input.max_files': { min: 1, max: 10 },
  'rich_text_input.min_lines/max_lines': { min: 1, max: 100 },
  'datetimepicker.initial_date_time': { digits: 10 },
  'datepicker.initial_date': { rule: 'YYYY-MM-DD' },
  'timepicker.initial_time': { rule: 'HH:mm' },
} as const satisfies Record<string, Limit>

const BLOCK_LIMITS = {
  '*.block_id': { minLength: 1, maxLength: 255, rule: 'unique within its message or view' },
  'actions.elements': { min: 1, max: 25 },
  'context.elements': { min: 1, max: 10, types: ['image', 'plain_text', 'mrkdwn'] },
  'context_actions.elements': { min: 1, max: 5, types: ['feedback_buttons', 'icon_button'] },
  'header.text': { kind: 'plain_text', minLength: 1, maxLength: 150 },
  'header.level': { min: 1, max: 4 },
  image: { exactlyOneOf: ['image_url', 'slack_file'] },
  'image.image_url': { maxLength: 3000 },
  'image.alt_text': { minLength: 1, maxLength: 2000 },
  'image.title': plain(2000),
  'input.label': plain(2000),
  'input.hint': plain(2000),
  'input.dispatch_action': { rule: 'not true with file_input' },
  'markdown.text': { minLength: 1, maxLength: 12_000 },
  section: { atLeastOneOf: ['text', 'fields'] },
  'section.text': { minLength: 1, maxLength: 3000 },
  'section.fields': { min: 1, max: 10 },
  'section.fields[*].text': { maxLength: 2000 },
  'section.accessory': { rule: 'no datetimepicker' },
  'rich_text.elements[*]': {
    types: ['rich_text_section', 'rich_text_list', 'rich_text_quote', 'rich_text_preformatted'],
  },
  'rich_text_list.indent': { min: 0, max: 8 },
  'rich_text_list.style': { enum: ['bullet', 'ordered'] },
  card: { atLeastOneOf: ['hero_image', 'title', 'actions', 'body'], rule: 'icon or slack_icon, not both' },
  'card.title': { maxLength: 150 },
  'card.subtitle': { maxLength: 150 },
  'card.body': { maxLength: 200 },
  'card.subtext': { maxLength: 200 },
  'card.actions': { max: 3, types: ['button'] },
  'carousel.elements': { min: 1, max: 10, types: ['card'] },
  'alert.text': { maxLength: 200 },
  'alert.level': { enum: ['default', 'info', 'warning', 'error', 'success'] },
  container: {
    atLeastOneOf: ['title', 'rich_text_title'],
    rule: 'has_header_divider only where not collapsible',
  },
  'container.title': plain(150),
  'container.subtitle': { maxLength: 150 },
  'container.child_blocks': {
    min: 1,
    max: 10,
    types: 'actions context divider file header image input rich_text section table video'.split(' '),
  },
  'container.default_collapsed': { rule: 'only with is_collapsible' },
  'container.icon.image_url': { maxLength: 3000 },
  'container.icon.alt_text': { minLength: 1, maxLength: 2000 },
  'plan.title': { minLength: 1 },
  task_card: {
    required: ['task_id', 'title', 'status'],
    enum: ['pending', 'in_progress', 'complete', 'error'],
  },
  'video.title': plain(199),
  'video.author_name': { maxLength: 49 },
  'video.description': plain(199),
  'video.video_url': { rule: 'https, links.embed:write and an unfurl domain' },
  'file (block)': { rule: 'stands only in messages that Slack hands out' },
} as const satisfies Record<string, Limit>

const DATA_LIMITS = {
  'table.rows': { min: 1, max: 100 },
  'table.rows[*] (cells)': { min: 1, max: 20, types: ['raw_text', 'raw_number', 'rich_text'] },
  'table.column_settings': { max: 20 },
  'table cells text (aggregate)': { max: 10_000 },
  'data_table.caption': { minLength: 1 },
  // Until September 2026 the reference said 101 rows and 10,000 characters.
  'data_table.rows': { min: 2, max: 201 },
  'data_table.rows[*] (cells)': { min: 1, max: 20, types: ['raw_text', 'raw_number'], rule: 'equally long' },
  'data_table cells text (aggregate)': { max: 20_000 },
  'data_table.page_size': { min: 1, max: 100 },
  'data_table.row_header_column_index': { min: 0, rule: 'less than the columns' },
  'data_visualization.title': { minLength: 1, maxLength: 50 },
  // The reference used to say 6 segments and 6 series.
  'data_visualization.chart[type=pie].segments': { min: 1, max: 12 },
  'data_visualization.chart[type=pie].segments[*].label': { minLength: 1, maxLength: 20 },
  'data_visualization.chart[type=pie].segments[*].value': { exclusiveMin: 0 },
  'data_visualization.chart[type!=pie].series': { min: 1, max: 12 },
  'data_visualization.chart.series[*].name': { minLength: 1, maxLength: 20, rule: 'unique' },
  'data_visualization.chart.series[*].data': { min: 1, max: 20, rule: 'one point for each category' },
  'data_visualization.chart.axis_config.categories': { min: 1, max: 20, itemMaxLength: 20 },
  'data_visualization.chart.axis_config.x_label': { maxLength: 50 },
  'data_visualization.chart.axis_config.y_label': { maxLength: 50 },
} as const satisfies Record<string, Limit>

const WHOLE_LIMITS = {
  'message.blocks': { min: 1, max: 50 },
  'message.blocks[*].text (aggregate)': { max: 10_000 },
  'message.text': { truncatedAbove: 40_000 },
  'message.markdown_text': { maxLength: 12_000, rule: 'without text and blocks' },
  'message.attachments': { max: 100 },
  'message.attachments[*].footer': { maxLength: 300 },
  'message.metadata.event_type': { minLength: 1, maxLength: 50 },
  // Slack gives no number.
  'message.metadata (bytes)': { max: 8000 },
  'message.blocks[type=markdown].text (sum)': { max: 12_000 },
  'message table + data_table count': { max: 1 },
  'message data_visualization count': { max: 2 },
  'message plan count': { max: 1 },
  'view[type=modal].blocks': { min: 1, max: 100 },
  'view[type=home].blocks': { min: 1, max: 100 },
  'view.title': { kind: 'plain_text', maxLength: 24, required: ['modal'] },
  'view.submit': { kind: 'plain_text', maxLength: 24, rule: 'required with an input block' },
  'view.close': plain(24),
  'view.private_metadata': { maxLength: 3000 },
  'view.callback_id': { maxLength: 255 },
  'view.external_id': { maxLength: 255 },
  'view (JSON bytes)': { max: 250_000 },
  'view.blocks[*] focus_on_load': { max: 1 },
} as const satisfies Record<string, Limit>

/** The surfaces that allow a block or element that isn't allowed everywhere, from Slack's page about it. */
const SURFACE_LIMITS = {
  'surface.alert': { surfaces: ['modal'] },
  'surface.carousel': { surfaces: ['message', 'home'] },
  'surface.table': { surfaces: ['message', 'home'] },
  'surface.data_table': { surfaces: ['message', 'home'] },
  'surface.data_visualization': { surfaces: ['message'] },
  'surface.container': { surfaces: ['message', 'home'] },
  'surface.context_actions': { surfaces: ['message'] },
  'surface.file': { surfaces: [] },
  'surface.markdown': { surfaces: ['message'] },
  'surface.plan': { surfaces: ['message'] },
  'surface.task_card': { surfaces: ['message'] },
  'surface.element.datetimepicker': { surfaces: ['message', 'modal'] },
  'surface.element.email_text_input': { surfaces: ['modal'] },
  'surface.element.number_input': { surfaces: ['modal'] },
  'surface.element.url_text_input': { surfaces: ['modal'] },
  'surface.element.file_input': { surfaces: ['modal'] },
  'surface.element.rich_text_input': { surfaces: ['modal', 'home'] },
  'surface.element.feedback_buttons': { surfaces: ['message'] },
  'surface.element.icon_button': { surfaces: ['message'] },
  'surface.element.workflow_button': { surfaces: ['message'] },
} as const satisfies Record<string, Limit>

export const LIMITS = {
  ...TEXT_LIMITS,
  ...ELEMENT_LIMITS,
  ...BLOCK_LIMITS,
  ...DATA_LIMITS,
  ...WHOLE_LIMITS,
  ...SURFACE_LIMITS,
} as const

export type LimitName = keyof typeof LIMITS

export function limitOf(name: LimitName): Limit {
  return LIMITS[name]
}

/** The name if there is such a limit, for example `surface.element.button`; else null. */
export const findLimit = (name: string): LimitName | null => (isLimitName(name) ? name : null)

const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name)
