import { afterEach, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { buttonIn, labelsOf, messageSaying, publicIn, textOf } from '../e2e/slack-screen.ts'
import { connectDemo, home, type ManyStage, modalSaying, startMany } from './world.ts'

const { owner, member } = USERS
const { general: channel } = CHANNELS

let stage: ManyStage
afterEach(() => stage?.stop())

const invite = (): Promise<ShownMessage> => {
  stage.slack.setMember({ channel, user: APP.botUser, member: true, inviter: owner })
  return stage.slack.until(() => publicIn(stage.slack, channel)[0], 'the invitation')
}
const click = (user: string, message: ShownMessage, label: string) =>
  stage.slack.click({ user, channel, ts: message.ts, ...buttonIn(message, label) })

it('a workspace without an API key learns who can enter it, and continues from the same message', async () => {
  stage = await startMany()
  const { slack } = stage
  await stage.install(home)
  const message = await invite()
  expect(textOf(message)).toMatch(/An admin of this workspace/)
  expect(labelsOf(message)).toEqual(['Connect analytics', 'Set up a weekly digest'])

  await click(owner, message, 'Set up a weekly digest')
  await messageSaying(slack, channel, /admin.*\/sightline connect/s, owner)
  await click(owner, message, 'Connect analytics')
  const form = await modalSaying(slack, owner, /"sl1\.connect"/)
  await slack.closeView({ user: owner, viewId: form.id })
  await click(member, message, 'Connect analytics')
  await modalSaying(slack, member, /Only admins/)

  expect((await connectDemo(stage, home, channel)).shown).toContain('Connected')
  await click(owner, message, 'Set up a weekly digest')
  await messageSaying(slack, channel, /is set up/, owner)
  expect(publicIn(stage.slack, channel)).toHaveLength(1)
})

it('is there although Slack told of an earlier one again after Sightline was removed', async () => {
  stage = await startMany()
  await stage.install(home)
  await stage.slack.uninstall()
  await expect.poll(() => stage.logged('removed from a workspace')).toBe(1)
  const repeated = {
    type: 'event_callback',
    team_id: home,
    api_app_id: APP.id,
    event_id: 'Ev0AGAIN',
    authorizations: [{ team_id: home, user_id: APP.botUser, is_bot: true, is_enterprise_install: false }],
    event: { type: 'member_joined_channel', user: APP.botUser, channel, team: home, channel_type: 'C' },
  }
  await stage.deliver(JSON.stringify(repeated), 'application/json')
  await stage.pass()
  await stage.install(home)
  expect(textOf(await invite())).toMatch(/An admin of this workspace/)
})
