/** The subset of Markdown that briefs use. Anything else is shown as it was written. */

import { clean, oneLine } from '../kit/text.ts'

export type MarkdownBlock =
  | { readonly kind: 'heading' | 'paragraph' | 'quote' | 'code'; readonly text: string }
  /** `number` `null`: a bullet. `indent` counts from 0. */
  | { readonly kind: 'item'; readonly text: string; readonly indent: number; readonly number: string | null }

/** One that ends on its own line opens no block. */
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const heading = /^ {0,3}#{1,6}(?=\s|$)/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const quote = /^ {0,3}> ?/
const item = /^( *)(?:[-*+•]|(\d{1,9}[.)]))(?: +|$)/
const tableRow = /^ {0,3}\|/
const underline = /^ {0,3}=+ *$/
const deepestIndent = 5

interface Open {
  readonly kind: 'paragraph' | 'quote' | 'table'
  readonly lines: string[]
}

/** Splits a Markdown text into its blocks. Horizontal rules are omitted, since they have no content. */
export function parseMarkdown(source: string): readonly MarkdownBlock[] {
  const lines = clean(source).split('\n')
  const blocks: MarkdownBlock[] = []
  let open = null as Open | null
  const flush = () => {
    if (open !== null) blocks.push(...closed(open))
    open = null
  }
  const add = (kind: Open['kind'], line: string) => {
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
    } else if (underline.test(line) && open?.kind === 'paragraph') {
      blocks.push({ kind: 'heading', text: open.lines.join(' ') })
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

function closed({ kind, lines }: Open): MarkdownBlock[] {
  const text = lines.join('\n').trim()
  return text === '' ? [] : [{ kind: kind === 'table' ? 'code' : kind, text }]
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

/** Outside text may be bold, but can't link: a link is shown as its text and its address. */
export interface Leaf {
  readonly text: string
  readonly style: Style
}

interface Style {
  readonly bold?: true
  readonly italic?: true
  readonly strike?: true
  readonly code?: true
}

const marks: readonly { readonly mark: string; readonly style: Style; readonly inWords: boolean }[] = [
  { mark: '**', style: { bold: true }, inWords: true },
  { mark: '__', style: { bold: true }, inWords: false },
  { mark: '~~', style: { strike: true }, inWords: true },
  { mark: '*', style: { italic: true }, inWords: false },
  { mark: '_', style: { italic: true }, inWords: false },
]

/** Maximum characters between a mark and its partner. It also limits the work that hostile text can cause. */
const reach = 3_000
const deepest = 4

const link =
  /!?\[([^[\]]{0,500})\]\(\s{0,5}<?((?:[^\s()<>]|\([^\s()<>]{0,200}\)){0,2000})>?(?:\s{1,5}"[^"]{0,300}")?\s{0,5}\)/y
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y
const escapable = /[!-/:-@[-`{-~]/
const wordLike = /[\p{L}\p{N}]/u

/** Parses the inline marks of one paragraph. Adjacent leaves differ in style, and none is empty. */
export function parseInline(source: string): readonly Leaf[] {
  return merge(walk(source, {}, 0))
}

export function inlineText(source: string): string {
  return parseInline(source)
    .map(({ text }) => text)
    .join('')
}

function walk(source: string, style: Style, depth: number): Leaf[] {
  const leaves: Leaf[] = []
  let at = 0
  while (at < source.length) {
    const marked = special(source, at, style, depth)
    if (marked === null) {
      leaves.push({ text: source[at] ?? '', style })
      at += 1
    } else {
      leaves.push(...marked.leaves)
      at = marked.end
    }
  }
  return merge(leaves)
}

type Found = { readonly leaves: readonly Leaf[]; readonly end: number } | null

function special(source: string, at: number, style: Style, depth: number): Found {
  const character = source[at] ?? ''
  if (character === '\\') {
    const next = source[at + 1] ?? ''
    return escapable.test(next) ? { leaves: [{ text: next, style }], end: at + 2 } : null
  }
  if (character === '`') return codeSpan(source, at, style)
  if (character === '[' || character === '!') return linkAt(source, at, style, depth)
  if (character === '<') {
    autolink.lastIndex = at
    const [whole, address] = autolink.exec(source) ?? []
    return whole === undefined ? null : { leaves: [{ text: address ?? '', style }], end: at + whole.length }
  }
  return depth < deepest && '*_~'.includes(character) ? emphasis(source, at, style, depth) : null
}

function codeSpan(source: string, at: number, style: Style): Found {
  let fence = at
  while (source[fence] === '`') fence += 1
  const ticks = source.slice(at, fence)
  const close = source.slice(fence, fence + reach).indexOf(ticks)
  if (close < 0) return { leaves: [{ text: ticks, style }], end: fence }
  const text = source.slice(fence, fence + close).trim() || ' '
  return { leaves: [{ text, style: { ...style, code: true } }], end: fence + close + ticks.length }
}

function linkAt(source: string, at: number, style: Style, depth: number): Found {
  link.lastIndex = at
  const [whole, label = '', address = ''] = link.exec(source) ?? []
  if (whole === undefined) return null
  const text = walk(label, style, depth + 1)
  const linkText = label.trim()
  const shown = linkText === '' ? address : linkText === address ? '' : ` (${address})`
  return {
    leaves: [...text, ...(address === '' || shown === '' ? [] : [{ text: shown, style }])],
    end: at + whole.length,
  }
}

function emphasis(source: string, at: number, style: Style, depth: number): Found {
  for (const { mark, style: added, inWords } of marks) {
    if (!source.startsWith(mark, at)) continue
    const from = at + mark.length
    if (/^\s?$/.test(source[from] ?? '') || (!inWords && wordLike.test(source[at - 1] ?? ''))) continue
    const close = closing(source, from, mark, inWords)
    if (close < 0) continue
    return {
      leaves: walk(source.slice(from, close), { ...style, ...added }, depth + 1),
      end: close + mark.length,
    }
  }
  return null
}

function closing(source: string, from: number, mark: string, inWords: boolean): number {
  const part = source.slice(from, from + reach)
  for (
    let at = part.indexOf(mark, 1), tries = 0;
    at > 0 && tries < 20;
    at = part.indexOf(mark, at + 1), tries += 1
  ) {
    const next = part[at + mark.length] ?? ''
    const doubled = mark.length === 1 && (next === mark || part[at - 1] === mark)
    if (!doubled && !/\s/.test(part[at - 1] ?? ' ') && (inWords || !wordLike.test(next))) return from + at
  }
  return -1
}

function merge(leaves: readonly Leaf[]): Leaf[] {
  const merged: { text: string; style: Style }[] = []
  for (const leaf of leaves) {
    const last = merged.at(-1)
    if (leaf.text === '') continue
    if (last !== undefined && sameStyle(last.style, leaf.style)) last.text += leaf.text
    else merged.push({ ...leaf })
  }
  return merged
}

function sameStyle(a: Style, b: Style): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code
}
