import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import type { Message } from '../../src/model/message.ts'
import type { Refusals } from '../../src/model/permission.ts'
import { periodAt, readPeriod } from '../../src/questions/period.ts'
import { readVisibilityText } from '../../src/questions/read.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'
import { isPermitted } from '../../src/slack/plan.ts'
import { actionOf, buttonsIn } from '../blocks/buttons.ts'
import { pairs } from '../pairs.ts'
import { isThorough } from '../properties/thorough.ts'

/** The commands that an answer's buttons run. */
const offered = ({ blocks }: Message): string[] =>
  buttonsIn(blocks)
    .map(actionOf)
    .flatMap((action) => (action?.kind === 'run_verb' ? [action.text] : []))

const mayAll: Refusals = new Map()

function suggestionsFor(text: string, refusals = mayAll): string[] {
  const plan = commands.plan(text)
  return plan.kind === 'instant' && !plan.understood ? offered(plan.answer(refusals)) : []
}

const answerTo = (text: string): Message => {
  const plan = commands.plan(text)
  if (plan.kind !== 'instant') throw new Error(`“${text}” is understood`)
  return plan.answer(mayAll)
}

describe('a suggestion', () => {
  const words = [
    ...commands.verbs.flatMap(({ name, aliases, examples }) => [name, ...aliases, ...examples]),
    ...['october', 'last week', 'this month', '2026-10', '2026-13', '2999-01-01', 'month', 'for', 'the'],
    ...['ChatGPT', 'google ai mode', 'vs Acme Corp', 'topic:t1', 'period:"last mnth"', 'funnel:tofu'],
    ...['add', 'list', 'remove', 'page', 'export', 'csv', 'file', 'pause 2', 'now', 'history page', 'all'],
    ...['r/saas', 'saas', '"a “b”"', "O'Neil's", '<@U0MAYA|maya>', '<#C0BRAND|brand>', 'a, b'],
    'x'.repeat(300),
  ]
  /** A known word with a letter omitted, doubled or replaced. */
  const misspelt = fc
    .tuple(fc.constantFrom(...words), fc.nat(), fc.constantFrom('', 'e', '#', 'left'))
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

  it('is always understood, and there are at most three', () => {
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
            const { when, unit } = question.args
            const now = Temporal.Instant.from('2026-11-18T12:00:00Z')
            expect(readPeriod(when ?? '', unit, now, 'UTC'), suggestion).toMatchObject({ ok: true })
          }
        }
      }),
      { numRuns: isThorough ? 1_000 : 300 },
    )
    expect(count).toBeGreaterThan(400)
  })

  it.each(pairs(import.meta.dirname, 'suggestions.txt'))('for “%s” is one of %s', (text, suggestions) => {
    expect(suggestionsFor(text)).toEqual(suggestions.split(' | '))
  })
})

describe('a suggestion for a person with limited rights', () => {
  const notAdmins: Refusals = new Map([['admins', 'Only admins may.']])
  const onlyRead: Refusals = new Map([...notAdmins, ['changers', 'Only Ana may.']])
  const nothing: Refusals = new Map([...onlyRead, ['readers', 'Guests can’t use Sightline here.']])

  it.each([
    ['conect', mayAll, ['connect', 'help']],
    ['conect', notAdmins, ['help']],
    ['connect sk-12345', notAdmins, ['help']],
    ['setings', onlyRead, ['help']],
    ['digest pase 2', notAdmins, ['digest pause 2', 'digest', 'help digest']],
    ['digest pase 2', onlyRead, ['digest', 'help digest']],
    ['actions ad R-1', onlyRead, ['actions', 'help actions']],
    ['help conect', notAdmins, ['help']],
    ['visibilty', nothing, []],
  ])('for “%s” is something they may run', (text, refusals, suggestions) => {
    expect(suggestionsFor(text, refusals)).toEqual(suggestions)
  })

  it('is never something they may not run', () => {
    const near = commands.verbs.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => `${name}x y`)
    for (const refusals of [notAdmins, onlyRead, nothing])
      for (const suggestion of near.flatMap((text) => suggestionsFor(text, refusals)))
        expect(isPermitted(commands.plan(suggestion), refusals), suggestion).toBe(true)
  })

  it('is replaced by the reason if the person may do nothing', () => {
    const plan = commands.plan('visibilty')
    expect(plan.kind === 'instant' && plan.answer(nothing).text).toBe('Guests can’t use Sightline here.')
  })
})

const asks = (text: string) => buttonsIn(answerTo(text).blocks).map(({ confirm }) => confirm !== undefined)

it('the button of a suggestion asks for confirmation if a click would change something', () => {
  expect(asks('digest paus 2')).toEqual([true, false, false])
  expect(asks('visibilty')).toEqual([false, false])
})

describe('reddit', () => {
  it.each(['october', 'saas last week', '2026-10', 'today'])('takes no period: %s', (words) => {
    const { text } = answerTo(`reddit ${words}`)
    expect(text).toContain('Reddit summaries are always the newest')
    expect(suggestionsFor(`reddit ${words}`)[0]).toBe('reddit')
  })

  it.each(['r/october', 'saas', '/r/may'])('reads %s as a subreddit', (name) => {
    expect(commands.plan(`reddit ${name}`).kind).toBe('work')
  })
})
