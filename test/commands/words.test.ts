import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planText } from '../../src/commands/free-text/ask.ts'
import { commands } from '../../src/commands/index.ts'
import { nearest } from '../../src/lib/strings.ts'
import { periodAt } from '../../src/questions/period.ts'
import { readVisibility } from '../../src/questions/read.ts'
import { longestText, notUnderstood, splitWords } from '../../src/questions/tokenizer.ts'
import { codePoint } from '../properties/texts.ts'

it('commands have at most twelve other names, as sentences are read anyway', () => {
  const others = commands.verbs.flatMap(({ aliases }) => aliases)
  expect(others.length, others.join(' ')).toBeLessThanOrEqual(12)
})

describe('the words of a command', () => {
  it.each([
    ['grouped by quotes', 'vs "Acme Corp" now', ['vs', 'Acme Corp', 'now']],
    ['grouped by any keyboard’s', '“Acme Co” „Blau GmbH“ «Rouge SA»', ['Acme Co', 'Blau GmbH', 'Rouge SA']],
    ['grouped by single ones', '‘Acme Corp’ now', ['Acme Corp', 'now']],
    ['apart from an apostrophe and an open quote', `O'Neil's "Acme Corp`, ["O'Neil's", 'Acme Corp']],
    ['unescaped, because Slack escapes them', '"Johnson &amp; Sons &lt;3"', ['Johnson & Sons <3']],
    ['without the links that Slack adds', 'vs "<http://Booking.com|Booking.com>"', ['vs', 'Booking.com']],
    ['with pasted links', 'add <https://a.example/?a=1&amp;b=2>', ['add', 'https://a.example/?a=1&b=2']],
  ])('are %s: %s', (_, typed, texts) => {
    expect(splitWords(typed).map(({ text }) => text)).toEqual(texts)
  })

  it('may be a name with values, even with spaces around colons and commas', () => {
    expect(splitWords('topic:t1,t2 now').map((word) => word.named ?? word.text)).toEqual([
      { name: 'topic', values: ['t1', 't2'] },
      'now',
    ])
    expect(splitWords('Persona: "the cmo" , “a, b”')).toMatchObject([
      { named: { name: 'Persona', values: ['the cmo', 'a, b'] } },
    ])
    expect(splitWords('topic: persona:x, site:forum').map((word) => word.named)).toEqual([
      { name: 'topic', values: [] },
      { name: 'persona', values: ['x'] },
      { name: 'site', values: ['forum'] },
    ])
    expect(splitWords('brand:a:b search:<http://a.com/x,y|a.com/x,y>,z')).toMatchObject([
      { named: { name: 'brand', values: ['a:b'] } },
      { named: { name: 'search', values: ['a.com/x,y', 'z'] } },
    ])
    expect(splitWords('https://a.example/b 09:30').map((word) => word.named)).toEqual([undefined, undefined])
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

it('the nearest match is found for a typo, but not for every word', () => {
  expect(nearest('visibilty', ['visibility', 'reddit'])).toBe('visibility')
  expect(nearest('redit', ['visibility', 'reddit'])).toBe('reddit')
  expect(nearest('vis', ['visibility', 'reddit'])).toBe('visibility')
  expect(nearest('weather', ['visibility', 'reddit'])).toBeNull()
})

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

it('text that is not understood is quoted with at most 60 characters, none of them cut in half', () => {
  const sentence = notUnderstood({ text: '👩‍👩‍👧'.repeat(80), quoted: false })
  expect(sentence.isWellFormed()).toBe(true)
  expect([...sentence].length).toBeLessThan(90)
  expect(notUnderstood({ text: 'zzz', quoted: false }, 'Try again.')).toBe('I don’t know “zzz”. Try again.')
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
