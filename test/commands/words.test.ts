import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodAt } from '../../src/questions/period.ts'
import { notUnderstood, splitWords } from '../../src/questions/tokenizer.ts'

describe('mentions', () => {
  it.each([
    ['<#C0BRAND|brand-visibility>', '#brand-visibility', 'channel', 'C0BRAND'],
    ['<#C0BRAND|>', '#C0BRAND', 'channel', 'C0BRAND'],
    ['<#C0BRAND>', '#C0BRAND', 'channel', 'C0BRAND'],
    ['<@U0MAYA|maya>', '@maya', 'person', 'U0MAYA'],
    ['<@U0MAYA|Maya Lindqvist, Sr.>', '@Maya Lindqvist, Sr.', 'person', 'U0MAYA'],
    ['<@W0MAYA>', '@W0MAYA', 'person', 'W0MAYA'],
    ['<!subteam^S0BRAND|@brand-team>', '@brand-team', 'group', 'S0BRAND'],
    ['<!subteam^S0BRAND>', '@S0BRAND', 'group', 'S0BRAND'],
    ['<!here>', '@here', 'everybody', ''],
    ['<!channel|channel>', '@channel', 'everybody', ''],
    ['<#C0RD|R&amp;D &lt;3>', '#R&D <3', 'channel', 'C0RD'],
  ])('%s is one word, readable as %s', (typed, text, kind, id) => {
    const word = { text, quoted: false, mention: { kind, id } }
    expect(splitWords(`digest ${typed}`)).toEqual([{ text: 'digest', quoted: false }, word])
    expect(splitWords(`a ${typed}, b`)).toEqual([
      { text: 'a', quoted: false },
      word,
      { text: 'b', quoted: false },
    ])
  })

  it('inside other words are readable as well, but aren’t mentions', () => {
    expect(splitWords('"ask <@U0MAYA|maya> now"')).toEqual([{ text: 'ask @maya now', quoted: true }])
    expect(splitWords('x(<@U0MAYA|maya>)').map(({ text }) => text)).toEqual(['x(@maya)'])
  })

  it('that a person types by hand are escaped by Slack and are only text', () => {
    expect(splitWords('&lt;@U0MAYA&gt;')).toEqual([{ text: '<@U0MAYA>', quoted: false }])
    expect(notUnderstood({ text: '<@U0MAYA>', quoted: false })).toBe('I don’t know “<@U0MAYA>”.')
  })

  it('are never left in Slack’s own format, whatever surrounds them', () => {
    const piece = fc.oneof(
      fc.constantFrom('<@U0MAYA>', '<#C0|a b>', '<!here>', '<!subteam^S0|@x>', '"', '<', '>', '|', ' ', ','),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        for (const { text } of splitWords(pieces.join('')))
          expect(text).not.toMatch(/<(?:@|#|!)[^<>|]*(?:\|[^<>]*)?>/)
      }),
    )
  })
})

describe('text that is not understood', () => {
  it('is quoted with at most 60 characters, none of them cut in half', () => {
    const sentence = notUnderstood({ text: '👩‍👩‍👧'.repeat(80), quoted: false })
    expect(sentence.isWellFormed()).toBe(true)
    expect([...sentence].length).toBeLessThan(90)
    expect(notUnderstood({ text: 'zzz', quoted: false }, 'Try again.')).toBe('I don’t know “zzz”. Try again.')
  })
})

describe('a period', () => {
  const at = (text: string) => periodAt(splitWords(text), 0)

  it('is found by its words, among others', () => {
    expect(at('Previous  WEEK')).toEqual({ when: 'last week', words: 2 })
    expect(at('daily')).toEqual({ unit: 'day', words: 1 })
    expect(at('2026-W41 ChatGPT')).toEqual({ when: '2026-W41', words: 1 })
    expect(at('2026-10-01 to nowhere')).toEqual({ when: '2026-10-01', words: 1 })
  })

  it.each(['last constructor', 'constructor week', '"today"', '<#C0DAY|today>', ''])(
    'is not in “%s”',
    (text) => {
      expect(at(text)).toBeNull()
    },
  )
})
