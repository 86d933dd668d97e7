/** Styled text for a terminal: cleaning, measuring in display columns, wrapping, painting. */
import { stripVTControlCharacters } from 'node:util'

export interface Style {
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
  readonly tone?: 'accent' | 'good' | 'bad' | 'warn' | 'code'
  /** Don't break at spaces if it fits on one line, for example a button. */
  readonly glue?: boolean
}

export interface Run {
  readonly text: string
  readonly style: Style
}

export type Line = readonly Run[]

const noStyle: Style = {}
const tones = { accent: 36, good: 32, bad: 31, warn: 33, code: 35 } as const
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Keeps hostile text from controlling the terminal: removes escape sequences, control characters and marks that
 * change the writing direction. Tabs become spaces; newlines stay.
 */
const clean = (text: string): string =>
  stripVTControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', '  ')).replace(
    /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => (character === '\n' ? '\n' : ''),
  )

/** A run of text. All output goes through this function, so everything is cleaned. */
export const run = (text: string, style: Style = noStyle): Run => ({ text: clean(text), style })

const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u

function graphemeWidth(grapheme: string): number {
  if (/^[ -~]$/.test(grapheme)) return 1
  if (/^[\p{M}\p{Cf}\p{Zl}\p{Zp}]+$/u.test(grapheme)) return 0
  return wide.test(grapheme) || /^\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) ? 2 : 1
}

/** The number of terminal columns: two for East Asian wide characters and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment)
  return width
}

export const lineWidth = (line: Line): number => line.reduce((sum, { text }) => sum + displayWidth(text), 0)

interface Glyph {
  readonly text: string
  readonly width: number
  readonly style: Style
}

/** Breaks runs into lines of at most `width` columns, at spaces if possible, and at each newline. */
export function wrap(runs: readonly Run[], width: number): Line[] {
  const lines: Line[] = []
  let line: Glyph[] = []
  let used = 0
  const push = (glyphs: readonly Glyph[]) => lines.push(toRuns(glyphs))
  for (const { text, style } of runs) {
    for (const { segment } of segmenter.segment(text)) {
      if (segment === '\n') {
        push(line)
        line = []
        used = 0
        continue
      }
      // Keep only one of several spaces at the end of a line, to break at.
      if (segment === ' ' && used > width && line.at(-1)?.text === ' ') continue
      const glyph = { text: segment, width: graphemeWidth(segment), style }
      line.push(glyph)
      used += glyph.width
      if (used <= width || segment === ' ') continue
      const at = breakPoint(line)
      push(line.slice(0, at))
      line = line.slice(at)
      used = line.reduce((sum, each) => sum + each.width, 0)
    }
  }
  push(line)
  return lines
}

/** Where to break a line that is one glyph too long: after its last space, else before its last glyph. */
function breakPoint(line: readonly Glyph[]): number {
  for (let at = line.length - 1; at > 0; at -= 1) {
    const before = line[at - 1]
    if (before === undefined) continue
    if (before.width === 2 && line[at]?.width === 2) return at
    if (
      before.text === ' ' &&
      before.style.glue !== true &&
      line.slice(0, at).some(({ text }) => text !== ' ')
    ) {
      return at
    }
  }
  return Math.max(1, line.length - 1)
}

function toRuns(glyphs: readonly Glyph[]): Line {
  const runs: { text: string; style: Style }[] = []
  for (const glyph of glyphs) {
    const last = runs.at(-1)
    if (last && last.style === glyph.style) last.text += glyph.text
    else runs.push({ text: glyph.text, style: glyph.style })
  }
  const last = runs.at(-1)
  if (last) last.text = last.text.replace(/ +$/, '')
  return runs
}

export const indent = (lines: readonly Line[], prefix: string, style: Style = noStyle): Line[] =>
  lines.map((line) => [run(prefix, style), ...line])

/** Pads a line with spaces to `width` columns. */
export function pad(line: Line, width: number, align: 'left' | 'center' | 'right' = 'left'): Line {
  const missing = Math.max(0, width - lineWidth(line))
  const before = align === 'left' ? 0 : align === 'right' ? missing : Math.floor(missing / 2)
  return [run(' '.repeat(before)), ...line, run(' '.repeat(missing - before))]
}

/** The line as a string, with SGR codes if `color` is set, without trailing spaces. */
export function paint(line: Line, color: boolean): string {
  const text = line.map(({ text, style }) => (color && text.trim() ? sgr(text, style) : text)).join('')
  return text.trimEnd()
}

function sgr(text: string, style: Style): string {
  const codes = [
    style.bold && 1,
    style.dim && 2,
    style.italic && 3,
    style.underline && 4,
    style.strike && 9,
    style.tone && tones[style.tone],
  ].filter((code) => typeof code === 'number')
  return codes.length > 0 ? `\u001b[${codes.join(';')}m${text}\u001b[0m` : text
}
