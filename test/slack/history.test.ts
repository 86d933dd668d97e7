import { afterEach, describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { APP, CHANNELS, startSlack } from '../../sandbox/slack/index.ts'
import type { SlackSandboxOptions } from '../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import type { History, IncompleteSearchError, Poster } from '../../src/slack/port.ts'
import { createHistory, createPoster } from '../../src/slack/send/poster.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'

const channel = CHANNELS.brandVisibility
const digest = { text: 'The digest', blocks: [] }
const morning = Temporal.Instant.from('2026-11-16T08:00:00Z')

let slack: SlackSandbox
let clock: ReturnType<typeof createSandboxClock>
let poster: Poster
let history: History

async function start(options: SlackSandboxOptions = {}): Promise<void> {
  clock = createSandboxClock(morning)
  slack = await startSlack({ clock, rateLimits: false, ...options })
  poster = createPoster(clientOf(slack))
  history = createHistory(clientOf(slack))
}

afterEach(() => slack.stop())

describe('the look-up in a channel', () => {
  it('finds a digest by its delivery, among other messages', async () => {
    await start()
    const user = [...slack.users.keys()][0] ?? ''
    slack.post({ user, channel, text: 'before' })
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    await poster.post(channel, digest, { deliveryId: 'D2' })
    slack.post({ user, channel, text: 'after' })
    expect(await history.find(channel, morning, 'D1')).toEqual({ ts })
    expect(await history.find(channel, morning, 'D3')).toBe('absent')
  })

  it('finds it pages away, and exactly at the start of its search', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    const user = [...slack.users.keys()][0] ?? ''
    for (let number = 0; number < 450; number += 1) slack.post({ user, channel, text: String(number) })
    const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(Number(ts) * 1000))
    expect(await history.find(channel, at, 'D1')).toEqual({ ts })
    expect(await history.find(channel, at.add({ seconds: 60 }), 'D1')).toBe('absent')
  })

  it('finds a reply of a digest in its thread, and confuses it with no other', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    const user = [...slack.users.keys()][0] ?? ''
    slack.post({ user, channel, text: 'a question', thread_ts: ts })
    const first = await poster.post(channel, digest, { deliveryId: 'R1', threadTs: ts })
    const second = await poster.post(channel, digest, { deliveryId: 'R2', threadTs: ts })
    expect(await history.findReply(channel, ts, 'R1')).toEqual({ ts: first.ts })
    expect(await history.findReply(channel, ts, 'R2')).toEqual({ ts: second.ts })
    expect(await history.findReply(channel, ts, 'R3')).toBe('absent')
    expect(await history.find(channel, morning, 'R1'), 'it is not in the channel itself').toBe('absent')
    expect(await history.find(channel, morning, 'D1'), 'a reply is not the digest').toEqual({ ts })
  })

  /** A look-up that could not finish, with its position. */
  const unfinished = (look: Promise<unknown>): Promise<IncompleteSearchError> =>
    look.then(
      () => {
        throw new Error('the look came to its end')
      },
      (error: IncompleteSearchError) => error,
    )

  it('continues where it stopped in a loud channel, instead of reporting the digest as absent', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    const user = [...slack.users.keys()][0] ?? ''
    for (let number = 0; number < 2_100; number += 1) slack.post({ user, channel, text: 'x' })
    const { outcome, upTo } = await unfinished(history.find(channel, morning, 'D1'))
    expect(outcome).toBe('unknown')
    const calls = slack.requests().length
    expect(await history.find(channel, morning, 'D1', upTo)).toEqual({ ts })
    expect(await history.find(channel, morning, 'D2', upTo)).toBe('absent')
    expect(slack.requests().length - calls, 'one page each').toBe(2)
  })

  it('continues from the last page that was read if Slack stops answering', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    const user = [...slack.users.keys()][0] ?? ''
    for (let number = 0; number < 450; number += 1) slack.post({ user, channel, text: 'x' })
    let reads = 0
    const client = clientOf(slack)
    const { history: read } = client.conversations
    client.conversations.history = (...asked) => {
      reads += 1
      if (reads === 3) slack.fail('conversations.history', { retryAfter: 30 })
      return read(...asked)
    }
    const looking = createHistory(client)
    const error = await unfinished(looking.find(channel, morning, 'D1'))
    expect(error).toMatchObject({ outcome: 'rate_limited', retryAfterSeconds: 30 })
    expect(await looking.find(channel, morning, 'D1', error.upTo)).toEqual({ ts })
    expect(reads).toBe(4)
  })

  it('does not skip newer messages if Slack stops answering', async () => {
    await start()
    const user = [...slack.users.keys()][0] ?? ''
    for (let number = 0; number < 450; number += 1) slack.post({ user, channel, text: 'x' })
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    for (let number = 0; number < 250; number += 1) slack.post({ user, channel, text: 'x' })
    let reads = 0
    const client = clientOf(slack)
    const { history: read } = client.conversations
    client.conversations.history = (...asked) => {
      reads += 1
      if (reads === 2) slack.fail('conversations.history', { retryAfter: 30 })
      return read(...asked)
    }
    const looking = createHistory(client)
    const { upTo } = await unfinished(looking.find(channel, morning, 'D1'))
    expect(await looking.find(channel, morning, 'D1', upTo)).toEqual({ ts })
  })

  it('is not permitted without the history scope, or if the bot is not a member', async () => {
    await start({ withoutScopes: ['channels:history'] })
    await poster.post(channel, digest, { deliveryId: 'D1' })
    expect(await history.find(channel, morning, 'D1')).toBe('not_permitted')
    await slack.stop()
    await start()
    await poster.post(channel, digest, { deliveryId: 'D1' })
    slack.setMember({ channel, user: APP.botUser, member: false })
    expect(await history.find(channel, morning, 'D1')).toBe('not_permitted')
  })

  it.each([
    [{ retryAfter: 30 }, { outcome: 'rate_limited', retryAfterSeconds: 30 }],
    [{ status: 500 }, { outcome: 'unknown' }],
    [{ error: 'internal_error' }, { outcome: 'unknown' }],
  ] as const)('fails if Slack does not answer (%j)', async (fault, error) => {
    await start()
    slack.fail('conversations.history', fault)
    await expect(history.find(channel, morning, 'D1')).rejects.toMatchObject(error)
  })
})
