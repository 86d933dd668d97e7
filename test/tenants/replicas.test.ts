import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import {
  connectDemo,
  dailyDigest,
  eventOf,
  home,
  type ManyStage,
  postsIn,
  repliesTo,
  startMany,
} from './world.ts'

const channel = CHANNELS.brandVisibility
/** A channel without digests, in which everybody may read the answers. */
const elsewhere = CHANNELS.leads
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
      prepare: async (store) =>
        void (await store.subscriptions.create(dailyDigest(home, now.add({ hours: 25 })), now)),
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

  it('answer a mention once, whichever of them gets it, and however often', async () => {
    const text = `<@${APP.botUser}> help`
    const { body, send } = mentionOf(owner, elsewhere, text)
    for (const replica of [0, 1, 0]) expect(await send(replica)).toBe(200)
    // Slack may send another event about the same message.
    body.event_id = 'Ev0OTHER'
    expect(await send(1)).toBe(200)
    const answers = (ts: string) => repliesTo(stage.slack, elsewhere, ts).length
    await stage.slack.until(() => answers(body.event.ts) > 0, 'the answer')
    // Messages sent after these are answered after them.
    const later = mentionOf(owner, elsewhere, text)
    for (const replica of [0, 1]) await later.send(replica)
    await stage.slack.until(() => answers(later.body.event.ts) > 0, 'the later answer')
    expect(answers(body.event.ts)).toBe(1)
  })

  /** A person's message with a mention, and its delivery to a replica with Slack's signature. */
  function mentionOf(user: string, where: string, text: string) {
    const ts = stage.slack.post({ user, channel: where, text: text.replace(/<@[^>]*> /, '') })
    const body = eventOf({ type: 'app_mention', user, text, ts, channel: where, event_ts: ts }, `Ev${ts}`)
    const send = async (replica: number) =>
      (await stage.deliver(JSON.stringify(body), { type: 'application/json', replica })).status
    return { body, send }
  }

  it('both stop when one learns that the app was uninstalled', async () => {
    talkTo(0)
    await stage.slack.uninstall()
    await expect.poll(() => stage.lines.some((line) => line.includes('removed from a workspace'))).toBe(true)
    const before = stage.slack.requests().length
    stage.clock.advance({ hours: 24 })
    await wakeAll()
    expect(digests()).toBe(1)
    // A Home tab that was being drawn then may still be tried.
    const asked = stage.slack.requests().slice(before)
    expect(asked.filter(({ method }) => method !== 'views.publish')).toEqual([])
  })
})
