import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Stage, startStage } from '../../sandbox/demo/stage.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { logSink } from '../log-sink.ts'
import { said } from './watch.ts'

const { owner } = USERS
let stage: Stage
beforeAll(async () => {
  stage = await startStage({ now: Temporal.Instant.from('2026-11-18T12:00Z'), log: logSink })
}, 60_000)
afterAll(() => stage?.stop())

it('a channel that is shared with another organization keeps its digest under its new id', {
  timeout: 60_000,
}, async () => {
  const { slack, clock, bot } = stage
  await slack.command({ user: owner, channel: CHANNELS.leads, text: '/sightline digest add' })
  const form = await slack.until(
    () => slack.views(owner).find(({ view }) => /"callback_id":"sl1.digest"/.test(JSON.stringify(view))),
    'the form of a digest',
  )
  await slack.submitView({ user: owner, viewId: form.id, values: {} })
  await slack.openHome({ user: owner })
  await slack.until(
    () => JSON.stringify(slack.home(owner)).split(/Every Monday/).length > 2,
    'the running digest',
  )

  const shared = slack.shareChannel(CHANNELS.leads)
  const home = async () => {
    // Slack's pace goes by this clock.
    clock.advance({ minutes: 1 })
    await slack.openHome({ user: owner })
    return JSON.stringify(slack.home(owner))
  }
  await expect.poll(home, { timeout: 20_000 }).toContain(shared)
  clock.advance({ hours: 7 * 24 })
  await bot.scheduler.wake()
  const digests = slack.messages(shared).filter((message) => said(message).includes('How measured'))
  expect(digests).toHaveLength(1)
})
