import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import { createLog } from '../../src/lib/log.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import { answerTo } from '../../src/slack/send/answer.ts'
import { SlackClient } from '../../src/slack/send/client.ts'
import { FakeClock } from '../digests/clock.ts'
import { bodyOf, listening } from '../listening.ts'

const quiet = { log: createLog('silent'), meter: noMeter }

/** A response address on this machine. Collects what arrives, in order; the test answers each message. */
async function responseAddress() {
  const arrived: { text: string; replaces: boolean; answer: () => void }[] = []
  const waiting: (() => void)[] = []
  const address = await listening(async (request, response) => {
    const { text, replace_original: replaces } = JSON.parse(await bodyOf(request))
    arrived.push({ text, replaces, answer: () => response.end('ok') })
    for (const tell of waiting.splice(0)) tell()
  })
  return {
    address: `${address}/response`,
    texts: () => arrived.map(({ text }) => text),
    replacing: () => arrived.map(({ replaces }) => replaces),
    answer: (index: number) => arrived[index]?.answer(),
    /** Resolves when that many messages have arrived. */
    count: async (wanted: number) => {
      while (arrived.length < wanted) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/** @param replaces the answer replaces the clicked message */
async function waitingPerson(replaces = false) {
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const there = await responseAddress()
  const client = new SlackClient('xoxb-none', { slackApiUrl: 'http://127.0.0.1:1/' }, quiet)
  const asker = { channel: 'C1', user: 'U1', threadTs: null }
  const answer = answerTo(there.address, client, asker, clock).withProgress(replaces)
  return { clock, there, answer }
}

const report = { text: 'The report.', blocks: [] }

describe('a person who waits', () => {
  it.each([
    [
      'that it is being looked up, by a line that the answer replaces',
      true,
      1_500,
      'Looking it up… one moment.',
    ],
    [
      'that it takes a few seconds, which is still true above the answer',
      false,
      2_500,
      'Looking it up takes a few seconds. The answer follows.',
    ],
  ])('is told %s', async (_, replaces, afterMs, line) => {
    const { clock, there, answer } = await waitingPerson(replaces)
    clock.advance({ milliseconds: afterMs - 1 })
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    expect(there.texts()).toEqual([])
    clock.advance({ milliseconds: 1 })
    await there.count(1)
    expect(there.texts()).toEqual([line])
    const answered = answer.ephemeral(report)
    there.answer(0)
    await there.count(2)
    there.answer(1)
    await answered
    expect(there.texts()[1]).toBe('The report.')
  })

  it('never gets the answer before the line that announces it', async () => {
    const { clock, there, answer } = await waitingPerson()
    clock.advance({ seconds: 3 })
    await there.count(1)
    let isAnswered = false
    const answered = answer.ephemeral(report).then(() => {
      isAnswered = true
    })
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    expect(there.texts()).toHaveLength(1)
    expect(isAnswered).toBe(false)
    there.answer(0)
    await there.count(2)
    there.answer(1)
    await answered
  })

  it('keeps no line that replaced their message when it can’t be answered', async () => {
    const { clock, there, answer } = await waitingPerson(true)
    clock.advance({ milliseconds: 1_500 })
    await there.count(1)
    const told = answer.ephemeral({ text: 'The service doesn’t answer.', blocks: [] })
    there.answer(0)
    await there.count(2)
    there.answer(1)
    await told
    expect(there.replacing()).toEqual([true, true])
  })

  it('gets no such line after a quick answer', async () => {
    const { clock, there, answer } = await waitingPerson()
    const answered = answer.ephemeral(report)
    await there.count(1)
    there.answer(0)
    await answered
    clock.advance({ seconds: 5 })
    const again = answer.ephemeral({ text: 'More.', blocks: [] })
    await there.count(2)
    there.answer(1)
    await again
    expect(there.texts()).toEqual(['The report.', 'More.'])
  })
})

it.each([true, false])(
  'an answer to a click in a thread stays in it, with a response address (%s) or without',
  async (hasAddress) => {
    const slack = await startSlack({
      clock: createSandboxClock(Temporal.Instant.from('2026-11-16T08:00:00Z')),
    })
    onTestFinished(() => slack.stop())
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
    const answer = answerTo(hasAddress ? address : null, client, asker, clock)
    await answer.ephemeral(report)
    await answer.inChannel(report)
    const told = hasAddress
      ? sent
      : slack.messages(channel, USERS.owner).filter(({ text }) => text === report.text)
    expect(told.map(({ thread_ts }) => thread_ts)).toEqual([threadTs, threadTs])
  },
)
