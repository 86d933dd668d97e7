import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taskVerb } from '../../src/commands/act/tasks.ts'
import { enginesVerb, gapsVerb } from '../../src/commands/breakdowns.ts'
import { collectsVerb } from '../../src/commands/collects.ts'
import { evaluationVerb } from '../../src/commands/evaluation.ts'
import { filtersVerb } from '../../src/commands/filters.ts'
import { commands } from '../../src/commands/index.ts'
import type { Verb } from '../../src/commands/verb.ts'
import { visibilityVerb } from '../../src/commands/visibility.ts'
import { readVisibility } from '../../src/questions/read.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'

const problem = (verb: Verb, text: string) => {
  const plan = verb.plan(splitWords(`${verb.name} ${text}`).slice(1))
  return plan.kind === 'error' ? plan : null
}

it.each(['engines', 'gaps', 'topics'])('“Share” under %s keeps the shown days', async (verb) => {
  const { workspace, store, typed } = await formWorld()
  const filterNames = [{ filter: 'topics', id: 't1', name: 'Onboarding' }] as const
  await store.channels.save({ team, channel, filterNames }, user, workspace.clock.now())
  expect(await typed(verb)).toMatch(new RegExp(`sl1\\.share \\{"text":"${verb} week 2026-\\d\\d-\\d\\d"`))
})

describe('the words after engines', () => {
  it.each([
    '',
    'Previous Week',
    '2026-10-01 to 2026-10-15 week',
    'last month google ai mode, Perplexity',
    'week week',
  ])('“%s” is understood', (text) => {
    expect(problem(enginesVerb, text)).toBeNull()
  })

  it('are named if not understood, and corrected if a known word is near', () => {
    expect(problem(enginesVerb, 'last month 2026')).toMatchObject({
      sentence: expect.stringContaining('two dates'),
      suggestion: null,
    })
    expect(problem(enginesVerb, 'chatgtp last month')).toMatchObject({
      sentence: 'I don’t know “chatgtp”.',
      suggestion: 'engines ChatGPT last month',
    })
    expect(problem(enginesVerb, 'zzzzzz')).toMatchObject({
      sentence: 'I don’t know “zzzzzz”. Enter engines or a period, for example: ChatGPT last month.',
      suggestion: null,
    })
    expect(problem(enginesVerb, 'week month')?.sentence).toContain('two periods')
  })

  it('point to the command that compares brands if they name a brand', () => {
    expect(problem(enginesVerb, '"Acme & Sons"')?.sentence).toContain('“Acme & Sons”')
    expect(problem(enginesVerb, '"Acme & Sons"')?.sentence).toContain('/sightline visibility')
  })

  it('say so if they name a channel or a person', () => {
    expect(problem(enginesVerb, '<#C0BRAND|brand-visibility>')?.sentence).toContain(
      '“#brand-visibility” is a channel',
    )
    expect(problem(enginesVerb, '<@U0MAYA|maya>')?.sentence).toContain('“@maya” is a person')
    expect(problem(enginesVerb, 'month <@U0MAYA>')?.sentence).toContain('“@U0MAYA” is a person')
    expect(problem(enginesVerb, '<!subteam^S0BRAND|@brand-team>')?.sentence).toContain(
      '“@brand-team” is a user group',
    )
    expect(problem(enginesVerb, '<!here>')?.sentence).toContain('“@here” mentions everyone')
  })
})

it('the words after gaps are read the same, without engines', () => {
  expect(problem(gapsVerb, '2026-10-01..2026-10-15 week')).toBeNull()
  expect(problem(gapsVerb, 'octobr')).toMatchObject({ suggestion: 'gaps october' })
  expect(problem(gapsVerb, '"Acme"')?.sentence).toContain('“Acme” doesn’t work here')
})

describe('a new engine of the service', () => {
  it.each(['Mistral', 'mistral last month', 'engine:mistral', 'ChatGPT mistral "Acme"'])(
    'is understood in “%s” once the service lists it',
    (text) => {
      expect(readVisibility(splitWords(text)).ok).toBe(false)
      expect(readVisibility(splitWords(text), ['Mistral'])).toMatchObject({
        ok: true,
        args: { engines: expect.arrayContaining(['Mistral']) },
      })
      expect(visibilityVerb.plan(splitWords(text), ['Mistral']).kind).toBe('work')
    },
  )

  it('is understood next to another new one, and after “engines” as well', () => {
    expect(commands.plan('visibility mistral grok', ['Mistral', 'Grok']).kind).toBe('work')
    expect(commands.plan('engines mistral month', ['Mistral']).kind).toBe('work')
    expect(commands.plan('engines mistral').kind).toBe('instant')
  })
})

describe('collects and filters', () => {
  it.each([collectsVerb, filtersVerb])('$name takes no words and names those it was given', (verb) => {
    expect(problem(verb, '')).toBeNull()
    expect(problem(verb, 'last month')?.sentence).toBe(
      'I don’t know “last”. This command takes no arguments.',
    )
    expect(problem(verb, 'last month')?.suggestion?.trim()).toBe(verb.name)
    expect(problem(verb, '<#C0BRAND|brand-visibility>')?.sentence).toContain(
      '“#brand-visibility” is a channel',
    )
  })
})

describe('evaluation and task', () => {
  const id = '5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01'

  it.each([evaluationVerb, taskVerb])('$name takes an id or an address', (verb) => {
    for (const text of [
      id,
      `  ${id.toUpperCase()} `,
      `<https://console.example/x/${id}?a=1&amp;b=2>`,
      `id:${id}`,
    ])
      expect(problem(verb, text)).toBeNull()
  })

  it.each([evaluationVerb, taskVerb])('$name says what is wrong with any other text', (verb) => {
    expect(problem(verb, `${id} ${id}`)?.sentence).toContain('at a time')
    expect(problem(verb, '<@U0MAYA|maya>')?.sentence).toContain('“@maya” is a person')
    expect(problem(verb, '<#C0BRAND>')?.sentence).toContain('“#C0BRAND” is a channel')
    expect(problem(verb, 'https://console.example/list')?.sentence).toContain('copy its address')
  })

  it('task asks which one without an id; evaluation lists those watched in the channel', () => {
    expect(problem(taskVerb, '')?.sentence).toContain('Which recommendation')
    expect(problem(evaluationVerb, '')).toBeNull()
  })

  it('any text is either understood or answered with a sentence that mentions nobody', () => {
    const verbs = [evaluationVerb, taskVerb, collectsVerb, filtersVerb]
    const word = fc.oneof(
      fc.constantFrom('<@U0MAYA>', '<!channel>', '<!here|here>', '<#C0BRAND|x>', '<!subteam^S0|@all>', id),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        for (const verb of verbs) {
          const error = problem(verb, words.join(' '))
          if (error === null) continue
          expect(error.sentence).toMatch(/\w/)
          expect(error.sentence).not.toMatch(/<[@#!][A-Z]/)
        }
      }),
    )
  })
})
