import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import { createLog } from '../../src/lib/log.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import { answerTo } from '../../src/slack/send/answer.ts'
import { SlackClient } from '../../src/slack/send/client.ts'
import { FakeClock } from '../digests/clock.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A response address on this machine. Collects what arrives, in order; the test answers each message. */
async function responseAddress() {
  const arrived: { text: string; answer: () => void }[] = []
  const waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const [body] = await Promise.all([request.toArray(), null])
    const { text } = JSON.parse(Buffer.concat(body).toString())
    arrived.push({ text, answer: () => response.end('ok') })
    for (const tell of waiting.splice(0)) tell()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/response`,
    texts: () => arrived.map(({ text }) => text),
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
  const log = createLog('silent', { write: () => {} })
  const options = { slackApiUrl: 'http://127.0.0.1:1/' }
  const client = new SlackClient('xoxb-none', options, { log, meter: noMeter })
  const answer = answerTo(
    there.address,
    client,
    { channel: 'C1', user: 'U1', threadTs: null },
    clock,
  ).withProgress(replaces)
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

describe('an answer to a click in a thread', () => {
  it.each([true, false])('stays in it, with a response address (%s) or without', async (hasAddress) => {
    const slack = await startSlack({
      clock: createSandboxClock(Temporal.Instant.from('2026-11-16T08:00:00Z')),
    })
    ends.push(() => void slack.stop())
    const channel = CHANNELS.brandVisibility
    const log = createLog('silent', { write: () => {} })
    const client = new SlackClient(slack.botToken, { slackApiUrl: slack.apiUrl }, { log, meter: noMeter })
    const threadTs = slack.post({ user: USERS.owner, channel, text: 'Where do we stand?' })
    const sent: Record<string, unknown>[] = []
    const server = createServer(async (request, response) => {
      sent.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
      response.end('ok')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => server.close())
    const address = hasAddress ? `http://127.0.0.1:${(server.address() as AddressInfo).port}/` : null
    const asker = { channel, user: USERS.owner, threadTs }
    const answer = answerTo(address, client, asker, new FakeClock('2026-11-16T08:00:00Z'))
    await answer.ephemeral(report)
    await answer.inChannel(report)
    const told = hasAddress
      ? sent
      : slack.messages(channel, USERS.owner).filter(({ text }) => text === report.text)
    expect(told.map(({ thread_ts }) => thread_ts)).toEqual([threadTs, threadTs])
  })
})
