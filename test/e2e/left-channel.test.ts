import { afterEach, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { submit } from './forms/fill-form.ts'
import { addDigest, ask, choiceIn, closeAll, modalOf, textOf } from './slack-screen.ts'

const { owner } = USERS
const channel = CHANNELS.leads

let stage: Stage
afterEach(() => stage?.stop())

it('people who left a channel can’t use what they left open: a form, the Home tab, direct messages', async () => {
  stage = await startStage({ rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: channel } })
  const { slack, clock } = stage
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
  const chooseOnHome = async (label: string) => {
    const { id, blocks } = slack.home(owner) ?? {}
    await slack.viewAction({ user: owner, viewId: String(id), ...choiceIn(blocks, label, 1) })
  }
  for (const [index, label] of ['Pause', 'Preview or post now', 'History'].entries()) {
    await chooseOnHome(label)
    await slack.until(() => refusals() === before + index + 1, `that ${label} is refused`)
  }
  clock.advance({ minutes: 15 })
  await submit(slack, form)
  await modalOf(slack, owner, refusal)
  for (const label of ['Edit', 'Delete…']) {
    await closeAll(slack, owner)
    await chooseOnHome(label)
    await modalOf(slack, owner, refusal)
  }

  slack.setMember({ channel, user: owner, member: true })
  const { answer } = await ask(stage, owner, channel, '/sightline digest list')
  expect(textOf(answer)).toContain('2 digests in')
  expect(textOf(answer)).not.toContain('Paused')
})
