/** Slack's rich_text: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
import { emojiGlyph } from './emoji.ts'
import { type Json, list, number, record, records, string } from './read.ts'
import { type Flow, type Inline, type ListItem, plain } from './tree.ts'

const bullets = ['•', '◦', '▪']

/** Parses a rich_text block, cell or initial value. Unknown elements are dropped. */
export function parseRichText(block: Json): Flow[] {
  return records(block.elements).flatMap((element): Flow[] => {
    const children = element.type === 'rich_text_list' ? [] : inlines(element.elements)
    switch (element.type) {
      case 'rich_text_section':
        return [{ kind: 'paragraph', children }]
      case 'rich_text_quote':
        return [{ kind: 'quote', children }]
      case 'rich_text_preformatted':
        return [{ kind: 'pre', text: flatten(children) }]
      case 'rich_text_list':
        return [{ kind: 'list', items: listItems(element) }]
      default:
        return []
    }
  })
}

function listItems(element: Json): ListItem[] {
  const indent = Math.min(8, Math.max(0, Math.trunc(number(element.indent) ?? 0)))
  const offset = Math.trunc(number(element.offset) ?? 0)
  return records(element.elements).map((item, at) => ({
    indent,
    marker: element.style === 'ordered' ? `${offset + at + 1}.` : (bullets[indent % bullets.length] ?? '•'),
    children: inlines(item.elements),
  }))
}

const inlines = (elements: unknown): Inline[] => list(elements).map(record).flatMap(styled)

function styled(element: Json): Inline[] {
  const style = record(element.style)
  const text = string(element.text)
  if (element.type === 'text' && style.code === true) return [{ kind: 'code', text }]
  let out = inline(element, text)
  for (const [key, kind] of [
    ['strike', 'strike'],
    ['italic', 'italic'],
    ['bold', 'bold'],
  ] as const) {
    if (style[key] === true) out = [{ kind, children: out }]
  }
  return out
}

function inline(element: Json, text: string): Inline[] {
  switch (element.type) {
    case 'text':
      return text
        .split('\n')
        .flatMap((line, at) => (at === 0 ? [plain(line)] : [{ kind: 'break' }, plain(line)]))
    case 'link':
      return [{ kind: 'link', url: string(element.url), children: [plain(text || string(element.url))] }]
    case 'emoji':
      return [plain(emojiGlyph(string(element.name)) ?? `:${string(element.name)}:`)]
    case 'user':
      return [{ kind: 'user', id: string(element.user_id), label: '' }]
    case 'channel':
      return [{ kind: 'channel', id: string(element.channel_id), label: '' }]
    case 'usergroup':
      return [{ kind: 'group', id: string(element.usergroup_id), label: '' }]
    case 'team':
      return [plain(string(element.team_id))]
    case 'broadcast':
      return [{ kind: 'broadcast', range: string(element.range) }]
    case 'color':
      return [plain(string(element.value))]
    case 'date':
      return [
        {
          kind: 'date',
          seconds: number(element.timestamp) ?? Number.NaN,
          format: string(element.format),
          fallback: string(element.fallback),
          url: string(element.url),
        },
      ]
    default:
      return []
  }
}

/** The text of inline content without styles. Mentions become ids. */
export const flatten = (children: readonly Inline[]): string =>
  children
    .map((child): string => {
      switch (child.kind) {
        case 'text':
        case 'code':
          return child.text
        case 'break':
          return '\n'
        case 'user':
        case 'channel':
        case 'group':
          return child.label || child.id
        case 'broadcast':
          return `@${child.range}`
        case 'date':
          return child.fallback
        default:
          return flatten(child.children)
      }
    })
    .join('')
