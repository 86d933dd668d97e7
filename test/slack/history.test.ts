import { describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandboxOptions } from '../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import type { History, IncompleteSearchError, Poster } from '../../src/slack/port.ts'
import { createHistory, createPoster } from '../../src/slack/send/messages.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import { morning, testSlack } from './world.ts'

const channel = CHANNELS.brandVisibility
const digest = { text: 'The digest', blocks: [] }

let slack: SlackSandbox
let poster: Poster
let history: History

async function start(options: SlackSandboxOptions = {}): Promise<void> {
  const started = await testSlack(options)
  slack = started.slack
  poster = createPoster(started.client)
  history = createHistory(started.client)
}

/** Posts this many other messages. */
function chat(messages: number): void {
  for (let number = 0; number < messages; number += 1) slack.post({ user: USERS.owner, channel, text: 'x' })
}

/** Look-ups whose request number `failing` Slack rejects. */
function failsAtPage(failing: number): History {
  const client = clientOf(slack)
  const { history: read } = client.conversations
  let reads = 0
  client.conversations.history = (...asked) => {
    reads += 1
    if (reads === failing) slack.fail('conversations.history', { retryAfter: 30 })
    return read(...asked)
  }
  return createHistory(client)
}

describe('the look-up in a channel', () => {
  it('finds a digest by its delivery, among other messages', async () => {
    await start()
    slack.post({ user: USERS.owner, channel, text: 'before' })
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    await poster.post(channel, digest, { deliveryId: 'D2' })
    slack.post({ user: USERS.owner, channel, text: 'after' })
    expect(await history.find(channel, morning, 'D1')).toEqual({ ts })
    expect(await history.find(channel, morning, 'D3')).toBe('absent')
  })

  it('finds it pages away, and exactly at the start of its search', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    chat(450)
    const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(Number(ts) * 1000))
    expect(await history.find(channel, at, 'D1')).toEqual({ ts })
    expect(await history.find(channel, at.add({ seconds: 60 }), 'D1')).toBe('absent')
  })

  it('finds a reply of a digest in its thread, and confuses it with no other', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    slack.post({ user: USERS.owner, channel, text: 'a question', thread_ts: ts })
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
      () => expect.fail('the look came to its end'),
      (error: IncompleteSearchError) => error,
    )

  it('continues where it stopped in a loud channel, instead of reporting the digest as absent', async () => {
    await start()
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    chat(2_100)
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
    chat(450)
    const looking = failsAtPage(3)
    const error = await unfinished(looking.find(channel, morning, 'D1'))
    expect(error).toMatchObject({ outcome: 'rate_limited', retryAfterSeconds: 30 })
    expect(await looking.find(channel, morning, 'D1', error.upTo)).toEqual({ ts })
    expect(slack.requests().filter(({ method }) => method === 'conversations.history')).toHaveLength(4)
  })

  it('does not skip newer messages if Slack stops answering', async () => {
    await start()
    chat(450)
    const { ts } = await poster.post(channel, digest, { deliveryId: 'D1' })
    chat(250)
    const looking = failsAtPage(2)
    const { upTo } = await unfinished(looking.find(channel, morning, 'D1'))
    expect(await looking.find(channel, morning, 'D1', upTo)).toEqual({ ts })
  })

  it('is not permitted without the history scope, or if the bot is not a member', async () => {
    await start({ withoutScopes: ['channels:history'] })
    await poster.post(channel, digest, { deliveryId: 'D1' })
    expect(await history.find(channel, morning, 'D1')).toBe('not_permitted')
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
