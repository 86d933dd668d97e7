/** Block Kit blocks as terminal lines. */
import { replaceEmoji } from '../markup/emoji.ts'
import { readGrid } from '../markup/grid.ts'
import { parseMarkdown } from '../markup/markdown.ts'
import { type Json, list, record, records, string, textOf } from '../markup/read.ts'
import { parseRichText } from '../markup/rich-text.ts'
import { drawChart } from './chart.ts'
import { drawElement } from './element.ts'
import { drawFlows, drawText } from './flow.ts'
import { type Canvas, narrower } from './inline.ts'
import { indent, type Line, lineWidth, pad, run, wrap } from './run.ts'
import { drawGrid } from './table.ts'

/** Blocks can be nested (container, carousel, plan). Levels deeper than Slack allows are not drawn. */
const deepest = 4

export const drawBlocks = (blocks: readonly Json[], canvas: Canvas, depth = 0): Line[] =>
  blocks.flatMap((block) => drawBlock(block, canvas, depth))

function drawBlock(block: Json, canvas: Canvas, depth: number): Line[] {
  switch (block.type) {
    case 'header':
      return drawText(block.text, canvas, { bold: true })
    case 'section':
      return drawSection(block, canvas)
    case 'context':
      return drawContext(block, canvas)
    case 'divider':
      return [[]]
    case 'actions':
    case 'context_actions':
      return wrap(
        records(block.elements).flatMap((element, at) => [
          ...(at ? [run('  ')] : []),
          ...drawElement(element, canvas),
        ]),
        canvas.width,
      )
    case 'rich_text':
      return drawFlows(parseRichText(block), canvas)
    case 'markdown':
      return drawFlows(parseMarkdown(string(block.text)), canvas)
    case 'image':
      return drawImage(block, canvas)
    case 'table':
    case 'data_table':
      return drawGrid(readGrid(block), canvas)
    case 'data_visualization':
      return drawChart(block, canvas)
    case 'alert':
      return drawAlert(block, canvas)
    case 'input':
      return drawInput(block, canvas)
    case 'container':
    case 'card':
    case 'carousel':
    case 'plan':
    case 'task_card':
      return depth < deepest ? drawGroup(block, canvas, depth) : []
    case 'video':
      return [
        ...drawText(block.title, canvas, { bold: true }),
        ...wrap([run(string(block.title_url))], canvas.width),
      ]
    case 'file':
      return wrap([run(`[file: ${string(block.external_id)}]`, { dim: true })], canvas.width)
    default:
      return wrap([run(`[block: ${string(block.type)}]`, { dim: true })], canvas.width)
  }
}

function drawSection(block: Json, canvas: Canvas): Line[] {
  const text = textOf(block.text) ? drawText(block.text, canvas) : []
  const fields = drawFields(list(block.fields), canvas)
  const accessory = record(block.accessory)
  if (!string(accessory.type)) return [...text, ...fields]
  const element = wrap(drawElement(accessory, canvas), canvas.width)
  const [line] = text
  const [control] = element
  const beside = text.length === 1 && fields.length === 0 && element.length === 1
  if (beside && line && control && lineWidth(line) + lineWidth(control) + 2 <= canvas.width) {
    return [[...line, run('  '), ...control]]
  }
  return [...text, ...fields, ...element]
}

/** Two columns, as in Slack, or one if the window is narrow. */
function drawFields(fields: readonly unknown[], canvas: Canvas): Line[] {
  const columns = canvas.width >= 50 ? 2 : 1
  const half = columns === 2 ? Math.floor((canvas.width - 2) / 2) : canvas.width
  const drawn = fields.map((field) => drawText(field, { ...canvas, width: half }))
  const lines: Line[] = []
  for (let at = 0; at < drawn.length; at += columns) {
    const leftColumn = drawn[at] ?? []
    const rightColumn = columns === 2 ? (drawn[at + 1] ?? []) : []
    for (let y = 0; y < Math.max(leftColumn.length, rightColumn.length); y += 1) {
      lines.push([...pad(leftColumn[y] ?? [], half), run('  '), ...(rightColumn[y] ?? [])])
    }
  }
  return lines
}

const drawContext = (block: Json, canvas: Canvas): Line[] =>
  records(block.elements).flatMap((element) =>
    element.type === 'image'
      ? wrap(drawElement(element, canvas), canvas.width)
      : drawText(element, canvas, { dim: true }),
  )

const drawImage = (block: Json, canvas: Canvas): Line[] => [
  ...(textOf(block.title) ? drawText(block.title, canvas, { bold: true }) : []),
  ...wrap(drawElement(block, canvas), canvas.width),
]

const levels: Record<string, { word: string; tone: 'accent' | 'good' | 'bad' | 'warn' }> = {
  info: { word: 'Info', tone: 'accent' },
  success: { word: 'Success', tone: 'good' },
  warning: { word: 'Warning', tone: 'warn' },
  error: { word: 'Error', tone: 'bad' },
}

function drawAlert(block: Json, canvas: Canvas): Line[] {
  const level = levels[string(block.level)] ?? { word: 'Note', tone: 'accent' as const }
  const [first = [], ...rest] = drawText(block.text, narrower(canvas, level.word.length + 2))
  const space = ' '.repeat(level.word.length + 2)
  return [[run(`${level.word}: `, { bold: true, tone: level.tone }), ...first], ...indent(rest, space)]
}

function drawInput(block: Json, canvas: Canvas): Line[] {
  const optional = block.optional === true ? ' (optional)' : ''
  return [
    ...wrap(
      [run(replaceEmoji(textOf(block.label)), { bold: true }), run(optional, { dim: true })],
      canvas.width,
    ),
    ...wrap(drawElement(record(block.element), canvas), canvas.width),
    ...(textOf(block.hint) ? drawText(block.hint, canvas, { dim: true }) : []),
  ]
}

const statuses: Record<string, string> = {
  pending: 'to do',
  in_progress: 'in progress',
  complete: 'done',
  error: 'failed',
}

/** Containers, cards, carousels, plans and tasks: a title, then the contents behind a line on the left. */
function drawGroup(block: Json, canvas: Canvas, depth: number): Line[] {
  const inner = narrower(canvas, 2)
  const head = [
    ...('rich_text_title' in block
      ? drawFlows(parseRichText(record(block.rich_text_title)), inner, { bold: true })
      : []),
    ...(textOf(block.title) && !('rich_text_title' in block)
      ? drawText(block.title, inner, { bold: true })
      : []),
    ...(block.type === 'task_card'
      ? wrap([run(statuses[string(block.status)] ?? '', { dim: true })], inner.width)
      : []),
    ...(textOf(block.subtitle) ? drawText(block.subtitle, inner, { dim: true }) : []),
    ...(textOf(block.body) ? drawText(block.body, inner) : []),
    ...(textOf(block.subtext) ? drawText(block.subtext, inner, { dim: true }) : []),
  ]
  const details = [block.details, block.output].flatMap((part) =>
    drawFlows(parseRichText(record(part)), inner),
  )
  const children = drawBlocks(
    [...records(block.child_blocks), ...records(block.type === 'carousel' ? block.elements : block.tasks)],
    inner,
    depth + 1,
  )
  const actions = records(block.actions)
  const buttons = actions.length > 0 ? drawBlock({ type: 'actions', elements: actions }, inner, depth) : []
  return indent([...head, ...details, ...children, ...buttons], '│ ', { dim: true })
}
