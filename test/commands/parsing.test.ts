import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SOURCES } from '../../src/api/index.ts'
import { nearest } from '../../src/commands/nearest.ts'
import { visibilityArgs } from '../../src/commands/visibility-args.ts'
import { splitWords } from '../../src/commands/words.ts'

const read = (text: string) => visibilityArgs.safeParse(splitWords(text))
const args = (text: string) => {
  const parsed = read(text)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message)
  return parsed.data
}
const problem = (text: string) => read(text).error?.issues[0]?.message

describe('the words of a command', () => {
  it('are held together by the quotes of any keyboard', () => {
    const texts = (text: string) => splitWords(text).map((word) => word.text)
    expect(texts('vs "Acme Corp" now')).toEqual(['vs', 'Acme Corp', 'now'])
    expect(texts('“Acme Corp” „Blau GmbH“ «Rouge SA» ‘Green’')).toEqual([
      'Acme Corp',
      'Blau GmbH',
      'Rouge SA',
      'Green',
    ])
  })

  it("take an apostrophe inside a word for an apostrophe, and an open quote's name to the end", () => {
    expect(splitWords(`O'Neil's "Acme Corp`).map(({ text }) => text)).toEqual(["O'Neil's", 'Acme Corp'])
  })

  it('are unescaped, since Slack escapes them', () => {
    expect(splitWords('"Johnson &amp; Sons &lt;3"')).toEqual([{ text: 'Johnson & Sons <3', quoted: true }])
  })

  it('are freed of the links that Slack makes of them', () => {
    const texts = (text: string) => splitWords(text).map((word) => word.text)
    expect(texts('vs "<http://Booking.com|Booking.com>"')).toEqual(['vs', 'Booking.com'])
    expect(texts('add <https://console.example/r/1?a=1&amp;b=2>')).toEqual([
      'add',
      'https://console.example/r/1?a=1&b=2',
    ])
  })

  it('are never empty, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = splitWords(text)
        for (const word of words) expect(word.text.trim()).not.toBe('')
      }),
    )
  })
})

describe('the words after visibility', () => {
  it('may come in any order and case', () => {
    expect(args('month chatgpt "Acme" Perplexity vs Contoso last week')).toEqual({
      engines: ['ChatGPT', 'Perplexity'],
      unit: 'month',
      when: 'last week',
      brands: ['Acme', 'Contoso'],
    })
  })

  it('name engines as people do', () => {
    expect(args('google ai mode, ').engines).toEqual(['GoogleAIMode'])
    expect(args('google').engines).toEqual(['Google'])
    expect(args('ai overviews gpt rufus').engines).toEqual(['GoogleAIO', 'ChatGPT', 'AmazonRufus'])
  })

  it('name dates and ranges', () => {
    expect(args('2026-10').when).toBe('2026-10')
    expect(args('2026-10-01..2026-10-15').when).toBe('2026-10-01..2026-10-15')
    expect(args('2026-10-01 to 2026-10-15').when).toBe('2026-10-01..2026-10-15')
    expect(args('previous month').when).toBe('last month')
    expect(args('yesterday').when).toBe('yesterday')
  })

  it('that are not understood are named, with the nearest that would be', () => {
    const parsed = read('chatgtp')
    expect(parsed.error?.issues[0]).toMatchObject({
      message: 'I don’t know “chatgtp”.'.replace('’', "'"),
      params: { suggestion: 'ChatGPT' },
    })
    expect(problem('zzzzzzzz')).toContain("A brand's name goes in quotes")
    expect(problem('constructor')).toContain("I don't know “constructor”")
    expect(problem('last constructor')).toContain('“last”')
    expect(problem('vs')).toContain('After “vs” comes a brand')
    expect(problem('2026-10 2026-11')).toContain('two dates')
  })

  it('know every engine of the service by its own name', () => {
    for (const source of SOURCES) expect(args(source).engines).toEqual([source])
  })

  it('are either understood or answered with a sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const parsed = read(text)
        if (!parsed.success) expect(parsed.error.issues[0]?.message).toMatch(/\w/)
      }),
    )
  })
})

describe('the nearest match', () => {
  it('is found for a slip, and not forced on everything', () => {
    expect(nearest('visibilty', ['visibility', 'reddit'])).toBe('visibility')
    expect(nearest('redit', ['visibility', 'reddit'])).toBe('reddit')
    expect(nearest('vis', ['visibility', 'reddit'])).toBe('visibility')
    expect(nearest('weather', ['visibility', 'reddit'])).toBeNull()
  })
})
