/** Blocks, and the surfaces that allow each: docs.slack.dev/reference/block-kit/blocks */
import { isJson, objects } from '../json.ts'
import {
  boolean,
  type Checking,
  checkSurface,
  choice,
  type Fields,
  integer,
  list,
  number,
  object,
  oneOf,
  type Rule,
  someOf,
  someString,
  string,
  TYPE,
  typed,
  url,
  type Whole,
} from './check.ts'
import { element, IN_ACTIONS, IN_INPUT, IN_SECTION } from './elements.ts'
import { findLimit, type LimitName, limitOf } from './limits.ts'
import { richText } from './rich-text.ts'
import { image, imageElement, mrkdwn, plainText, slackIcon, textObject } from './text.ts'
import { textLength } from './text-length.ts'

const BLOCK: Fields = { ...TYPE, 'block_id?': string('*.block_id') }
const richTextBlock = richText(BLOCK)
const anyImage = typed({ image: imageElement })

const checkCollapsing: Whole = (value, at, on) => {
  const collapsible = value.is_collapsible === true
  if (value.default_collapsed === true && !collapsible)
    on.report(`${at}/default_collapsed`, 'needs is_collapsible', 'conflict', 'container.default_collapsed')
  if (value.has_header_divider === true && collapsible)
    on.report(`${at}/has_header_divider`, 'must not be with is_collapsible', 'conflict', 'container')
}

const inContainer: Rule = (value, at, on) => {
  const { types = [] } = limitOf('container.child_blocks')
  const type = isJson(value) ? String(value.type) : undefined
  if (type === undefined || types.includes(type)) block(value, at, on)
  else on.report(`${at}/type`, `unsupported type: ${type}`, 'unknown_type', 'container.child_blocks')
}

const checkFileInput: Whole = (value, at, on) => {
  const isFile = isJson(value.element) && value.element.type === 'file_input'
  const message = 'must not be true with a file_input'
  if (isFile && value.dispatch_action === true)
    on.report(`${at}/dispatch_action`, message, 'conflict', 'input.dispatch_action')
}

const checkIcons: Whole = (value, at, on) => {
  if (value.icon !== undefined && value.slack_icon !== undefined)
    on.report(at, 'must provide only one of icon, slack_icon', 'conflict', 'card')
}

const card = object(
  {
    ...BLOCK,
    'hero_image?': anyImage,
    'icon?': anyImage,
    'slack_icon?': slackIcon,
    'title?': mrkdwn('card.title'),
    'subtitle?': mrkdwn('card.subtitle'),
    'body?': mrkdwn('card.body'),
    'subtext?': mrkdwn('card.subtext'),
    'actions?': list(element(['button'], 'card.actions'), 'card.actions'),
  },
  { whole: [someOf('card'), checkIcons] },
)

const taskCard = object(
  {
    ...BLOCK,
    task_id: someString,
    title: someString,
    status: choice('task_card'),
    'details?': typed({ rich_text: richTextBlock }),
    'output?': typed({ rich_text: richTextBlock }),
    'sources?': list(object({ type: oneOf(['url']), url: url(), text: someString })),
  },
  { limit: 'task_card' },
)

/** The video's URL: https, in a registered domain, and the app must have the right to embed. */
const videoUrl: Rule = (value, at, on) => {
  url('video.video_url', ['https:'])(value, at, on)
  const { embed, unfurlDomains } = on.rights
  const host = typeof value === 'string' ? (URL.parse(value)?.hostname ?? '') : ''
  const registered = unfurlDomains?.some((domain) => host === domain || host.endsWith(`.${domain}`)) ?? true
  if (!embed) on.report(at, 'needs the scope links.embed:write', 'not_allowed', 'video.video_url')
  else if (!registered)
    on.report(at, 'must be in an unfurl domain of the app', 'not_allowed', 'video.video_url')
}

const CELLS: Fields = {
  raw_text: object({ ...TYPE, text: someString }),
  raw_number: object({ ...TYPE, value: number(), text: someString }),
  rich_text: richText(),
}
const TABLE_ROW: LimitName = 'table.rows[*] (cells)'
const DATA_ROW: LimitName = 'data_table.rows[*] (cells)'
const { rich_text: _, ...HEADER_CELLS } = CELLS
const headerRow = list(typed(HEADER_CELLS, DATA_ROW), DATA_ROW)
const bodyRow = list(typed(CELLS, DATA_ROW), DATA_ROW)
/** The first row is the header; its cells can't contain rich text. */
const dataRow: Rule = (value, at, on) => (at.endsWith('/rows/0') ? headerRow : bodyRow)(value, at, on)

