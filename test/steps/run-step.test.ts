import { expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { StepCall, StepResult } from '../../src/slack/port.ts'
import { InFlight } from '../../src/slack/receive/deliveries.ts'
import type { StepDelivery } from '../../src/slack/receive/handlers.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { runStep, stepKind } from '../../src/steps/index.ts'
import { createSender } from '../digests/world.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { service } from '../insights/service.ts'
import { storeDownAfter } from '../tasks/world.ts'
import { unknownPeople } from '../workspace.ts'

const never = new Promise<never>(() => {})

const place = {
  url: 'https://northwind.slack.com/',
  rules: { changers: { kind: 'anyone' }, guests: 'nothing' },
} as const

/** A workspace with a real database, in which everybody may do anything and the service has no data. */
async function world() {
  const sender = await createSender()
  let asked = 0
  const ends: (readonly [string, StepResult])[] = []
  const workspace = sender.workspace({
    ...place,
    team,
    people: { ...unknownPeople, isIn: async () => true },
    access: {
      refusals: async () => new Map(),
      require: async () => {
        asked += 1
      },
    },
    api: service({}) as never,
    endStep: async (...end) => void ends.push(end),
  })
  const run = (more: Partial<StepCall> = {}, delivery: Partial<StepDelivery<StepCall>> = {}) => {
    const inputs = { channel: 'C1', period: 'last week' }
    const call = { team, id: 'Fx1', step: 'get_visibility', inputs, user, outside: false, ...more } as const
    return runStep(call, workspace, { ...deliveryOf(call, workspace), ...delivery })
  }
  /** The outbox of another process. */
  const send = () => sender.send(new Map([['step', stepKind]]), workspace)
  return { run, send, ends, clock: sender.clock, asked: () => asked }
}

/** A workspace that also has the real service, so that a task can be created. */
async function taskWorld() {
  const ends: StepResult[] = []
  let wakes = 0
  const world = await formWorld({
    ...place,
    homeViewers: new HomeViewers(systemClock),
    outbox: {
      wake: () => {
        wakes += 1
      },
    },
    endStep: async (_, result) => void ends.push(result),
  })
  const [resultId = ''] = world.service.demo.resultIds
  const inputs = { channel, recommendation: resultId }
  const call = { team, id: 'Fx1', step: 'create_task', inputs, user, outside: false } as const
  /** Runs the step that creates the task. */
  const run = (workspace: Workspace, delivery: Partial<StepDelivery<StepCall>> = {}) =>
    runStep(call, workspace, { ...deliveryOf(call, workspace), ...delivery })
  return { ...world, resultId, run, ends, wakes: () => wakes }
}

const deliveryOf = (call: StepCall, { endStep }: Pick<Workspace, 'endStep'>): StepDelivery<StepCall> => ({
  endStep,
  recorded: () => {},
  identify: async () => call,
  inBackground: () => {},
  late: never,
})

const interrupted = { ok: false, sentence: expect.stringContaining('may or may not be done') }

it('an execution delivered to several processes runs once, and Slack is told once', async () => {
  const { run, ends, asked } = await world()
  await Promise.all(Array.from({ length: 5 }, () => run()))
  await run({ inputs: {} })
  const outputs = {
    headline: expect.stringMatching(/^No visibility data .*Mon \d+ [A-Z–]/),
    significance: 'Not measured.',
  }
  expect(ends).toEqual([['Fx1', { ok: true, outputs: expect.objectContaining(outputs) }]])
  expect(asked()).toBe(1)
  await run({ id: 'Fx2', inputs: {} })
  expect(ends[1], 'another execution').toEqual([
    'Fx2',
    { ok: false, sentence: expect.stringMatching(/no channel.*Reference: /) },
  ])
})

it('is recorded before anybody is identified, so that a process that ends then leaves it to another', async () => {
  const { run, send, ends, clock, asked } = await world()
  const events: string[] = []
  const identify = () => {
    events.push('identified')
    return never
  }
  void run({}, { recorded: () => void events.push('recorded'), identify })
  await expect.poll(() => events).toEqual(['recorded', 'identified'])
  clock.advance({ seconds: 179 })
  await send()
  let isRecorded = false
  const recorded = () => {
    isRecorded = true
  }
  await run({}, { recorded })
  expect([ends, isRecorded], 'it may still run').toEqual([[], true])
  clock.advance({ seconds: 1 })
  await send()
  await run()
  expect(ends).toEqual([['Fx1', interrupted]])
  expect(asked(), 'nothing was done twice').toBe(0)
})

it('that Slack brings again after its process was killed ends at once, without running again', async () => {
  const { run, ends, clock, asked } = await world()
  void run({}, { identify: () => never })
  clock.advance({ seconds: 180 })
  await expect
    .poll(async () => {
      await run()
      return ends
    })
    .toEqual([['Fx1', interrupted]])
  expect(asked()).toBe(0)
})

it('of a process that stops ends with a sentence before that', async () => {
  const { run, ends } = await world()
  const stopping = Promise.withResolvers<never>()
  stopping.promise.catch(() => {})
  const running = run({}, { identify: () => never, late: stopping.promise })
  stopping.reject(new Problem('stopped', 'Sightline stopped before it finished this.'))
  await running
  expect(ends).toEqual([['Fx1', { ok: false, sentence: expect.stringContaining('Sightline stopped') }]])
})

it('a task’s workflow continues while the task’s aim is still being read for its creator', async () => {
  const held = Promise.withResolvers<never>()
  const { workspace, run, ephemerals, timePasses, ends } = await taskWorld()
  const api = { ...workspace.api, insightsFilters: () => held.promise }
  const inFlight = new InFlight(systemClock)
  const inBackground = (work: () => Promise<void>) => inFlight.run(work)
  await run({ ...workspace, api }, { inBackground })
  expect(ends).toMatchObject([{ ok: true, outputs: { created: true } }])
  expect(ephemerals).toEqual([])
  timePasses()
  expect(await inFlight.drain(60_000)).toBe(0)
  expect(ephemerals.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^✓ Task created: .*Change aim/s),
  ])
})

it('a task’s workflow doesn’t wait for people’s Home tabs and the messages that show it', async () => {
  const { workspace, run, resultId, scope, store, ends } = await taskWorld()
  workspace.homeViewers.open({ team, user, outside: false })
  const poster = { ...workspace.poster, update: () => never }
  const slow = { ...workspace, contact: null, publishHome: () => never, poster }
  const message = { team, channel, ts: '1.1', text: '', blocks: [] }
  await store.messages.remember(message, [{ ...scope, resultId }], workspace.clock.now())
  void run(slow, { inBackground: (work) => void work() })
  await expect.poll(() => ends).toMatchObject([{ ok: true, outputs: { created: true } }])
})

it('a task’s step succeeds once the task is recorded, even if the database is away afterwards', async () => {
  const { workspace, run, store, timePasses, ends, wakes } = await taskWorld()
  timePasses()
  await run({ ...workspace, store: storeDownAfter(store, 'created') })
  const outputs = { created: true, link: expect.stringContaining(`/archives/${channel}`) }
  expect(ends).toMatchObject([{ ok: true, outputs }])
  expect(wakes(), 'announced at once').toBe(1)
})

it('names from the service mention nobody in a workflow’s message', async () => {
  const { run, ends } = await world()
  await run({ inputs: { channel: 'C1', brand: '<!channel>' } })
  expect(JSON.stringify(ends)).toContain('‹!channel›')
  expect(JSON.stringify(ends)).not.toContain('<!channel>')
})
