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
