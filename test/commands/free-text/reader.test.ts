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

const read = (text: string): TextReading => readFreeText(text, vocabulary, today)
const certain = (text: string): TextReading => ({ kind: 'certain', text })

describe('questions in people’s own words', () => {
  it.each([
    ['how did we do against Contoso on Perplexity in October?', 'visibility Perplexity october vs "Contoso"'],
    ['who overtook us?', 'visibility overtakes'],
    ['have we passed Contoso', 'visibility ahead of "Contoso"'],
    ['are we losing to Contoso?', 'visibility behind "Contoso"'],
    ['our share of voice on claude', 'visibility share of voice Claude'],
    ['how often are we mentioned', 'visibility mentions'],
    ['mentions of Contoso last month', 'visibility mentions last month "Contoso"'],
    ['who has the most mentions?', 'visibility mentions leader'],
    ['are we above Contoso?', 'visibility ahead of "Contoso"'],
    ['is our decline on chatgpt significant or just noise', 'visibility ChatGPT significance'],
    ['why is contoso winning on perplexity', 'why Perplexity "Contoso"'],
    ['why did we drop last week?', 'why last week'],
    ["what's reddit saying", 'reddit'],
    ['anything to do this week?', 'actions'],
    ['where are we weakest?', 'gaps'],
    ['digest every friday at 8', 'digest add friday 08:00'],
    ['send us a digest on mondays and thursdays at 5:30pm', 'digest add monday thursday 17:30'],
    ["who's ahead of us", 'visibility leader'],
    ['which competitor is most visible on claude?', 'visibility Claude leader'],
    ['which competitor should we worry about?', 'visibility leader'],
    ['should we worry about last week?', 'visibility last week significance'],
    ['who is catching up with us?', 'visibility risers'],
    ['was the drop in october on claude just noise?', 'visibility Claude october noise'],
    ['is the drop on claude real?', 'visibility Claude significance'],
    ['is Perplexity still our best engine?', 'engines'],
    ['compare october to september', 'visibility october'],
    ['compare september to october', 'visibility october'],
    ['compare us from september to october', 'visibility 2026-09-01..2026-10-31'],
    ['which competitor grew fastest last month', 'visibility last month risers'],
    ['did any competitor gain visibility', 'visibility risers'],
    ['which competitor fell most last month', 'visibility last month fallers'],
    ['did any rival drop on chatgpt', 'visibility ChatGPT fallers'],
    ['are any of our rivals going down', 'visibility fallers'],
    ['does anyone know why we dropped', 'visibility'],
    ['does anyone know why we improved', 'visibility'],
    ['who fell most?', 'visibility fallers'],
    ['what competitor fell most?', 'visibility fallers'],
    ['what competitor grew fastest?', 'visibility risers'],
    ['which competitor was the biggest loser?', 'visibility fallers'],
    ['who is mentioned most on ChatGPT?', 'visibility mentions ChatGPT leader'],
    ['which brand is named most often?', 'visibility mentions leader'],
    ['who appears most often?', 'visibility mentions leader'],
    ['who is the most mentioned brand?', 'visibility mentions leader'],
    ['most mentioned brand last month', 'visibility mentions last month leader'],
    ['who is the third most mentioned brand?', 'visibility mentions third'],
    ['who wins on ChatGPT?', 'visibility ChatGPT leader'],
    ['who is number 1?', 'visibility leader'],
    ['who is second?', 'visibility second'],
    ['who’s 2nd on ChatGPT?', 'visibility ChatGPT second'],
    ['who comes third?', 'visibility third'],
    ['which competitor came second last month', 'visibility last month second'],
    ['who is in third place', 'visibility third'],
    ['who is the runner-up', 'visibility second'],
    ['second most visible brand', 'visibility second'],
    ['what is the most visible brand on claude?', 'visibility Claude leader'],
    ['who was ahead in the second quarter', 'visibility 2026-04-01..2026-06-30 leader'],
    ['who’s above us?', 'visibility leader'],
    ['what’s our biggest threat?', 'visibility leader'],
    ['did the drop continue last week?', 'visibility last week'],
    ['how far are we from the leader last week', 'visibility last week leader'],
    ['which competitors went down last week', 'visibility last week fallers'],
    ['which of our competitors fell most last month', 'visibility last month fallers'],
    ['who did we overtake last month', 'visibility last month'],
    ['which competitors did we beat', 'visibility'],
    ['show me the competition', 'visibility'],
    ['is our data up to date', 'collects'],
    ['note: the new pricing page is live', 'note the new pricing page is live'],
    ['can you make a note that Globex was bought by Contoso?', 'note Globex was bought by Contoso?'],
    ['add a note to the timeline: PR campaign – week 2', 'note PR campaign – week 2'],
    ['which events did we put on the timeline', 'notes'],
    ['look back at last quarter', 'review last quarter'],
    ['which of our efforts paid off', 'review'],
    ['who did what last month', 'review last month'],
    ['remind us every monday', 'digest add monday'],
    ['Hey Sightline, could you please show me how we’re doing on ChatGPT? Thanks!', 'visibility ChatGPT'],
    ['which engine are we weakest on', 'engines'],
    ['how are we doing on each engine this month', 'engines this month'],
    ['gaps last month', 'gaps last month'],
    ['what can you do?', 'help'],
    ['preview 2', 'digest preview 2'],
    ['visibility lats month vs Globex', 'visibility last month vs "Globex"'],
    ['visibility tofu', 'visibility funnel:tofu'],
    ['visibility chatgtp octobr', 'visibility ChatGPT october'],
    ['visibility for last month please', 'visibility last month'],
    ['turn off alerts', 'digest edit'],
    ['unsubscribe from the alerts', 'digest edit'],
    ['we don’t want alerts', 'digest edit'],
    ['when did the last digest go out', 'digest history'],
    [
      'stop tracking 5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01',
      'actions remove 5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01',
    ],
    ['send me the tasks as an excel file', 'tasks export'],
    ['how visible are we at the top of the funnel', 'visibility funnel:tofu'],
    ['summarise r/saas please', 'reddit r/saas'],
    ['favourite engine?', 'engines'],
    ['are we doing better than last month', 'visibility this month'],
    ['how is Contoso doing compared to last week?', 'visibility this week "Contoso"'],
    ['visibility vs last quarter', 'visibility this quarter'],
    ['are we doing better than Contoso last month', 'visibility last month ahead of "Contoso"'],
    ['did we do better last month', 'visibility last month'],
    ['how do tasks work?', 'help tasks'],
    ['could you explain the reddit command please', 'help reddit'],
    ['what is a digest?', 'help digest'],
    ['let us know whenever a competitor overtakes us', 'digest add'],
    ['So how did we do?', 'visibility'],
    ['what changed?', 'visibility'],
    ['are the changes significant?', 'visibility significance'],
    ['what changed on reddit', 'reddit'],
    ['what may we do next', 'actions'],
    ['explain our fall on Claude', 'why Claude'],
    ['how sure are you?', 'help numbers'],
    ['which keywords are we missing', 'gaps'],
    ['what could have caused our fall on Claude?', 'why Claude'],
  ])('are read: “%s” as %s', (question, command) => {
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
