/** Renders a message as readable terminal text: an overview without blank lines, in which long parts are shortened. */
import { parseMrkdwn } from './markup/mrkdwn.ts'
import { drawBlocks } from './terminal/block.ts'
import { type Canvas, drawFlows, narrower } from './terminal/flow.ts'
import { clean, indent, wrap } from './terminal/text.ts'

interface TerminalOptions extends Omit<Canvas, 'names' | 'now'> {
  /** The name of a user or channel. Ids are shown if it is missing. */
  readonly names?: (id: string) => string
  /** The time for “Today” in dates, in Unix milliseconds; the real time by default. */
  readonly now?: number
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

/**
 * A message as text without a trailing newline: author and time, then its blocks (or its text, if it has none). A
 * message can't control the terminal: its control characters are removed. Below 20 columns, it is drawn for 20.
 */
export function renderMessage(message: TerminalMessage, options: TerminalOptions): string {
  const width = Number.isFinite(options.width) ? Math.max(20, Math.floor(options.width)) : 80
  const canvas: Canvas = { names: (id) => id, now: Date.now(), ...options, width }
  const isReply = message.thread === true
  const margin = isReply ? '    ' : '  '
  const inner = narrower(canvas, margin.length)
  const body =
    message.blocks.length > 0
      ? drawBlocks(message.blocks, inner)
      : drawFlows(parseMrkdwn(message.text), inner)
  const title = [
    isReply ? '  ↳ reply' : '',
    message.user === undefined ? '' : canvas.names(message.user),
    message.time ?? '',
    message.ephemeral === true ? 'Only visible to you' : '',
  ].filter(Boolean)
  const head = title.length > 0 ? wrap(clean(title.join(' · ')), width) : []
  return [...head, ...indent(body, margin)].map((line) => line.trimEnd()).join('\n')
}
