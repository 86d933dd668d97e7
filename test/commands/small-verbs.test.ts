import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taskVerb } from '../../src/commands/act/tasks.ts'
import { collectsVerb } from '../../src/commands/collects.ts'
import { evaluationVerb } from '../../src/commands/evaluation.ts'
import { filtersVerb } from '../../src/commands/filters.ts'
import type { Verb } from '../../src/commands/verb.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'

const problem = (verb: Verb, text: string) => {
  const plan = verb.plan(splitWords(`${verb.name} ${text}`).slice(1))
  return plan.kind === 'error' ? plan : null
}

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
