import { expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { submit } from './forms/fill-form.ts'
import { addDigest, closeAll, modalOf, textOf } from './slack-screen.ts'
import { answerTo, chooseOnHome, stage, stageForTest } from './stage.ts'

const { owner } = USERS
const channel = CHANNELS.leads

it('people who left a channel can’t use what they left open: a form, the Home tab, direct messages', async () => {
  const env = { SIGHTLINE_DIGEST_CHANNELS: channel }
  const { slack, clock } = await stageForTest({ rateLimits: false, env })
  const refusal = /You’re not in the channel that this is about/
  await addDigest(stage, owner, channel)
  const { channel: direct } = await slack.openMessages({ user: owner })
  const asked = async (text: string, saying: string | RegExp) => {
    const ts = slack.post({ user: owner, channel: direct, text })
    return slack.until(
      () => slack.messages(direct, owner).find((one) => one.ts > ts && textOf(one).search(saying) >= 0),
      `“${saying}” in answer to “${text}”`,
    )
  }
  await asked(`channel <#${channel}>`, 'Your questions here are about')
  await asked('visibility', 'About ')
  await closeAll(slack, owner)
  await slack.command({ user: owner, channel, text: '/sightline digest add' })
  const form = await modalOf(slack, owner, 'Preview')

  slack.setMember({ channel, user: owner, member: false })
  await asked('visibility', refusal)
  const refusals = () => slack.messages(direct, owner).filter((one) => refusal.test(textOf(one))).length
  const before = refusals()
  for (const [index, label] of ['Pause', 'Preview or post now', 'History'].entries()) {
    await chooseOnHome(owner, label, 1)
    await slack.until(() => refusals() === before + index + 1, `that ${label} is refused`)
  }
  clock.advance({ minutes: 15 })
  await submit(slack, form)
  await modalOf(slack, owner, refusal)
  for (const label of ['Edit', 'Delete…']) {
    await closeAll(slack, owner)
    await chooseOnHome(owner, label, 1)
    await modalOf(slack, owner, refusal)
  }

  slack.setMember({ channel, user: owner, member: true })
  const list = textOf(await answerTo(owner, channel, 'digest list'))
  expect(list).toContain('2 digests in')
  expect(list).not.toContain('Paused')
})