const columnSetting = object({ 'align?': oneOf(['left', 'center', 'right']), 'is_wrapped?': boolean })

/** Checks the total text length of all cells. */
const cellText =
  (name: LimitName): Whole =>
  (value, at, on) => {
    const { max = 0 } = limitOf(name)
    if (textLength(value.rows) > max)
      on.report(`${at}/rows`, `must be less than ${max + 1} characters in all cells`, 'too_long', name)
  }

const checkColumns: Whole = (value, at, on) => {
  const rows = Array.isArray(value.rows) ? value.rows : []
  const columns = Array.isArray(rows[0]) ? rows[0].length : 0
  for (const [index, row] of rows.entries())
    if (Array.isArray(row) && row.length !== columns)
      on.report(`${at}/rows/${index}`, `must have ${columns} cells as the header`, 'conflict', DATA_ROW)
  const { row_header_column_index: header } = value
  const name = 'data_table.row_header_column_index'
  if (typeof header === 'number' && header >= columns)
    on.report(`${at}/row_header_column_index`, `must be less than ${columns}`, 'out_of_range', name)
}

const CATEGORIES: LimitName = 'data_visualization.chart.axis_config.categories'
const POINTS: LimitName = 'data_visualization.chart.series[*].data'
const SERIES_NAME: LimitName = 'data_visualization.chart.series[*].name'
const SEGMENTS: LimitName = 'data_visualization.chart[type=pie].segments'

const category: Rule = (value, at, on) => {
  someString(value, at, on)
  const { itemMaxLength = 0 } = limitOf(CATEGORIES)
  if (typeof value === 'string' && value.length > itemMaxLength)
    on.report(at, `must be less than ${itemMaxLength + 1} characters`, 'too_long', CATEGORIES)
}

const checkSeries: Whole = (value, at, on) => {
  const axis = isJson(value.axis_config) ? value.axis_config : {}
  const categories = Array.isArray(axis.categories) ? axis.categories : []
  const repeated = categories.findIndex((one, index) => categories.indexOf(one) !== index)
  if (repeated >= 0)
    on.report(`${at}/axis_config/categories/${repeated}`, 'must be unique', 'duplicate', CATEGORIES)
  const names = new Set<unknown>()
  for (const [index, series] of objects(value.series).entries()) {
    const place = `${at}/series/${index}`
    if (names.has(series.name)) on.report(`${place}/name`, 'must be unique', 'duplicate', SERIES_NAME)
    names.add(series.name)
    const labels = objects(series.data).map((point) => point.label)
    const whole = labels.length === categories.length && categories.every((one) => labels.includes(one))
    if (!whole)
      on.report(`${place}/data`, 'must have exactly one point for each category', 'conflict', POINTS)
  }
}

const pie = object({
  ...TYPE,
  segments: list(
    object({ label: string(`${SEGMENTS}[*].label`), value: number(`${SEGMENTS}[*].value`) }),
    SEGMENTS,
  ),
})

const point = object({ label: someString, value: number() })
const seriesChart = object(
  {
    ...TYPE,
    series: list(
      object({ name: string(SERIES_NAME), data: list(point, POINTS) }),
      'data_visualization.chart[type!=pie].series',
    ),
    axis_config: object(
      {
        categories: list(category, CATEGORIES),
        'x_label?': string('data_visualization.chart.axis_config.x_label'),
        'y_label?': string('data_visualization.chart.axis_config.y_label'),
      },
      { limit: CATEGORIES },
    ),
  },
  { limit: CATEGORIES, whole: [checkSeries] },
)

const contextText = textObject()

