/** Inline content (styles, links, mentions, dates) as styled runs. */
import { formatDate } from '../markup/dates.ts'
import type { Inline } from '../markup/tree.ts'
import { type Run, run, type Style } from './run.ts'

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

/** Inline content as styled runs, not yet wrapped. */
export const inlineRuns = (children: readonly Inline[], canvas: Canvas, style: Style = {}): Run[] =>
  children.flatMap((child) => inlineRun(child, canvas, style))

function inlineRun(child: Inline, canvas: Canvas, style: Style): Run[] {
  const mention: Style = { ...style, tone: 'accent' }
  const named = (id: string, label: string) => label || canvas.names(id)
  switch (child.kind) {
    case 'text':
      return [run(child.text, style)]
    case 'break':
      return [run('\n', style)]
    case 'bold':
    case 'italic':
    case 'strike':
      return inlineRuns(child.children, canvas, { ...style, [child.kind]: true })
    case 'code':
      return [run(`\`${child.text}\``, { ...style, tone: 'code' })]
    case 'user':
      return [run(`@${named(child.id, child.label).replace(/^@/, '')}`, mention)]
    case 'channel':
      return [run(`#${named(child.id, child.label).replace(/^#/, '')}`, mention)]
    case 'group':
      return [run(`@${named(child.id, child.label).replace(/^@/, '')}`, mention)]
    case 'broadcast':
      return [run(`@${child.range}`, { ...mention, bold: true })]
    case 'date': {
      const text = formatDate(child.seconds, child.format, canvas) ?? child.fallback
      return child.url
        ? inlineRun({ kind: 'link', url: child.url, children: [{ kind: 'text', text }] }, canvas, style)
        : [run(text, style)]
    }
    case 'link': {
      const label = inlineRuns(child.children, canvas, { ...style, underline: true, tone: 'accent' })
      const shown = label.map(({ text }) => text).join('')
      const same = shown === child.url || `mailto:${shown}` === child.url
      return same ? label : [...label, run(` (${child.url})`, { ...style, dim: true })]
    }
  }
}
