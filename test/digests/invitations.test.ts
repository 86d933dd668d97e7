import { describe, expect, it } from 'vitest'
import { introductionTo } from '../../src/digests/invitation/introduction.ts'
import { digestMessageKinds } from '../../src/digests/kinds.ts'
import { defaultSettings } from '../../src/store/index.ts'
import { oneKey, plainDefaults } from '../workspace.ts'
import { channel, createSender, mondays, owner, team } from './world.ts'

/** What becomes of it on its way to Slack is in test/outbox/faults.test.ts, for every kind of message. */
describe('an invitation', () => {
  /** A process with one workspace, in which the bot can join the channel. */
  const start = async () => {
    const sender = await createSender()
    const { store, clock, send } = sender
    const channelIs = { apiKey: oneKey, isShared: async () => false, defaults: plainDefaults }
    const run = () => send(digestMessageKinds, channelIs)
    const invite = async () => {
      const invitation = introductionTo({ team, channel }, clock.now(), 12)
      const isNew = (await store.outbox.enqueue([invitation], clock.now())).length > 0
      await run()
      return isNew
    }
    return { ...sender, run, invite }
  }

  it('is answered once, even if it arrives again later', async () => {
    const { invite, slack, clock } = await start()
    await invite()
    expect(JSON.stringify(slack.in(channel)[0]?.message.blocks)).toContain('Set up a weekly digest')
    for (const days of [0, 1, 400]) {
      clock.advance({ hours: 24 * days })
      expect(await invite()).toBe(false)
    }
    expect(slack.calls).toBe(1)
  })

  it('is not answered if the channel has a digest', async () => {
    const { invite, run, store, slack, clock } = await start()
    const settings = { ...defaultSettings, name: 'Weekly', schedule: mondays }
    await store.subscriptions.create({ ...settings, team, id: 'S1', channel, by: owner }, clock.now())
    await invite()
    await store.subscriptions.remove(team, 'S1', clock.now())
    clock.advance({ minutes: 5 })
    await run()
    expect(slack.calls).toBe(0)
  })
})
