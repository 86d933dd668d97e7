import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textLength } from '../../../src/blocks/kit/block-text.ts'
import { excerpt, inlineText, parseInline, parseMarkdown } from '../../../src/blocks/markdown/markdown.ts'
import { markdownPieces } from '../../../src/blocks/markdown/rich-text.ts'
import { text } from '../arbitraries.ts'

describe('marks inside a line', () => {
  it.each([
    ['__bold__ and _it_', '⟦bold: bold⟧ and ⟦italic: it⟧'],
    ['**bold _and italic_**', '⟦bold: bold ⟧⟦bold italic: and italic⟧'],
    ['a ** b ** c', 'a ** b ** c'],
    ['**open', '**open'],
    ['\\*not bold\\*', '*not bold*'],
    ['[text](https://a.example)', 'text (https://a.example)'],
    ['[https://a.example](https://a.example)', 'https://a.example'],
    ['[](https://a.example)', 'https://a.example'],
    ['[a](https://a.example/x_(y) "title")', 'a (https://a.example/x_(y))'],
    ['[**bold**](https://a.example)', '⟦bold: bold⟧ (https://a.example)'],
    ['[not a link] (x)', '[not a link] (x)'],
  ])('%s is shown as %s', (source, shown) => {
    const spans = parseInline(source).map(({ text: words, style }) => {
      const styles = Object.keys(style).join(' ')
      return styles === '' ? words : `⟦${styles}: ${words}⟧`
    })
    expect(spans.join('')).toBe(shown)
  })

  it('lose no letter or digit', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '1', '*', '_', '~', '`', '\\', ' ', '[', ']', '(', ')', '!'),
          maxLength: 80,
        }),
        (source) => {
          const letters = (words: string) => words.replace(/[^a1]/g, '')
          expect(letters(inlineText(source))).toBe(letters(source))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('blocks', () => {
  it('end with the text, even if a code block was never closed', () => {
    expect(parseMarkdown('```\nopen\n\nend').map(({ text: words }) => words)).toEqual(['open\n\nend'])
    const oneLine = 'Run\n```npm run build```\nThen check.'
    expect(parseMarkdown(oneLine)).toEqual([{ kind: 'paragraph', text: oneLine }])
    expect(parseMarkdown('')).toEqual([])
    expect(parseMarkdown('\n \n---\n')).toEqual([])
  })

  it('become pieces that Slack accepts, for any text', () => {
    fc.assert(
      fc.property(text, (source) => {
        for (const element of markdownPieces(source)) {
          expect(textLength(element)).toBeLessThanOrEqual(2_500)
          expect(element.elements.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})

it('an excerpt is the first words in one line, without headings and marks', () => {
  expect(excerpt('# Why\n\nWrite **three** pages.\n\n- one\n- two', 100)).toBe('Write three pages. one · two')
  expect(excerpt('# Only a heading', 100)).toBe('Only a heading')
  expect(excerpt('', 100)).toBe('(no description)')
  expect(excerpt('word '.repeat(100), 11)).toBe('word word…')
})
