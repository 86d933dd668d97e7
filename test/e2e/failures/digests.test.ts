import { describe, expect, it } from 'vitest'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { Stage } from '../../stage.ts'
import { messageSaying, mondayDigest, textOf } from '../slack-screen.ts'
import { failureStage } from './stage.ts'

const { owner } = USERS
const { start, logLines } = failureStage()

/** How many digests are in the channel. */
const digestsIn = (on: Stage) =>
  on.slack.messages(on.channel).filter((message) => textOf(message).includes('Weekly brand')).length

describe('a digest', () => {
  it('arrives in simpler blocks, with the same numbers, when Slack refuses its own', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'invalid_blocks' })
    const digest = await mondayDigest(on)
    expect(digest.blocks.map(({ type }) => type)).not.toContain('table')
    expect(textOf(digest)).toMatch(/Globex/)
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
  })

  it('arrives as plain text when Slack refuses those too', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'invalid_blocks' }, 2)
    const digest = await mondayDigest(on)
    expect(new Set(digest.blocks.map(({ type }) => type))).toEqual(new Set(['section']))
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
  })

  it('is looked up before it is retried when Slack may have accepted it', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { reset: 'after' })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    on.clock.advance({ minutes: 10 })
    await on.bot.scheduler.wake()
    expect(on.slack.requests().some(({ method }) => method === 'conversations.history')).toBe(true)
    expect(digestsIn(on)).toBe(1)
    expect(logLines.some(({ msg }) => msg === 'a message was not posted')).toBe(true)
  })

  it('that waits for a retry is posted by "digest now" instead, and not twice', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { retryAfter: 120 })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    on.clock.advance({ minutes: 3 })
    await on.slack.command({ user: owner, channel: on.channel, text: '/sightline digest now' })
    // By then everything is recorded.
    await messageSaying(on.slack, on.channel, 'Digest posted', owner)
    on.clock.advance({ minutes: 5 })
    await on.bot.scheduler.wake()
    expect(digestsIn(on)).toBe(1)
  })

  it('does not delay a shutdown when Slack asks to delay its notice', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'cannot_post_today' })
    on.slack.fail('chat.postMessage', { retryAfter: 3_600 })
    on.clock.advance({ minutes: 1 })
    const pass = on.bot.scheduler.wake()
    await on.slack.until(
      () => on.slack.requests().filter(({ method }) => method === 'chat.postMessage').length === 2,
      'that Slack asks to wait',
    )
    await on.bot.stop()
    await pass
    const messages = logLines.map(({ msg }) => msg)
    expect(messages.filter((one) => one === 'a message was not posted')).toHaveLength(2)
    expect(messages).not.toContain('stopped with work still in flight')
  })
})
