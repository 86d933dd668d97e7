/** The text of our blocks as lines of mrkdwn, with outside text escaped. */
import type { ActionsBlock, DataTableBlock, RichTextBlock, RichTextElement, TableBlock } from '@slack/types'
import type { Block, DataVisualizationBlock, Message } from '../../model/message.ts'
import { counted, numberWords, pointWords } from './formats.ts'
import { limits } from './limits.ts'
import { clip, escapeText, leafMrkdwn, splitText } from './text.ts'

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
      return rowLines(block)
    case 'data_visualization':
      return chartLines(block)
    default:
      return []
  }
}

/** A button whose label is the command that it runs, which can be typed as well; not one that is cut short. */
function commandLine(element: ActionsBlock['elements'][number]): string[] {
  const label = element.type === 'button' ? element.text.text : ''
  return /^\/sightline .*[^…]$/.test(label) ? [`Try: ${escapeText(label)}`] : []
}

/** A message's `text`, read off its blocks: what they say, without bold and the like. */
export function textOf(blocks: readonly Block[]): string {
  return summary(
    blocks
      .flatMap(mrkdwnLines)
      .map((line) => line.replace(codeOrStyle, (found) => (found.startsWith('`') ? found : ''))),
  )
}

/** Whole lines, and the number of the rest. @param lines mrkdwn, already escaped @param where the rest are */
function summary(lines: readonly string[], room = limits.message.text - 40, where = 'in the message') {
  let joined = ''
  for (const [index, full] of lines.entries()) {
    const line = clip(full, 1_500)
    const next = joined === '' ? line : `${joined}\n${line}`
    if (next.length > room) return `${joined}\n${counted(lines.length - index, 'more line')} ${where}.`.trim()
    joined = next
  }
  return joined
}

/** `escapeText` leaves no such mark in outside text; code stays as it is. */
const codeOrStyle = /`[^`]*`|(?<![A-Za-z0-9])[*_~]|[*_~](?![A-Za-z0-9])/g

/** Characters of a monospaced line that fit on a phone. */
const alignedWidth = 36

/** A block's lines for a monospaced font: the columns of a narrow table are aligned. */
function monospacedLines(block: Block): string[] {
  if (!isTable(block)) return mrkdwnLines(block)
  const rows = block.rows.map((row) => row.map((cell) => (cell.type === 'rich_text' ? null : cell.text)))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? alignedWidth)),
  )
  if (widths.reduce((sum, width) => sum + width + 2, -2) > alignedWidth) return rowLines(block)
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
  const areWhole = chart.series.every(({ data }) => data.every(({ value }) => Number.isInteger(value)))
  const words = areWhole ? numberWords : chartWords
  const rows = chart.axis_config.categories.map((category, index) => {
    const values = chart.series.map(({ data }) => words(data[index]?.value ?? 0))
    return escapeText(`${category}: ${values.join(' | ')}`)
  })
  return [escapeText(`${title} (${names})`), ...rows]
}

/** With the decimals that the chart has. */
const chartWords = (value: number) => (Number.isInteger(10 * value) ? pointWords(value) : String(value))

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

/** Length of all text that a reader could see, counted the strictest way: including cells, labels and dialogs. */
export function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [key, item] of Object.entries(value)) if (!isInternal(key, item)) sum += textLength(item)
  return sum
}

const internalKeys = new Set(['type', 'block_id', 'action_id', 'style', 'format', 'user_id', 'channel_id'])

/** Properties that no reader sees: Slack uses them or sends them back. */
function isInternal(key: string, item: unknown): boolean {
  return internalKeys.has(key) || (key === 'value' && typeof item === 'string')
}

// The same message in simpler blocks, for when Slack refuses the original ones.

/** Charts and tables become preformatted text; everything else, buttons included, stays. */
export function withoutChartsAndTables(message: Message): Message {
  const otherBlocks = message.blocks.filter((block) => !isSpecial(block))
  let room = limits.message.allText - textLength(otherBlocks) - 200
  let places = limits.message.blocks - otherBlocks.length
  const blocks = message.blocks.flatMap((block): Block[] => {
    if (!isSpecial(block)) return [block]
    // Each chart or table may use the space that is left, and gets at least one block.
    const sections = preformatted(monospacedLines(block), room, Math.max(1, places))
    room -= textLength(sections)
    places -= sections.length
    return sections
  })
  return { text: message.text, blocks }
}

const isSpecial = (block: Block) => block.type === 'data_visualization' || isTable(block)

/** Sections of text only, with a blank line between the blocks. A last one says that buttons are missing. */
export function asPlainText({ text, blocks }: Message): Message {
  const parts = blocks.map((block) => mrkdwnLines(block).join('\n')).filter((part) => part !== '')
  const whole = parts.join('\n\n')
  const room = limits.message.allText - 200
  const fitting = whole.length <= room ? whole : summary(whole.split('\n'), room, 'not shown')
  const hadButtons = blocks.some(
    (block) => block.type === 'actions' || (block.type === 'section' && block.accessory !== undefined),
  )
  const note = 'Buttons couldn’t be shown here. Type `/sightline help` for the commands.'
  return {
    text,
    blocks: [...splitText(fitting || '–', limits.text), ...(hadButtons ? [note] : [])].map(mrkdwnSection),
  }
}

function mrkdwnSection(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }
}

/** Lines between triple backticks, as many as fit, and the number of lines not shown. */
function preformatted(lines: readonly string[], room: number, places: number): Block[] {
  const texts: string[] = []
  let length = 0
  let at = 0
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const last = texts.at(-1)
    const starts = last === undefined || last.length + line.length + 1 > limits.text - 100
    if (length + line.length + 8 > room || (starts && texts.length >= places)) break
    if (starts) texts.push(line)
    else texts[texts.length - 1] = `${last}\n${line}`
    length += line.length + (starts ? 7 : 1)
  }
  const omittedCount = lines.length - at
  const blocks = texts.map((text) => `\`\`\`${text}\`\`\``)
  const note = `${counted(omittedCount, 'more line')} not shown.`
  const noted =
    omittedCount === 0
      ? blocks
      : blocks.length === 0
        ? [note]
        : [...blocks.slice(0, -1), `${blocks.at(-1)}\n${note}`]
  return noted.map(mrkdwnSection)
}
