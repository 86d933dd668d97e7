import { expect, it } from 'vitest'
import { FairQueue, fewAtOnce } from '../../src/lib/async.ts'
import { FakeClock } from '../digests/clock.ts'

const startOfWork = '2026-11-16T08:00:00Z'

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** Questions that take a second each, or longer. */
function questions(atOnce: number, ms = 1_000) {
  const clock = new FakeClock(startOfWork)
  const began = clock.now()
  const queue = new FairQueue(clock, atOnce)
  const answered: { workspace: string; second: number }[] = []
  let [atWork, mostAtWork] = [0, 0]
  const ask = (workspace: string) =>
    queue.run(workspace, async (turn) => {
      await turn()
      atWork += 1
      mostAtWork = Math.max(mostAtWork, atWork)
      await clock.sleep(ms)
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
  for (let one = 0; one < 600; one += 1) void ask('T0BUSY')
  await second()
  const other = ask('T0OTHER')
  await second()
  await other
  expect(answered.filter(({ workspace }) => workspace === 'T0OTHER')).toEqual([
    { workspace: 'T0OTHER', second: 2 },
  ])
  expect(answered.filter(({ workspace }) => workspace === 'T0BUSY')).toHaveLength(16)
  expect(mostAtWork()).toBe(9)
})

it('a question that waits for the service gives up its place, and its answer still arrives', async () => {
  const { ask, answered, second } = questions(2, 10_000)
  const all = ['A', 'A', 'A', 'A', 'A'].map(ask)
  for (let wait = 0; wait < 16; wait += 1) await second()
  await Promise.all(all)
  expect(answered.map(({ second }) => second)).toEqual([10, 10, 12, 12, 14])
})

it('a question whose turn doesn’t come in time is told so, and the others go on', async () => {
  const { ask, answered, second } = questions(1, 3_000)
  const all = Array.from({ length: 12 }, () => ask('A'))
  const settled = Promise.allSettled(all)
  for (let wait = 0; wait < 20; wait += 1) await second()
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(String((refused[0] as PromiseRejectedResult).reason)).toMatch(/Try again in a minute/)
  expect(answered).toHaveLength(8)
  const next = ask('A')
  for (let wait = 0; wait < 4; wait += 1) await second()
  await next
})

it('a question is refused after a second while a thousand of its workspace wait', async () => {
  const { ask, answered, second } = questions(8)
  const waiting = Promise.allSettled(Array.from({ length: 1_000 }, () => ask('T0BUSY')))
  const told: string[] = []
  const refused = ask('T0BUSY').catch((error: unknown) => void told.push(String(error)))
  await turns(5)
  expect(told).toEqual([])
  await second()
  await refused
  expect(told).toEqual([expect.stringMatching(/Try again in a minute/)])
  const other = ask('T0OTHER')
  for (let wait = 0; wait < 20; wait += 1) await second()
  await Promise.all([waiting, other])
  expect(answered.filter(({ workspace }) => workspace === 'T0BUSY').length).toBeGreaterThan(100)
})

it('workspaces start in turn, one question in each turn of the event loop', async () => {
  const queue = new FairQueue(new FakeClock(startOfWork))
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
  const queue = new FairQueue(new FakeClock(startOfWork), 1)
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
