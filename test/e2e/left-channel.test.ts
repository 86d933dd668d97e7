/** People who were removed from a private channel, and what they left open. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { submit } from './forms/fill-form.ts'
import { addDigest, ask, choiceIn, modalOf, textOf } from './slack-screen.ts'

const { owner } = USERS
const channel = CHANNELS.leads

let stage: Stage
beforeEach(async () => {
  stage = await startStage({ rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: channel } })
})
afterEach(() => stage?.stop())

const remove = () => stage.slack.setMember({ channel, user: owner, member: false })
const refusal = /You’re not in the channel that this is about/

it('can’t set a digest up with a form that was left open', async () => {
  const { slack, clock } = stage
  await slack.command({ user: owner, channel, text: '/sightline digest add' })
  const form = await modalOf(slack, owner, 'Preview')
  remove()
  clock.advance({ minutes: 15 })
  await submit(slack, form)
  await modalOf(slack, owner, refusal)
  slack.setMember({ channel, user: owner, member: true })
  const { answer } = await ask(stage, owner, channel, '/sightline digest list')
  expect(textOf(answer)).toContain('1 digest in')
})

it('can’t see or change their own digest, with a Home tab that still shows it', async () => {
  const { slack } = stage
  await addDigest(stage, owner, channel)
  const chooseOnHome = async (label: string) => {
    const { id, blocks } = slack.home(owner) ?? {}
    await slack.viewAction({ user: owner, viewId: String(id), ...choiceIn(blocks, label, 1) })
  }
  remove()
  const { channel: direct } = await slack.openMessages({ user: owner })
  const refusals = () =>
    slack.messages(direct, owner).filter((one) => textOf(one).search(refusal) >= 0).length
  for (const [index, label] of ['Pause', 'Preview or post now', 'History'].entries()) {
    await chooseOnHome(label)
    await slack.until(() => refusals() === index + 1, `that ${label} is refused`)
  }
  for (const label of ['Edit', 'Delete…']) {
    await chooseOnHome(label)
    await modalOf(slack, owner, refusal)
  }
  slack.setMember({ channel, user: owner, member: true })
  const { answer } = await ask(stage, owner, channel, '/sightline digest list')
  expect(textOf(answer)).toContain('2 digests in')
  expect(textOf(answer)).not.toContain('Paused')
})

it('get no answer about it in direct messages from that moment on', async () => {
  const { slack } = stage
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
  remove()
  await asked('visibility', refusal)
})

it('are not mistaken for members whose look-up failed once', async () => {
  const { slack } = stage
  await slack.command({ user: owner, channel, text: '/sightline digest add' })
  const form = await modalOf(slack, owner, 'Preview')
  for (const method of ['conversations.members', 'users.info']) slack.fail(method, { status: 503 }, 1)
  await submit(slack, form)
  await modalOf(slack, owner, 'Every Monday')
})
