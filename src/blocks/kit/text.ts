import { lazy } from '../../lib/cache.ts'

/**
 * Text from outside (the analytics service, people) is never trusted: it can't mention, link, format or hide anything.
 *
 * Where possible, it goes where Slack parses nothing: `plain_text` with `emoji: false`, `rich_text` leaves, `raw_text`
 * cells. There, `oneLine` and `manyLines` are enough. Where mrkdwn is the only way (a message's `text`, a section with a
 * button), it goes through `escapeText`.
 */

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
