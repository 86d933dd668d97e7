import { beforeEach, describe, expect, it } from 'vitest'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import type { Poster } from '../../src/slack/port.ts'
import { fetchBeforeDeadline } from '../../src/slack/send/calls.ts'
import { boltLogger, SlackClient } from '../../src/slack/send/client.ts'
import { createPoster } from '../../src/slack/send/messages.ts'
import { bodyOf, listening } from '../listening.ts'

const message = { text: 'The digest: 50 % — „größer“', blocks: [] }
const log = createLog('silent')

let arrived: URLSearchParams[]
/** `null`: there is none; `reset`: the connection breaks. */
let answer: { status: number; headers?: Record<string, string>; body: unknown } | null | 'reset'
/** A poster that gives up this many milliseconds after it asked. */
let posterFor: (timeoutMs: number) => Poster
let poster: Poster

beforeEach(async () => {
  arrived = []
  answer = { status: 200, body: { ok: true, channel: 'C1', ts: '1.1' } }
  const address = await listening(async (request, response) => {
    if (answer === 'reset') return request.socket.resetAndDestroy()
    arrived.push(new URLSearchParams(await bodyOf(request)))
    if (answer === null) return
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body))
  })
  const options = {
    slackApiUrl: `${address}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: fetchBeforeDeadline,
    logger: boltLogger(log),
  }
  posterFor = (timeout) =>
    createPoster(new SlackClient('xoxb-1', { ...options, timeout }, { log, meter: noMeter }))
  // On a busy machine 300 posts take a while; a short limit is needed only for missing answers.
  poster = posterFor(50_000)
})

describe('a post with a deadline', () => {
  it('is sent completely before the deadline', async () => {
    const posted = await poster.post('C1', message, { deliveryId: 'D1', maySend: () => true })
    expect(posted).toMatchObject({ channel: 'C1', ts: '1.1' })
    expect(arrived.map((form) => form.get('text'))).toEqual([message.text])
  })

  it('is not sent if the deadline passes while the socket connects', async () => {
    let isLate = false
    const posted = poster.post('C1', message, { maySend: () => !isLate })
    // As for a process that is paused here, and goes on minutes later.
    isLate = true
    await expect(posted).rejects.toMatchObject({ outcome: 'not_sent', code: 'held_up' })
    await poster.post('C1', { ...message, text: 'The next one' }, { maySend: () => true })
    expect(arrived.map((form) => form.get('text'))).toEqual(['The next one'])
  })

  it('is checked against its deadline after the turn in which it is posted', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<boolean>()
    let isPosted = false
    const maySend = () => {
      resolve(isPosted)
      return true
    }
    const posted = poster.post('C1', message, { maySend })
    isPosted = true
    expect(await asked).toBe(true)
    await posted
  })

  it('is checked against its own deadline, however many are being sent', async () => {
    const posts = Array.from({ length: 300 }, (_, number) =>
      poster
        .post('C1', { ...message, text: `${number}` }, { maySend: () => number % 3 === 0 })
        .then(() => 'posted')
        .catch(({ outcome }) => outcome),
    )
    const wanted = posts.map((_, number) => (number % 3 === 0 ? 'posted' : 'not_sent'))
    expect(await Promise.all(posts)).toEqual(wanted)
    expect(arrived.map((form) => Number(form.get('text'))).every((number) => number % 3 === 0)).toBe(true)
    expect(arrived).toHaveLength(100)
  })

  const failed = (error: string) => ({ status: 200, body: { ok: false, error } })
  it.each<[typeof answer, object]>([
    [
      { status: 429, headers: { 'retry-after': '7' }, body: '' },
      { outcome: 'rate_limited', retryAfterSeconds: 7 },
    ],
    [failed('not_in_channel'), { outcome: 'refused', code: 'not_in_channel' }],
    [failed('internal_error'), { outcome: 'unknown', code: 'internal_error' }],
    [failed('service_unavailable'), { outcome: 'unknown', code: 'service_unavailable' }],
    [
      { status: 503, body: 'Service Unavailable' },
      { outcome: 'unknown', code: 'http_503' },
    ],
    [null, { outcome: 'unknown', code: 'no_answer' }],
  ])('gets the same errors as any other: %j', async (given, wanted) => {
    answer = given
    const patient = given === null ? posterFor(1_000) : poster
    await expect(patient.post('C1', message, { maySend: () => true })).rejects.toMatchObject(wanted)
    expect(arrived).toHaveLength(1)
  })

  it('has an unknown outcome if the connection breaks', async () => {
    answer = 'reset'
    const posted = poster.post('C1', message, { maySend: () => true })
    await expect(posted).rejects.toMatchObject({ outcome: 'unknown', code: 'no_answer' })
  })
})
