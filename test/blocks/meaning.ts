/** What Slack would do with a message or view beyond showing its letters. */
import { parseMrkdwn } from '../../sandbox/slack/markup/mrkdwn.ts'
import { flatten } from '../../sandbox/slack/markup/rich-text.ts'
import type { Inline } from '../../sandbox/slack/markup/tree.ts'
import { isMessage, type Shown } from './gallery/exhibit.ts'

type Json = Readonly<Record<string, unknown>>

/** Rich text elements that do more than show letters. */
const doing = ['user', 'usergroup', 'team', 'channel', 'broadcast', 'link', 'emoji', 'date', 'color']
/** The properties that these elements act on. */
const doers = ['url', 'user_id', 'usergroup_id', 'channel_id', 'timestamp', 'name', 'range']
const addresses = ['url', 'image_url', 'title_url', 'video_url', 'thumbnail_url']
const code = /```.*?```|`[^`\n]+`/gs
const emojiCode = /:[a-z0-9_+'-]+:/gi
// A joiner holds an emoji family together.
const ignored = /[\u200B\u200C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u00AD\u061C]|\p{Cc}/u

/** Every mention, link, date and emoji, and all formatting: one string each, in order. */
export function meaningOf(shown: Shown): string[] {
  const meanings: string[] = isMessage(shown) ? ofMrkdwn(shown.text) : []
  walk(shown, (value) => {
    if (value.type === 'mrkdwn') meanings.push(...ofMrkdwn(String(value.text)))
    if (value.type === 'plain_text' && value.emoji !== false) meanings.push(...emojis(String(value.text)))
    if (value.type === 'markdown') meanings.push(`markdown ${value.text}`)
    if (doing.includes(String(value.type)))
      meanings.push(`${value.type} ${doers.map((key) => value[key]).find((what) => what !== undefined)}`)
    for (const key of addresses) if (key in value) meanings.push(`${key} ${value[key]}`)
  })
  return meanings
}

/** Invisible characters in what is shown: they hide text or change its direction. */
export function unseenIn(shown: Shown): string[] {
  const hidden: string[] = isMessage(shown) && hides(shown.text) ? [shown.text] : []
  walk(shown, (value) => {
    for (const key of ['text', 'caption', 'title', 'label', 'alt_text', 'accessibility_label', 'fallback']) {
      const text = value[key]
      if (typeof text === 'string' && hides(text)) hidden.push(text)
    }
  })
  return hidden
}

const hides = (text: string): boolean => ignored.test(text.replaceAll('\n', '')) || !text.isWellFormed()

function walk(value: unknown, visit: (value: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (typeof value === 'object' && value !== null) {
    visit(value as Json)
    for (const inner of Object.values(value)) walk(inner, visit)
  }
}

const emojis = (text: string): string[] => (text.match(emojiCode) ?? []).map((code) => `emoji ${code}`)

function ofMrkdwn(text: string): string[] {
  const flows = parseMrkdwn(text).flatMap((flow) => {
    if (flow.kind === 'pre') return [`pre ${flow.text}`]
    if (!('children' in flow)) return []
    const quoted = flow.kind === 'quote' ? [`quote ${flatten(flow.children)}`] : []
    return [...quoted, ...flow.children.flatMap(ofInline)]
  })
  return [...flows, ...emojis(text.replace(code, ' '))]
}

function ofInline(inline: Inline): string[] {
  switch (inline.kind) {
    case 'text':
      // The sandbox leaves these as text, though Slack might not.
      return /^@(?:here|channel|everyone)\b|\s@(?:here|channel|everyone)\b/.test(inline.text)
        ? ['broadcast']
        : []
    case 'break':
      return []
    case 'code':
      return [`code ${inline.text}`]
    case 'user':
    case 'group':
    case 'channel':
      return [`${inline.kind} ${inline.id}`]
    case 'broadcast':
      return [`broadcast ${inline.range}`]
    case 'date':
      return [`date ${inline.seconds}`]
    case 'link':
      return [`link ${inline.url}`, ...inline.children.flatMap(ofInline)]
    default:
      return [`${inline.kind} ${flatten(inline.children)}`, ...inline.children.flatMap(ofInline)]
  }
}
