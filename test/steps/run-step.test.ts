import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { inOrder } from '../../src/lib/day-order.ts'
import { PostError, type StepCall } from '../../src/slack/port.ts'
import { InFlight } from '../../src/slack/receive/in-flight.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import { runStep } from '../../src/steps/index.ts'
import { recoverSteps } from '../../src/steps/recover.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { service } from '../insights/service.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { storeDownAfter, testClock } from '../tasks/world.ts'
import { plainDefaults, silent, testWorkspace, unknownPeople } from '../workspace.ts'

/** A workspace with a real database, in which everybody may do anything and the service has no data. */
async function world() {
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const clock = testClock()
  let asked = 0
  const workspace = testWorkspace({
    team: 'T1',
    url: 'https://northwind.slack.com/',
    store: database.replicas[0],
    clock,
    log: silent,
    defaults: plainDefaults,
    rules: { changers: { kind: 'anyone' }, guests: 'nothing' },
    people: { ...unknownPeople, isIn: async () => true },
    access: {
      refusals: async () => new Map(),
      changersInWords: 'admins',
      require: async () => {
        asked += 1
      },
    },
    api: service({}) as never,
  })
  const run = (more: Partial<StepCall> = {}) => {
    const inputs = { channel: 'C1', period: 'last week' }
    const call = {
      team: 'T1',
      id: 'Fx1',
      step: 'get_visibility',
      inputs,
      user: 'U1',
      outside: false,
    } as const
    return runStep(
      { ...call, ...more },
      workspace,
      async () => ({ ...call, ...more }),
      () => {},
    )
  }
  return { run, clock, store: workspace.store, asked: () => asked }
}

/** A workspace that also has the real service, so that a task can be created. */
const taskWorld = () =>
  formWorld({
    url: 'https://northwind.slack.com/',
    rules: { changers: { kind: 'anyone' }, guests: 'nothing' },
    homeViewers: new HomeViewers(systemClock),
  })

it('an execution delivered to several processes runs once and ends the same when repeated', async () => {
  const { run, asked } = await world()
  // The person's language must not matter, because the workflow shows the result to others.
  const results = await inOrder('month first', () => Promise.all(Array.from({ length: 5 }, () => run())))
  const ended = results.filter((one) => one !== null)
  expect(ended).toHaveLength(1)
  expect(ended[0]).toMatchObject({
    ok: true,
    outputs: {
      headline: expect.stringMatching(/^No visibility data .*Mon \d+ [A-Z–]/),
      significance: 'Not measured.',
    },
  })
  expect(await run({ inputs: {} }), 'later, as it ended').toEqual(ended[0])
  expect(asked()).toBe(1)
  expect(await run({ id: 'Fx2', inputs: {} }), 'another execution').toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/no channel.*Reference: /),
  })
})

it('an interrupted execution is left alone while it may still run, then ended without running again', async () => {
  const { run, clock, store, asked } = await world()
  await store.stepExecutions.begin('T1', 'Fx1', clock.now())
  clock.advance({ seconds: 179 })
  expect(await run()).toBeNull()
  clock.advance({ seconds: 1 })
  expect(await run()).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('may or may not be done'),
  })
  expect(asked()).toBe(0)
})

it('executions that were interrupted or not reported to Slack are ended by another process', async () => {
  const { run, clock, store } = await world()
  await store.stepExecutions.begin('T1', 'Fx0', clock.now())
  const result = await run()
  await run({ id: 'Fx2' })
  await store.stepExecutions.markReported('T1', 'Fx2', clock.now())
  const ends: unknown[] = []
  const recover = (error?: PostError) =>
    recoverSteps(
      {
        store,
        clock,
        log: silent,
        of: async () => ({
          steps: {
            end: async (id, how) => {
              if (error !== undefined) throw error
              ends.push([id, how])
            },
          },
        }),
      },
      new AbortController().signal,
    )
  clock.advance({ seconds: 179 })
  await recover()
  expect(ends).toEqual([])
  clock.advance({ seconds: 1 })
  await recover(new PostError('unknown', 'no_answer'))
  await recover()
  const ended = [
    ['Fx0', { ok: false, sentence: expect.stringContaining('may or may not be done') }],
    ['Fx1', result],
  ]
  expect(ends.toSorted()).toEqual(ended)
  await recover()
  expect(ends).toHaveLength(2)
  expect(await run({ id: 'Fx0' }), 'delivered again').toMatchObject({ ok: false })
})

it('a task’s workflow continues while the task’s aim is still being read for its creator', async () => {
  const held = Promise.withResolvers<never>()
  const { workspace, service, ephemerals, timePasses, store } = await taskWorld()
  const api = { ...workspace.api, insightsFilters: () => held.promise }
  const inputs = { channel, recommendation: service.demo.resultIds[0] ?? '' }
  const call = { team, id: 'Fx1', step: 'create_task', inputs, user, outside: false } as const
  const inFlight = new InFlight(systemClock)
  const beside = (work: () => Promise<void>) => inFlight.run(work)
  const result = await runStep(call, { ...workspace, api }, async () => call, beside)
  expect(result).toMatchObject({ ok: true, outputs: { created: true } })
  expect((await store.stepExecutions.begin(team, 'Fx1', workspace.clock.now()))?.result).toEqual(result)
  expect(ephemerals).toEqual([])
  timePasses()
  expect(await inFlight.drain(60_000)).toBe(0)
  expect(ephemerals.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^✓ Task created: .*Change aim/s),
  ])
})

it('a task’s step succeeds once the task is recorded, even if the database is away afterwards', async () => {
  const { workspace, service, store, timePasses } = await taskWorld()
  timePasses()
  const inputs = { channel, recommendation: service.demo.resultIds[0] ?? '' }
  const call = { team, id: 'Fx1', step: 'create_task', inputs, user, outside: false } as const
  const away = { ...workspace, store: storeDownAfter(store, 'created') }
  expect(
    await runStep(
      call,
      away,
      async () => call,
      () => {},
    ),
  ).toMatchObject({
    ok: true,
    outputs: { created: true, link: expect.stringContaining(`/archives/${channel}`) },
  })
})

it('names from the service mention nobody in a workflow’s message', async () => {
  const { run } = await world()
  const result = await run({ inputs: { channel: 'C1', brand: '<!channel>' } })
  expect(JSON.stringify(result)).toContain('‹!channel›')
  expect(JSON.stringify(result)).not.toContain('<!channel>')
})
