/** Parsed text (mrkdwn, rich_text, markdown) as terminal lines. */
import { replaceEmoji } from '../markup/emoji.ts'
import { parseMrkdwn } from '../markup/mrkdwn.ts'
import { isMrkdwn, textOf } from '../markup/read.ts'
import type { Flow } from '../markup/tree.ts'
import { type Canvas, inlineRuns } from './inline.ts'
import { indent, type Line, type Run, run, type Style, wrap } from './run.ts'
import { drawGrid } from './table.ts'

/** A text object or a plain string as lines. */
export const drawText = (value: unknown, canvas: Canvas, style: Style = {}): Line[] =>
  isMrkdwn(value)
    ? drawFlows(parseMrkdwn(textOf(value)), canvas, style)
    : wrap([run(replaceEmoji(textOf(value)), style)], canvas.width)

export const drawFlows = (flows: readonly Flow[], canvas: Canvas, style: Style = {}): Line[] =>
  flows.flatMap((flow) => drawFlow(flow, canvas, style))

/** A text's lines: the first is wrapped into at most two, the others into one. */
const drawLines = (runs: readonly Run[], canvas: Canvas): Line[] =>
  linesOf(runs).flatMap((line, at) => shortened(wrap(line, canvas.width), at === 0 ? 2 : 1, canvas))

/** Splits runs at the text's own line breaks. */
function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]]
  for (const { text, style } of runs)
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push(run(part, style))
    }
  return lines
}

function shortened(lines: readonly Line[], most: number, canvas: Canvas): readonly Line[] {
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  const fitting = wrap(last, canvas.width - 1)[0] ?? []
  return [...lines.slice(0, most - 1), [...fitting, run('…')]]
}

function drawFlow(flow: Flow, canvas: Canvas, style: Style): Line[] {
  switch (flow.kind) {
    case 'paragraph':
      return drawLines(inlineRuns(flow.children, canvas, style), canvas)
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
