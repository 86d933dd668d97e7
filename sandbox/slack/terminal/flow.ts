/** Parsed text (mrkdwn, rich_text, markdown) as lines, shortened to an overview. */
import { formatDate } from '../markup/dates.ts'
import { replaceEmoji } from '../markup/emoji.ts'
import { parseMrkdwn } from '../markup/mrkdwn.ts'
import { isMrkdwn, textOf } from '../markup/read.ts'
import type { Flow, Grid, Inline } from '../markup/tree.ts'
import { clean, displayWidth, indent, pad, wrap } from './text.ts'

export interface Canvas {
  /** Columns. */
  readonly width: number
  /** A user's or channel's name. */
  readonly names: (id: string) => string
  /** The time for relative dates, in Unix milliseconds. */
  readonly now: number
  readonly timeZone?: string
}

export const narrower = (canvas: Canvas, columns: number): Canvas => ({
  ...canvas,
  width: Math.max(10, canvas.width - columns),
})

/** A text object or a plain string as lines. */
export const drawText = (value: unknown, canvas: Canvas): string[] =>
  isMrkdwn(value) ? drawFlows(parseMrkdwn(textOf(value)), canvas) : wrap(label(value), canvas.width)

/** The text of a text object, without its formatting. */
export const label = (value: unknown): string => clean(replaceEmoji(textOf(value)))

export const drawFlows = (flows: readonly Flow[], canvas: Canvas): string[] =>
  flows.flatMap((flow) => drawFlow(flow, canvas))

function drawFlow(flow: Flow, canvas: Canvas): string[] {
  const { width } = canvas
  switch (flow.kind) {
    case 'paragraph':
      return drawParagraph(wordsOf(flow.children, canvas), width)
    case 'heading':
      return wrap(wordsOf(flow.children, canvas), width)
    case 'quote':
      return indent(wrap(wordsOf(flow.children, canvas), width - 2), '▎ ')
    case 'pre':
      return indent(wrap(clean(flow.text), width - 2), '  ')
    case 'rule':
      return ['─'.repeat(width)]
    case 'grid':
      return drawGrid(flow.grid, canvas)
    case 'list':
      return flow.items.flatMap((item) => {
        const marker = `${'  '.repeat(item.indent)}${item.marker} `
        const body = wrap(wordsOf(item.children, canvas), Math.max(10, width - marker.length))
        return body.map((line, at) => (at === 0 ? marker : ' '.repeat(marker.length)) + line)
      })
  }
}

/** The first line is wrapped into at most two, the others into one. */
const drawParagraph = (text: string, width: number): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line, at) => {
      const lines = wrap(line, width)
      const most = at === 0 ? 2 : 1
      const last = lines[most - 1] ?? ''
      return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${wrap(last, width - 1)[0]}…`]
    })

/** Inline content as one text, with the names that its mentions stand for. */
export const wordsOf = (children: readonly Inline[], canvas: Canvas): string =>
  children.map((child) => clean(wordOf(child, canvas))).join('')

function wordOf(child: Inline, canvas: Canvas): string {
  switch (child.kind) {
    case 'text':
      return child.text
    case 'break':
      return '\n'
    case 'code':
      return `\`${child.text}\``
    case 'user':
    case 'group':
      return `@${(child.label || canvas.names(child.id)).replace(/^@/, '')}`
    case 'channel':
      return `#${(child.label || canvas.names(child.id)).replace(/^#/, '')}`
    case 'broadcast':
      return `@${child.range}`
    case 'date': {
      const text = formatDate(child.seconds, child.format, canvas) ?? child.fallback
      return child.url ? linkOf(text, child.url) : text
    }
    case 'link':
      return linkOf(wordsOf(child.children, canvas), child.url)
    default:
      return wordsOf(child.children, canvas)
  }
}

const linkOf = (text: string, url: string): string =>
  text === url || `mailto:${text}` === url ? text : `${text} (${url})`

const gap = 2
/** The most rows of a table. */
const fewRows = 4

/** A table's header, a rule, then its first rows, with the columns that fit. The message has already said its caption. */
export function drawGrid({ header, rows, align }: Grid, canvas: Canvas): string[] {
  const table = [header, ...rows.slice(0, fewRows)].map((row) =>
    row.map((cell) => wordsOf(cell.children, canvas)),
  )
  const natural = Array.from({ length: Math.max(...table.map((row) => row.length)) }, (_, column) =>
    Math.max(1, ...table.flatMap((row) => (row[column] ?? '').split('\n').map(displayWidth))),
  )
  if (natural.length === 0) return []
  const totalOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap, -gap)
  const fitting = natural.findLastIndex((_, at) => totalOf(natural.slice(0, at + 1)) <= canvas.width) + 1
  const widths = natural.slice(0, Math.max(2, fitting))
  // Even two columns may be too wide for a narrow window.
  while (totalOf(widths) > canvas.width) widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - 1
  const draw = (row: readonly string[]): string[] => {
    const cells = widths.map((width, at) => wrap(row[at] ?? '', width))
    const height = Math.max(...cells.map((lines) => lines.length))
    return Array.from({ length: height }, (_, y) =>
      cells.map((lines, at) => pad(lines[y] ?? '', widths[at] ?? 0, align[at])).join(' '.repeat(gap)),
    )
  }
  const [head = [], ...body] = table.map(draw)
  const hidden = rows.length - body.length
  const more = hidden > 0 ? [`… ${hidden} more ${hidden === 1 ? 'row' : 'rows'}`] : []
  return [...head, '─'.repeat(totalOf(widths)), ...body.flat(), ...more]
}
