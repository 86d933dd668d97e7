import type { RichTextBlock, RichTextElement, RichTextSection } from '@slack/types'
import { lazy } from '../../lib/cache.ts'
import { codeMrkdwn, escapeText } from './text.ts'

/** Sentences made of pieces, so that the same sentence can be drawn as rich text and as mrkdwn. */

/**
 * A string is plain; `user` and `channel` are Slack ids; `at` is an ISO 8601 instant, shown in the reader's zone, with
 * or without the time.
 */
export type Span =
  | string
  | { readonly text: string; readonly style: 'bold' | 'italic' | 'strike' | 'code' }
  | { readonly user: string }
  | { readonly group: string }
  | { readonly channel: string }
  | { readonly at: string; readonly isDay?: true }
  /** A link that we made ourselves, never one from outside. */
  | { readonly text: string; readonly link: string; readonly isBold?: boolean }

export type Line = readonly Span[]

export const bold = (text: string) => ({ text, style: 'bold' }) as const
export const code = (text: string) => ({ text, style: 'code' }) as const

/** Slack omits the current year. */
const dateFormat = '{day_divider_pretty} at {time}'
const dayFormat = '{date_short_pretty}'
const userId = /^[UW][A-Z0-9]{1,30}$/
const groupId = /^S[A-Z0-9]{1,30}$/
const channelId = /^[CG][A-Z0-9]{1,30}$/
const utc = lazy(
  () =>
    new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
      hourCycle: 'h23',
    }),
)

/** One paragraph of rich text. Slack parses nothing in it, so a name stays plain text whatever it contains. */
function paragraph(spans: Line): RichTextSection {
  const elements = spans.flatMap(leaf)
  return {
    type: 'rich_text_section',
    elements: elements.length > 0 ? elements : [{ type: 'text', text: ' ' }],
  }
}

export type Optional<T> = T | null | undefined | false | ''

/** A list without what is missing: `compact(headline, note && context(note))`. */
export function compact<T>(...items: readonly Optional<T>[]): T[] {
  return items.filter(
    (item): item is T => item !== null && item !== undefined && item !== false && item !== '',
  )
}

export function joinedLines(lines: readonly Line[], separator: string): Span[] {
  return lines.flatMap((line, index): Line => (index === 0 ? line : [separator, ...line]))
}

/** A block of lines: one section with line breaks, as Slack's own composer writes it. */
export function richText(lines: readonly Optional<Line>[], blockId?: string): RichTextBlock {
  const spans = joinedLines(compact<Line>(...lines), '\n')
  return {
    type: 'rich_text',
    elements: [paragraph(spans)],
    ...(blockId === undefined ? {} : { block_id: blockId }),
  }
}

/** A sentence as mrkdwn without styles. Outside text is escaped. */
export function mrkdwn(spans: Line): string {
  return spans.map(mrkdwnOf).join('')
}

/** The same with styles, for a section, which is the only block with a button beside its text. */
export function styled(spans: Line): string {
  return spans.map(styledOf).join('')
}

const marks = { bold: '*', italic: '_', strike: '~' } as const

function styledOf(span: Span): string {
  if (typeof span !== 'string' && 'link' in span && span.isBold === true) return `*${mrkdwnOf(span)}*`
  if (typeof span === 'string' || !('style' in span)) return mrkdwnOf(span)
  if (span.style === 'code') return codeMrkdwn(span.text)
  const escaped = escapeText(span.text)
  // Slack ignores a style that starts or ends with a space.
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(escaped) ?? []
  return inner === '' ? escaped : `${before}${marks[span.style]}${inner}${marks[span.style]}${after}`
}

function leaf(span: Span): RichTextElement[] {
  if (typeof span === 'string') return span === '' ? [] : [{ type: 'text', text: span }]
  if ('link' in span) {
    const style = span.isBold === true ? { style: { bold: true } } : {}
    return [{ type: 'link', url: span.link, text: span.text, ...style }]
  }
  if ('text' in span)
    return span.text === '' ? [] : [{ type: 'text', text: span.text, style: { [span.style]: true } }]
  const words = unlinkable(span)
  if (words !== null) return [{ type: 'text', text: words }]
  if ('user' in span) return [{ type: 'user', user_id: span.user }]
  if ('group' in span) return [{ type: 'usergroup', usergroup_id: span.group }]
  if ('channel' in span) return [{ type: 'channel', channel_id: span.channel }]
  const moment = momentOf(span.at)
  return moment === null
    ? []
    : [
        {
          type: 'date',
          timestamp: moment.seconds,
          format: span.isDay ? dayFormat : dateFormat,
          fallback: moment.fallback,
        },
      ]
}

function mrkdwnOf(span: Span): string {
  return leaf(span).map(leafMrkdwn).join('')
}

/** What rich text says, as mrkdwn without styles. */
export function leafMrkdwn(element: RichTextElement): string {
  switch (element.type) {
    case 'text':
      return escapeText(element.text)
    case 'user':
      return `<@${element.user_id}>`
    case 'channel':
      return `<#${element.channel_id}>`
    case 'usergroup':
      return `<!subteam^${element.usergroup_id}>`
    case 'link':
      return element.text === undefined ? `<${element.url}>` : `<${element.url}|${escapeText(element.text)}>`
    case 'date':
      return `<!date^${element.timestamp}^${element.format}|${element.fallback ?? 'a date'}>`
    default:
      return ''
  }
}

/** Words for what Slack would reject; `null`: it can be shown as it is. */
function unlinkable(span: Exclude<Span, string | { readonly text: string }>): string | null {
  if ('user' in span) return userId.test(span.user) ? null : 'someone'
  if ('group' in span) return groupId.test(span.group) ? null : 'a user group'
  // Slack rejects blocks with a direct message (`D…`) in place of a channel.
  if ('channel' in span && span.channel.startsWith('D')) return 'a direct message'
  if ('channel' in span) return channelId.test(span.channel) ? null : 'the channel'
  return momentOf(span.at) === null ? 'at an unknown time' : null
}

/** Slack's dates are Unix seconds. Clients that don't support them show the fallback. */
function momentOf(iso: string): { seconds: number; fallback: string } | null {
  try {
    const { epochMilliseconds } = Temporal.Instant.from(iso)
    // No event that we show happened before 1970 or after 2100.
    if (epochMilliseconds < 0 || epochMilliseconds > 4_102_444_800_000) return null
    return {
      seconds: Math.floor(epochMilliseconds / 1000),
      fallback: `${utc().format(epochMilliseconds)} UTC`,
    }
  } catch {
    return null
  }
}
