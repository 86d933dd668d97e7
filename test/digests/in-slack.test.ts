import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { addDigest, labelsOf, messageSaying, press, textOf } from '../e2e/slack-screen.ts'
import { pass, stage, stageForTest } from '../e2e/stage.ts'
import type { StageOptions } from '../stage.ts'

const { owner, member } = USERS
const start = (options: StageOptions = {}) =>
  stageForTest({ minutesBefore: 1, rateLimits: false, ...options })

const saying = (channel: string, words: string) =>
  stage.slack.messages(channel).filter((message) => textOf(message).includes(words))
const digests = (channel: string) => saying(channel, 'Weekly brand visibility ·')
/** The message, once it says this. */
const becomes = ({ channel, ts }: ShownMessage, words: string) =>
  stage.slack.until(() => saying(channel, words).find((message) => message.ts === ts), words)

describe('in Slack', () => {
  it('an owner is asked whether a digest arrived, and posts it again with one click', async () => {
    await start({ withoutScopes: ['channels:history', 'groups:history'] })
    stage.slack.fail('chat.postMessage', { reset: 'before' })
    await pass({ minutes: 1 })
    await pass({ minutes: 1 })
    expect(digests(stage.channel)).toEqual([])
    const question = await messageSaying(stage.slack, stage.channel, 'arrive?')
    expect(labelsOf(question)).toEqual(['Post again'])

    await Promise.all([owner, member].map((user) => press(stage, user, question, 'Post again')))
    expect(labelsOf(await becomes(question, 'was posted again'))).toEqual([])
    await pass({ minutes: 10 })
    expect(digests(stage.channel)).toHaveLength(1)
  })

  it('a channel is asked for a new owner after the owner was deactivated', async () => {
    const channel = CHANNELS.marketing
    await start()
    await addDigest(stage, owner, channel)
    await pass({ minutes: 1 })
    expect(digests(channel)).toHaveLength(1)
    expect(saying(channel, 'Who will own')).toEqual([])
    stage.slack.deactivate(owner)
    await pass({ hours: 24 * 7 })
    const question = await messageSaying(stage.slack, channel, 'Who will own')
    expect(textOf(question)).toContain(`<@${owner}> owned it`)
    await press(stage, member, question, 'Own this digest')
    expect(textOf(await becomes(question, 'now owns'))).toContain(`<@${member}>`)
    await pass({ hours: 24 * 7 })
    expect(saying(channel, 'Who will own')).toEqual([])
  })
})
