import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planText } from '../../src/commands/free-text/ask.ts'
import { commands } from '../../src/commands/index.ts'
import { nearest } from '../../src/lib/typed.ts'
import { readVisibility } from '../../src/questions/read.ts'
import { longestText, splitWords } from '../../src/questions/tokenizer.ts'
import { codePoint } from '../properties/texts.ts'

it('commands have at most twelve other names, as sentences are read anyway', () => {
  const others = commands.verbs.flatMap(({ aliases }) => aliases)
  expect(others.length, others.join(' ')).toBeLessThanOrEqual(12)
})

describe('the words of a command', () => {
  it('are grouped by the quotes of any keyboard', () => {
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

  it('are unescaped, because Slack escapes them', () => {
    expect(splitWords('"Johnson &amp; Sons &lt;3"')).toEqual([{ text: 'Johnson & Sons <3', quoted: true }])
  })

  it('lose the links that Slack adds', () => {
    const texts = (text: string) => splitWords(text).map((word) => word.text)
    expect(texts('vs "<http://Booking.com|Booking.com>"')).toEqual(['vs', 'Booking.com'])
    expect(texts('add <https://console.example/r/1?a=1&amp;b=2>')).toEqual([
      'add',
      'https://console.example/r/1?a=1&b=2',
    ])
  })

  it('may be a name with values, even with spaces around colons and commas', () => {
    const named = (text: string) => splitWords(text)
    expect(named('topic:t1,t2 now').map((word) => word.named ?? word.text)).toEqual([
      { name: 'topic', values: ['t1', 't2'] },
      'now',
    ])
    expect(named('Persona: "the cmo" , “a, b”')).toMatchObject([
      { named: { name: 'Persona', values: ['the cmo', 'a, b'] } },
    ])
    expect(named('topic: persona:x, site:forum').map((word) => word.named)).toEqual([
      { name: 'topic', values: [] },
      { name: 'persona', values: ['x'] },
      { name: 'site', values: ['forum'] },
    ])
    expect(named('brand:a:b search:<http://a.com/x,y|a.com/x,y>,z')).toMatchObject([
      { named: { name: 'brand', values: ['a:b'] } },
      { named: { name: 'search', values: ['a.com/x,y', 'z'] } },
    ])
    expect(named('https://a.example/b 09:30').map((word) => word.named)).toEqual([undefined, undefined])
  })

  it('are never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const words = splitWords(text)
        for (const word of words) expect(word.text.trim()).not.toBe('')
      }),
    )
  })
})

describe('a text that is longer than a command', () => {
  const answerTo = (text: string) => {
    const plan = planText(text)
    return plan.kind === 'instant' ? plan.answer(new Map()).text : null
  }

  it('is refused, and says so', () => {
    expect(planText(`visibility${' '.repeat(longestText)}`), 'spaces around a command').toMatchObject({
      kind: 'work',
    })
    expect(planText(`visibility ${'ChatGPT '.repeat(longestText / 8 - 2)}`)).toMatchObject({ kind: 'work' })
    for (const text of ['visibility ChatGPT '.repeat(1_000), 'a'.repeat(longestText + 1), '`'.repeat(12_000)])
      expect(answerTo(text)).toMatch(
        /^That’s too long for a command: more than 4,000 characters. Shorten it./,
      )
  })

  it('is read once: four times the words take four times the steps', () => {
    const stepsFor = (count: number) => {
      let steps = 0
      const words = Array.from({ length: count }, (_, index) => ({ text: `q${index}`, quoted: false }))
      const counting = new Proxy(words, {
        get: (target, key, receiver) => {
          if (typeof key === 'string' && /^\d+$/u.test(key)) steps += 1
          return Reflect.get(target, key, receiver)
        },
      })
      expect(readVisibility(counting).ok).toBe(false)
      return steps
    }
    for (const count of [20, 80, 320]) expect(stepsFor(4 * count)).toBeLessThanOrEqual(5 * stepsFor(count))
  })
})

describe('the nearest match', () => {
  it('is found for a typo, but not for every word', () => {
    expect(nearest('visibilty', ['visibility', 'reddit'])).toBe('visibility')
    expect(nearest('redit', ['visibility', 'reddit'])).toBe('reddit')
    expect(nearest('vis', ['visibility', 'reddit'])).toBe('visibility')
    expect(nearest('weather', ['visibility', 'reddit'])).toBeNull()
  })
})
