import { describe, expect, it } from 'vitest'
import { PostError } from '../../src/slack/port.ts'
import { recoverStaleTasks, syncTaskMessages } from '../../src/tasks/create.ts'
import { claimedTask, silent } from '../workspace.ts'
import { newTeam, post, refOf, testClock, testPoster, testStore } from './world.ts'

const store = await testStore()

/** A task whose process was killed, shown in two messages. */
async function abandonedTask(state: 'creating' | 'created') {
  const team = newTeam()
  const clock = testClock()
  const slack = testPoster()
  const ref = refOf(team)
  for (const ts of ['1.1', '2.2']) await post(store, team, ts)
  const attempt = await claimedTask(store, ref, clock.now(), { messageTs: '1.1' })
  const created = { taskId: 'K1', name: 'Write a page', description: '' }
  const record = () => store.tasks.created(attempt, created, clock.now())
  if (state === 'created') await record()
  const deps = { store, poster: slack.poster, clock, log: silent }
  const passAfter = async (time: Temporal.DurationLike) => {
    clock.advance(time)
    await recoverStaleTasks({ ...deps, of: async () => deps })
  }
  return { deps, slack, ref, record, passAfter }
}

describe('a task whose process was killed', () => {
  it('during creation is shown with an unknown outcome in every message, once no answer can arrive', async () => {
    const { passAfter, slack } = await abandonedTask('creating')
    await passAfter({ seconds: 119 })
    expect(slack.updated()).toEqual([])
    await passAfter({ seconds: 2 })
    for (const ts of ['1.1', '2.2'])
      expect(slack.says(ts)).toMatch(/may not have been created.*Check again.*Create anyway/s)
  })

  it('before its messages were updated is updated, once', async () => {
    const { passAfter, slack, ref } = await abandonedTask('created')
    await passAfter({ seconds: 0 })
    expect(slack.updated(), 'the process may still be working on it').toEqual([])
    await passAfter({ minutes: 3 })
    for (const ts of ['1.1', '2.2']) expect(slack.says(ts)).toContain('Task created')
    expect(await store.tasks.outdatedSince(ref)).toBeNull()
  })
})

it('an update that a newer one overtakes is followed by the newest state', async () => {
  const { deps, slack, ref, record } = await abandonedTask('creating')
  const only = { channel: 'C1', ts: '1.1' }
  let isFirst = true
  const update: typeof deps.poster.update = async (...asked) => {
    if (isFirst) {
      isFirst = false
      // While this one is on its way, another process records the task and updates the message.
      await record()
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
    const { passAfter, slack, ref } = await abandonedTask('created')
    slack.fail('2.2', silence, 2)
    for (const shown of [['1.1'], ['1.1'], ['1.1', '2.2']]) {
      await passAfter({ minutes: 3 })
      expect(slack.updated().toSorted()).toEqual(shown)
    }
    expect(await store.tasks.outdatedSince(ref)).toBeNull()
  })

  it('because Slack refuses permanently is left unchanged', async () => {
    const { passAfter, slack, ref } = await abandonedTask('created')
    slack.fail('2.2', new PostError('refused', 'edit_window_closed'), 1)
    await passAfter({ minutes: 3 })
    expect(slack.updated()).toEqual(['1.1'])
    expect(await store.tasks.outdatedSince(ref)).toBeNull()
    expect(await store.messages.get(ref.team, 'C1', '2.2')).not.toBeNull()
  })

  it.each(['token_revoked', 'is_archived', 'channel_not_found', 'missing_scope', 'a word of tomorrow'])(
    'because Slack refuses for now (%s) is updated once that has passed, and not retried in each pass',
    async (code) => {
      const { passAfter, slack, ref } = await abandonedTask('created')
      slack.fail('2.2', new PostError('refused', code), 2)
      for (const minutes of [3, 3, 3, 52, 61]) {
        await passAfter({ minutes })
        expect(slack.updated()).toEqual(['1.1'])
      }
      await passAfter({ minutes: 61 })
      expect(slack.says('2.2')).toContain('Task created')
      expect(await store.tasks.outdatedSince(ref)).toBeNull()
    },
  )

  it('because Slack refuses for now still shows newer changes without delay', async () => {
    const { passAfter, slack, record } = await abandonedTask('creating')
    slack.fail('2.2', new PostError('refused', 'is_archived'), 1)
    await passAfter({ minutes: 3 })
    await record()
    await passAfter({ minutes: 3 })
    expect(slack.says('2.2')).toContain('Task created')
  })

  it('because it was deleted is forgotten', async () => {
    const { passAfter, slack, ref } = await abandonedTask('created')
    slack.fail('2.2', new PostError('refused', 'message_not_found'), 1)
    await passAfter({ minutes: 3 })
    expect(await store.messages.get(ref.team, 'C1', '2.2')).toBeNull()
  })

  it('after a click is retried for a while, and then in the passes', async () => {
    const { deps, slack, ref, passAfter } = await abandonedTask('created')
    slack.fail('2.2', silence, 6)
    await syncTaskMessages(deps, ref)
    expect(slack.updated()).toEqual(['1.1'])
    expect(await store.tasks.outdatedSince(ref)).not.toBeNull()
    await passAfter({ minutes: 3 })
    expect(slack.updated()).toEqual(['1.1', '2.2'])
  })
})
