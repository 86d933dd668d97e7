import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerQuestion } from '../../../src/commands/free-text/ask.ts'
import { commands } from '../../../src/commands/index.ts'
import { Problem } from '../../../src/lib/problem.ts'
import { conversationWorld, digestIn, team } from '../../conversations/world.ts'
import '../../properties/seed.ts'

/** Words that people use to change something, so that many sentences come close to a change. */
const changing =
  'digest digests pause stop resume delete remove cancel now post send run start edit change add track untrack settings actions task tasks create friday weekly 2 the please'.split(
    ' ',
  )
const phrases = commands.verbs.flatMap((verb) =>
  (verb.asks ?? []).flatMap((ask) =>
    verb.who === 'changers' || verb.who === 'admins' || verb.name === 'actions' ? ask.phrases : [],
  ),
)
const id = '5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01'
const sentences = fc.oneof(
  fc
    .array(fc.constantFrom(...changing, id, '"Weekly"'), { minLength: 1, maxLength: 7 })
    .map((words) => words.join(' ')),
  fc.constantFrom(...phrases).map((phrase) => phrase.replaceAll(/@id/gu, id).replaceAll(/@[a-z]+/gu, '2')),
)

it('free text never changes anything; changes are only proposed', async () => {
  const world = await conversationWorld()
  const { workspace, store } = world
  await digestIn(world, 'C0BRAND')
  const state = async () => ({
    digests: await store.subscriptions.forChannel(team, 'C0BRAND'),
    tasks: await store.tasks.countsOfChannel(team, 'C0BRAND'),
    settings: await store.channels.get(team, 'C0BRAND'),
  })
  const before = await state()
  expect(before.digests).toHaveLength(1)
  const caller = { team, channel: 'C0BRAND', user: 'U0ANA', outside: false } as const
  let proposed = 0
  await fc.assert(
    fc.asyncProperty(sentences, async (sentence) => {
      const { message } = await answerQuestion(sentence, caller, workspace).catch((error: unknown) => {
        if (error instanceof Problem) return { message: { text: '', blocks: [] } }
        throw error
      })
      if (JSON.stringify(message.blocks).includes('"type":"button"')) proposed += 1
    }),
    { numRuns: 400 },
  )
  expect(await state()).toEqual(before)
  expect(proposed).toBeGreaterThan(100)
})
