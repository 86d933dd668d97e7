/** Parsed text (mrkdwn, rich_text, markdown) as terminal lines. */
import { replaceEmoji } from '../markup/emoji.ts'
import { parseMrkdwn } from '../markup/mrkdwn.ts'
import { isMrkdwn, textOf } from '../markup/read.ts'
import type { Flow } from '../markup/tree.ts'
import { type Canvas, inlineRuns } from './inline.ts'
import { indent, type Line, run, type Style, wrap } from './run.ts'
import { drawGrid } from './table.ts'

/** A text object or a plain string as lines. */
export const drawText = (value: unknown, canvas: Canvas, style: Style = {}): Line[] =>
  isMrkdwn(value)
    ? drawFlows(parseMrkdwn(textOf(value)), canvas, style)
    : wrap([run(replaceEmoji(textOf(value)), style)], canvas.width)

export const drawFlows = (flows: readonly Flow[], canvas: Canvas, style: Style = {}): Line[] =>
  flows.flatMap((flow) => drawFlow(flow, canvas, style))

function drawFlow(flow: Flow, canvas: Canvas, style: Style): Line[] {
  switch (flow.kind) {
    case 'paragraph':
      return wrap(inlineRuns(flow.children, canvas, style), canvas.width)
    case 'heading':
      return wrap(inlineRuns(flow.children, canvas, { ...style, bold: true }), canvas.width)
    case 'quote':
      return indent(wrap(inlineRuns(flow.children, canvas, style), canvas.width - 2), '▎ ', { dim: true })
    case 'pre':
      return indent(wrap([run(flow.text, { ...style, tone: 'code' })], canvas.width - 2), '  ')
    case 'rule':
      return [[run('─'.repeat(canvas.width), { dim: true })]]
    case 'grid':
      return drawGrid(flow.grid, canvas)
    case 'list':
      return flow.items.flatMap((item) => {
        const marker = `${'  '.repeat(item.indent)}${item.marker} `
        const body = wrap(
          inlineRuns(item.children, canvas, style),
          Math.max(10, canvas.width - marker.length),
        )
        return body.map((line, at) => [run(at === 0 ? marker : ' '.repeat(marker.length)), ...line])
      })
  }
}
