import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { SlackClient } from '../../src/slack/send/client.ts'
import { createAnswer } from '../../src/slack/send/messages.ts'
import { FakeClock } from '../digests/clock.ts'
import { bodyOf, listening } from '../listening.ts'
import { testSlack } from './world.ts'

const quiet = { log: createLog('silent'), meter: noMeter }

/** A response address on this machine. Keeps what arrives, in order; the test answers each message. */
async function responseAddress() {
  const arrived: { text: string; replace_original: boolean; answer: () => void }[] = []
  const waiting: (() => void)[] = []
  const address = await listening(async (request, response) => {
    arrived.push({ ...JSON.parse(await bodyOf(request)), answer: () => response.end('ok') })
    for (const tell of waiting.splice(0)) tell()
  })
  /** Once it has arrived. */
  const message = async (index: number) => {
    for (;;) {
      const there = arrived[index]
      if (there !== undefined) return there
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    address: `${address}/response`,
    arrived,
    message,
    answer: async (index: number) => (await message(index)).answer(),
  }
}

/** @param replaces the answer replaces the clicked message */
async function waitingPerson(replaces = false) {
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const there = await responseAddress()
  const client = new SlackClient('xoxb-none', { slackApiUrl: 'http://127.0.0.1:1/' }, quiet)
  const asker = { channel: 'C1', user: 'U1', threadTs: null }
  const answer = createAnswer(there.address, client, asker, clock).withProgress(replaces)
  return { clock, there, answer }
}

const report = { text: 'The report.', blocks: [] }
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

describe('a person who waits', () => {
  it.each([
    ['an answer that replaces their message', true, 1_500, 'Looking it up… one moment.'],
    // It is still true above the answer.
    ['an answer', false, 2_500, 'Looking it up takes a few seconds. The answer follows.'],
  ])('for %s is told that it is being looked up, before they get it', async (_, replaces, afterMs, line) => {
    const { clock, there, answer } = await waitingPerson(replaces)
    clock.advance({ milliseconds: afterMs - 1 })
    await turns()
    expect(there.arrived).toEqual([])
    clock.advance({ milliseconds: 1 })
    expect((await there.message(0)).text).toBe(line)
    let isAnswered = false
    const answered = answer.ephemeral(report).then(() => {
      isAnswered = true
    })
    await turns()
    expect(there.arrived).toHaveLength(1)
    expect(isAnswered).toBe(false)
    await there.answer(0)
    await there.answer(1)
    await answered
    expect(there.arrived.map(({ text }) => text)).toEqual([line, 'The report.'])
    expect(there.arrived.map((one) => one.replace_original)).toEqual([replaces, replaces])
  })

  it('gets no such line after a quick answer', async () => {
    const { clock, there, answer } = await waitingPerson()
    const answered = answer.ephemeral(report)
    await there.answer(0)
    await answered
    clock.advance({ seconds: 5 })
    const again = answer.ephemeral({ text: 'More.', blocks: [] })
    await there.answer(1)
    await again
    expect(there.arrived.map(({ text }) => text)).toEqual(['The report.', 'More.'])
  })
})

it.each([true, false])(
  'an answer to a click in a thread stays in it, with a response address (%s) or without',
  async (hasAddress) => {
    const { slack } = await testSlack()
    const channel = CHANNELS.brandVisibility
    const client = new SlackClient(slack.botToken, { slackApiUrl: slack.apiUrl }, quiet)
    const threadTs = slack.post({ user: USERS.owner, channel, text: 'Where do we stand?' })
    slack.post({ user: USERS.owner, channel, text: 'The message with the button', thread_ts: threadTs })
    const sent: Record<string, unknown>[] = []
    const address = await listening(async (request, response) => {
      sent.push(JSON.parse(await bodyOf(request)))
      response.end('ok')
    })
    const asker = { channel, user: USERS.owner, threadTs }
    const clock = new FakeClock('2026-11-16T08:00:00Z')
    const answer = createAnswer(hasAddress ? address : null, client, asker, clock)
    await answer.ephemeral(report)
    await answer.inChannel(report)
    const told = hasAddress
      ? sent
      : slack.messages(channel, USERS.owner).filter(({ text }) => text === report.text)
    expect(told.map(({ thread_ts }) => thread_ts)).toEqual([threadTs, threadTs])
  },
)
