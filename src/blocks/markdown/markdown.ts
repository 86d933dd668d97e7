/** The subset of Markdown that briefs use. Anything else is shown as it was written. */

import { oneLine, verbatim } from '../kit/text.ts'
import { inlineText } from './inline.ts'

export type MarkdownBlock =
  | { readonly kind: 'heading' | 'paragraph' | 'quote' | 'code'; readonly text: string }
  /** `number` `null`: a bullet. `indent` counts from 0. */
  | { readonly kind: 'item'; readonly text: string; readonly indent: number; readonly number: string | null }

const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}#{1,6}(?=\s|$)/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const quote = /^ {0,3}> ?/
const item = /^( *)(?:[-*+•]|(\d{1,9}[.)]))(?: +|$)/
const tableRow = /^ {0,3}\|/
const underline = /^ {0,3}=+ *$/
const deepestIndent = 5

/** Splits a Markdown text into its blocks. Horizontal rules are omitted, since they have no content. */
export function parseMarkdown(source: string): readonly MarkdownBlock[] {
  const lines = verbatim(source).split('\n')
  const blocks: MarkdownBlock[] = []
  let open: { kind: 'paragraph' | 'quote' | 'table'; lines: string[] } | null = null
  const flush = () => {
    if (open !== null) blocks.push(...closed(open))
    open = null
  }
  const add = (kind: 'paragraph' | 'quote' | 'table', line: string) => {
    if (open?.kind !== kind) flush()
    open ??= { kind, lines: [] }
    open.lines.push(line)
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, ticks] = fence.exec(line) ?? []
    if (ticks !== undefined) {
      flush()
      const end = lines.findIndex((later, index) => index > at && later.trim().startsWith(ticks))
      const code = lines.slice(at + 1, end < 0 ? undefined : end).join('\n')
      if (code.trim() !== '') blocks.push({ kind: 'code', text: code })
      at = end < 0 ? lines.length : end
    } else if (line.trim() === '' || rule.test(line)) {
      flush()
    } else if (heading.test(line)) {
      flush()
      const text = line
        .replace(heading, '')
        .replace(/\s#+\s*$/, '')
        .trim()
      if (text !== '') blocks.push({ kind: 'heading', text })
    } else if (underline.test(line) && isParagraph(open)) {
      blocks.push({ kind: 'heading', text: paragraphText(open) })
      open = null
    } else if (quote.test(line)) {
      add('quote', line.replace(quote, ''))
    } else if (item.test(line)) {
      flush()
      blocks.push(itemOf(line))
    } else if (tableRow.test(line)) {
      add('table', line.trim())
    } else if (
      open === null &&
      /^ {2,}/.test(line) &&
      blocks.at(-1)?.kind === 'item' &&
      lines[at - 1]?.trim() !== ''
    ) {
      const last = blocks.pop()
      if (last !== undefined) blocks.push({ ...last, text: `${last.text}\n${line.trim()}` })
    } else {
      add('paragraph', line.trim())
    }
  }
  flush()
  return blocks
}

/** The beginning of a Markdown text on one line, without marks, and without headings if there is other text. */
export function excerpt(source: string, max: number): string {
  const blocks = parseMarkdown(source.slice(0, max * 20))
  const body = blocks.filter(({ kind }) => kind !== 'heading')
  const parts = (body.length > 0 ? body : blocks).map((block) =>
    block.kind === 'code' ? block.text : inlineText(block.text),
  )
  // List items rarely end with a full stop, so on one line they need a separator.
  const text = parts.map((part, index) =>
    index < parts.length - 1 && !/[.!?:;,…]\s*$/u.test(part) ? `${part} ·` : part,
  )
  return oneLine(text.join(' '), max)
}

function closed(open: { kind: 'paragraph' | 'quote' | 'table'; lines: string[] }): MarkdownBlock[] {
  const text = open.lines.join('\n').trim()
  if (text === '') return []
  return [{ kind: open.kind === 'table' ? 'code' : open.kind, text }]
}

function isParagraph(open: { kind: string } | null): boolean {
  return open?.kind === 'paragraph'
}

function paragraphText(open: { lines: string[] } | null): string {
  return open?.lines.join(' ') ?? ''
}

function itemOf(line: string): MarkdownBlock {
  const [whole = '', spaces = '', number] = item.exec(line) ?? []
  const text = line.slice(whole.length).trim()
  const box = /^\[([ xX])\] /.exec(text)
  const shownText = box === null ? text : `${box[1] === ' ' ? '☐' : '☑'} ${text.slice(4)}`
  return {
    kind: 'item',
    text: shownText,
    indent: Math.min(deepestIndent, Math.floor(spaces.length / 2)),
    number: number ?? null,
  }
}
