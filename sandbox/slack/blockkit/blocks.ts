/** Blocks, and the surfaces that allow each: docs.slack.dev/reference/block-kit/blocks */
import { isJson, type Json } from '../json.ts'
import { alert, card, carousel, plan, taskCard, video } from './cards.ts'
import { dataVisualization } from './charts.ts'
import {
  boolean,
  type Checking,
  checkOneOf,
  integer,
  list,
  object,
  oneOf,
  type Rule,
  string,
  typed,
} from './check.ts'
import { anyType } from './common-fields.ts'
import { element, IN_ACTIONS, IN_INPUT, IN_SECTION } from './elements.ts'
import { containerIcon, imageBlock, imageElement } from './images.ts'
import { findLimit, limitOf } from './limits.ts'
import { richText } from './rich-text.ts'
import { dataTable, table } from './tables.ts'
import { plainText, textObject } from './text.ts'

const BLOCK = { block_id: string('*.block_id') }

const contextText = textObject()
const contextElement: Rule = typed(
  { image: imageElement, plain_text: contextText, mrkdwn: contextText },
  'context.elements',
)

const section = object({
  required: { type: anyType },
  optional: {
    ...BLOCK,
    text: textObject('section.text'),
    fields: list(textObject('section.fields[*].text'), 'section.fields'),
    accessory: element(IN_SECTION, 'section.accessory'),
    expand: boolean,
  },
  whole: (value, at, on) => checkOneOf(value, at, on, 'section'),
})

const input = object({
  required: { type: anyType, label: plainText('input.label'), element: element(IN_INPUT) },
  optional: { ...BLOCK, hint: plainText('input.hint'), optional: boolean, dispatch_action: boolean },
  limit: 'input.label',
  whole: (value, at, on) => {
    const file = isJson(value.element) && value.element.type === 'file_input'
    if (file && value.dispatch_action === true) {
      on.report(
        `${at}/dispatch_action`,
        'must not be true with a file_input',
        'conflict',
        'input.dispatch_action',
      )
    }
  },
})

function checkContainer(value: Json, at: string, on: Checking): void {
  checkOneOf(value, at, on, 'container')
  const collapsible = value.is_collapsible === true
  if (value.default_collapsed === true && !collapsible) {
    on.report(`${at}/default_collapsed`, 'needs is_collapsible', 'conflict', 'container.default_collapsed')
  }
  if (value.has_header_divider === true && collapsible) {
    on.report(`${at}/has_header_divider`, 'must not be with is_collapsible', 'conflict', 'container')
  }
}

const inContainer: Rule = (value, at, on) => {
  const types = limitOf('container.child_blocks').types ?? []
  if (isJson(value) && !types.includes(String(value.type))) {
    on.report(
      `${at}/type`,
      `unsupported type: ${String(value.type)}`,
      'unknown_type',
      'container.child_blocks',
    )
  } else block(value, at, on)
}

const container = object({
  required: { type: anyType, child_blocks: list(inContainer, 'container.child_blocks') },
  optional: {
    ...BLOCK,
    title: plainText('container.title'),
    rich_text_title: typed({ rich_text: richText(BLOCK) }),
    subtitle: textObject('container.subtitle'),
    width: oneOf(['narrow', 'standard', 'wide', 'full']),
    icon: typed({ image: containerIcon }),
    is_collapsible: boolean,
    default_collapsed: boolean,
    has_header_divider: boolean,
  },
  whole: checkContainer,
})

const file: Rule = (_value, at, on) => {
  on.report(`${at}/type`, 'unsupported type: file', 'not_allowed', 'file (block)')
}

const BLOCKS: Readonly<Record<string, Rule>> = {
  actions: object({
    required: { type: anyType, elements: list(element(IN_ACTIONS), 'actions.elements') },
    optional: BLOCK,
  }),
  alert: alert(BLOCK),
  card: card(BLOCK),
  carousel: carousel(BLOCK),
  container,
  context: object({
    required: { type: anyType, elements: list(contextElement, 'context.elements') },
    optional: BLOCK,
  }),
  context_actions: object({
    required: {
      type: anyType,
      elements: list(
        element(['feedback_buttons', 'icon_button'], 'context_actions.elements'),
        'context_actions.elements',
      ),
    },
    optional: BLOCK,
  }),
  data_table: dataTable(BLOCK),
  data_visualization: dataVisualization(BLOCK),
  divider: object({ required: { type: anyType }, optional: BLOCK }),
  file,
  header: object({
    required: { type: anyType, text: plainText('header.text') },
    optional: { ...BLOCK, level: integer('header.level') },
  }),
  image: imageBlock(BLOCK),
  input,
  markdown: object({ required: { type: anyType, text: string('markdown.text') }, optional: BLOCK }),
  plan: plan(BLOCK),
  rich_text: richText(BLOCK),
  section,
  table: table(BLOCK),
  task_card: taskCard(BLOCK),
  video: video(BLOCK),
}

const anyBlock = typed(BLOCKS)

/** Any block that the surface allows. */
export function block(value: unknown, at: string, on: Checking): void {
  anyBlock(value, at, on)
  const type = isJson(value) ? String(value.type) : ''
  const surface = findLimit(`surface.${type}`)
  if (!surface?.limit.surfaces || surface.limit.surfaces.includes(on.surface)) return
  on.report(`${at}/type`, `unsupported type: ${type}`, 'wrong_surface', surface.name)
}
