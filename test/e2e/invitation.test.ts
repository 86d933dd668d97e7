import { expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { clickAndHear, now } from './one-task/world.ts'
import { labelsOf, modalOf, modalWords, publicIn, textOf } from './slack-screen.ts'
import { mainsIn, pass, stage, stageForTest } from './stage.ts'

const { owner, admin, member } = USERS
const { general } = CHANNELS

/** test/browser/jobs.test.ts goes from the invitation to the end of a digest. */
const start = (SIGHTLINE_DIGEST_CHANNELS = '') => {
  const env = { SIGHTLINE_DIGEST_CHANNELS, SIGHTLINE_CHANGERS: 'admins' }
  return stageForTest({ minutesBefore: 1, mode: 'http', rateLimits: false, env })
}

/** A channel member invites Sightline. Returns the message in which it introduces itself. */
async function invite(channel: string = general): Promise<ShownMessage> {
  stage.slack.setMember({ channel, user: APP.botUser, member: true, inviter: owner })
  return stage.slack.until(
    () =>
      publicIn(stage.slack, channel).find((message) => labelsOf(message).includes('Set up a weekly digest')),
    'the invitation',
  )
}

it('sets up one digest when two people click at once, and none for a person who may not', async () => {
  await start()
  const invitation = await invite()
  await clickAndHear(stage.slack, member, invitation, 'Set up a weekly digest', 'admins and owners')
  expect(labelsOf(now(stage.slack, invitation))).toContain('Set up a weekly digest')
  const [mine, theirs] = await Promise.all([
    clickAndHear(stage.slack, owner, invitation, 'Set up a weekly digest', 'set up'),
    clickAndHear(stage.slack, admin, invitation, 'Set up a weekly digest', 'set up'),
  ])
  expect([mine, theirs].filter((one) => /^✓ .+ is set up/m.test(one.text))).toHaveLength(1)
  expect([mine, theirs].filter((one) => /already/.test(one.text))).toHaveLength(1)
  expect(labelsOf(now(stage.slack, invitation))).toEqual(['Where do we stand?'])
  // Past nine on Monday, where either of them lives.
  await pass({ hours: 1, minutes: 1 })
  expect(mainsIn(general).filter(({ ts }) => ts !== invitation.ts)).toHaveLength(1)
})

it('says nothing where a digest is set up, or when people come and go', async () => {
  const { slack } = await start(general)
  slack.setMember({ channel: general, user: APP.botUser, member: true })
  slack.setMember({ channel: CHANNELS.leads, user: member, member: true })
  slack.setMember({ channel: CHANNELS.brandVisibility, user: APP.botUser, member: false })
  slack.setMember({ channel: CHANNELS.brandVisibility, user: APP.botUser, member: true })
  await slack.until(() => publicIn(stage.slack, CHANNELS.brandVisibility)[0], 'where nothing is set up')
  await stage.bot.scheduler.wake()
  expect(publicIn(stage.slack, general)).toEqual([])
  expect(publicIn(stage.slack, CHANNELS.leads)).toEqual([])
})

it('a channel that is shared with other companies is named so in the invitation, both forms and the confirmation', async () => {
  const { slack } = await start()
  const sharedLine = /is shared with other companies/
  const { id: channel } = slack.addChannel({ name: 'launch', members: [owner], shared: 'pending' })
  expect(textOf(await invite(channel))).toMatch(sharedLine)
  await slack.command({ user: owner, channel, text: '/sightline digest add' })
  const form = await modalOf(slack, owner, 'They will see this digest')
  await slack.submitView({ user: owner, viewId: form.id, values: {} })
  const saved = await modalOf(slack, owner, /is set up/)
  expect(modalWords(saved)).toMatch(sharedLine)
  await slack.closeView({ user: owner, viewId: saved.id })
  await slack.command({ user: owner, channel, text: '/sightline settings' })
  await modalOf(slack, owner, sharedLine)
})
