import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { Store } from '../../src/store/index.ts'
import { buttonIn, messageSaying, textOf } from '../e2e/slack-screen.ts'
import {
  connectDemo,
  home,
  type ManyStage,
  postsIn,
  second,
  stageForTest,
  startMany,
  weeklyDigest,
} from './world.ts'

const channel = CHANNELS.brandVisibility
const owner = USERS.owner

async function prepare(store: Store): Promise<void> {
  const then = Temporal.Instant.from('2026-11-10T08:00:00Z')
  for (const team of [home, second.id])
    for (const id of ['S1', 'S2']) await store.subscriptions.create(weeklyDigest(team, id), then)
  await store.subscriptions.pause(second.id, 'S2', 'paused_by_hand', then)
}

describe('a workspace that uninstalls Sightline', () => {
  let stage: ManyStage
  beforeAll(async () => {
    stage = await startMany({ prepare })
    for (const team of [home, second.id]) {
      await stage.install(team)
      await connectDemo(stage, team, channel)
    }
  })
  afterAll(() => stage?.stop())

  const digestsIn = (team: string) => postsIn(stage.slack.in(team), channel).length
  const mondayComes = async (days: number) => {
    await stage.pass({ days, minutes: 1 })
    stage.clock.advance({ minutes: -1 })
  }

  it('gets no more digests, while the others get theirs', async () => {
    await stage.slack.in(second.id).uninstall()
    await expect.poll(() => stage.logged('removed from a workspace')).toBe(1)
    const calls = stage.slack.in(second.id).requests().length
    await mondayComes(0)
    expect([digestsIn(home), digestsIn(second.id)]).toEqual([2, 0])
    expect(stage.slack.in(second.id).requests().length, 'nothing is tried there').toBe(calls)
  })

  it('is asked whether to restore its digests when it installs again, and a click restores them', async () => {
    const slack = stage.slack.in(second.id)
    await stage.install(second.id)
    await mondayComes(7)
    expect([digestsIn(home), digestsIn(second.id)], 'nobody has agreed yet').toEqual([4, 0])

    const dm = [...slack.channels.values()].find(({ kind, members }) => kind === 'im' && members.has(owner))
    const offer = await messageSaying(slack, dm?.id ?? '', /Restore its digests/, owner)
    expect(textOf(offer)).toContain('1 digest stopped')
    slack.fail('views.publish', { error: 'account_inactive' }, 1)
    await slack.openHome({ user: owner })
    await expect.poll(() => stage.logged('rejects the bot token')).toBe(1)
    await stage.pass()
    expect(stage.logged('accepts the bot token again')).toBe(1)
    const all = slack.messages(offer.channel, owner).map(textOf)
    const offers = all.filter((text) => text.includes('1 digest stopped'))
    expect(offers, 'a moment without its token is no removal').toHaveLength(1)
    const { channel: direct, ts } = offer
    await slack.click({ user: owner, channel: direct, ts, ...buttonIn(offer, 'Restore all digests') })
    await messageSaying(slack, offer.channel, /back on schedule/, owner)
    await mondayComes(7)
    expect([digestsIn(home), digestsIn(second.id)], 'what was paused by hand stays so').toEqual([6, 1])
  })
})

it('is removed by Slack’s clock, even if the bot’s own is a minute ahead', async () => {
  const stage = await stageForTest({ aheadSeconds: 60 })
  await stage.install(home)
  stage.clock.advance({ seconds: 5 })
  await stage.slack.uninstall()
  await expect.poll(() => stage.logged('removed from a workspace')).toBe(1)
})
