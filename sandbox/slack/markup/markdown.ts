/**
 * The Markdown of Slack's `markdown` block and of canvases, as far as apps use it: headings, lists, quotes, code,
 * tables, links, and the mentions of canvases, `![](@U1)`.
 */
import { replaceEmoji } from './emoji.ts'
import { flatten } from './rich-text.ts'
import { type Cell, type Flow, type Inline, joinLines, type ListItem, plain } from './tree.ts'

const bullets = ['•', '◦', '▪']
const tableRule = /^\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/
const listLine = /^(\s*)(?:([-*+])|(\d{1,9}[.)]))\s+(.*)$/

const startsBlock = /^(?:#{1,6}\s|>|\s*(?:```|~~~))/

export function parseMarkdown(source: string): Flow[] {
  const lines = source.split(/\r\n|[\r\n\u2028\u2029]/)
  const flows: Flow[] = []
  let at = 0
  const take = (test: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && test(lines[at] ?? '')) at += 1
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = /^\s*(```|~~~)/.exec(line)?.[1]
    const heading = /^(#{1,6})\s(.*)$/.exec(line)
    if (line.trim() === '') at += 1
    else if (fence) {
      at += 1
      flows.push({ kind: 'pre', text: take((next) => !next.trim().startsWith(fence)).join('\n') })
      at += 1
    } else if (heading) {
      at += 1
      flows.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        children: parseMarkdownInline((heading[2] ?? '').trim().replace(/\s#+$/, '')),
      })
    } else if (/^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(line)) {
      at += 1
      flows.push({ kind: 'rule' })
    } else if (line.startsWith('>')) {
      const quoted = take((next) => next.startsWith('>')).map((next) => next.replace(/^>\s?/, ''))
      flows.push({ kind: 'quote', children: joinLines(quoted.map(parseMarkdownInline)) })
    } else if (listLine.test(line)) {
      flows.push({ kind: 'list', items: take((next) => listLine.test(next)).map(listItem) })
    } else if (line.includes('|') && tableRule.test((lines[at + 1] ?? '').trim())) {
      flows.push(table(take((next) => next.includes('|'))))
    } else {
      at += 1
      const paragraph = [
        line,
        ...take((next) => next.trim() !== '' && !startsBlock.test(next) && !listLine.test(next)),
      ]
      flows.push({ kind: 'paragraph', children: joinLines(paragraph.map(parseMarkdownInline)) })
    }
  }
  return flows
}

function listItem(line: string): ListItem {
  const [, space = '', , digits, rest = ''] = listLine.exec(line) ?? []
  const indent = Math.min(8, Math.floor(space.replaceAll('\t', '  ').length / 2))
  const task = /^\[([ xX])\]\s+(.*)$/.exec(rest)
  const bullet = digits ?? bullets[indent % bullets.length] ?? '•'
  return {
    indent,
    marker: task ? (task[1] === ' ' ? '☐' : '☑') : bullet,
    children: parseMarkdownInline(task?.[2] ?? rest),
  }
}

function table(lines: readonly string[]): Flow {
  const [head = '', rule = '', ...body] = lines
  const split = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim())
  const cell = (text: string): Cell => {
    const children = parseMarkdownInline(text)
    return { children, text: flatten(children), value: null }
  }
  const align = split(rule).map((mark) =>
    mark.endsWith(':')
      ? mark.startsWith(':')
        ? ('center' as const)
        : ('right' as const)
      : ('left' as const),
  )
  const header = split(head).map(cell)
  const rows = body.map((line) => split(line).slice(0, header.length).map(cell))
  return { kind: 'grid', grid: { caption: '', header, rows, align, rowHeader: 0, pageSize: 100 } }
}

const inlinePattern =
  /!\[[^\]]*\]\(([@#])(\w+)\)|`([^`]+)`|\[([^[\]]*)\]\(([^\s()]+)\)|\*\*(?=\S)([^*]+?)\*\*|__(?=\S)([^_]+?)__|~~(?=\S)([^~]+?)~~|(?<![\w*])\*(?=[^\s*])([^*]+?)\*(?!\w)|(?<![\w_])_(?=[^\s_])([^_]+?)_(?!\w)|https?:\/\/[^\s<>|*`]+/g

/** Parses one line of Markdown into inline content. */
function parseMarkdownInline(line: string): Inline[] {
  const out: Inline[] = []
  let end = 0
  const text = (part: string) => {
    if (part) out.push(plain(replaceEmoji(part.replace(/\\([\\`*_{}[\]()#+\-.!|~>])/g, '$1'))))
  }
  for (const match of line.matchAll(inlinePattern)) {
    text(line.slice(end, match.index))
    end = match.index + match[0].length
    const [whole, mark, id, code, label, url, bold, boldUnder, strike, italic, italicUnder] = match
    const strong = bold ?? boldUnder
    const slanted = italic ?? italicUnder
    if (mark !== undefined && id !== undefined)
      out.push({ kind: mark === '@' ? 'user' : 'channel', id, label: '' })
    else if (code !== undefined) out.push({ kind: 'code', text: code })
    else if (url !== undefined) {
      out.push({ kind: 'link', url, children: label ? parseMarkdownInline(label) : [plain(url)] })
    } else if (strong !== undefined) out.push({ kind: 'bold', children: parseMarkdownInline(strong) })
    else if (strike !== undefined) out.push({ kind: 'strike', children: parseMarkdownInline(strike) })
    else if (slanted !== undefined) out.push({ kind: 'italic', children: parseMarkdownInline(slanted) })
    else out.push({ kind: 'link', url: whole, children: [plain(whole)] })
  }
  text(line.slice(end))
  return out
}
