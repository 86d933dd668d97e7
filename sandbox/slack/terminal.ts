/** Renders messages, modals and the Home tab as readable terminal text. */
import { parseMrkdwn } from './markup/mrkdwn.ts'
import { type Json, record, records, string, textOf } from './markup/read.ts'
import { drawBlocks } from './terminal/block.ts'
import { drawFlows, drawText } from './terminal/flow.ts'
import { type Canvas, narrower } from './terminal/inline.ts'
import { indent, type Line, lineWidth, paint, run, wrap } from './terminal/run.ts'

interface TerminalOptions {
  /** Width of the window in columns. Below 20, it is drawn as 20. */
  readonly width: number
  /** False: no escape codes. */
  readonly color: boolean
  /** For an overview: no blank lines, and long paragraphs, tables and charts are shortened. False by default. */
  readonly compact?: boolean
  /** The name of a user or channel. Ids are shown if it is missing. */
  readonly names?: (id: string) => string
  /** The time for “Today” in dates, in Unix milliseconds; the real time by default. */
  readonly now?: number
  /** IANA time zone for dates; the machine's by default. */
  readonly timeZone?: string
}

interface TerminalMessage {
  readonly user?: string
  readonly text: string
  readonly blocks: readonly Record<string, unknown>[]
  readonly ephemeral?: boolean
  /** Formatted for display, e.g. `09:00`. */
  readonly time?: string
  /** A thread reply, which is indented. */
  readonly thread?: boolean
}

function canvasOf(options: TerminalOptions): Canvas {
  const width = Number.isFinite(options.width) ? Math.max(20, Math.floor(options.width)) : 80
  return {
    width,
    compact: options.compact ?? false,
    names: options.names ?? ((id) => id),
    now: options.now ?? Date.now(),
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
  }
}

const print = (lines: readonly Line[], color: boolean): string =>
  lines.map((line) => paint(line, color)).join('\n')

/**
 * A message as text without a trailing newline: author and time, then its blocks (or its text, if it has none). A
 * message can't control the terminal: the output contains only our own SGR codes, and none without `color`.
 */
export function renderMessage(message: TerminalMessage, options: TerminalOptions): string {
  const canvas = canvasOf(options)
  const margin = message.thread === true ? '    ' : '  '
  const inner = narrower(canvas, margin.length)
  const body =
    message.blocks.length > 0
      ? drawBlocks(message.blocks, inner)
      : drawFlows(parseMrkdwn(message.text), inner)
  const parts = [
    message.user === undefined ? [] : [run(canvas.names(message.user), { bold: true })],
    message.time === undefined ? [] : [run(message.time, { dim: true })],
    message.ephemeral === true ? [run('Only visible to you', { dim: true, italic: true })] : [],
  ].filter((part) => part.length > 0)
  const title = parts.flatMap((part, at) => (at === 0 ? part : [run(' · ', { dim: true }), ...part]))
  const arrow = message.thread === true ? [run('  ↳ reply · ', { dim: true })] : []
  const head = title.length + arrow.length > 0 ? wrap([...arrow, ...title], canvas.width) : []
  return print([...head, ...indent(body, margin)], options.color)
}

/** A modal in a frame with its title and buttons, or the Home tab without a frame. */
export function renderView(view: Record<string, unknown>, options: TerminalOptions): string {
  const canvas = canvasOf(options)
  const blocks = records(view.blocks)
  if (view.type !== 'modal') return print(drawBlocks(blocks, canvas), options.color)
  const inner = narrower(canvas, 4)
  const [title = [], ...rest] = drawText(view.title, inner, { bold: true })
  const rule = '─'.repeat(Math.max(0, canvas.width - lineWidth(title) - 4))
  const dim = { dim: true }
  return print(
    [
      [run('┌ ', dim), ...title, run(` ${rule}┐`, dim)],
      ...frame([...rest, [], ...drawBlocks(blocks, inner), [], ...footer(view, inner)], inner),
      [run(`└${'─'.repeat(canvas.width - 2)}┘`, dim)],
    ],
    options.color,
  )
}

function footer(view: Json, canvas: Canvas): Line[] {
  const submit = textOf(view.submit)
  const close = textOf(record(view.close)) || string(view.close) || 'Close'
  const buttons = [run(`[ ${close} ]`, { glue: true })]
  if (submit) buttons.push(run('  '), run(`[ ${submit} ]`, { glue: true, bold: true, tone: 'good' }))
  return wrap(buttons, canvas.width)
}

function frame(lines: readonly Line[], canvas: Canvas): Line[] {
  const edge = run('│', { dim: true })
  return lines.map((line) => {
    const space = ' '.repeat(Math.max(0, canvas.width - lineWidth(line)))
    return [edge, run(' '), ...line, run(`${space} `), edge]
  })
}
