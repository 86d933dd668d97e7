import { describe, expect, it } from 'vitest'
import { periodWords, whenWords } from '../../../src/blocks/kit/formats.ts'
import { readFreeText } from '../../../src/commands/free-text/index.ts'
import type { TextReading, Vocabulary } from '../../../src/commands/free-text/reading.ts'
import { pairs } from '../../pairs.ts'

const vocabulary: Vocabulary = {
  engines: ['ChatGPT', 'Perplexity', 'GoogleAIO', 'GoogleAIMode', 'Claude', 'Gemini', 'Bing', 'Grok'],
  brands: [
    'Northwind',
    'Contoso',
    'Globex',
    'Acme Corp',
    'Best Buy',
    'Monday',
    'Notion',
    'Apple',
    'Delta Foods',
    'Delta Air',
  ],
  subreddits: ['saas', 'r/smallbusiness', 'crm'],
}
/** A Sunday. */
const today = Temporal.PlainDate.from('2026-11-22')

const read = (text: string): TextReading => readFreeText(text, vocabulary, today)
const certain = (text: string): TextReading => ({ kind: 'certain', text })

describe('questions in people’s own words', () => {
  it.each(pairs(import.meta.dirname, 'questions.txt'))('are read: “%s” as %s', (question, command) => {
    expect(read(question)).toEqual(certain(command))
  })

  it('may name days as Sightline writes them, and with the month first', () => {
    const periods = [
      ['week', '2026-11-09', '2026-11-15'],
      ['week', '2026-10-26', '2026-11-01'],
      ['week', '2025-11-10', '2025-11-16'],
      ['week', '2025-10-27', '2025-11-02'],
      ['week', '2025-12-29', '2026-01-04'],
      ['day', '2026-11-09', '2026-11-09'],
      ['day', '2025-11-09', '2025-11-09'],
      ['month', '2026-11-01', '2026-11-21'],
      ['month', '2025-12-10', '2026-01-12'],
    ] as const
    for (const [unit, start, end] of periods) {
      const period = { unit, start, end, timeZone: 'UTC', thisYear: 2026 }
      const days = start === end ? start : `${start}..${end}`
      const written = [`in ${periodWords(period)}`, whenWords(period)]
      for (const words of written)
        expect(read(`how did we do ${words}?`), words).toEqual(certain(`visibility ${days}`))
    }
    for (const words of ['in Week of Mon, Nov 10 – Sun, Nov 16, 2025', 'in the week of Nov 10–16, 2025'])
      expect(read(`how did we do ${words}?`), words).toEqual(certain('visibility 2025-11-10..2025-11-16'))
  })

  it('name a brand that is an ordinary word only if it is meant as a brand', () => {
    expect(read('how did we do against Notion')).toEqual(certain('visibility vs "Notion"'))
    expect(read('compare us with best buy and apple')).toEqual(certain('visibility vs "Best Buy" "Apple"'))
    expect(read('how did we do vs Monday')).toEqual(certain('visibility vs "Monday"'))
    expect(read('how did we do since monday')).toEqual(certain('visibility 2026-11-16..2026-11-22'))
    expect(read('digest every Monday')).toEqual(certain('digest add monday'))
    expect(read('how did Monday do').kind).toBe('unsure')
    expect(read('any notion why we dropped').kind).toBe('unsure')
  })

  it('get choices if a name fits two brands', () => {
    expect(read('compare us with acme')).toEqual(certain('visibility vs "Acme Corp"'))
    expect(read('how is delta doing').kind).toBe('unsure')
  })

  it('may name an engine that is new in the service', () => {
    expect(read('how are we doing on grok')).toEqual(certain('visibility engine:Grok'))
  })

  it.each(pairs(import.meta.dirname, 'choices.txt'))(
    'get choices if the meaning is uncertain: “%s”',
    (question, commands) => {
      const reading = read(question)
      expect(reading.kind).toBe('unsure')
      expect(reading).toMatchObject({ texts: expect.arrayContaining(commands.split(' | ')) })
    },
  )

  it.each([
    'what is the weather like',
    'how much traffic came from chatgpt last month',
    'will we be ahead of Contoso next month?',
    'who is the ceo of globex',
    'book a room every friday at 8',
    'delete all tasks',
    'don’t delete the digest',
    'Globex just hired our old designer',
    'remind me at 3',
    'do not create the task',
    'can you perplexity this for me',
    '@maya can you look at the globex deck',
    'what is up',
    'what does Contoso charge',
    'Globex party on friday',
    'ask chatgpt to write me a poem',
    'anything new from the globex folks on our contract?',
    'thanks!',
    'please note that the office is closed',
    'draft a press release about beating Contoso',
    '',
    '?!',
    'constructor __proto__ toString',
  ])('are not answered if they aren’t for Sightline: “%s”', (question) => {
    expect(read(question)).toEqual({ kind: 'unknown' })
  })
})
