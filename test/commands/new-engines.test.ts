import { describe, expect, it } from 'vitest'
import { enginesVerb } from '../../src/commands/breakdowns.ts'
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

  it('is looked up next to another new one', () => {
    expect(commands.plan('visibility mistral grok').kind).toBe('work')
    expect(visibilityVerb.plan(words('mistral grok'), ['Mistral', 'Grok']).kind).toBe('work')
  })

  it('is understood after “engines” as well, and looked up before a word is refused', () => {
    expect(enginesVerb.plan(words('mistral month'), ['Mistral']).kind).toBe('work')
    expect(commands.plan('engines mistral').kind).toBe('work')
    expect(commands.plan('visibility mistral').kind).toBe('work')
  })

  it('is not looked up if a known word is near or a person is named', () => {
    for (const text of [
      'visibility chatgtp',
      'engines chatgtp',
      'engines <@U0MAYA|maya>',
      'visibility <#C1|x>',
    ])
      expect(commands.plan(text).kind, text).toBe('instant')
  })

  it('is kept in the text of an answer’s buttons', () => {
    const asked = { ...emptyArgs, engines: ['ChatGPT', 'Mistral', 'New Engine 2'], unit: 'week' as const }
    expect(readVisibilityText(argsText(asked))).toEqual({ ok: true, args: asked })
  })
})
