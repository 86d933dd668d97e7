import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { periodWords, whenWords } from '../../../src/blocks/kit/formats.ts'
import { readFreeText } from '../../../src/commands/free-text/index.ts'
import type { TextReading, Vocabulary } from '../../../src/commands/free-text/reading.ts'

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

/** Questions that have one meaning, and the command that answers each. */
const questions = readFileSync(join(import.meta.dirname, 'questions.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' → ') as [question: string, command: string])

const read = (text: string): TextReading => readFreeText(text, vocabulary, today)
const certain = (text: string): TextReading => ({ kind: 'certain', text })

describe('questions in people’s own words', () => {
  it.each(questions)('are read: “%s” as %s', (question, command) => {
    expect(read(question)).toEqual(certain(command))
  })

  it.each([
    ['how did we do on perplexty', 'visibility Perplexity'],
    ['vissibility in octobre', 'visibility october'],
    ['compare us with contosso', 'visibility vs "Contoso"'],
    ['whats redit saying', 'reddit'],
    ['compettitors on claude yesterady', 'visibility Claude yesterday'],
    ['any missing dyas?', 'collects'],
  ])('are corrected: “%s” is read as %s', (question, command) => {
    expect(read(question)).toEqual(certain(command))
  })

  it.each([
    ['in the past two weeks', 'last 14 days'],
    ['on October 5th', '2026-10-05'],
    ['on 5 Oct', '2026-10-05'],
    ['on 05.10.2026', '2026-10-05'],
    ['between the 5th and the 18th of October', '2026-10-05..2026-10-18'],
    ['from the 5th to the 18th of october', '2026-10-05..2026-10-18'],
    ['in the week of 9 november', 'week 2026-11-09'],
    ['in october compared to september', 'october'],
    ['in the first half of the year', '2026-01-01..2026-06-30'],
    ['nov 9 - nov 15', '2026-11-09..2026-11-15'],
    ['two months back', '2026-09'],
    ['in May', 'may'],
    ['from January through May', '2026-01-01..2026-05-31'],
    ['january through may', '2026-01-01..2026-05-31'],
  ])('may name periods as people say them: %s is %s', (typed, written) => {
    expect(read(`how did we do ${typed}?`)).toEqual(certain(`visibility ${written}`))
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

  it.each([
    ['are we doing better than in september?', ['visibility september']],
    ['compare us on chatgpt and tell me what to do', ['visibility ChatGPT', 'actions']],
    ['how do I create a task', ['help task']],
    ['bring the digest back', ['digest']],
    ['update the settings of this channel', ['settings']],
    // `where` asks for places, `do` for what to do. It isn't enough that the rest fits.
    ['where do we rank best', ['engines', 'gaps']],
    ['which engines mention Globex most', ['engines', 'visibility "Globex"']],
    ['what can marketing do about the drop', ['actions']],
    ['for the monday meeting: how did we do last week?', ['visibility last week']],
    ['which reddit posts are about our onboarding', ['reddit']],
    ['how are we doing everywhere except on perplexity', ['visibility']],
    ['how did we do from mid october to mid november', ['visibility 2026-10-01..2026-11-22']],
    ['how have we done since the end of october', ['visibility 2026-10-01..2026-11-22']],
    // Each word is explained by a phrase that fits. `threads` is in no phrase about visibility.
    ['threads that mention us', ['visibility', 'reddit']],
    // No phrase fits, but the names are kept.
    ['my intern says globex is crushing it on claude vs us', ['visibility Claude vs "Globex"']],
    ['anything spicy on r/saas', ['reddit r/saas']],
    ['priorities for tomorrow', ['actions']],
    ['i’d like to add a note', ['help note']],
    ['put our product launch on the chart', ['note our product launch', 'help note']],
    ['prplx last week', ['visibility Perplexity last week']],
    // What has a file, or a list that can be asked for, comes before the file of the tasks.
    ['export visibility as csv', ['visibility', 'tasks export']],
    ['as CSV', ['visibility', 'tasks export']],
    ['give me a csv of Globex', ['visibility "Globex"']],
    ['reddit as csv', ['reddit']],
    ['export the review', ['review']],
    // A name that the command can't take is kept for another one.
    ['what should we do to beat Globex', ['actions', 'visibility "Globex"']],
    // A name in one part is kept when the question is in another.
    ['Globex ran something big last month, did it move them?', ['visibility last month "Globex"']],
    ['perplexity looked weird on the 12th, can you show me', ['visibility Perplexity 2026-11-12']],
  ])('get choices if the meaning is uncertain: “%s”', (question, commands) => {
    const reading = read(question)
    expect(reading.kind).toBe('unsure')
    expect(reading).toMatchObject({ texts: expect.arrayContaining(commands) })
  })

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
