import { describe, expect, it } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { Stage } from '../../stage.ts'
import { ask, buttonsOf, mondayDigest, textOf } from '../slack-screen.ts'
import { failureStage } from './stage.ts'

const { owner } = USERS
const { start, logLines } = failureStage()

const everything: Pick<ServiceFault, 'method'> = { method: 'GET' }

/** Types the command and waits until it says that the digest is posted and everything is recorded. */
async function digestNow({ slack, channel }: Stage): Promise<void> {
  await slack.command({ user: owner, channel, text: '/sightline digest now' })
  await slack.until(
    () => slack.messages(channel, owner).some((message) => textOf(message).includes('Digest posted')),
    'the word that the digest is posted',
  )
}

/** How many digests are in the channel. */
const digestsIn = (on: Stage) =>
  on.slack.messages(on.channel).filter((message) => textOf(message).includes('Weekly brand')).length

describe('a digest', () => {
  it('says which section is unavailable, and shows the others', async () => {
    const on = await start()
    on.service.addFault({
      route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/reddit/summaries',
      how: { kind: 'status', status: 500 },
    })
    const digest = await mondayDigest(on)
    expect(textOf(digest)).toMatch(/Reddit.*unavailable/i)
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
    expect(buttonsOf(digest.blocks).some(({ label }) => label === 'Create task')).toBe(true)
  })

  it('is posted later when nothing could be read', async () => {
    const on = await start()
    on.service.addFault({ ...everything, how: { kind: 'status', status: 500 } })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    expect(on.slack.messages(on.channel)).toEqual([])
    on.service.clearFaults()
    on.clock.advance({ minutes: 5 })
    await on.bot.scheduler.wake()
    expect(textOf(on.slack.messages(on.channel)[0])).toContain('Weekly brand visibility')
  })

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

  it.each(['internal_error', 'fatal_error', 'service_unavailable'])(
    'is looked up before it is retried when Slack says %s, and is posted once',
    async (error) => {
      const on = await start()
      on.slack.fail('chat.postMessage', { error })
      on.clock.advance({ minutes: 1 })
      await on.bot.scheduler.wake()
      const { answer } = await ask(on, owner, on.channel, '/sightline digest now')
      expect(textOf(answer)).toContain('just now')
      expect(digestsIn(on)).toBe(0)
      on.clock.advance({ minutes: 10 })
      await on.bot.scheduler.wake()
      expect(on.slack.requests().some(({ method }) => method === 'conversations.history')).toBe(true)
      expect(digestsIn(on)).toBe(1)
    },
  )

  it('posts its whole thread even if Slack asks to wait in between', async () => {
    const on = await start()
    const pass = mondayDigest(on)
    await on.slack.until(() => on.slack.messages(on.channel).length > 0, 'the digest')
    on.slack.fail('chat.postMessage', { retryAfter: 1 })
    const digest = await pass
    const replies = () => on.slack.messages(on.channel).filter(({ thread_ts }) => thread_ts === digest.ts)
    await on.slack.until(() => replies().length === 2, 'both replies')
  })

  it.each(['before', 'after'] as const)(
    'is looked up before it is retried when Slack may have accepted it (connection lost %s the effect)',
    async (reset) => {
      const on = await start()
      on.slack.fail('chat.postMessage', { reset })
      on.clock.advance({ minutes: 1 })
      await on.bot.scheduler.wake()
      on.clock.advance({ minutes: 10 })
      await on.bot.scheduler.wake()
      expect(digestsIn(on)).toBe(1)
      expect(logLines.some(({ msg }) => msg === 'a message was not posted')).toBe(true)
    },
  )

  it.each(['is_archived', 'not_in_channel'])(
    'pauses when Slack says %s, and resumes once "digest now" works again',
    async (error) => {
      const on = await start({ rateLimits: false })
      on.slack.fail('chat.postMessage', { error })
      on.clock.advance({ minutes: 1 })
      await on.bot.scheduler.wake()
      expect(on.slack.messages(on.channel)).toEqual([])

      on.clock.advance({ hours: 24 * 7 })
      await on.bot.scheduler.wake()
      expect(on.slack.messages(on.channel)).toEqual([])

      await digestNow(on)
      const count = () =>
        on.slack.messages(on.channel).filter((message) => textOf(message).includes('Weekly brand')).length
      expect(count()).toBe(1)
      on.clock.advance({ hours: 24 * 7 })
      await on.bot.scheduler.wake()
      expect(count()).toBe(2)
    },
  )

  it('that waits for a retry is posted by "digest now" instead, and not twice', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { retryAfter: 120 })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    on.clock.advance({ minutes: 3 })
    await digestNow(on)
    on.clock.advance({ minutes: 5 })
    await on.bot.scheduler.wake()
    const digests = on.slack
      .messages(on.channel)
      .filter((message) => textOf(message).includes('Weekly brand'))
    expect(digests).toHaveLength(1)
  })

  it('waits as long as Slack asks, and is then posted', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { retryAfter: 30 })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    await on.bot.scheduler.wake()
    expect(on.slack.messages(on.channel)).toEqual([])
    on.clock.advance({ seconds: 31 })
    await on.bot.scheduler.wake()
    expect(textOf(on.slack.messages(on.channel)[0])).toContain('Weekly brand visibility')
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
