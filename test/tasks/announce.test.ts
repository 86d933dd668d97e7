import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { messageKinds } from '../../src/app/runtime.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import type { Store } from '../../src/store/index.ts'
import { createTask } from '../../src/tasks/create.ts'
import { FakeClock } from '../digests/clock.ts'
import { FakeSlack } from '../digests/slack.ts'
import { morning } from '../digests/world.ts'
import { sendOwed } from '../send-owed.ts'
import { createdTask, silent, testWorkspace, unpaced } from '../workspace.ts'
import { refOf, task, testService, testStore } from './world.ts'

const team = 'T1'
const ref = refOf(team)
const found = { taskId: 'K1', name: 'Write a page' }
const click = { by: 'U2', channel: 'C1', messageTs: null, reference: null }

let store: Store
let clock: FakeClock
let slack: FakeSlack

const announceIn = (channel: string | null) =>
  store.channels.save({ team, channel: 'C1', announceTasksIn: channel }, 'U1', clock.now())

const claim = () =>
  store.tasks.claim(ref, { ...click, by: 'U1', now: clock.now(), input: { kind: 'first' }, reference: '' })

/** What a process sends. @param killed it ends once Slack has the message */
async function pass(killed = false): Promise<void> {
  const posted = Promise.withResolvers<void>()
  const post: FakeSlack['poster']['post'] = async (...given) => {
    const answer = await slack.poster.post(...given)
    if (!killed) return answer
    posted.resolve()
    return new Promise(() => {})
  }
  const workspace = testWorkspace({
    store,
    clock,
    log: silent,
    meter: noMeter,
    poster: { ...slack.poster, post },
    history: slack.history,
    paces: unpaced,
  })
  await clock.until(Promise.race([sendOwed(workspace, messageKinds), posted.promise]))
}

const texts = () =>
  slack.posts.map(({ channel, message }) => [channel, message.text.split('\n').slice(0, 2).join(' ')])
const shown = () => JSON.stringify(slack.posts[0]?.message.blocks)

beforeEach(async () => {
  const database = await testStore()
  onTestFinished(() => database.close())
  clock = new FakeClock(morning)
  store = clock.standingStill(database.store)
  slack = new FakeSlack(clock)
})

describe('a new task', () => {
  it('is announced once, though several people create it and the process is killed while it is sent', async () => {
    await announceIn('C9')
    const { api } = testService(async () => ({ outcome: 'done', value: task }))
    const creator = { user: 'U1', channel: 'C1', messageTs: null }
    const create = () =>
      createTask({ api, store, clock, log: silent }, ref, { kind: 'first' }, creator, () => {})
    await clock.until(Promise.all([create(), create(), create()]))
    await pass(true)
    for (let minutes = 0; minutes < 60; minutes += 1) {
      clock.advance({ minutes: 1 })
      await pass()
    }
    expect(texts()).toEqual([['C9', 'New task from <#C1> ✓ Task created: Write a page']])
    expect(shown()).toMatch(/New task.*"C1".*Task created: .*Created by .*"U1".*Mark as done.*View brief/s)
  })

  it('is announced when it is confirmed, not while its outcome is unknown', async () => {
    await announceIn('C9')
    await claim()
    const attempt = { ...ref, generation: 1, attempt: 1 }
    await store.tasks.unknown(attempt, 'outcome_unknown', clock.now())
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
    const other = { ...ref, resultId: 'another' }
    await store.tasks.claim(other, { ...click, now: clock.now(), input: { kind: 'first' }, reference: '' })
    await store.tasks.release({ ...other, generation: 1, attempt: 1 }, 'forbidden', clock.now())
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

  it('can’t mention people with its name', async () => {
    await announceIn('C9')
    await createdTask(store, ref, clock.now(), { name: '<!channel> & <@U1>' })
    await pass()
    expect(slack.posts[0]?.message.text).toMatch(/✓ Task created: &lt;!channel&gt; &amp; &lt;@.?U1&gt;\n/u)
  })

  it('shows in its announcement what becomes of it', async () => {
    await announceIn('C9')
    await createdTask(store, ref, clock.now())
    await pass()
    const [copy] = await store.messages.copies(ref)
    expect(copy).toMatchObject({ channel: 'C9', ts: slack.posts[0]?.ts })
  })
})
