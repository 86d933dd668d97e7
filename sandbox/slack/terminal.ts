/** Renders a message as readable terminal text: an overview without blank lines, in which long parts are shortened. */
import { parseMrkdwn } from './markup/mrkdwn.ts'
import { drawBlocks } from './terminal/block.ts'
import { drawFlows } from './terminal/flow.ts'
import { type Canvas, narrower } from './terminal/inline.ts'
import { indent, paint, run, wrap } from './terminal/run.ts'

interface TerminalOptions {
  /** Width of the window in columns. Below 20, it is drawn as 20. */
  readonly width: number
  /** False: no escape codes. */
  readonly color: boolean
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
    names: options.names ?? ((id) => id),
    now: options.now ?? Date.now(),
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
  }
}

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
  return [...head, ...indent(body, margin)].map((line) => paint(line, options.color)).join('\n')
}
