import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMrkdwn } from '../../../sandbox/slack/markup/mrkdwn.ts'
import { clip, codeMrkdwn, escapeText, manyLines, oneLine, splitText } from '../../../src/blocks/kit/text.ts'
import { text } from '../arbitraries.ts'

const hostile = fc.oneof(
  text,
  fc.string({
    unit: fc.constantFrom('*', '_', '~', '`', ' ', 'a', '1', '>', '&', '<', '@', '#', ':', '.', '\n', 'é'),
    maxLength: 60,
  }),
)

/** The kinds of everything that a mrkdwn parser finds. */
function kinds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(kinds)
  if (typeof value !== 'object' || value === null) return []
  const kind = 'kind' in value ? [String(value.kind)] : []
  return [...kind, ...Object.values(value).flatMap(kinds)]
}

describe('escaped text', () => {
  it('is only text to a mrkdwn parser', () => {
    fc.assert(
      fc.property(hostile, (outside) => {
        const foundKinds = new Set(kinds(parseMrkdwn(escapeText(outside))))
        for (const harmless of ['paragraph', 'text', 'break']) foundKinds.delete(harmless)
        expect([...foundKinds]).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['*bold*', '∗bold∗'],
    ['r/running_shoes', 'r/running_shoes'],
    ['2*3', '2*3'],
    ['_it_ ~gone~', 'ˍitˍ ∼gone∼'],
    ['a `b`', 'a ˋbˋ'],
    ['> quote', '\u2060&gt; quote'],
    ['a\n\n \t> quote', 'a\n\n  \u2060&gt; quote'],
    [':tada: 10:30', ':\u2060tada: 10:30'],
    ['https://a.example', 'https:\u2060//a\u2060.example'],
    ['mail a@b.example', 'mail a@\u2060b\u2060.example'],
    ['#general', '#\u2060general'],
    ['3.5 or 4', '3.5 or 4'],
    ['Smith & Sons', 'Smith &amp; Sons'],
  ])('%s becomes %s', (outside, escaped) => {
    expect(escapeText(outside)).toBe(escaped)
  })

  it('reads the same to a person', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', ':', '@', '#', '/', '1'), maxLength: 40 }),
        (outside) => {
          expect(escapeText(outside).replaceAll('\u2060', '')).toBe(outside)
        },
      ),
    )
  })
})

describe('outside text', () => {
  it.each([
    ['', '(no description)'],
    [' \n\t ', '(no description)'],
    ['\u200B\u202E', '(no description)'],
    ['two\n lines', 'two lines'],
    ['\u202Edesrever\u202C', 'desrever'],
    ['zero\u200Bwidth\u2060joined\uFEFF', 'zerowidthjoined'],
    ['bell\u0007 and escape\u001B[31m', 'bell and escape[31m'],
    ['half \uD83D a character', 'half \uFFFD a character'],
    ['family 👩‍👩‍👧 kept', 'family 👩‍👩‍👧 kept'],
    ['hidden\u200Djoiner', 'hiddenjoiner'],
    ['\u{E0041}tags', 'tags'],
  ])('on one line: %j becomes %j', (outside, shown) => {
    expect(oneLine(outside, 100)).toBe(shown)
  })

  it('keeps its paragraphs on many lines, with at most one empty line', () => {
    expect(manyLines('one\r\n\r\n\r\n\r\ntwo  spaces \n three', 100)).toBe('one\n\ntwo spaces\nthree')
  })

  it('has no invisible characters, and is never longer than requested', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 200 }), (outside, max) => {
        for (const shown of [oneLine(outside, max), manyLines(outside, max)]) {
          expect(shown.length).toBeLessThanOrEqual(max)
          expect(shown).toMatch(/\S/)
          expect(shown.isWellFormed()).toBe(true)
          expect(shown).not.toMatch(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\0]/)
        }
      }),
    )
  })

  it('can be copied as codeMrkdwn, with any content', () => {
    expect(codeMrkdwn('visibility vs "A & `B`"')).toBe('`visibility vs "A &amp; ˋBˋ"`')
  })
})

describe('clipping', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one too many', 11, 'one too…'],
    ['word word word', 6, 'word…'],
    ['👩‍👩‍👧👩‍👩‍👧', 9, '👩‍👩‍👧…'],
    ['👩‍👩‍👧', 5, '…'],
    ['e\u0301e\u0301', 3, 'e\u0301…'],
    ['ab&amp;cd', 5, 'ab…'],
    ['x', 0, ''],
  ])('%s at %i is %s', (whole, max, clipped) => {
    expect(clip(whole, max)).toBe(clipped)
  })

  it('never splits a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 1, max: 40 }),
        (whole, max) => {
          const clipped = clip(whole, max)
          expect(clipped.length).toBeLessThanOrEqual(max)
          expect(clipped.isWellFormed()).toBe(true)
          if (clipped !== whole) expect(whole.startsWith(clipped.slice(0, -1))).toBe(true)
        },
      ),
    )
  })
})

describe('splitting', () => {
  it('loses nothing, and no part is longer than requested', () => {
    fc.assert(
      fc.property(
        text.map((outside) => outside.toWellFormed()),
        fc.integer({ min: 10, max: 3_000 }),
        (whole, max) => {
          const parts = splitText(whole, max)
          expect(parts.join('')).toBe(whole)
          for (const part of parts) {
            expect(part.length).toBeLessThanOrEqual(max)
            expect(part.isWellFormed()).toBe(true)
          }
        },
      ),
    )
  })

  it('ends a part with a line rather than a word, since a line may have a date', () => {
    const line = '<!date^1794816840^{day_divider_pretty} at {time}|Nov 16, 2026, 08:14 UTC>'
    const parts = splitText(Array.from({ length: 9 }, () => line).join('\n'), 200)
    expect(new Set(parts.flatMap((part) => part.trimEnd().split('\n')))).toEqual(new Set([line]))
  })
})
