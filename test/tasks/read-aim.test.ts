import { describe, expect, it } from 'vitest'
import { noAim } from '../../src/model/story.ts'
import { aimOf, type Nameable } from '../../src/tasks/aims.ts'

const has: Nameable = {
  engines: [
    'ChatGPT',
    'Perplexity',
    'Google',
    'GoogleAIO',
    'GoogleAIMode',
    'Claude',
    'Gemini',
    'Bing',
    'AmazonRufus',
  ],
  brands: [
    'Northwind',
    'Globex',
    'Target',
    'On',
    'booking.com',
    'Acme Corp',
    'Acme',
    'Coca-Cola',
    'C++ Tools',
    'Google',
    'Monday',
  ],
  ownBrands: ['Northwind'],
  subreddits: ['marketing', 'SaaS'],
  filterNames: [
    { filter: 'topics', id: 't-1', name: 'pricing' },
    { filter: 'topics', id: 't-2', name: 'Trail Running' },
    { filter: 'personas', id: 'p-1', name: 'Coach' },
  ],
}
const aim = (...texts: readonly string[]) => aimOf(texts, has)
const enginesIn = (text: string) => aim(text).engines
const rivalIn = (text: string) => aim(text).rival

describe('an aim’s engines', () => {
  it.each([
    ['Get cited by Perplexity for comparison questions', ['Perplexity']],
    ['Win Back Perplexity Citations', ['Perplexity']],
    ['Appear in chatgpt and in Gemini.', ['ChatGPT', 'Gemini']],
    ['Perplexity’s answers leave you out', ['Perplexity']],
    ['Improve what Google AI Mode says', ['GoogleAIMode']],
    ['Answer what AI Overviews ask', ['GoogleAIO']],
    ['Google-AI-Mode and Amazon Rufus', ['GoogleAIMode', 'AmazonRufus']],
    ['**Claude**: add a pricing table', ['Claude']],
  ])('are those named in “%s”', (text, engines) => {
    expect(enginesIn(text)).toEqual(engines)
  })

  it.each([
    'Reduce the perplexity of the text',
    'Let people google your reviews',
    'Share the draft in Google Docs and track it in Google Search Console',
    'Track It In Google Analytics',
    'Quote Claude Monet on colour',
    'A story about Jean-Claude and the Geminids',
    'Ask bing@example.com, or see https://www.google.com/search and perplexity.ai/hub',
    'BingBot, GoogleBot and GPTBot may crawl the page',
    'ungoogled, Binging, Perplexityish',
    'Unlike ChatGPT, shoppers want photos',
    'This is not for Gemini',
    '#Claude @Gemini',
    '',
  ])('are all engines if “%s” names none', (text) => {
    expect(enginesIn(text)).toEqual([])
  })

  it('are all engines if all are named, and only those of the workspace', () => {
    expect(enginesIn(has.engines.join(', '))).toEqual([])
    expect(aimOf(['Perplexity and Claude'], { ...has, engines: ['Claude', 'Bing'] }).engines).toEqual([
      'Claude',
    ])
  })
})

describe('an aim’s rival', () => {
  it.each([
    ['Close the gap to Globex on comparison pages', 'Globex'],
    ['Answers that name Acme Corp first', 'Acme Corp'],
    ['People choose booking.com for it', 'booking.com'],
    ['A guide to C++ Tools', 'C++ Tools'],
    ['Why Globex and Acme lead: Globex has tables', 'Globex'],
    ['Answer what people ask about Coca-Cola', 'Coca-Cola'],
  ])('is the brand named in “%s”', (text, rival) => {
    expect(rivalIn(text)).toBe(rival)
  })

  it.each([
    'Target the comparison pages. Target buyers.',
    'Aim For Target Audiences Every Monday',
    'On the pricing page, say what is on sale; hit the target',
    'Globexes and theGlobex and Globex-like pages',
    'globex in small letters, mail@Globex.example',
    'Say more about Northwind',
    'Be better than Google',
  ])('is empty because “%s” names none with certainty', (text) => {
    expect(rivalIn(text)).toBeNull()
  })

  it('is not taken from a longer name, nor from a name that only begins a sentence', () => {
    expect(rivalIn('Globex leads.')).toBeNull()
    expect(rivalIn('Globex leads. Copy what Globex does.')).toBe('Globex')
  })
})

describe('an aim’s subreddit and topics', () => {
  it('are read only where they are named as such', () => {
    expect(aim('Answer in r/saas this week').subreddit).toBe('SaaS')
    expect(aim('See https://www.reddit.com/r/marketing/comments/1').subreddit).toBe('marketing')
    expect(aim('Improve marketing; and/or/marketing; for/marketing; r/marketingops').subreddit).toBeNull()
    expect(aimOf(['Post in /r/running'], { ...has, subreddits: [] }).subreddit).toBe('running')
    expect(aim('Answer the topic “pricing”, and our Trail Running guide').topics).toEqual(['t-1', 't-2'])
    expect(aim('Mend the pricing page; trail running; Coach').topics).toEqual([])
  })

  it('are read from hostile texts, too', () => {
    const hostile = [
      'a'.repeat(300_000),
      '('.repeat(5_000),
      `${'Google '.repeat(3)}Docs`,
      '$^[.*+?(){}|\\',
      'Perplexity Globex '.repeat(1_000),
      '‮Perplexity‬\u0000',
    ]
    const brands = [...hostile.slice(1, 4), '']
    const aims = hostile.map((text) => aimOf([text, text], { ...has, brands }))
    expect(aims.map(({ subreddit, topics }) => [subreddit, topics])).toEqual(hostile.map(() => [null, []]))
    expect(aim()).toEqual(noAim)
  })
})
