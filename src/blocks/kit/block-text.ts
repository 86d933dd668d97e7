/** The text of our blocks as lines of mrkdwn, with outside text escaped. */
import type { ActionsBlock, DataTableBlock, RichTextBlock, RichTextElement, TableBlock } from '@slack/types'
import type { Block, DataVisualizationBlock, Message } from '../../model/message.ts'
import { limits } from './limits.ts'
import { counted, pointWords } from './numbers.ts'
import { compact, leafMrkdwn, type Optional } from './spans.ts'
import { clip, escapeText } from './text.ts'

/** A block's content as lines. Dividers have none; of buttons, only the commands that they run are words to read. */
export function mrkdwnLines(block: Block): string[] {
  switch (block.type) {
    case 'header':
      return [`*${escapeText(block.text.text)}*`]
    case 'section':
      return block.text === undefined ? [] : textLines(block.text)
    case 'context':
      return block.elements.flatMap((element) => (element.type === 'image' ? [] : textLines(element)))
    case 'rich_text':
      return block.elements.flatMap(richTextLines)
    case 'actions':
      return block.elements.flatMap(commandLine)
    case 'data_table':
    case 'table':
    case 'data_visualization':
      return tableLines(block)
    default:
      return []
  }
}

/** A button whose label is the command that it runs, which can be typed as well. */
function commandLine(element: ActionsBlock['elements'][number]): string[] {
  const label = element.type === 'button' ? element.text.text : ''
  return label.startsWith('/sightline ') ? [`Try: ${escapeText(label)}`] : []
}

/** A message's `text`, read off its blocks: what they say, without bold and the like. */
export function textOf(blocks: readonly Block[]): string {
  return summary(
    blocks
      .flatMap(mrkdwnLines)
      .map((line) => line.replace(codeOrStyle, (found) => (found.startsWith('`') ? found : ''))),
  )
}

/** At most 4,000 characters of whole lines; the rest are counted. @param lines mrkdwn, already escaped */
function summary(lines: readonly string[]): string {
  const room = limits.message.text - 40
  let joined = ''
  for (const [index, full] of lines.entries()) {
    const line = clip(full, 1_500)
    const next = joined === '' ? line : `${joined}\n${line}`
    if (next.length > room)
      return `${joined}\n${counted(lines.length - index, 'more line')} in the message.`.trim()
    joined = next
  }
  return joined
}

/** A message of these blocks, with its `text`. */
export function messageOf(all: readonly Optional<Block>[]): Message {
  const blocks = compact<Block>(...all)
  return { text: textOf(blocks), blocks }
}

/** `escapeText` leaves no such mark in outside text; code stays as it is. */
const codeOrStyle = /`[^`]*`|(?<![A-Za-z0-9])[*_~]|[*_~](?![A-Za-z0-9])/g

/** A chart's or a table's numbers, one line per row. Empty for other blocks. */
function tableLines(block: Block): string[] {
  if (block.type === 'data_visualization') return chartLines(block)
  return isTable(block) ? rowLines(block) : []
}

/** Characters of a monospaced line that fit on a phone. */
const alignedWidth = 36

/** The same for a monospaced font: the columns of a narrow table are aligned. */
export function monospacedLines(block: Block): string[] {
  if (!isTable(block)) return tableLines(block)
  const rows = block.rows.map((row) => row.map((cell) => (cell.type === 'rich_text' ? null : cell.text)))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? alignedWidth)),
  )
  if (widths.reduce((sum, width) => sum + width + 2, -2) > alignedWidth) return tableLines(block)
  const lines = rows.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? (text ?? '').padEnd(width) : (text ?? '').padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
  return [...captionOf(block), ...lines].map(escapeText)
}

function chartLines({ title, chart }: DataVisualizationBlock): string[] {
  const names = chart.series.map(({ name }) => name).join(' | ')
  const rows = chart.axis_config.categories.map((category, index) => {
    const values = chart.series.map(({ data }) => pointWords(data[index]?.value ?? 0))
    return escapeText(`${category}: ${values.join(' | ')}`)
  })
  return [escapeText(`${title} (${names})`), ...rows]
}

type Table = DataTableBlock | TableBlock

export const isTable = (block: Block): block is Table => block.type === 'data_table' || block.type === 'table'

const captionOf = (table: Table) => (table.type === 'data_table' ? [table.caption] : [])

function rowLines(table: Table): string[] {
  const cells = (row: Table['rows'][number]) =>
    row.map((cell) =>
      cell.type === 'rich_text' ? cell.elements.flatMap(richTextLines).join(' ') : escapeText(cell.text),
    )
  return [...captionOf(table).map(escapeText), ...table.rows.map((row) => cells(row).join(' | '))]
}

function textLines(text: { type: 'plain_text' | 'mrkdwn'; text: string }): string[] {
  return (text.type === 'mrkdwn' ? text.text : escapeText(text.text)).split('\n')
}

function richTextLines(element: RichTextBlock['elements'][number]): string[] {
  switch (element.type) {
    case 'rich_text_list':
      return element.elements.map((item) => `• ${leaves(item.elements)}`)
    case 'rich_text_quote':
      return leaves(element.elements)
        .split('\n')
        .map((line) => `> ${line}`)
    default:
      return leaves(element.elements).replace(/\n$/, '').split('\n')
  }
}

function leaves(elements: readonly RichTextElement[]): string {
  return elements.map(leafMrkdwn).join('')
}
