import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostError } from '../../src/slack/port.ts'
import type { Store } from '../../src/store/index.ts'
import { recoverStaleTasks, syncTaskMessages } from '../../src/tasks/message-sync.ts'
import { silent } from '../workspace.ts'
import { newTeam, post, refOf, testClock, testPoster, testStore } from './world.ts'

let store: Store
let close: () => Promise<void>
beforeAll(async () => ({ store, close } = await testStore()))
afterAll(() => close())

const created = { taskId: 'K1', name: 'Write a page', description: '' }

/** A task whose process was killed, shown in two messages. */
async function abandonedTask(state: 'creating' | 'created') {
  const team = newTeam()
  const clock = testClock()
  const slack = testPoster()
  const ref = refOf(team)
  for (const ts of ['1.1', '2.2']) await post(store, team, ts)
  await store.tasks.claim(ref, {
    by: 'U1',
    channel: 'C1',
    messageTs: '1.1',
    now: clock.now(),
    input: { kind: 'first' },
    reference: 'K7QM-2XPA',
  })
  if (state === 'created')
    await store.tasks.created({ ...ref, generation: 1, attempt: 1 }, created, clock.now())
  const deps = { store, poster: slack.poster, clock, log: silent }
  return { deps, slack, clock, ref, pass: () => recoverStaleTasks({ ...deps, of: async () => deps }) }
}

describe('a task whose process was killed', () => {
  it('during creation is shown with an unknown outcome in every message, once no answer can arrive', async () => {
    const { pass, slack, clock } = await abandonedTask('creating')
    clock.advance({ seconds: 119 })
    await pass()
    expect(slack.updated()).toEqual([])
    clock.advance({ seconds: 2 })
    await pass()
    for (const ts of ['1.1', '2.2'])
      expect(slack.says(ts)).toMatch(/may not have been created.*Check again.*Create anyway/s)
  })

  it('before its messages were updated is updated, once', async () => {
    const { pass, slack, clock, ref } = await abandonedTask('created')
    await pass()
    expect(slack.updated(), 'the process may still be working on it').toEqual([])
    clock.advance({ minutes: 3 })
    await pass()
    for (const ts of ['1.1', '2.2']) expect(slack.says(ts)).toContain('Task created')
    expect(await store.tasks.outdatedSince(ref)).toBeNull()
  })
})

it('an update that a newer one overtakes is followed by the newest state', async () => {
  const { deps, slack, ref, clock } = await abandonedTask('creating')
  const only = { channel: 'C1', ts: '1.1' }
  let isFirst = true
  const update: typeof deps.poster.update = async (...asked) => {
    if (isFirst) {
      isFirst = false
      // While this one is on its way, another process records the task and updates the message.
      await store.tasks.created({ ...ref, generation: 1, attempt: 1 }, created, clock.now())
      await syncTaskMessages(deps, ref, { only })
    }
    await deps.poster.update(...asked)
  }
  await syncTaskMessages({ ...deps, poster: { ...deps.poster, update } }, ref, { only })
  expect(slack.says('1.1')).toContain('Task created')
  await syncTaskMessages(deps, ref)
})

describe('a message that can’t be updated', () => {
  const silence = new PostError('unknown', 'no_answer')

  it('because Slack does not answer is retried in each pass', async () => {
    const { pass, slack, clock, ref } = await abandonedTask('created')
    slack.fail('2.2', silence, 2)
    for (const shown of [['1.1'], ['1.1'], ['1.1', '2.2']]) {
      clock.advance({ minutes: 3 })
      await pass()
      expect(slack.updated().toSorted()).toEqual(shown)
    }
    expect(await store.tasks.outdatedSince(ref)).toBeNull()
  })

  it('because Slack refuses permanently is left unchanged', async () => {
    const { pass, slack, clock, ref } = await abandonedTask('created')
    slack.fail('2.2', new PostError('refused', 'edit_window_closed'), 1)
    clock.advance({ minutes: 3 })
    await pass()
    expect(slack.updated()).toEqual(['1.1'])
    expect(await store.tasks.outdatedSince(ref)).toBeNull()
    expect(await store.messages.get(ref.team, 'C1', '2.2')).not.toBeNull()
  })

  it.each(['token_revoked', 'is_archived', 'channel_not_found', 'missing_scope', 'a word of tomorrow'])(
    'because Slack refuses for now (%s) is updated once that has passed, and not retried in each pass',
    async (code) => {
      const { pass, slack, clock, ref } = await abandonedTask('created')
      slack.fail('2.2', new PostError('refused', code), 2)
      for (const minutes of [3, 3, 3, 52, 61]) {
        clock.advance({ minutes })
        await pass()
        expect(slack.updated()).toEqual(['1.1'])
      }
      clock.advance({ minutes: 61 })
      await pass()
      expect(slack.says('2.2')).toContain('Task created')
      expect(await store.tasks.outdatedSince(ref)).toBeNull()
    },
  )

  it('because Slack refuses for now still shows newer changes without delay', async () => {
    const { deps, pass, slack, clock, ref } = await abandonedTask('creating')
    clock.advance({ minutes: 3 })
    slack.fail('2.2', new PostError('refused', 'is_archived'), 1)
    await pass()
    await deps.store.tasks.created({ ...ref, generation: 1, attempt: 1 }, created, clock.now())
    clock.advance({ minutes: 3 })
    await pass()
    expect(slack.says('2.2')).toContain('Task created')
  })

  it('because it was deleted is forgotten', async () => {
    const { pass, slack, clock, ref } = await abandonedTask('created')
    slack.fail('2.2', new PostError('refused', 'message_not_found'), 1)
    clock.advance({ minutes: 3 })
    await pass()
    expect(await store.messages.get(ref.team, 'C1', '2.2')).toBeNull()
  })

  it('after a click is retried for a while, and then in the passes', async () => {
    const { deps, slack, clock, ref, pass } = await abandonedTask('created')
    slack.fail('2.2', silence, 6)
    await syncTaskMessages(deps, ref)
    expect(slack.updated()).toEqual(['1.1'])
    expect(await store.tasks.outdatedSince(ref)).not.toBeNull()
    clock.advance({ minutes: 3 })
    await pass()
    expect(slack.updated()).toEqual(['1.1', '2.2'])
  })
})
