import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { introductionTo } from '../../src/digests/invitation/introduction.ts'
import { digestMessageKinds } from '../../src/digests/kinds.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import { createOutbox } from '../../src/outbox/loop.ts'
import type { PostError, Poster } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { defaultSettings, type Store } from '../../src/store/index.ts'
import { postgresDatabase, sqliteDatabase } from '../store/engines.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { plainDefaults, silent, testWorkspace } from '../workspace.ts'
import { FakeClock } from './clock.ts'
import { FakeSlack } from './slack.ts'
import { channel, mondays, morning, owner, team } from './world.ts'

/** A process with one workspace. */
function processOn(shared: Store, clock: FakeClock, slack: FakeSlack, more: Partial<Workspace> = {}) {
  // Otherwise a commit that is slow to reach the disk moves the clock to the next sleeper.
  const store = clock.standingStill(shared)
  const workspace = testWorkspace({
    apiKey: { configured: true } as Workspace['apiKey'],
    store,
    clock,
    log: silent,
    meter: noMeter,
    poster: slack.poster,
    history: slack.history,
    isShared: async () => false,
    defaults: plainDefaults,
    paces: { workspace: { everyMs: 0, burst: 1 }, channel: { everyMs: 0, burst: 1 } },
    ...more,
  })
  const run = (signal = new AbortController().signal) =>
    clock.until(
      createOutbox(workspace, {
        kinds: digestMessageKinds,
        forRun: () => async () => workspace,
        signal,
        wallClock: clock,
      }).run(),
    )
  const invite = (to = channel) =>
    store.outbox.enqueue([introductionTo({ team, channel: to }, clock.now(), 12)], clock.now())
  return { invite, run }
}

describe('an invitation', () => {
  let store: Store
  let clock: FakeClock
  let slack: FakeSlack
  const start = async (more: Partial<Workspace> = {}) => {
    const one = processOn(store, clock, slack, more)
    await one.invite()
    await one.run()
    return one
  }
  beforeEach(async () => {
    const database = await sqliteDatabase()
    onTestFinished(() => database.close())
    store = database.replicas[0]
    clock = new FakeClock(morning)
    slack = new FakeSlack(clock)
  })

  const labels = () => JSON.stringify(slack.in(channel)[0]?.message.blocks)

  it('is answered once, even if it arrives again later', async () => {
    const { invite, run } = await start()
    expect(slack.in(channel)).toHaveLength(1)
    expect(labels()).toContain('Set up a weekly digest')
    for (const days of [0, 1, 400]) {
      clock.advance({ hours: 24 * days })
      expect(await invite()).toEqual([])
      await run()
    }
    expect(slack.calls).toBe(1)
  })

  it('is not answered if the channel has a digest', async () => {
    const settings = { ...defaultSettings, name: 'Weekly', schedule: mondays }
    await store.subscriptions.create({ ...settings, team, id: 'S1', channel, by: owner }, clock.now())
    const { run } = await start()
    await store.subscriptions.remove(team, 'S1', clock.now())
    clock.advance({ minutes: 5 })
    await run()
    expect(slack.calls).toBe(0)
  })

  it('is answered with who has to connect the workspace if it isn’t connected', async () => {
    await start({ apiKey: { configured: false } as Workspace['apiKey'] })
    expect(slack.in(channel)[0]?.message.text).toMatch(/admin.*\/sightline connect/s)
    expect(labels()).not.toContain('Where do we stand?')
  })

  it('is answered with a warning in a channel shared with other companies', async () => {
    await start({ isShared: async () => true })
    expect(slack.in(channel)[0]?.message.text).toContain('shared with other companies')
  })

  it('is answered later if Slack asks to wait', async () => {
    slack.next({ retryAfter: 90 })
    const { run } = await start()
    clock.advance({ seconds: 89 })
    await run()
    expect(slack.in(channel)).toHaveLength(0)
    clock.advance({ seconds: 1 })
    await run()
    expect(slack.in(channel)).toHaveLength(1)
  })

  it('is dropped if Slack refuses the answer, for example after the bot was removed', async () => {
    slack.next({ refuse: 'not_in_channel' })
    const { run } = await start()
    clock.advance({ hours: 1 })
    await run()
    expect(slack.calls).toBe(1)
  })

  it('waits while Slack rejects the token, and is answered when the token works again', async () => {
    slack.next({ refuse: 'token_revoked' })
    // As Slack's client does.
    const post: Poster['post'] = (...message) =>
      slack.poster.post(...message).catch(async (error: PostError) => {
        await store.disconnections.markDisconnected(team, error.code, clock.now())
        throw error
      })
    const { run } = await start({ poster: { ...slack.poster, post } })
    clock.advance({ hours: 1 })
    await run()
    expect(slack.calls).toBe(1)
    await store.disconnections.markReconnected(team, clock.now(), () => [])
    await run()
    expect(slack.in(channel)).toHaveLength(1)
  })

  it.each([
    ['and has it', 'applied', 1],
    ['and has it a moment later', 4_000, 1],
    ['and does not have it', 'nothing', 2],
  ] as const)('is looked up in the channel if Slack does not answer, %s', async (_, lost, calls) => {
    slack.next({ lost })
    const { run } = await start()
    for (const seconds of [5, 10, 60]) {
      clock.advance({ seconds })
      await run()
    }
    expect(slack.in(channel)).toHaveLength(1)
    expect(slack.calls).toBe(calls)
  })

  it('is not answered twice if the bot may not look', async () => {
    slack.mayLook = false
    slack.next({ lost: 'nothing' })
    const { run } = await start()
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance({ minutes: 1 })
      await run()
    }
    expect(slack.calls).toBe(1)
  })

  it('is left to the next process on shutdown, and expires after half a day', async () => {
    const { invite, run } = processOn(store, clock, slack)
    await invite()
    await run(AbortSignal.abort(new Error('stopping')))
    expect(slack.calls).toBe(0)
    await processOn(store, clock, slack).run()
    expect(slack.calls).toBe(1)
    await invite('C2')
    clock.advance({ hours: 13 })
    await run()
    expect(slack.calls).toBe(1)
  })
})

describe('two processes on one database', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())

  it('answer the same invitation only once', async () => {
    const database = await postgresDatabase(server)
    onTestFinished(() => database.close())
    const clock = new FakeClock(morning)
    const slack = new FakeSlack(clock)
    const both = database.replicas.map((store) => processOn(store, clock, slack))
    const firsts = await Promise.all([...both, ...both].map(({ invite }) => invite()))
    expect(firsts.flat()).toHaveLength(1)
    await Promise.all([...both, ...both].map(({ run }) => run()))
    expect(slack.in(channel)).toHaveLength(1)
  })
})
