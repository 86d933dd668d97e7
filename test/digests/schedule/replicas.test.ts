import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Poster } from '../../../src/slack/port.ts'
import { openStore, type Store } from '../../../src/store/index.ts'
import { type PostgresServer, startPostgres } from '../../store/postgres-server.ts'
import { FakeClock } from '../clock.ts'
import { FakeSlack } from '../slack.ts'
import { morning, processOn, shown, team, type World } from '../world.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.stop())

let stores: Store[] = []
let processes: World[] = []
afterEach(async () => {
  for (const one of processes) await one.close()
  for (const store of stores) await store.close()
})

/** Starts this many processes with one PostgreSQL, one Slack and one clock. */
async function replicas(
  count: number,
  posterOf: (slack: FakeSlack, index: number) => Poster = ({ poster }) => poster,
): Promise<{ readonly first: World; readonly all: readonly World[]; readonly slack: FakeSlack }> {
  const databaseUrl = await server.createDatabase()
  const clock = new FakeClock(morning)
  const slack = new FakeSlack(clock)
  stores = await Promise.all(Array.from({ length: count }, () => openStore({ databaseUrl })))
  processes = stores.map((store, index) => processOn({ store, clock, slack, poster: posterOf(slack, index) }))
  const [first] = processes
  if (first === undefined) throw new Error('no process')
  return { first, all: processes, slack }
}

const posted = async (world: World, channels: readonly string[]) => {
  const all = await Promise.all(
    channels.map((channel) =>
      world.store.outbox.list({ team, channel }, ['digest'], { limit: 10, offset: 0 }),
    ),
  )
  return all
    .flat()
    .map(shown)
    .map(({ channel, state, messageTs }) => ({ channel, state, messageTs }))
}

describe('three processes on one database', () => {
  it('post each digest once and share the work', async () => {
    const { first, all, slack } = await replicas(3)
    const channels = Array.from({ length: 90 }, (_, number) => `C${number}`)
    for (const channel of channels) await first.subscribe({ id: channel, channel })
    first.clock.set('2026-11-09T09:00:00Z')
    await first.clock.until(Promise.all(all.map(({ scheduler }) => scheduler.wake())))
    expect(slack.posts.map(({ channel }) => channel).sort()).toEqual([...channels].sort())
    expect((await posted(first, channels)).every(({ state }) => state === 'posted')).toBe(true)
    for (const { api } of all)
      expect(new Set(api.brandQuestions).size, 'each asks each question once').toBe(api.brandQuestions.length)
  })

  it('finish the work of a process that was killed, and post nothing twice', async () => {
    let died = 0
    // The first process is killed in the middle of its posts: Slack has received some of them and not others.
    const dying = (slack: FakeSlack): Poster => ({
      ...slack.poster,
      post: async (...message) => {
        died += 1
        if (died % 2 === 0) await slack.poster.post(...message)
        return new Promise<never>(() => {})
      },
    })
    const { first, all, slack } = await replicas(3, (one, index) => (index === 0 ? dying(one) : one.poster))
    const channels = Array.from({ length: 40 }, (_, number) => `C${number}`)
    for (const channel of channels) await first.subscribe({ id: channel, channel })
    first.clock.set('2026-11-09T09:00:00Z')
    void first.scheduler.wake()
    await expect.poll(() => died).toBe(16)
    const others = all.slice(1)
    const wakeOthers = () => first.clock.until(Promise.all(others.map(({ scheduler }) => scheduler.wake())))
    await wakeOthers()
    expect(slack.posts).toHaveLength(40 - 16 + 8)
    first.clock.set('2026-11-09T09:01:00Z')
    await wakeOthers()
    expect(slack.posts.map(({ channel }) => channel).sort()).toEqual([...channels].sort())
    for (const { channel, state, messageTs } of await posted(first, channels)) {
      expect(state, channel).toBe('posted')
      expect(slack.in(channel).map(({ ts }) => ts)).toEqual([messageTs])
    }
    // Its posts never end, so stopping it can't be awaited.
    void first.scheduler.stop()
    processes = others
  })
})
