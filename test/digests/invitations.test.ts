import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { introductionTo } from '../../src/digests/invitation/introduction.ts'
import { digestMessageKinds } from '../../src/digests/kinds.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import { defaultSettings, type Store } from '../../src/store/index.ts'
import { sendOwed } from '../send-owed.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { oneKey, plainDefaults, silent, testWorkspace, unpaced } from '../workspace.ts'
import { FakeClock } from './clock.ts'
import { FakeSlack } from './slack.ts'
import { channel, mondays, morning, owner, team } from './world.ts'

/** What becomes of it on its way to Slack is in test/outbox/faults.test.ts, for every kind of message. */
describe('an invitation', () => {
  let store: Store
  let clock: FakeClock
  let slack: FakeSlack
  /** A process with one workspace, in which the bot joins the channel. */
  const start = async () => {
    const { poster, history } = slack
    const process = { store, clock, log: silent, meter: noMeter, poster, history, paces: unpaced }
    const channelIs = { apiKey: oneKey, isShared: async () => false, defaults: plainDefaults }
    const workspace = testWorkspace({ ...process, ...channelIs })
    const run = () => clock.until(sendOwed(workspace, digestMessageKinds))
    const invite = () =>
      store.outbox.enqueue([introductionTo({ team, channel }, clock.now(), 12)], clock.now())
    await invite()
    await run()
    return { invite, run }
  }
  beforeEach(async () => {
    const database = await sqliteDatabase()
    onTestFinished(() => database.close())
    clock = new FakeClock(morning)
    // Otherwise a commit that is slow to reach the disk moves the clock to the next sleeper.
    store = clock.standingStill(database.replicas[0])
    slack = new FakeSlack(clock)
  })

  it('is answered once, even if it arrives again later', async () => {
    const { invite, run } = await start()
    expect(slack.in(channel)).toHaveLength(1)
    expect(JSON.stringify(slack.in(channel)[0]?.message.blocks)).toContain('Set up a weekly digest')
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
})
