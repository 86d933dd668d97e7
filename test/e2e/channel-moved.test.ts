import { expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { addDigest } from './slack-screen.ts'
import { mainsIn, pass, stage, stageForAll } from './stage.ts'

const { owner } = USERS
stageForAll({ minutesBefore: 1 })

it('a channel that becomes shared with another organization keeps its digest under its new id', async () => {
  const { slack, clock } = stage
  await addDigest(stage, owner, CHANNELS.leads)

  const shared = slack.shareChannel(CHANNELS.leads)
  const home = async () => {
    // Slack's rate limits use this clock.
    clock.advance({ minutes: 1 })
    await slack.openHome({ user: owner })
    return JSON.stringify(slack.home(owner))
  }
  await expect.poll(home).toContain(shared)
  await pass({ hours: 7 * 24 })
  expect(mainsIn(shared).map(({ text }) => text)).toEqual([expect.stringContaining('Northwind')])
})
