import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import { visibilityVerb } from '../../src/commands/visibility.ts'
import { argsText, emptyArgs } from '../../src/questions/question-text.ts'
import { readVisibility, readVisibilityText } from '../../src/questions/read.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'

const words = (text: string) => splitWords(text)

describe('a new engine of the service', () => {
  it.each(['Mistral', 'mistral last month', 'engine:mistral', 'ChatGPT mistral "Acme"'])(
    'is understood in “%s” once the service lists it',
    (text) => {
      expect(readVisibility(words(text)).ok).toBe(false)
      expect(readVisibility(words(text), ['Mistral'])).toMatchObject({
        ok: true,
        args: { engines: expect.arrayContaining(['Mistral']) },
      })
      expect(visibilityVerb.plan(words(text), ['Mistral']).kind).toBe('work')
    },
  )

  it('is understood next to another new one, and after “engines” as well', () => {
    expect(commands.plan('visibility mistral grok', ['Mistral', 'Grok']).kind).toBe('work')
    expect(commands.plan('engines mistral month', ['Mistral']).kind).toBe('work')
    expect(commands.plan('engines mistral').kind).toBe('instant')
  })

  it('is kept in the text of an answer’s buttons', () => {
    const asked = { ...emptyArgs, engines: ['ChatGPT', 'Mistral', 'New Engine 2'], unit: 'week' as const }
    expect(readVisibilityText(argsText(asked))).toEqual({ ok: true, args: asked })
  })
})
