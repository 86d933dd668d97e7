/** Text for a terminal: cleaned, measured in display columns, wrapped. */
import { stripVTControlCharacters } from 'node:util'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Keeps hostile text from controlling the terminal: removes escape sequences, control characters and marks that
 * change the writing direction. Tabs become spaces; newlines stay.
 */
export const clean = (text: string): string =>
  stripVTControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', '  ')).replace(
    /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => (character === '\n' ? '\n' : ''),
  )

const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u

function graphemeWidth(grapheme: string): number {
  if (/^[\p{M}\p{Cf}\p{Zl}\p{Zp}]+$/u.test(grapheme)) return 0
  return wide.test(grapheme) || /^\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) ? 2 : 1
}

/** The number of terminal columns: two for East Asian wide characters and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  return [...segmenter.segment(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0)
}

/** Lines of at most `width` columns, broken at spaces if possible, and at each newline. */
export const wrap = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, width))

function wrapLine(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text.trimEnd()]
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const { segment } of segmenter.segment(text)) {
    const before = line
    line += segment
    columns += displayWidth(segment)
    if (before === '' || segment === ' ' || columns <= width) continue
    const space = before.trimStart() === '' ? -1 : before.lastIndexOf(' ')
    const at = space > 0 ? space + 1 : before.length
    lines.push(line.slice(0, at).trimEnd())
    line = line.slice(at)
    columns = displayWidth(line)
  }
  return [...lines, line.trimEnd()]
}

/** Pads a line with spaces to `width` columns. */
export function pad(line: string, width: number, align: 'left' | 'center' | 'right' = 'left'): string {
  const missing = Math.max(0, width - displayWidth(line))
  const before = align === 'left' ? 0 : align === 'right' ? missing : Math.floor(missing / 2)
  return ' '.repeat(before) + line + ' '.repeat(missing - before)
}

export const indent = (lines: readonly string[], prefix: string): string[] =>
  lines.map((line) => prefix + line)
