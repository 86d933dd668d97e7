/** The rich text that Slack's composer makes of a user's text: docs.slack.dev/reference/block-kit/blocks/rich-text-block */
import type { Json } from '../json.ts'
import { parseMrkdwn } from '../markup/mrkdwn.ts'
import type { Flow, Inline } from '../markup/tree.ts'

type Style = Readonly<Record<string, true>>

const withStyle = (element: Json, style: Style): Json =>
  Object.keys(style).length === 0 ? element : { ...element, style }

function elementsOf(inlines: readonly Inline[], style: Style = {}): Json[] {
  return inlines.flatMap((inline) => elementOf(inline, style))
}

function elementOf(inline: Inline, style: Style): Json[] {
  switch (inline.kind) {
    case 'text':
      return [withStyle({ type: 'text', text: inline.text }, style)]
    case 'break':
      return [withStyle({ type: 'text', text: '\n' }, style)]
    case 'code':
      return [{ type: 'text', text: inline.text, style: { ...style, code: true } }]
    case 'bold':
    case 'italic':
    case 'strike':
      return elementsOf(inline.children, { ...style, [inline.kind]: true })
    case 'link':
      return [withStyle({ type: 'link', url: inline.url }, style)]
    case 'user':
      return [withStyle({ type: 'user', user_id: inline.id }, style)]
    case 'channel':
      return [withStyle({ type: 'channel', channel_id: inline.id }, style)]
    case 'group':
      return [withStyle({ type: 'usergroup', usergroup_id: inline.id }, style)]
    case 'broadcast':
      return [{ type: 'broadcast', range: inline.range }]
    case 'date':
      return [withStyle({ type: 'text', text: inline.fallback }, style)]
  }
}

const isText = (element: Json | undefined): element is Json & { text: string } => element?.type === 'text'

/** Merges adjacent texts with the same style, as Slack does. */
function joined(elements: readonly Json[]): Json[] {
  const out: Json[] = []
  for (const element of elements) {
    const last = out.at(-1)
    if (isText(last) && isText(element) && JSON.stringify(last.style) === JSON.stringify(element.style))
      out[out.length - 1] = { ...last, text: last.text + element.text }
    else out.push(element)
  }
  return out
}

/** The mrkdwn that users write has no lists, tables or headings. */
function partOf(flow: Flow): Json[] {
  if (flow.kind === 'pre') {
    return [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: flow.text }] }]
  }
  if (flow.kind !== 'paragraph' && flow.kind !== 'quote') return []
  const type = flow.kind === 'quote' ? 'rich_text_quote' : 'rich_text_section'
  return [{ type, elements: joined(elementsOf(flow.children)) }]
}

/** @param text as Slack stores it: escaped, with mentions as `<@U…>` */
export const richTextOf = (text: string): Json => ({
  type: 'rich_text',
  elements: parseMrkdwn(text).flatMap(partOf),
})
