import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { Poster } from '../../src/slack/port.ts'
import { openStore } from '../../src/store/index.ts'
import { ask, publicIn, textOf } from '../e2e/slack-screen.ts'
import { startStage } from '../stage.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { FakeClock } from './clock.ts'
import { FakeSlack } from './slack.ts'
import { morning, processOn } from './world.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.stop())

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe('when the database goes away and comes back', () => {
  it.each(['orderly', 'crash'] as const)(
    'during a run (%s), no digest is lost or doubled, and the runner continues automatically',
    async (how) => {
      const clock = new FakeClock(morning)
      const slack = new FakeSlack(clock)
      const store = await openStore({ databaseUrl: await server.createDatabase() })
      ends.push(() => store.close())
      let posts = 0
      const poster: Poster = {
        ...slack.poster,
        post: async (...message) => {
          posts += 1
          // Sixteen are being posted. Those that Slack has accepted so far can't be recorded.
          if (posts === 10) await server.takeDown(how)
          return slack.poster.post(...message)
        },
      }
      const world = processOn({ store, clock, slack, poster })
      ends.push(() => world.close())
      const channels = Array.from({ length: 40 }, (_, number) => `C${number}`)
      for (const channel of channels) await world.subscribe({ id: channel, channel })
      expect(world.scheduler.health().outbox).toMatchObject({ lastFailure: null, runningSince: null })
      await world.goTo('2026-11-09T09:00:00Z')
      expect(slack.posts.length).toBeGreaterThan(0)
      expect(slack.posts.length).toBeLessThan(40)
      expect(world.scheduler.health().outbox).toMatchObject({ lastFailure: 'unreachable' })
      await world.goTo('2026-11-09T09:01:00Z')
      expect(world.scheduler.health().plan?.lastFailure).toBe('unreachable')
      // Its timer still runs, but it is late: health checks and alerts must show that.
      await world.goTo('2026-11-09T09:01:59Z')
      expect(String(world.scheduler.lastCheck)).toBe('2026-11-09T09:00:00Z')

      await server.bringBack()
      for (const minute of [2, 3, 4, 5]) await world.goTo(`2026-11-09T09:0${minute}:00Z`)
      expect(slack.posts.map(({ channel }) => channel).sort()).toEqual([...channels].sort())
      for (const channel of channels) {
        const [delivery] = await world.history(channel)
        expect(delivery).toMatchObject({ state: 'posted', messageTs: slack.in(channel)[0]?.ts })
      }
      for (const loop of Object.values(world.scheduler.health())) {
        expect(loop).toMatchObject({ lastFailure: null, runningSince: null })
        expect(String(loop.lastSuccess)).toBe('2026-11-09T09:05:00Z')
      }
      expect(String(world.scheduler.lastCheck)).toBe('2026-11-09T09:05:00Z')
    },
  )

  it('while people ask, they read that it is unavailable, and digests due in the meantime arrive once', async () => {
    const log: string[] = []
    const stage = await startStage({
      minutesBefore: 1,
      rateLimits: false,
      env: { DATABASE_URL: await server.createDatabase() },
      log: { write: (line) => void log.push(line) },
    })
    ends.push(() => stage.stop())
    const { slack, bot, channel, clock } = stage
    const status = async () => textOf((await ask(stage, USERS.owner, channel, '/sightline status')).answer)
    expect(await status()).toContain('Settings for')

    await server.takeDown('crash')
    expect(await status()).toContain('can’t reach its own data. Try again in a minute')
    clock.advance({ minutes: 1 })
    await bot.scheduler.wake()
    expect(bot.scheduler.health().plan?.lastFailure).toBe('unreachable')
    const digests = () => publicIn(slack, channel).filter(({ thread_ts }) => thread_ts === undefined)
    expect(digests()).toEqual([])

    await server.bringBack()
    clock.advance({ minutes: 1 })
    await bot.scheduler.wake()
    await bot.scheduler.wake()
    expect(digests()).toHaveLength(1)
    expect(bot.scheduler.health().plan?.lastFailure).toBeNull()
    expect(await status()).toContain('Settings for')
    expect(log.join('\n'), 'no address with its password').not.toContain(server.password)
  })
})
