import { expect, it } from 'vitest'
import type { AnalyticsApi } from '../../src/api/index.ts'
import { type Store, StoreError } from '../../src/store/index.ts'
import { createTask } from '../../src/tasks/create.ts'
import { failure } from '../insights/service.ts'
import { silent } from '../workspace.ts'
import { newTeam, refOf, task, testClock, testService, testStore } from './world.ts'

const store = await testStore()

const done = async () => ({ outcome: 'done', value: task }) as const
const lost = async () => ({ outcome: 'unknown', error: failure('outcome_unknown') }) as const
const refused = () => Promise.reject(failure('forbidden', 'Not with this key.', 403))
const who = { user: 'U1', channel: 'C1', messageTs: '1.1' }
const first = { kind: 'first' } as const

const logged: string[] = []
const log = { ...silent, error: (event: string) => void logged.push(event) }

function create(service: ReturnType<typeof testService>, team: string, input = {}, on: Store = store) {
  const deps = { api: service.api, store: on, clock: testClock(), log }
  return createTask(deps, refOf(team), { ...first, ...input }, who, () => {})
}

const outcomes = async (team: string) =>
  (await store.audit.forChannel(team, 'C1', { limit: 9, offset: 0 })).map(({ outcome }) => outcome).toSorted()

it('a task is created with one request, and later callers send none', async () => {
  const team = newTeam()
  const service = testService(done)
  expect(await create(service, team)).toMatchObject({ outcome: 'created', state: { taskId: 'K1' } })
  expect(await create(service, team)).toMatchObject({
    outcome: 'taken',
    state: { kind: 'created', by: 'U1' },
  })
  expect(service.posts()).toBe(1)
  expect(await outcomes(team)).toEqual(['created', 'taken'])
})

it('an unknown outcome stays unknown, and nothing is sent again unless requested', async () => {
  const team = newTeam()
  const service = testService(lost, done)
  expect(await create(service, team)).toMatchObject({ outcome: 'unknown', state: { kind: 'unknown' } })
  expect(await create(service, team)).toMatchObject({ outcome: 'taken', state: { kind: 'unknown' } })
  expect(service.posts()).toBe(1)
  expect(await create(service, team, { kind: 'anyway' })).toMatchObject({ outcome: 'created' })
  expect(await outcomes(team)).toEqual(['created', 'taken', 'unknown'])
})

it('a refusal frees the claim and reports the attempt’s reference', async () => {
  const team = newTeam()
  const service = testService(refused, done)
  const result = await create(service, team)
  expect(result).toMatchObject({ outcome: 'refused', error: { status: 403 } })
  const [entry] = await store.audit.forChannel(team, 'C1', { limit: 1, offset: 0 })
  expect(entry).toMatchObject({
    outcome: 'refused',
    reference: result.reference,
    detail: { reason: 'forbidden' },
  })
  expect(await create(service, team)).toMatchObject({ outcome: 'created' })
})

it('after any other error the task may exist, so the claim is kept', async () => {
  const team = newTeam()
  const service = testService(() => Promise.reject(new TypeError('a mistake')), done)
  await expect(create(service, team)).rejects.toThrow('a mistake')
  expect(await create(service, team)).toMatchObject({ outcome: 'taken', state: { kind: 'creating' } })
})

it('a created task is recorded despite a few database failures, without another request', async () => {
  const team = newTeam()
  const service = testService(done)
  let failures = 3
  const flaky: Store = {
    ...store,
    tasks: {
      ...store.tasks,
      created: async (...args) => {
        failures -= 1
        // The last failure only loses the answer.
        const recorded = failures > 0 ? false : await store.tasks.created(...args)
        if (failures >= 0) throw new StoreError('unreachable', 'The database is away.')
        return recorded
      },
    },
  }
  expect(await create(service, team, {}, flaky)).toMatchObject({ outcome: 'created' })
  expect(service.posts()).toBe(1)
  expect(await store.tasks.latest(refOf(team))).toMatchObject({ state: 'created', taskId: 'K1' })
  expect(logged).toEqual([])
})

/** That a request isn't sent then is in test/api/post.test.ts. */
it.each([
  [10, true],
  [180, false],
])('a process that was suspended for %i s may send its request: %j', async (seconds, maySend) => {
  const clock = testClock()
  const asked: unknown[] = []
  const createLate: AnalyticsApi['createTask'] = async (_scope, _resultId, call) => {
    clock.advance({ seconds })
    asked.push(call?.maySend?.())
    return done()
  }
  const deps = { api: { createTask: createLate }, store, clock, log }
  await createTask(deps, refOf(newTeam()), first, who, () => {})
  expect(asked).toEqual([maySend])
})
