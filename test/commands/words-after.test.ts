import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import { readVisibility } from '../../src/questions/read.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'

const id = '5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01'

/** What is wrong with the words after a command; `null`: nothing. */
const problem = (text: string) => {
  const [name, ...words] = splitWords(text)
  const plan = commands.verbs.find((verb) => verb.name === name?.text)?.plan(words)
  if (plan === undefined) throw new Error(`“${text}” is no command`)
  return plan.kind === 'error' ? plan : null
}

it.each(['engines', 'gaps', 'topics'])('“Share” under %s keeps the shown days', async (verb) => {
  const { workspace, store, typed } = await formWorld()
  const filterNames = [{ filter: 'topics', id: 't1', name: 'Onboarding' }] as const
  await store.channels.save({ team, channel, filterNames }, user, workspace.clock.now())
  expect(await typed(verb)).toMatch(new RegExp(`sl1\\.share \\{"text":"${verb} week 2026-\\d\\d-\\d\\d"`))
})

describe('the words after a command', () => {
  it.each([
    'engines',
    'engines Previous Week',
    'engines 2026-10-01 to 2026-10-15 week',
    'engines last month google ai mode, Perplexity',
    'engines week week',
    'gaps 2026-10-01..2026-10-15 week',
    'collects',
    'filters',
    'evaluation',
  ])('are understood: %s', (text) => {
    expect(problem(text)).toBeNull()
  })

  it.each([
    ['engines last month 2026', 'two dates', null],
    ['engines week month', 'two periods', undefined],
    ['engines chatgtp last month', 'I don’t know “chatgtp”.', 'engines ChatGPT last month'],
    [
      'engines zzzzzz',
      'I don’t know “zzzzzz”. Enter engines or a period, for example: ChatGPT last month.',
      null,
    ],
    ['engines "Acme & Sons"', '“Acme & Sons”', undefined],
    ['engines "Acme & Sons"', '/sightline visibility', undefined],
    ['engines <#C0BRAND|brand-visibility>', '“#brand-visibility” is a channel', undefined],
    ['engines <@U0MAYA|maya>', '“@maya” is a person', undefined],
    ['engines month <@U0MAYA>', '“@U0MAYA” is a person', undefined],
    ['engines <!subteam^S0BRAND|@brand-team>', '“@brand-team” is a user group', undefined],
    ['engines <!here>', '“@here” mentions everyone', undefined],
    ['gaps octobr', 'I don’t know “octobr”', 'gaps october'],
    ['gaps "Acme"', '“Acme” doesn’t work here', undefined],
    ['collects last month', 'I don’t know “last”. This command takes no arguments.', 'collects'],
    ['filters last month', 'I don’t know “last”. This command takes no arguments.', 'filters'],
    ['filters <#C0BRAND|brand-visibility>', '“#brand-visibility” is a channel', undefined],
    ['task', 'Which recommendation', undefined],
  ])('are named if not understood, and corrected if a known word is near: %s', (text, sentence, instead) => {
    expect(problem(text)?.sentence).toContain(sentence)
    if (instead !== undefined) expect(problem(text)?.suggestion?.trim() ?? null).toBe(instead)
  })

  it.each(['evaluation', 'task'])('are an id or an address: %s', (verb) => {
    const address = `<https://console.example/x/${id}?a=1&amp;b=2>`
    for (const text of [id, `  ${id.toUpperCase()} `, address, `id:${id}`])
      expect(problem(`${verb} ${text}`)).toBeNull()
    expect(problem(`${verb} ${id} ${id}`)?.sentence).toContain('at a time')
    expect(problem(`${verb} <@U0MAYA|maya>`)?.sentence).toContain('“@maya” is a person')
    expect(problem(`${verb} <#C0BRAND>`)?.sentence).toContain('“#C0BRAND” is a channel')
    expect(problem(`${verb} https://console.example/list`)?.sentence).toContain('copy its address')
  })

  it('are understood, or answered with a sentence that mentions nobody', () => {
    const word = fc.oneof(
      fc.constantFrom('<@U0MAYA>', '<!channel>', '<!here|here>', '<#C0BRAND|x>', '<!subteam^S0|@all>', id),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        for (const verb of ['evaluation', 'task', 'collects', 'filters']) {
          const error = problem(`${verb} ${words.join(' ')}`)
          if (error === null) continue
          expect(error.sentence).toMatch(/\w/)
          expect(error.sentence).not.toMatch(/<[@#!][A-Z]/)
        }
      }),
    )
  })
})

describe('a new engine of the service', () => {
  it.each(['Mistral', 'mistral last month', 'engine:mistral', 'ChatGPT mistral "Acme"'])(
    'is understood in “%s” once the service lists it',
    (text) => {
      expect(readVisibility(splitWords(text)).ok).toBe(false)
      const args = { engines: expect.arrayContaining(['Mistral']) }
      expect(readVisibility(splitWords(text), ['Mistral'])).toMatchObject({ ok: true, args })
    },
  )

  it('is understood next to another new one, and after “engines” as well', () => {
    expect(commands.plan('visibility mistral grok', ['Mistral', 'Grok']).kind).toBe('work')
    expect(commands.plan('engines mistral month', ['Mistral']).kind).toBe('work')
    expect(commands.plan('engines mistral').kind).toBe('instant')
  })
})