const BLOCKS: Fields = {
  actions: object({ ...BLOCK, elements: list(element(IN_ACTIONS), 'actions.elements') }),
  alert: object({ ...BLOCK, text: textObject('alert.text'), 'level?': choice('alert.level') }),
  card,
  carousel: object({ ...BLOCK, elements: list(typed({ card }, 'carousel.elements'), 'carousel.elements') }),
  container: object(
    {
      ...BLOCK,
      child_blocks: list(inContainer, 'container.child_blocks'),
      'title?': plainText('container.title'),
      'rich_text_title?': typed({ rich_text: richTextBlock }),
      'subtitle?': textObject('container.subtitle'),
      'width?': oneOf(['narrow', 'standard', 'wide', 'full']),
      'icon?': typed({ image: image('container.icon') }),
      'is_collapsible?': boolean,
      'default_collapsed?': boolean,
      'has_header_divider?': boolean,
    },
    { whole: [someOf('container'), checkCollapsing] },
  ),
  context: object({
    ...BLOCK,
    elements: list(
      typed({ image: imageElement, plain_text: contextText, mrkdwn: contextText }, 'context.elements'),
      'context.elements',
    ),
  }),
  context_actions: object({
    ...BLOCK,
    elements: list(
      element(['feedback_buttons', 'icon_button'], 'context_actions.elements'),
      'context_actions.elements',
    ),
  }),
  /** docs.slack.dev/reference/block-kit/blocks/data-table-block */
  data_table: object(
    {
      ...BLOCK,
      caption: string('data_table.caption'),
      rows: list(dataRow, 'data_table.rows'),
      'page_size?': integer('data_table.page_size'),
      'row_header_column_index?': integer('data_table.row_header_column_index'),
    },
    { limit: 'data_table.caption', whole: [checkColumns, cellText('data_table cells text (aggregate)')] },
  ),
  /**
   * docs.slack.dev/reference/block-kit/blocks/data-visualization-block. @slack/types 3.2.0 has no type for it; the shape is
   * that of slackapi/node-slack-sdk PR 2637, slack-edge/slack-web-api-client PR 57 and slack-messaging 0.7.7, which agree:
   * `title` is a plain string, `chart` is either
   *   {type: 'pie', segments: [{label, value}]} or
   *   {type: 'bar' | 'line' | 'area', series: [{name, data: [{label, value}]}], axis_config: {categories, x_label?, y_label?}}
   * and each series has exactly one point for each category.
   */
  data_visualization: object(
    {
      ...BLOCK,
      title: string('data_visualization.title'),
      chart: typed({ pie, bar: seriesChart, line: seriesChart, area: seriesChart }),
    },
    { limit: 'data_visualization.title' },
  ),
  divider: object(BLOCK),
  file: (_value, at, on) => on.report(`${at}/type`, 'unsupported type: file', 'not_allowed', 'file (block)'),
  header: object({ ...BLOCK, text: plainText('header.text'), 'level?': integer('header.level') }),
  image: image('image', { ...BLOCK, 'title?': plainText('image.title') }),
  input: object(
    {
      ...BLOCK,
      label: plainText('input.label'),
      element: element(IN_INPUT),
      'hint?': plainText('input.hint'),
      'optional?': boolean,
      'dispatch_action?': boolean,
    },
    { limit: 'input.label', whole: [checkFileInput] },
  ),
  markdown: object({ ...BLOCK, text: string('markdown.text') }),
  plan: object(
    { ...BLOCK, title: string('plan.title'), 'tasks?': list(typed({ task_card: taskCard })) },
    { limit: 'plan.title' },
  ),
  rich_text: richTextBlock,
  section: object(
    {
      ...BLOCK,
      'text?': textObject('section.text'),
      'fields?': list(textObject('section.fields[*].text'), 'section.fields'),
      'accessory?': element(IN_SECTION, 'section.accessory'),
      'expand?': boolean,
    },
    { whole: [someOf('section')] },
  ),
  table: object(
    {
      ...BLOCK,
      rows: list(list(typed(CELLS, TABLE_ROW), TABLE_ROW), 'table.rows'),
      'column_settings?': list(
        (value, at, on) => value === null || columnSetting(value, at, on),
        'table.column_settings',
      ),
    },
    { whole: [cellText('table cells text (aggregate)')] },
  ),
  task_card: taskCard,
  video: object({
    ...BLOCK,
    alt_text: someString,
    title: plainText('video.title'),
    thumbnail_url: url(),
    video_url: videoUrl,
    'title_url?': url(undefined, ['https:']),
    'author_name?': string('video.author_name'),
    'provider_name?': string(),
    'provider_icon_url?': url(),
    'description?': plainText('video.description'),
  }),
}

const anyBlock = typed(BLOCKS)

/** Any block that the surface allows. */
export function block(value: unknown, at: string, on: Checking): void {
  anyBlock(value, at, on)
  checkSurface(value, at, on, (type) => findLimit(`surface.${type}`))
}
