import { describe, expect, it } from 'vitest'
import { enginesVerb, gapsVerb } from '../../src/commands/breakdowns.ts'
import type { Verb } from '../../src/commands/verb.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { answered, wordsOf } from './typed.ts'

const problemOf = (verb: Verb) => (text: string) => {
  const plan = verb.plan(splitWords(`${verb.name} ${text}`).slice(1))
  return plan.kind === 'error' ? { sentence: plan.sentence, suggestion: plan.suggestion } : null
}

it.each(['engines', 'gaps', 'topics'])('“Share” under %s keeps the shown days', async (verb) => {
  const { workspace, store } = await formWorld()
  const filterNames = [{ filter: 'topics', id: 't1', name: 'Onboarding' }] as const
  await store.channels.save({ team, channel, filterNames }, user, workspace.clock.now())
  const caller = { team, channel, user, outside: false }
  const answer = wordsOf(await answered(verb, caller, workspace))
  expect(answer).toMatch(new RegExp(`sl1\\.share \\{"text":"${verb} week 2026-\\d\\d-\\d\\d"`))
})

describe('the words after engines', () => {
  const problem = problemOf(enginesVerb)

  it.each([
    '',
    'Previous Week',
    '2026-10-01 to 2026-10-15 week',
    'last month google ai mode, Perplexity',
    'week week',
  ])('“%s” is understood', (text) => {
    expect(problem(text)).toBeNull()
  })

  it('are named if not understood, and corrected if a known word is near', () => {
    expect(problem('last month 2026')).toEqual({
      sentence: expect.stringContaining('two dates'),
      suggestion: null,
    })
    expect(problem('chatgtp last month')).toEqual({
      sentence: 'I don’t know “chatgtp”.',
      suggestion: 'engines ChatGPT last month',
    })
    expect(problem('zzzzzz')).toEqual({
      sentence: 'I don’t know “zzzzzz”. Enter engines or a period, for example: ChatGPT last month.',
      suggestion: null,
    })
    expect(problem('week month')?.sentence).toContain('two periods')
  })

  it('point to the command that compares brands if they name a brand', () => {
    expect(problem('"Acme & Sons"')?.sentence).toContain('“Acme & Sons”')
    expect(problem('"Acme & Sons"')?.sentence).toContain('/sightline visibility')
  })

  it('say so if they name a channel or a person', () => {
    expect(problem('<#C0BRAND|brand-visibility>')?.sentence).toContain('“#brand-visibility” is a channel')
    expect(problem('<@U0MAYA|maya>')?.sentence).toContain('“@maya” is a person')
    expect(problem('month <@U0MAYA>')?.sentence).toContain('“@U0MAYA” is a person')
    expect(problem('<!subteam^S0BRAND|@brand-team>')?.sentence).toContain('“@brand-team” is a user group')
    expect(problem('<!here>')?.sentence).toContain('“@here” mentions everyone')
  })
})

it('the words after gaps are read the same, without engines', () => {
  const problem = problemOf(gapsVerb)
  expect(problem('2026-10-01..2026-10-15 week')).toBeNull()
  expect(problem('octobr')).toMatchObject({ suggestion: 'gaps october' })
  expect(problem('"Acme"')?.sentence).toContain('“Acme” doesn’t work here')
})
