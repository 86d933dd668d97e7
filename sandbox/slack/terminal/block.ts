/** Block Kit blocks as terminal lines. */
import { readGrid } from '../markup/grid.ts'
import { parseMarkdown } from '../markup/markdown.ts'
import { type Json, list, record, records, string, textOf } from '../markup/read.ts'
import { parseRichText } from '../markup/rich-text.ts'
import { drawChart } from './chart.ts'
import { type Canvas, drawFlows, drawGrid, drawText, label, narrower } from './flow.ts'
import { clean, displayWidth, indent, pad, wrap } from './text.ts'

/** Blocks can be nested (container, carousel, plan). Levels deeper than Slack allows are not drawn. */
const deepest = 4

export const drawBlocks = (blocks: readonly Json[], canvas: Canvas, depth = 0): string[] =>
  blocks.flatMap((block) => drawBlock(block, canvas, depth))

function drawBlock(block: Json, canvas: Canvas, depth: number): string[] {
  switch (block.type) {
    case 'header':
      return drawText(block.text, canvas)
    case 'section':
      return drawSection(block, canvas)
    case 'context':
      return records(block.elements).flatMap((element) =>
        element.type === 'image' ? drawElements([element], canvas) : drawText(element, canvas),
      )
    case 'divider':
      return ['']
    case 'actions':
    case 'context_actions':
      return drawElements(records(block.elements), canvas)
    case 'rich_text':
      return drawFlows(parseRichText(block), canvas)
    case 'markdown':
      return drawFlows(parseMarkdown(string(block.text)), canvas)
    case 'image':
      return [...drawPart(block.title, canvas), ...drawElements([block], canvas)]
    case 'table':
    case 'data_table':
      return drawGrid(readGrid(block), canvas)
    case 'data_visualization':
      return drawChart(block, canvas)
    case 'alert':
      return wrap(
        `${levels[string(block.level)] ?? 'Note'}: ${drawText(block.text, canvas).join('\n')}`,
        canvas.width,
      )
    case 'container':
    case 'card':
    case 'carousel':
    case 'plan':
    case 'task_card':
      return depth < deepest ? drawGroup(block, canvas, depth) : []
    case 'video':
      return [...drawText(block.title, canvas), ...wrap(clean(string(block.title_url)), canvas.width)]
    default:
      return wrap(clean(`[block: ${string(block.type)}]`), canvas.width)
  }
}

const levels: Readonly<Record<string, string>> = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
}

/** A text that a block may be without. */
const drawPart = (text: unknown, canvas: Canvas): string[] => (textOf(text) ? drawText(text, canvas) : [])

function drawSection(block: Json, canvas: Canvas): string[] {
  const accessory = record(block.accessory)
  const text = [...drawPart(block.text, canvas), ...drawFields(list(block.fields), canvas)]
  const element = string(accessory.type) ? drawElements([accessory], canvas) : []
  const beside = [...text, ...element].join('  ')
  const isShort = text.length === 1 && element.length === 1 && displayWidth(beside) <= canvas.width
  return isShort ? [beside] : [...text, ...element]
}

/** Two columns, as in Slack, or one if the window is narrow. */
function drawFields(fields: readonly unknown[], canvas: Canvas): string[] {
  if (canvas.width < 50) return fields.flatMap((field) => drawText(field, canvas))
  const width = Math.floor((canvas.width - 2) / 2)
  const drawn = fields.map((field) => drawText(field, { ...canvas, width }))
  return drawn.flatMap((left, at) => {
    if (at % 2 === 1) return []
    const right = drawn[at + 1] ?? []
    const height = Math.max(left.length, right.length)
    return Array.from({ length: height }, (_, y) => `${pad(left[y] ?? '', width)}  ${right[y] ?? ''}`)
  })
}

const statuses: Readonly<Record<string, string>> = {
  pending: 'to do',
  in_progress: 'in progress',
  complete: 'done',
  error: 'failed',
}

/** Containers, cards, carousels, plans and tasks: a title, then the contents behind a line on the left. */
function drawGroup(block: Json, canvas: Canvas, depth: number): string[] {
  const inner = narrower(canvas, 2)
  const rich = (part: unknown) => drawFlows(parseRichText(record(part)), inner)
  const title =
    block.rich_text_title === undefined ? drawPart(block.title, inner) : rich(block.rich_text_title)
  const words = [statuses[string(block.status)], block.subtitle, block.body, block.subtext]
  const children = [block.child_blocks, block.type === 'carousel' ? block.elements : block.tasks].flatMap(
    records,
  )
  return indent(
    [
      ...title,
      ...words.flatMap((part) => drawPart(part, inner)),
      ...rich(block.details),
      ...rich(block.output),
      ...drawBlocks(children, inner, depth + 1),
      ...(list(block.actions).length > 0 ? drawElements(records(block.actions), inner) : []),
    ],
    '│ ',
  )
}

/** Interactive elements as recognisable text: `[ Create task ]`, `[ Pick… ▾ ]`, `[x] Weekly`. */
const drawElements = (elements: readonly Json[], canvas: Canvas): string[] =>
  wrap(elements.map((element) => elementText(element, canvas)).join('  '), canvas.width).map((line) =>
    line.replaceAll(glue, ' '),
  )

/** Keeps the words of a button on one line. */
const glue = '\u00a0'
const boxed = (text: string): string => `[ ${text} ]`.replaceAll(/[ \n]/g, glue)

function elementText(element: Json, canvas: Canvas): string {
  const type = string(element.type)
  const empty = label(element.placeholder)
  switch (type) {
    case 'button':
    case 'workflow_button':
    case 'icon_button':
      return boxed(`${label(element.text)}${string(element.url) ? ' ↗' : ''}`)
    case 'feedback_buttons':
      return [element.positive_button, element.negative_button]
        .map((button) => boxed(label(record(button).text)))
        .join('  ')
    case 'overflow':
      return boxed(
        `⋯ ${records(element.options)
          .map(({ text }) => label(text))
          .join(' · ')}`,
      )
    case 'checkboxes':
    case 'radio_buttons':
      return choicesText(element, canvas)
    case 'image':
      return clean(`[image: ${string(element.alt_text)}]`)
  }
  return boxed(`${chosenIn(element, canvas) || empty || 'Select…'} ▾`)
}

/** The names of the options, people and channels that the element holds at first. */
function chosenIn(element: Json, canvas: Canvas): string {
  const initial = Object.entries(element).flatMap(([name, value]) =>
    name.startsWith('initial_') ? value : [],
  )
  return initial
    .map((one) => (typeof one === 'string' ? clean(canvas.names(one)) : label(record(one).text)))
    .filter(Boolean)
    .join(', ')
}

function choicesText(element: Json, canvas: Canvas): string {
  const [on, off] = element.type === 'checkboxes' ? ['[x]', '[ ]'] : ['(•)', '( )']
  const chosen = [...records(element.initial_options), record(element.initial_option)].map(
    ({ value }) => value,
  )
  return records(element.options)
    .map(({ text, value, description }) => {
      const words = drawText(text, canvas).join(' ')
      const note = label(description)
      return `${string(value) && chosen.includes(value) ? on : off} ${words}${note ? ` – ${note}` : ''}`
    })
    .join('\n')
}
