import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src/blocks/kit/codec.ts'
import { commands } from '../../src/commands/index.ts'
import { readPeriod } from '../../src/insights/periods.ts'
import { periodAt } from '../../src/insights/question/period.ts'
import { readVisibilityText } from '../../src/insights/question/read.ts'
import { splitWords } from '../../src/insights/question/tokenizer.ts'
import type { Message } from '../../src/model/message.ts'

/** What the buttons of an answer run. */
function offered({ blocks }: Message): string[] {
  const elements = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []))
  return elements.flatMap((element) => {
    if (element.type !== 'button' || element.action_id === undefined) return []
    const decoded = decode(element.action_id, element.value ?? '')
    return decoded.ok && decoded.action.kind === 'run_verb' ? [decoded.action.text] : []
  })
}

function suggestionsFor(text: string): string[] {
  const plan = commands.plan(text)
  return plan.kind === 'instant' && !plan.understood ? offered(plan.answer()) : []
}

const answerTo = (text: string): Message => {
  const plan = commands.plan(text)
  if (plan.kind !== 'instant') throw new Error(`“${text}” is understood`)
  return plan.answer()
}

describe('a suggestion', () => {
  const known = [
    ...commands.verbs.flatMap(({ name, aliases, examples }) => [name, ...aliases, ...examples]),
    ...['october', 'last week', 'this month', '2026-10', '2026-13', '2999-01-01', 'month', 'for', 'the'],
    ...['ChatGPT', 'google ai mode', 'vs Acme Corp', 'topic:t1', 'period:"last mnth"', 'funnel:tofu'],
    ...['add', 'list', 'remove', 'page', 'export', 'csv', 'file', 'pause 2', 'now', 'history page', 'all'],
    ...[
      'r/saas',
      'saas',
      '"a “b”"',
      "O'Neil's",
      '<@U0MAYA|maya>',
      '<#C0BRAND|brand>',
      'a, b',
      'x'.repeat(300),
    ],
  ]
  /** A known word with a letter left out, doubled or replaced. */
  const misspelt = fc
    .tuple(fc.constantFrom(...known), fc.nat(), fc.constantFrom('', 'e', '#', 'left'))
    .map(([word, at, with_]) => {
      const place = at % word.length
      return with_ === 'left'
        ? word.slice(0, place) + word.slice(place + 1)
        : word.slice(0, place) + with_ + word.slice(place)
    })
  const typed = fc
    .array(fc.oneof({ weight: 4, arbitrary: misspelt }, fc.string({ unit: 'grapheme', maxLength: 8 })), {
      maxLength: 5,
    })
    .map((words) => words.join(' '))

  it('is understood, whatever was typed, and there are at most three', () => {
    let count = 0
    fc.assert(
      fc.property(typed, (text) => {
        const suggestions = suggestionsFor(text)
        count += suggestions.length
        expect(suggestions.length).toBeLessThanOrEqual(3)
        for (const suggestion of suggestions) {
          const plan = commands.plan(suggestion)
          expect({ suggestion, understood: plan.kind !== 'instant' || plan.understood }).toEqual({
            suggestion,
            understood: true,
          })
          const [verb, ...words] = splitWords(suggestion)
          if (verb?.text === 'reddit')
            for (const at of words.keys()) expect(periodAt(words, at), suggestion).toBeNull()
          const question = verb?.text === 'visibility' ? readVisibilityText(suggestion) : null
          if (question?.ok) {
            const { when, unit } = question.asked
            const now = Temporal.Now.instant()
            expect(readPeriod(when ?? '', unit, now, 'UTC'), suggestion).toMatchObject({ ok: true })
          }
        }
      }),
      { numRuns: 1_000 },
    )
    expect(count).toBeGreaterThan(500)
  })

  it.each([
    ['visibilty last week', ['visibility last week', 'visibility', 'help']],
    ['last month', ['visibility last month', 'help']],
    ['redit october', ['reddit', 'help']],
    ['reddit saas october 2026', ['reddit saas', 'reddit', 'help reddit']],
    ['taks', ['tasks', 'help']],
    ['task', ['actions']],
    ['why', ['visibility', 'help']],
    ['visibility chatgtp octobr', ['visibility ChatGPT october', 'visibility', 'help visibility']],
    ['visibility 2026-13 chatgtp', ['visibility', 'help visibility']],
    ['visibility why did we lose so much', ['visibility', 'help visibility']],
    ['actions ad', ['actions', 'help actions']],
    ['evaluation', ['help evaluation']],
    ['digest frobnicate', ['digest list', 'digest', 'help digest']],
    ['tasks exprot', ['tasks export', 'tasks', 'help tasks']],
    ['conect sk-12345', ['connect', 'collects', 'help']],
  ])('for “%s” would work: %s', (text, suggestions) => {
    expect(suggestionsFor(text)).toEqual(suggestions)
  })

  it('is a button that says what it runs, in the place of a list of all verbs', () => {
    const { text, blocks } = answerTo('visibilty last week')
    const labels = blocks.flatMap((block) =>
      block.type === 'actions'
        ? block.elements.flatMap((element) => (element.type === 'button' ? [element.text.text] : []))
        : [],
    )
    expect(labels).toEqual(['/sightline visibility last week', '/sightline visibility', '/sightline help'])
    expect(text).toContain('Try: `/sightline visibility last week`')
    expect(JSON.stringify(blocks)).not.toContain('accounts')
  })
})

describe('reddit', () => {
  it.each(['october', 'saas last week', '2026-10', 'today'])('has no period: %s', (words) => {
    const { text } = answerTo(`reddit ${words}`)
    expect(text).toContain("Reddit's answer has no period")
    expect(suggestionsFor(`reddit ${words}`)[0]).toBe(words.startsWith('saas') ? 'reddit saas' : 'reddit')
  })

  it.each(['r/october', 'saas', '/r/may'])('takes %s for a subreddit', (name) => {
    expect(commands.plan(`reddit ${name}`).kind).toBe('work')
  })
})
