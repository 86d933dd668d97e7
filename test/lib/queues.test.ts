import { expect, it } from 'vitest'
import { FairQueue, fewAtOnce } from '../../src/lib/queues.ts'
import { FakeClock } from '../digests/clock.ts'

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** Questions that take a second each. */
function questions(atOnce: number) {
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const began = clock.now()
  const queue = new FairQueue(atOnce)
  const answered: { workspace: string; second: number }[] = []
  let [atWork, mostAtWork] = [0, 0]
  const ask = (workspace: string) =>
    queue.run(workspace, async (turn) => {
      await turn()
      atWork += 1
      mostAtWork = Math.max(mostAtWork, atWork)
      await clock.sleep(1_000)
      atWork -= 1
      answered.push({ workspace, second: clock.now().since(began).total('seconds') })
    })
  const second = async () => {
    await turns(700)
    clock.advance({ seconds: 1 })
    await turns(5)
  }
  return { ask, answered, second, mostAtWork: () => mostAtWork }
}

it('a question is answered at once while 600 of another workspace wait', async () => {
  const { ask, answered, second, mostAtWork } = questions(8)
  const busy = Array.from({ length: 600 }, () => ask('T0BUSY'))
  await second()
  const other = ask('T0OTHER')
  await second()
  await other
  expect(answered.filter(({ workspace }) => workspace === 'T0OTHER')).toEqual([
    { workspace: 'T0OTHER', second: 2 },
  ])
  expect(answered.filter(({ workspace }) => workspace === 'T0BUSY')).toHaveLength(16)
  expect(mostAtWork()).toBe(9)
  for (let wait = 2; wait < 75; wait += 1) await second()
  await Promise.all(busy)
  expect(answered).toHaveLength(601)
})

it('workspaces start in turn, one question in each turn of the event loop', async () => {
  const queue = new FairQueue(Number.POSITIVE_INFINITY)
  const started: string[] = []
  const ask = (workspace: string) =>
    queue.run(workspace, async (turn) => {
      await turn()
      started.push(workspace)
    })
  const all = ['A', 'A', 'A', 'A', 'B', 'B', 'C'].map(ask)
  await turns(2)
  expect(started).toHaveLength(2)
  await Promise.all(all)
  expect(started).toEqual(['A', 'B', 'C', 'A', 'B', 'A', 'A'])
})

it('a question that fails gives its place to the next one', async () => {
  const queue = new FairQueue(1)
  const failed = queue.run('A', async (turn) => {
    await turn()
    throw new Error('the service is down')
  })
  const next = queue.run('A', async (turn) => {
    await turn()
    return 'answered'
  })
  await expect(failed).rejects.toThrow('the service is down')
  expect(await next).toBe('answered')
})

it('a few at a time: every item is tried, and a failure is thrown once nothing is pending', async () => {
  const held = Promise.withResolvers<void>()
  const tried: number[] = []
  let isOver = false
  const all = fewAtOnce([1, 2, 3, 4, 5, 6, 7], async (item) => {
    tried.push(item)
    if (item === 2) await held.promise
    if (item === 1 || item === 6) throw new Error(`no ${item}`)
  })
  const over = all
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  await turns(1)
  expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(isOver).toBe(false)
  held.resolve()
  await over
  await expect(all).rejects.toThrow('no 1')
})
