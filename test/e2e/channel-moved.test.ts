import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { addDigest, textOf } from './slack-screen.ts'

const { owner } = USERS
let stage: Stage
beforeAll(async () => {
  stage = await startStage({ minutesBefore: 1 })
})
afterAll(() => stage?.stop())

it('a channel that becomes shared with another organization keeps its digest under its new id', async () => {
  const { slack, clock, bot } = stage
  await addDigest(stage, owner, CHANNELS.leads)

  const shared = slack.shareChannel(CHANNELS.leads)
  const home = async () => {
    // Slack's rate limits use this clock.
    clock.advance({ minutes: 1 })
    await slack.openHome({ user: owner })
    return JSON.stringify(slack.home(owner))
  }
  await expect.poll(home).toContain(shared)
  clock.advance({ hours: 7 * 24 })
  await bot.scheduler.wake()
  const digests = slack.messages(shared).filter((message) => textOf(message).includes('How measured'))
  expect(digests).toHaveLength(1)
})
