import { afterEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { buttonsOf, press, textOf } from '../e2e/slack-screen.ts'
import { type Stage, type StageOptions, startStage } from '../stage.ts'

const { owner, member } = USERS
let stage: Stage

async function start(options: StageOptions): Promise<void> {
  stage = await startStage({ minutesBefore: 1, rateLimits: false, ...options })
}

afterEach(() => stage.stop())

const pass = async (duration: Temporal.DurationLike) => {
  stage.clock.advance(duration)
  await stage.bot.scheduler.wake()
}
const digests = (channel: string) =>
  stage.slack.messages(channel).filter((message) => textOf(message).includes('Weekly brand visibility ·'))
const now = (message: ShownMessage) =>
  stage.slack.messages(message.channel).find(({ ts }) => ts === message.ts)
const asking = (channel: string, words: string) =>
  stage.slack.messages(channel).find((message) => textOf(message).includes(words))

describe('in Slack', () => {
  it('an owner is asked whether a digest arrived, and posts it again with one click', async () => {
    await start({ withoutScopes: ['channels:history', 'groups:history'] })
    stage.slack.fail('chat.postMessage', { reset: 'before' })
    await pass({ minutes: 1 })
    await pass({ minutes: 1 })
    expect(digests(stage.channel)).toEqual([])
    const question = asking(stage.channel, 'arrive?')
    if (question === undefined) throw new Error('nobody was asked')
    expect(buttonsOf(question.blocks).map(({ label }) => label)).toEqual(['Post again'])

    await Promise.all([
      press(stage, owner, question, 'Post again'),
      press(stage, member, question, 'Post again'),
    ])
    const settled = await stage.slack.until(
      () => [now(question)].find((message) => textOf(message).includes('was posted again')),
      'the answer in the place of the question',
    )
    expect(buttonsOf(settled.blocks)).toEqual([])
    await pass({ minutes: 10 })
    expect(digests(stage.channel)).toHaveLength(1)
  })

  const channel = CHANNELS.marketing
  /** The owner's digest runs every Monday at nine. It is a minute to nine. */
  const setUp = async (env: NonNullable<StageOptions['env']> = {}) => {
    await start({ env: { SIGHTLINE_DIGEST_CHANNELS: '', ...env } })
    await stage.slack.command({ user: owner, channel, text: '/sightline digest add' })
    const form = await stage.slack.until(
      () => stage.slack.views(owner).find(({ view }) => JSON.stringify(view).includes('"input"')),
      'the form',
    )
    await stage.slack.submitView({ user: owner, viewId: form.id, values: {} })
    await stage.slack.until(
      () =>
        stage.slack.views(owner).some(({ view }) => JSON.stringify(view).includes('Next: ')) ||
        stage.slack.messages(channel, owner).some((message) => textOf(message).includes('set up')),
      'the confirmation',
    )
  }

  it('a channel is asked for a new owner after the owner was deactivated', async () => {
    await setUp()
    await pass({ minutes: 1 })
    expect(digests(channel)).toHaveLength(1)
    expect(asking(channel, 'Who will own')).toBeUndefined()
    stage.slack.deactivate(owner)
    await pass({ hours: 24 * 7 })
    const question = asking(channel, 'Who will own')
    if (question === undefined) throw new Error('nobody was asked')
    await press(stage, member, question, 'Own this digest')
    const answered = await stage.slack.until(
      () => [now(question)].find((message) => textOf(message).includes('now owns')),
      'the answer in the place of the question',
    )
    expect(textOf(answered)).toContain(`<@${member}>`)
    await pass({ hours: 24 * 7 })
    expect(
      stage.slack.messages(channel).filter((message) => textOf(message).includes('Who will own')),
    ).toEqual([])
  })

  it('the contact hears of a paused digest whose owner was deactivated', async () => {
    await setUp({ SIGHTLINE_CONTACT: member })
    stage.slack.deactivate(owner)
    stage.slack.setArchived(channel, true)
    await pass({ minutes: 1 })
    const told = await stage.slack.until(
      () => [...stage.slack.channels.keys()].flatMap((id) => asking(id, 'is paused') ?? [])[0],
      'a message about the paused digest',
    )
    expect(textOf(told)).toContain(`For <@${owner}>, who couldn’t be reached:`)
    expect(stage.slack.channels.get(told.channel)?.members.has(member)).toBe(true)
  })

  it.each<[string, () => unknown]>([
    [
      'was deactivated, whatever is known of their channels',
      () => {
        stage.slack.deactivate(owner)
        stage.slack.fail('users.conversations', { error: 'missing_scope' })
      },
    ],
    ['is no longer known', () => stage.slack.fail('users.info', { error: 'user_not_found' })],
    ['has left the channel', () => stage.slack.setMember({ channel, user: owner, member: false })],
  ])('a channel is asked on the next run after the owner %s', async (_, leave) => {
    await setUp()
    leave()
    await pass({ minutes: 1 })
    expect(digests(channel)).toHaveLength(1)
    expect(textOf(asking(channel, 'Who will own'))).toContain(`<@${owner}> owned it`)
  })

  it('a channel is not asked while Slack doesn’t say', async () => {
    await setUp()
    stage.slack.fail('users.info', { status: 503 })
    await pass({ minutes: 1 })
    stage.slack.fail('users.conversations', { error: 'missing_scope' })
    await pass({ hours: 24 * 7 })
    expect(asking(channel, 'Who will own')).toBeUndefined()
  })
})
