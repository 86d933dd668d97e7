/**
 * Text from outside (the analytics service, people) is never trusted: it can't mention, link, format or hide anything.
 *
 * Where possible, it goes where Slack parses nothing: `plain_text` with `emoji: false`, `rich_text` leaves, `raw_text`
 * cells. There, `oneLine` and `manyLines` are enough. Where mrkdwn is the only way (a message's `text`, a section with a
 * button), it goes through `escapeText`.
 */

import type { RichTextBlock, RichTextElement, RichTextSection } from '@slack/types'
import { lazy } from '../../lib/cache.ts'

const joiner = '\u2060'
const graphemes = lazy(() => new Intl.Segmenter('en-US', { granularity: 'grapheme' }))

/** Far more than any line shows. Text beyond this would be clipped anyway, so it isn't processed. */
const longest = 60_000

// Invisible or direction-changing: soft hyphen, Arabic letter mark, Mongolian separator, zero-width characters,
// marks, embeddings, overrides and isolates, joiners, invisible operators, the byte order mark, tag characters.
const hidden =
  /[\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu
// A zero-width joiner combines emoji, for example into a family. Elsewhere it only hides text.
const strayJoiner =
  /(?<!\p{Extended_Pictographic}|\u{FE0F}|[\u{1F3FB}-\u{1F3FF}])\u200D|\u200D(?!\p{Extended_Pictographic})/gu

/** Has nothing to remove. Measured: without it, and `inert`, a digest takes 1 % more CPU time. */
const plainAscii = /^[\n\x20-\x7E]*$/

/** Without control characters (except line breaks), invisible ones and lone surrogates; otherwise as it is. */
export function clean(text: string): string {
  if (plainAscii.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controls, (character) => (character === '\n' ? '\n' : character === '\t' ? ' ' : ''))
    .replace(hidden, '')
    .replace(strayJoiner, '')
}

/** Outside text as one line of at most `max` UTF-16 units. @param empty shown instead of an empty text */
export function oneLine(text: string, max: number, empty = '(no description)'): string {
  const line = clean(text.slice(0, longest)).replace(/\s+/gu, ' ').trim()
  return clip(line === '' ? empty : line, max)
}

/**
 * A name inside a sentence, of at most `max` UTF-16 units: its first whole words, without "…", which would end the
 * sentence. Only a single longer word is cut.
 */
export function shortName(name: string, max = 60, empty = '(unnamed brand)'): string {
  const line = oneLine(name, longest, empty)
  if (line.length <= max) return line
  const words = clip(line, max + 1)
  return words.includes(' ') ? words.replace(/[\s\p{P}]*…$/u, '') : clip(line, max)
}

/** Outside text with its line breaks, no more than one empty line in a row, of at most `max` UTF-16 units. */
export function manyLines(text: string, max: number, empty = '(no description)'): string {
  const lines = clean(text.slice(0, longest))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return clip(lines === '' ? empty : lines, max)
}

/**
 * Makes text inert in mrkdwn (https://docs.slack.dev/messaging/formatting-message-text):
 * - `&`, `<` and `>` become entities, so that no mention, date or link can be written.
 * - A formatting character at a word's edge becomes its look-alike (`*` to `∗`), since an invisible character beside it
 *   might not stop Slack. Inside a word (`running_shoes`) Slack doesn't format, so it stays.
 * - An invisible word joiner breaks whatever Slack would link or draw on its own: addresses, e-mail addresses,
 *   `#channel`, `@here`, `:emoji:`, and `>` or `&gt;` at a line's start.
 */
export function escapeText(text: string): string {
  const cleaned = clean(text)
  if (inert.test(cleaned)) return cleaned
  return cleaned
    .replace(/`/g, 'ˋ')
    .replace(/(?<![A-Za-z0-9])[*_~]|[*_~](?![A-Za-z0-9])/g, (mark) => lookAlikes[mark] ?? '')
    .replace(/:(?=\/\/)|:(?=[\p{L}\p{N}_+'-]+:)/gu, `:${joiner}`)
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}]{2})/gu, `${joiner}.`)
    .replace(/[@#](?=\S)/g, (mark) => `${mark}${joiner}`)
    .replace(/^([^\S\n]*)>/gm, `$1${joiner}>`)
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
}

/** None of the rules of `escapeText` concerns it: most names, and figures. */
const inert = /^(?:[^`*_~:.@#&<>]|\.(?=\d))*$/

const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼' }
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text to copy, in mrkdwn backticks, where Slack parses only the three entities. */
export function codeMrkdwn(text: string): string {
  const line = oneLine(text, 500, ' ').replace(/`/g, 'ˋ')
  return `\`${line.replace(/[&<>]/g, (character) => entities[character] ?? '')}\``
}

/** At most `max` UTF-16 units, with "…", after a whole word; a longer word is cut between graphemes. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  if (max < 1) return ''
  const head = text.slice(0, graphemesWithin(text, max - 1)).replace(/&[a-z]{0,4}$/, '')
  const isWhole = /^\s/.test(text.slice(head.length))
  const words = isWhole ? head : head.replace(/\s+\S*$/, '')
  return `${(words.trim() === '' ? head : words).trimEnd()}…`
}

/** Splits text into parts of at most `max` UTF-16 units, losing none: after a line or a word if possible. */
export function splitText(text: string, max: number): readonly string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > max) {
    const before = rest.slice(0, max)
    const gap = ['\n', ' '].map((sign) => before.lastIndexOf(sign)).find((at) => at > max / 2)
    const end = gap === undefined ? graphemeEnd(rest, max) : gap + 1
    const part = rest.slice(0, end)
    const entity = /&[a-z]{1,4}$/.exec(part)?.index ?? 0
    parts.push(entity > 0 ? part.slice(0, entity) : part)
    rest = rest.slice(entity > 0 ? entity : end)
  }
  return rest === '' ? parts : [...parts, rest]
}

/** The end of the last grapheme that fits completely into `max` units; 0 if even the first one doesn't fit. */
function graphemesWithin(text: string, max: number): number {
  // A little beyond the cut, so that the last grapheme is complete.
  const head = text.slice(0, max + 64)
  return graphemes().segment(head).containing(max)?.index ?? head.length
}

/** The same, but never 0, so that a text can be split: a grapheme longer than `max` is cut between its characters. */
function graphemeEnd(text: string, max: number): number {
  const end = graphemesWithin(text, max)
  if (end > 0) return end
  const isHigh = /[\uD800-\uDBFF]/.test(text[max - 1] ?? '')
  return isHigh ? max - 1 : max
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Others are called as the service spells them (src/api/schemas.ts). */
const peoplesNames: Readonly<Record<string, string>> = {
  AmazonRufus: 'Amazon Rufus',
  BingAIO: 'Bing AI',
  GoogleAIMode: 'Google AI Mode',
  GoogleAIO: 'Google AI Overviews',
}

/** `Google AI Overviews` for the service's `GoogleAIO`. */
export function engineName(engine: string): string {
  return oneLine(labelOf(engine, peoplesNames), 40, '(unnamed engine)')
}

/** A value without a label, which the service must have added later, is shown as it is. */
export function labelOf(value: string, labels: Readonly<Partial<Record<string, string>>>): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

const uuid = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})$/i

/** `3f1c9a20…0001`. An id that isn't a UUID is clipped to 40 characters. */
export function shortId(id: string): string {
  const line = oneLine(id, 40, '(no id)')
  const [, start, end] = uuid.exec(line) ?? []
  return start === undefined || end === undefined ? line : `${start}…${end}`
}

/** `Recommendation 3f1c9a20…0001`, since a recommendation without a brief has no title. */
export function recommendationId(resultId: string): string {
  return `Recommendation ${shortId(resultId)}`
}

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

export function digestName(name: string): string {
  return oneLine(name, 100, '(digest without a name)')
}
