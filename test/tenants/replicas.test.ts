import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { connectDemo, dailyDigest, home, type ManyStage, postsIn, startMany } from './world.ts'

const channel = CHANNELS.brandVisibility
const owner = USERS.owner

describe('two replicas', () => {
  let server: PostgresServer
  let stage: ManyStage
  beforeAll(async () => {
    server = await startPostgres()
    // Slack's library uses the real time to decide when a token expires.
    const now = Temporal.Now.instant()
    stage = await startMany({
      replicas: 2,
      tokenLifeSeconds: 43_200,
      now,
      env: { DATABASE_URL: await server.createDatabase() },
      // An hour before the digests are looked for, at any time of day.
      prepare: ({ subscriptions }) => subscriptions.create(dailyDigest(home, now.add({ hours: 25 })), now),
    })
  }, 90_000)
  afterAll(async () => {
    await stage?.stop()
    await server?.stop()
  })

  const talkTo = (replica: number) =>
    stage.slack.setRequestUrl(`http://127.0.0.1:${stage.bots[replica]?.port}/slack/events`)
  const wakeAll = () => Promise.all(stage.bots.map(({ scheduler }) => scheduler.wake()))
  const digests = () => postsIn(stage.slack, channel).length

  it('work the same when one installs the app and the other one connects it', async () => {
    expect((await stage.install(home)).status).toBe(200)
    talkTo(1)
    expect((await connectDemo(stage, home, channel)).shown).toContain('Connected')
  })

  it('post a digest once, and renew an expired token once', async () => {
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

  it('both stop when one learns that the app was uninstalled', async () => {
    talkTo(0)
    await stage.slack.uninstall()
    await expect.poll(() => stage.logged('removed from a workspace')).toBe(1)
    const before = stage.slack.requests().length
    stage.clock.advance({ hours: 24 })
    await wakeAll()
    expect(digests()).toBe(1)
    // A Home tab that was being drawn then may still be tried.
    const asked = stage.slack.requests().slice(before)
    expect(asked.filter(({ method }) => method !== 'views.publish')).toEqual([])
  })
})
