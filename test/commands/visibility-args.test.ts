import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPETITOR_TYPES, FUNNEL_STAGES, KEYWORD_TYPES, SOURCES } from '../../src/api/index.ts'
import {
  competitorTypeLabels,
  funnelStageLabels,
  keywordTypeLabels,
} from '../../src/blocks/visibility/scope.ts'
import { noFilters, type Question } from '../../src/model/question.ts'
import { readPeriod } from '../../src/questions/period.ts'
import { argsText, withFixedPeriod } from '../../src/questions/question-text.ts'
import { readVisibility, readVisibilityText } from '../../src/questions/read.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'
import { isThorough } from '../properties/thorough.ts'

const read = (text: string) => readVisibility(splitWords(text))
const args = (text: string) => {
  const reading = read(text)
  if (!reading.ok) throw new Error(reading.sentence)
  return reading.args
}
const filters = (text: string) => args(text).filters
const problem = (text: string) => {
  const reading = read(text)
  return reading.ok ? undefined : reading.sentence
}
const suggestion = (text: string) => {
  const reading = read(text)
  return reading.ok ? null : reading.suggestion
}
const uuid = '3f1c9a20-0000-4000-8000-000000000001'

describe('the words after visibility', () => {
  it('may come in any order and case', () => {
    expect(args('month chatgpt "Acme" TOPIC:t1 Perplexity vs Contoso last week funnel:TOFU')).toEqual({
      engines: ['ChatGPT', 'Perplexity'],
      unit: 'month',
      when: 'last week',
      brands: ['Acme', 'Contoso'],
      filters: { ...noFilters, topics: ['t1'], funnelStages: ['ToFu'] },
      relation: 'against',
    })
  })

  it('include the figure that is asked for, and what is asked of the brands', () => {
    expect(args('share of voice chatgpt')).toMatchObject({ metric: 'shareOfVoice', engines: ['ChatGPT'] })
    expect(args('Mentions "Acme"')).toMatchObject({ metric: 'mentions', brands: ['Acme'] })
    expect(args('ahead of Acme')).toMatchObject({ relation: 'ahead', brands: ['Acme'] })
    expect(args('last month behind "Globex"')).toMatchObject({ relation: 'behind', brands: ['Globex'] })
    expect(args('overtakes')).toMatchObject({ relation: 'overtakes' })
    expect(args('risers')).toMatchObject({ relation: 'up' })
    expect(args('fallers')).toMatchObject({ relation: 'down' })
    expect(args('significance "Acme"')).toMatchObject({ relation: 'significance', brands: ['Acme'] })
    expect(args('"presence" "vs"'), 'names of brands').toMatchObject({ brands: ['presence', 'vs'] })
    expect(problem('ahead of')).toContain('Add a brand after “ahead of”')
    expect(problem('presence mentions')).toContain('two figures')
  })

  it('name engines the way people do', () => {
    expect(args('google ai mode, ').engines).toEqual(['GoogleAIMode'])
    expect(args('google').engines).toEqual(['Google'])
    expect(args('ai overviews gpt rufus').engines).toEqual(['GoogleAIO', 'ChatGPT', 'AmazonRufus'])
    expect(args('engine:gpt,"google ai mode"').engines).toEqual(['ChatGPT', 'GoogleAIMode'])
  })

  it('include every engine of the service by its own name', () => {
    for (const source of SOURCES) expect(args(source).engines).toEqual([source])
  })

  it('include periods, among others and by name', () => {
    expect(args('Perplexity last 30 days')).toMatchObject({ when: 'last 30 days', engines: ['Perplexity'] })
    expect(args('October chatgpt')).toMatchObject({ when: 'october', engines: ['ChatGPT'] })
    expect(args('period:"Sept 2026"').when).toBe('2026-09')
    expect(args('period:"in the last december"').when).toBe('last december')
    expect(args('date:2026-10')).toMatchObject({ when: '2026-10', unit: null })
  })

  it('include every filter of the brand table, in lists and repeated', () => {
    expect(
      filters(
        `site:"comparison site",forum keyword:brand funnel:tofu,bofu persona:"the cmo" topic:t1,t2 topic: t3
         theme:${uuid} strength:s1 weakness:w1,w2 neutral:yes search:"crm tools"`,
      ),
    ).toEqual({
      competitorTypes: ['COMPARISON_SITE', 'QA_FORUM'],
      keywordTypes: ['Brand'],
      funnelStages: ['ToFu', 'BoFu'],
      personas: ['the cmo'],
      topics: ['t1', 't2', 't3'],
      thematics: [uuid],
      strengths: ['s1'],
      weaknesses: ['w1', 'w2'],
      neutralsOnly: true,
      search: 'crm tools',
    })
    expect(args('brand:Acme,"Contoso Ltd" brand:acme vs:Globex').brands).toEqual([
      'Acme',
      'Contoso Ltd',
      'Globex',
    ])
  })

  it('include every value of an enumeration by the service’s name and by its label', () => {
    const enumerations: [string, Record<string, string>, readonly string[]][] = [
      ['site', competitorTypeLabels, COMPETITOR_TYPES],
      ['keyword', keywordTypeLabels, KEYWORD_TYPES],
      ['funnel', funnelStageLabels, FUNNEL_STAGES],
    ]
    for (const [name, labels, values] of enumerations) {
      expect(Object.keys(labels)).toEqual(values)
      for (const [value, label] of Object.entries(labels)) {
        const same = [value, value.replaceAll('_', ' '), label.replace(/ \(.*/u, '')]
        for (const word of same) expect(Object.values(filters(`${name}:"${word}"`)).flat()).toContain(value)
      }
    }
  })

  it('include aliases', () => {
    expect(filters('site-type:shop').competitorTypes).toEqual(['RETAIL_ECOMMERCE'])
    expect(filters('types:wiki competitor-type:NEWS_MEDIA').competitorTypes).toEqual([
      'WIKI_ENCYCLOPEDIA',
      'NEWS_MEDIA',
    ])
    expect(filters(`stage:top Thematics:${uuid.toUpperCase()}`)).toMatchObject({
      funnelStages: ['ToFu'],
      thematics: [uuid.toUpperCase()],
    })
    expect(filters('pros:a cons:b get_neutrals:true query:x')).toMatchObject({
      strengths: ['a'],
      weaknesses: ['b'],
      neutralsOnly: true,
      search: 'x',
    })
  })
})

describe('words that are not understood', () => {
  it.each([
    ['chatgtp', 'I don’t know “chatgtp”.', 'ChatGPT'],
    ['month chatgtp vs Acme', 'I don’t know “chatgtp”.', 'month ChatGPT vs Acme'],
    ['topc:t1,t2 chatgpt', 'I don’t know “topc:t1,t2”.', 'topic:t1,t2 chatgpt'],
    ['funnel:topfu,bofu', 'I don’t know the funnel “topfu”.', 'funnel:tofu,bofu'],
    ['site:"comparision site"', 'I don’t know the site “comparision site”.', 'site:comparison_site'],
    ['engine:gemni', 'I don’t know the engine “gemni”.', 'engine:Gemini'],
    ['period:mnth', 'I don’t know the period “mnth”. Try last month, or 2026-10.', 'month'],
    ['octobr', 'I don’t know “octobr”.', 'october'],
    ['neutral:maybe', 'Add yes after “neutral:”, or remove it.', 'neutral:yes'],
    ['search:a,b', 'Put the whole search in quotes.', 'search:"a, b"'],
    ['acme', `I don’t know “acme”. Put a brand’s name in quotes: "acme".`, null],
  ])('are named, with the nearest match: %s', (text, sentence, instead) => {
    expect(problem(text)).toContain(sentence)
    expect(suggestion(text)).toBe(instead)
    if (instead !== null) expect(read(instead).ok).toBe(true)
  })

  it.each([
    ['vs', 'Add a brand after “vs”'],
    ['vs Acme Corp', 'Put each brand in quotes: "Acme Corp", or "Acme" "Corp".'],
    ['topic', 'Add a colon and a value after “topic”, for example: topic:'],
    ['topic: chatgpt, ', ''],
    ['topic:', 'Add a value after “topic:”'],
    ['funnel:sales', 'Choose one of: tofu, mofu, bofu.'],
    ['zzzzz:1', 'Filters are: site:'],
    ['search:a search:b', 'two searches'],
    ['neutral:no', 'Add yes after “neutral:”, or remove it.'],
    ['2026-10 2026-11', 'two dates'],
    ['week month', 'two periods'],
    ['period:week month', 'two periods'],
    ['last constructor', '“last”'],
    ['constructor', 'I don’t know “constructor”'],
    ['constructor:x', 'I don’t know “constructor:x”'],
    ['<#C1|x>', '“#x” is a channel'],
    ['<@U1>', '“@U1” is a person'],
    [`topic:${Array.from({ length: 21 }, (_, index) => `t${index}`).join(',')}`, 'more than 20 values'],
    [Array.from({ length: 21 }, (_, index) => `"b${index}"`).join(' '), 'more than 20 brands'],
  ])('are answered with a sentence: %s', (text, sentence) => {
    if (sentence === '') expect(filters(text).topics).toEqual(['chatgpt'])
    else expect(problem(text)).toContain(sentence)
  })

  it('are read as displayed if Slack turned a value into a mention', () => {
    expect(filters('topic:<#C1|x> search:"<@U1|ana> crm"')).toMatchObject({
      topics: ['#x'],
      search: '@ana crm',
    })
  })

  it('get no suggestion that would be cut off', () => {
    expect(problem(`chatgtp "${'a'.repeat(1_000)}"`)).toContain('chatgtp')
    expect(suggestion(`chatgtp "${'a'.repeat(1_000)}"`)).toBeNull()
  })
})

describe('the text of a question', () => {
  const value = fc.oneof(
    fc.stringMatching(/^[a-z0-9-]{1,8}$/),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'ab"“”„«»‘’\',:;&<>#@! |/\t\n'), maxLength: 20 }),
    fc.constantFrom(
      '&amp;lt;',
      '&lt;http://a.com|a.com&gt;',
      '<http://a.com|a.com>',
      '<#C1|x>',
      '&lt;#C1|x&gt;',
      'topic:x',
      'vs',
      'last month',
      'https://a.com/x,y',
    ),
  )
  const typed = (text: string) => fc.constantFrom(`"${text}"`, `“${text}”`, `'${text}'`, `«${text}»`, text)
  const part = fc.oneof(
    fc.constantFrom(...SOURCES, 'google ai mode', 'week', 'monthly', 'last month', 'today', '2026-10'),
    fc.constantFrom('2026-10-01..2026-10-15', '2026-10-01 to 2026-10-15', '2026-"x,y', 'neutral:yes'),
    fc.constantFrom('share of voice', 'mentions', 'vs Acme', 'ahead of Acme', 'behind'),
    fc.constantFrom('overtakes', 'risers', 'fallers', 'significance'),
    value.chain(typed),
    value.chain(typed).map((text) => `vs ${text}`),
    fc
      .tuple(
        fc.constantFrom('topic', 'persona', 'strength', 'weakness', 'brand', 'search', 'site', 'funnel'),
        fc.array(value.chain(typed), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(',', ', ', ' , '),
      )
      .map(([name, values, comma]) => `${name}:${values.join(comma)}`),
    fc
      .tuple(fc.constantFrom('site', 'funnel', 'keyword'), fc.constantFrom('forum', 'tofu', 'brand', 'Shop'))
      .map(([name, word]) => `${name}:${word}`),
    fc.uuid().map((id) => `theme:${id}`),
  )
  const question = fc.array(part, { maxLength: 8 }).map((parts) => `visibility ${parts.join(' ')}`)

  it('can be read back as the same question', () => {
    let read = 0
    fc.assert(
      fc.property(question, (text) => {
        const first = readVisibilityText(text)
        if (!first.ok) return
        read += 1
        const again = argsText(first.args)
        expect(readVisibilityText(again)).toEqual(first)
        expect(again.startsWith('visibility')).toBe(true)
      }),
      { numRuns: isThorough ? 3_000 : 1_000 },
    )
    expect(read).toBeGreaterThan(300)
  })

  it('is short and in a fixed order', () => {
    const text = (typed: string) => argsText(args(typed))
    expect(text('')).toBe('visibility')
    expect(text('funnel:bofu vs Acme month chatgpt site:"Q&A forum" search:crm 2026-10')).toBe(
      'visibility ChatGPT month 2026-10 vs "Acme" site:qa_forum funnel:bofu search:"crm"',
    )
    expect(text('persona:"head of it",cmo neutral:yes')).toBe(
      'visibility persona:"head of it",cmo neutral:yes',
    )
    expect(text('“Johnson &amp; Sons”')).toBe('visibility "Johnson & Sons"')
  })

  it('can be read back for anything the form holds; only quotes that nobody can type are lost', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.trim())
    const names = fc.uniqueArray(
      name.filter((text) => text !== ''),
      { maxLength: 5, selector: (text) => text.toLowerCase() },
    )
    fc.assert(
      fc.property(names, names, (brands, topics) => {
        const asked: Question = {
          engines: ['ChatGPT'],
          unit: null,
          when: '2026-10',
          brands,
          filters: { ...noFilters, topics },
        }
        expect(readVisibilityText(argsText(asked))).toEqual({ ok: true, args: asked })
      }),
      { numRuns: isThorough ? 1_000 : 300 },
    )
    const every = 'a " ” » ’ \' “ b'
    expect(args(argsText({ ...args(''), brands: [every] }).slice('visibility '.length)).brands).toEqual([
      "a ' ” » ’ ' “ b",
    ])
  })
})

