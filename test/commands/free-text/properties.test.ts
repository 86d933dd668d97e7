import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFreeText } from '../../../src/commands/free-text/index.ts'
import type { TextReading, Vocabulary } from '../../../src/commands/free-text/reading.ts'
import { commands } from '../../../src/commands/index.ts'
import { splitWords } from '../../../src/questions/tokenizer.ts'
import { codePoint } from '../../properties/texts.ts'
import { isThorough } from '../../properties/thorough.ts'
import '../../properties/seed.ts'

const vocabulary: Vocabulary = {
  engines: ['ChatGPT', 'Perplexity', 'GoogleAIO', 'Claude', 'Grok'],
  brands: [
    'Northwind',
    'Contoso',
    'Acme "Corp"',
    "O'Neil & Sons",
    'Monday',
    'Best Buy',
    'it’s <us>',
    '¿Qué?',
    '“',
    'r/lib',
  ],
  subreddits: ['saas', 'r/smallbusiness'],
}
const today = Temporal.PlainDate.from('2026-11-18')

const textsOf = (reading: TextReading): readonly string[] =>
  reading.kind === 'certain' ? [reading.text] : reading.kind === 'unsure' ? reading.texts : []

/** Whether `/sightline` itself understands the text. */
function isUnderstood(text: string): boolean {
  const [head, ...words] = splitWords(text)
  const verb = commands.verbs.find(({ name }) => name === head?.text)
  return verb !== undefined && verb.plan(words, vocabulary.engines).kind !== 'error'
}

const phrases = commands.verbs.flatMap((verb) => (verb.asks ?? []).map((ask) => ({ verb, ask })))
const words = phrases.flatMap(({ ask }) => ask.phrases.flatMap((phrase) => phrase.split(' ')))
const names = [...vocabulary.engines, ...vocabulary.brands, ...vocabulary.subreddits]
const others = [
  ...'last week october 5 every friday at 8 not " the r/saas topic:x <@U1> vs and 2026-10-05..x'.split(' '),
  'https://console.example/recommended-actions/1',
]
const sentences = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(...names),
      fc.constantFrom(...others),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((some) => some.join(' '))

describe('the reader of free text', () => {
  it('returns at most three different texts, all of which are understood', () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        const texts = textsOf(readFreeText(sentence, vocabulary, today))
        expect(texts.filter((text) => !isUnderstood(text))).toEqual([])
        expect(new Set(texts).size).toBe(texts.length)
        expect(texts.length).toBeLessThanOrEqual(3)
      }),
      { numRuns: isThorough ? 1_500 : 500 },
    )
  })

  it('never throws, and gives the same answer twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 700 }), (text) => {
        expect(readFreeText(text, vocabulary, today)).toEqual(readFreeText(text, vocabulary, today))
      }),
      { numRuns: isThorough ? 500 : 200 },
    )
  })

  it.each([
    ['letters', 'a'.repeat(10_000)],
    ['the longest that is read', 'visibility '.repeat(54)],
    ['slips', 'vissibiliti compettitor '.repeat(25)],
    ['quotes', '"\'“„«'.repeat(120)],
    ['numbers', '5-18 to 9 2026-10-05..2026 '.repeat(22)],
    ['marks on letters', `e${'\u0301'.repeat(590)}`],
    ['ligatures that unfold', '\ufdfa'.repeat(590)],
    ['right to left', '\u202e\u202d\u2067'.repeat(190)],
    ['half characters', '\ud800'.repeat(590)],
    ['colons', ':a'.repeat(290)],
    ['apostrophes', "a'b".repeat(190)],
    ['brackets', '<@'.repeat(290)],
    ['addresses', 'https://a.b/'.repeat(49)],
  ])('offers only what it understands of hostile text: %s', (_, text) => {
    const texts = textsOf(readFreeText(text, vocabulary, today))
    expect(texts.filter((one) => !isUnderstood(one))).toEqual([])
  })

  it('reads each question on a help card as the command that it stands for', () => {
    const examples: Readonly<Record<string, string>> = {
      '@engines': 'ChatGPT and Claude',
      '@engine': 'ChatGPT',
      '@brand': 'Contoso',
      '@period': 'last month',
      '@filter': 'funnel:tofu',
      '@subreddit': 'r/saas',
      '@schedule': 'every tuesday',
      '@id': '5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01',
      '@number': '2',
      '@name': '"Weekly"',
      '@country': 'germany',
      '@we': 'we',
      '@closed': 'did',
      '@which': 'which',
    }
    let certain = 0
    const misread = phrases.flatMap(({ verb, ask }) =>
      ask.phrases.flatMap((phrase) => {
        const sentence = phrase.replaceAll(/@[a-z]+/gu, (mark) => examples[mark] ?? mark)
        const meant = `${verb.name} ${ask.words ?? ''}`.trim()
        const reading = readFreeText(sentence, vocabulary, today)
        certain += Number(reading.kind === 'certain')
        const texts = textsOf(reading)
        // “Why” is a question about visibility, too.
        const isMeant = (text: string) => `${text.replace(/^why\b/u, 'visibility')} `.startsWith(`${meant} `)
        return texts.some(isMeant) ? [] : [`${sentence}: ${meant}, not ${texts.join(' or ')}`]
      }),
    )
    expect(misread).toEqual([])
    const all = phrases.flatMap(({ ask }) => ask.phrases).length
    expect(certain / all, 'most are not only offered').toBeGreaterThan(0.85)
  })
})
