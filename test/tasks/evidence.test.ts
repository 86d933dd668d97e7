import { expect, it } from 'vitest'
import type { Brief } from '../../src/api/index.ts'
import type { TaskRecord } from '../../src/store/index.ts'
import { findTaskEvidence } from '../../src/tasks/evidence.ts'
import { createdTask } from '../workspace.ts'
import { brief, monday, newTeam, refOf, testStore } from './world.ts'

const store = await testStore()

const minutes = (count: number) => monday.add({ minutes: count }).toString()
const claim = { by: 'U1', channel: 'C1', messageTs: '1.1', reference: 'K7QM-2XPA' } as const

/** An attempt at eight o'clock with an unknown outcome, and another task that was created earlier. */
async function attempt(): Promise<TaskRecord> {
  const ref = refOf(newTeam())
  const earlier = monday.subtract({ hours: 1 })
  await createdTask(store, ref, earlier, { taskId: 'known' })
  await store.tasks.claim(ref, { ...claim, now: monday, input: { kind: 'another', besides: 'known' } })
  await store.tasks.unknown({ ...ref, generation: 2, attempt: 1 }, 'timeout', monday)
  const latest = await store.tasks.latest(ref)
  if (latest === null) throw new Error('there is an attempt')
  return latest
}

const signsIn = async (briefs: readonly Brief[], of?: TaskRecord) =>
  findTaskEvidence({ api: { briefs: async () => briefs }, store }, of ?? (await attempt()))

it('a brief of an unknown task, written after the attempt, is evidence', async () => {
  const signs = await signsIn([
    brief('old', 'console', minutes(-60)),
    brief('new', 'fresh', minutes(1)),
    brief('newer', 'fresher', minutes(2)),
  ])
  expect(signs).toEqual({
    by: 'U1',
    at: '2026-11-16T08:00:00.000Z',
    items: [
      { taskId: 'fresher', briefId: 'newer', title: 'Brief newer', writtenAt: '2026-11-16T08:02:00Z' },
      { taskId: 'fresh', briefId: 'new', title: 'Brief new', writtenAt: '2026-11-16T08:01:00Z' },
    ],
    briefs: 3,
    undated: 0,
  })
})

it.each([
  ['of a task from another click, however late,', brief('b', 'known', minutes(30))],
  ['written before', brief('b', 't', minutes(-5))],
  ['without a task', brief('b', null, minutes(1))],
  ['without a date', brief('b', 't', null)],
  ['with a date that is none', brief('b', 't', 'yesterday')],
])('a brief %s is not evidence', async (_, one) => {
  expect((await signsIn([one])).items).toEqual([])
})

const undatedBriefs = [brief('a', 'u', null), brief('c', 'v', 'soon')]
it.each([
  ['is evidence although clocks differ by a minute', [brief('b', 't', minutes(-1))], 0],
  ['is one piece of evidence with its others', [brief('a', 't', minutes(1)), brief('b', 't', minutes(2))], 0],
  ['is evidence beside those without a date', [...undatedBriefs, brief('b', 't', minutes(1))], 2],
])('a brief %s', async (_, briefs, undated) => {
  expect(await signsIn(briefs)).toMatchObject({ briefs: briefs.length, undated, items: [{ taskId: 't' }] })
})

it('evidence is looked for since the first of the attempts that are still open', async () => {
  const first = await attempt()
  const later = monday.add({ hours: 2 })
  await store.tasks.claim(first, { ...claim, by: 'U2', now: later, input: { kind: 'anyway' } })
  await store.tasks.unknown({ ...first, generation: 2, attempt: 2 }, 'timeout', later)
  const second = (await store.tasks.latest(first)) ?? first
  const signs = await signsIn([brief('b', 't', minutes(30))], second)
  expect(signs).toMatchObject({ by: 'U1', at: '2026-11-16T08:00:00.000Z', items: [{ taskId: 't' }] })
})
