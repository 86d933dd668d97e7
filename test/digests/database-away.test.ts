import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { Poster } from '../../src/slack/port.ts'
import { openStore } from '../../src/store/index.ts'
import { textOf } from '../e2e/slack-screen.ts'
import { answerTo, logLines, mainsIn, pass, stageForTest } from '../e2e/stage.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { FakeClock } from './clock.ts'
import { FakeSlack } from './slack.ts'
import { morning, processOn } from './world.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.stop())

describe('when the database goes away and comes back', () => {
  it.each(['orderly', 'crash'] as const)(
    'during a run (%s), no digest is lost or doubled, and the runner continues automatically',
    async (how) => {
      const clock = new FakeClock(morning)
      const slack = new FakeSlack(clock)
      const store = await openStore({ databaseUrl: await server.createDatabase() })
      onTestFinished(() => store.close())
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
      onTestFinished(() => world.close())
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
    const env = { DATABASE_URL: await server.createDatabase() }
    const { bot, channel } = await stageForTest({ minutesBefore: 1, rateLimits: false, env })
    const status = async () => textOf(await answerTo(USERS.owner, channel, 'status'))
    expect(await status()).toContain('Settings for')

    await server.takeDown('crash')
    expect(await status()).toContain('can’t reach its own data. Try again in a minute')
    await pass({ minutes: 1 })
    expect(bot.scheduler.health().plan?.lastFailure).toBe('unreachable')
    expect(mainsIn(channel)).toEqual([])

    await server.bringBack()
    await pass({ minutes: 1 })
    await bot.scheduler.wake()
    expect(mainsIn(channel)).toHaveLength(1)
    expect(bot.scheduler.health().plan?.lastFailure).toBeNull()
    expect(await status()).toContain('Settings for')
    expect(JSON.stringify(logLines), 'no address with its password').not.toContain(server.password)
  })
})