describe('a question pinned to its days', () => {
  const now = Temporal.Instant.from('2026-11-18T12:00Z')
  const later = Temporal.Instant.from('2027-03-02T12:00Z')

  it.each([
    ['', 'visibility week 2026-11-09'],
    ['this week', 'visibility week 2026-11-16'],
    ['month', 'visibility 2026-10'],
    ['last year', 'visibility 2025'],
    ['yesterday', 'visibility 2026-11-17'],
    ['2026-W41', 'visibility week 2026-10-05'],
    ['month 2026-10-05', 'visibility 2026-10'],
    ['2026-10-05..2026-10-09', 'visibility week 2026-10-05..2026-10-09'],
    ['year 2026-10-05..2026-10-09', 'visibility year 2026-10-05..2026-10-09'],
    ['2026-10-05..2026-10-11', 'visibility week 2026-10-05'],
  ])('means the same days whenever it is asked: %s', (text, expected) => {
    const asked = args(text)
    const periodOf = ({ when, unit }: Question, at: Temporal.Instant) => {
      const period = readPeriod(when ?? '', unit, at, 'Europe/Paris')
      if (!period.ok) throw new Error(period.problem)
      const { unit: each, start, end, timeZone } = period.period
      return { unit: each, start, end, timeZone }
    }
    const shown = withFixedPeriod(asked, periodOf(asked, now))
    expect(argsText(shown)).toBe(expected)
    expect(periodOf(args(expected.slice('visibility '.length)), later)).toEqual(periodOf(asked, now))
  })
})
