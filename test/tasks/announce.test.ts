import { beforeEach, describe, expect, it } from 'vitest'
import { messageKinds } from '../../src/app/runtime.ts'
import { createTask } from '../../src/tasks/create.ts'
import { createSender, type Sender } from '../digests/world.ts'
import { claimedTask, createdTask, silent, unansweredTask } from '../workspace.ts'
import { refOf, task, testService } from './world.ts'

const team = 'T1'
const ref = refOf(team)
const found = { taskId: 'K1', name: 'Write a page' }
const click = { by: 'U2', channel: 'C1', messageTs: null, reference: null }

let sender: Sender
let store: Sender['store']
let clock: Sender['clock']
let slack: Sender['slack']
beforeEach(async () => {
  sender = await createSender()
  ;({ store, clock, slack } = sender)
})

const announceIn = (channel: string | null) =>
  store.channels.save({ team, channel: 'C1', announceTasksIn: channel }, 'U1', clock.now())

/** What becomes of it on its way to Slack is in test/outbox/faults.test.ts. */
const pass = () => sender.send(messageKinds)

const texts = () =>
  slack.posts.map(({ channel, message }) => [channel, message.text.split('\n').slice(0, 2).join(' ')])
const shown = () => JSON.stringify(slack.posts[0]?.message.blocks)

describe('a new task', () => {
  it('is announced once, though several people create it', async () => {
    await announceIn('C9')
    const { api } = testService(async () => ({ outcome: 'done', value: task }))
    const creator = { user: 'U1', channel: 'C1', messageTs: null }
    const create = () =>
      createTask({ api, store, clock, log: silent }, ref, { kind: 'first' }, creator, () => {})
    await clock.until(Promise.all([create(), create(), create()]))
    await pass()
    expect(texts()).toEqual([['C9', 'New task from <#C1> ✓ Task created: Write a page']])
    expect(shown()).toMatch(/New task.*"C1".*Task created: .*Created by .*"U1".*Mark as done.*View brief/s)
  })

  it('is announced when it is confirmed, not while its outcome is unknown', async () => {
    await announceIn('C9')
    const attempt = await unansweredTask(store, ref, clock.now())
    await pass()
    expect(texts()).toEqual([])
    clock.advance({ hours: 30 })
    const confirm = () => store.tasks.confirmed(attempt, found, click, clock.now())
    expect([await confirm(), await confirm()]).toEqual([true, false])
    await pass()
    expect(texts()).toEqual([['C9', 'New task from <#C1> ✓ Task created: Write a page']])
    expect(shown()).toMatch(/"U1".*confirmed by .*"U2"/s)
  })

  it('is announced nowhere by default, nor if its creation is refused', async () => {
    await createdTask(store, ref, clock.now())
    await pass()
    await announceIn('C9')
    const refused = await claimedTask(store, { ...ref, resultId: 'another' }, clock.now())
    await store.tasks.release(refused, 'forbidden', clock.now())
    await pass()
    expect(texts()).toEqual([])
  })

  it.each([null, 'C8'])(
    'is not announced in a channel that was replaced by %s meanwhile',
    async (channel) => {
      await announceIn('C9')
      await createdTask(store, ref, clock.now())
      await announceIn(channel)
      await pass()
      expect(texts()).toEqual([])
    },
  )
})
