import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { defaultSettings } from '../../src/store/index.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { connect, home, type ManyStage, startMany } from './world.ts'

const channel = CHANNELS.brandVisibility
const owner = USERS.owner

describe('two replicas', () => {
  let server: PostgresServer
  let stage: ManyStage
  beforeAll(async () => {
    server = await startPostgres()
    // Slack's library reckons with the real time when a token ends.
    const now = Temporal.Now.instant()
    const soon = now.add({ hours: 25 }).toZonedDateTimeISO('UTC').toPlainTime()
    stage = await startMany({
      replicas: 2,
      tokenLifeSeconds: 43_200,
      now,
      env: { DATABASE_URL: await server.createDatabase() },
      prepare: async (store) => {
        // An hour before the digests are looked for, whatever the time is now.
        const time = soon.toString({ smallestUnit: 'minute' })
        const schedule = { kind: 'daily', time, timeZone: 'UTC' } as const
        await store.subscriptions.create(
          { ...defaultSettings, name: 'Daily', schedule, channel, by: owner, team: home, id: 'S1' },
          now,
        )
      },
    })
  }, 90_000)
  afterAll(async () => {
    await stage?.stop()
    await server?.stop()
  })

  const talkTo = (replica: number) =>
    stage.slack.setRequestUrl(`http://127.0.0.1:${stage.bots[replica]?.port}/slack/events`)
  const wakeAll = () => Promise.all(stage.bots.map(({ scheduler }) => scheduler.wake()))
  const digests = () =>
    stage.slack
      .messages(channel)
      .filter(({ thread_ts, ephemeralFor }) => thread_ts === undefined && ephemeralFor === undefined).length

  it('installed by one and connected by the other, work alike', { timeout: 60_000 }, async () => {
    expect((await stage.install(home)).status).toBe(200)
    talkTo(1)
    const { shown } = await connect(stage.slack, channel, {
      key: stage.service.keys.workspace,
      organization: '',
      workspace: '',
      analysis: stage.service.demo.projectId,
    })
    expect(shown).toContain('Connected')
  })

  it('post a digest once, and renew the token that has run out once', { timeout: 60_000 }, async () => {
    stage.clock.advance({ hours: 26 })
    await wakeAll()
    await expect.poll(digests).toBe(1)
    for (const replica of [0, 1]) {
      talkTo(replica)
      await stage.slack.openHome({ user: owner })
    }
    await stage.slack.until(() => stage.slack.home(owner), 'a Home tab')
    const renewals = stage.slack.requests().filter(({ args }) => args.grant_type === 'refresh_token')
    expect(renewals.map(({ ok }) => ok)).toEqual([true])
  })

  it('stop both when one is told that the app was taken out', { timeout: 60_000 }, async () => {
    talkTo(0)
    await stage.slack.uninstall()
    await expect.poll(() => stage.lines.some((line) => line.includes('removed from a workspace'))).toBe(true)
    const before = stage.slack.requests().length
    stage.clock.advance({ hours: 24 })
    await wakeAll()
    expect(digests()).toBe(1)
    expect(stage.slack.requests().length).toBe(before)
  })
})
