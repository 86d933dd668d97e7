import type { IncomingHttpHeaders } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSandboxClock } from '../../../../sandbox/clock.ts'
import { APP, CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../../sandbox/slack/sandbox.ts'
import { bodyOf, listening } from '../../../listening.ts'
import { createCollector } from '../collector.ts'
import type { SandboxOptions } from '../manifest.ts'
import { clientOf, started } from '../web-api.ts'

const channel = CHANNELS.brandVisibility
const command = { user: USERS.member, channel, text: '/sightline' }

let slack: SlackSandbox
const start = async (options: SandboxOptions = {}) => {
  slack = (await started(options)).slack
}
beforeEach(() => start())

interface Envelope {
  readonly type: string
  readonly envelope_id?: string
  readonly payload?: Record<string, unknown>
  readonly retry_attempt?: number
  readonly retry_reason?: string
  readonly reason?: string
  readonly num_connections?: number
}

/** A Socket Mode client that only does what the test says. */
async function connect() {
  const { url } = await clientOf(slack, { token: slack.appToken }).apps.connections.open({})
  const socket = new WebSocket(String(url))
  const received = createCollector<Envelope>()
  socket.on('message', (data) => received.add(JSON.parse(String(data))))
  let read = 0
  const next = async () => {
    const at = read++
    return (await received.have(at + 1))[at] ?? expect.unreachable('no envelope')
  }
  const ack = ({ envelope_id }: Envelope, payload = {}) =>
    socket.send(JSON.stringify({ envelope_id, payload }))
  return { url: String(url), socket, next, ack, hello: await next() }
}

describe('Socket Mode', () => {
  it('greets each connection, and accepts a ticket once', async () => {
    const first = await connect()
    expect(first.hello).toMatchObject({
      type: 'hello',
      num_connections: 1,
      connection_info: { app_id: APP.id },
    })
    const refused = await new Promise<Error>((resolve) => new WebSocket(first.url).on('error', resolve))
    expect(refused.message).toContain('401')
    expect((await connect()).hello.num_connections).toBe(2)
    expect(slack.connections()).toBe(2)
  })

  it('sends an envelope to one of the connections, in turn', async () => {
    const [one, two] = [await connect(), await connect()]
    const answers = [slack.command(command), slack.command(command)]
    const [a, b] = await Promise.all([one.next(), two.next()])
    one.ack(a, { text: 'one' })
    two.ack(b, { text: 'two' })
    expect(await Promise.all(answers)).toMatchObject([{ body: { text: 'one' } }, { body: { text: 'two' } }])
    expect(a.envelope_id).not.toBe(b.envelope_id)
  })

  it('rejects the eleventh connection', async () => {
    for (let index = 0; index < 10; index += 1) await connect()
    expect((await connect()).hello).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' })
    expect(slack.connections()).toBe(10)
  })

  it('retries an unacknowledged event: immediately, after one minute, after five', async () => {
    const clock = createSandboxClock()
    await start({ clock, ackTimeoutMs: 30 })
    const app = await connect()
    const attempts: Envelope[] = []
    const attempt = async (which: number) => {
      attempts.push(await app.next())
      await slack.until(() => slack.deliveries().length === which, `the end of attempt ${which}`)
    }
    const opened = slack.openHome({ user: USERS.member })
    await attempt(1)
    expect(await opened).toMatchObject({ ok: false, error: 'operation_timeout' })
    await attempt(2)
    clock.advance({ minutes: 1 })
    await attempt(3)
    clock.advance({ minutes: 5 })
    await attempt(4)
    clock.advance({ hours: 1 })
    expect(attempts.map(({ retry_attempt, retry_reason }) => [retry_attempt, retry_reason])).toEqual([
      [undefined, undefined],
      [1, 'timeout'],
      [2, 'timeout'],
      [3, 'timeout'],
    ])
    expect(new Set(attempts.map(({ payload }) => payload?.event_id)).size).toBe(1)
    expect(slack.deliveries()).toHaveLength(4)
  })

  it('sends an event to another connection if the first one closes', async () => {
    const [one, two] = [await connect(), await connect()]
    void slack.openHome({ user: USERS.member })
    const lost = await one.next()
    one.socket.terminate()
    const again = await two.next()
    two.ack(again)
    expect(again.payload).toEqual(lost.payload)
    expect(again).toMatchObject({ retry_attempt: 1, retry_reason: 'connection_failed' })
  })

  it('asks a warned connection to reconnect, then closes it, and sends new envelopes to others', async () => {
    const clock = createSandboxClock()
    await start({ clock })
    const old = await connect()
    slack.disconnectSockets('warning')
    expect(await old.next()).toMatchObject({ type: 'disconnect', reason: 'warning' })
    const young = await connect()
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = slack.command(command)
      young.ack(await young.next())
      expect((await answer).ok).toBe(true)
    }
    clock.advance({ seconds: 10 })
    expect(await old.next()).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' })
    const closed = new Promise((resolve) => old.socket.on('close', resolve))
    clock.advance({ seconds: 10 })
    await closed
    await slack.until(() => slack.connections() === 1, 'the end of the old connection')
  })

  it('stops immediately, whatever is pending', async () => {
    const app = await connect()
    const answer = slack.command(command)
    await app.next()
    await slack.stop()
    // Not the error for an app that missed the three seconds.
    expect(await answer).toMatchObject({ ok: false, error: expect.stringContaining('dispatch_failed') })
  })
})

describe('signed HTTP', () => {
  interface Got {
    readonly headers: IncomingHttpHeaders
    readonly body: string
  }
  /** An app that gives these answers in order. */
  async function listen(...answers: { status: number; body?: string; headers?: Record<string, string> }[]) {
    const got: Got[] = []
    const address = await listening(async (request, response) => {
      got.push({ headers: request.headers, body: await bodyOf(request) })
      const { status, body = '', headers = {} } = answers.shift() ?? { status: 200 }
      response.writeHead(status, headers).end(body)
    })
    slack.setRequestUrl(`${address}/slack/events`)
    return got
  }

  it.each([
    [500, 'http_service_error'],
    [404, 'http_client_error'],
  ])('fails on status %i as %s', async (status, failure) => {
    await listen({ status })
    const answered = await slack.command(command)
    expect(answered).toMatchObject({ ok: false, error: `/sightline failed with the error "${failure}"` })
  })

  it('shows text and JSON from the response', async () => {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    await listen(
      { status: 200, body: 'plain' },
      { status: 200, headers: json, body: '{"text":"structured"}' },
    )
    await slack.command(command)
    await slack.command(command)
    expect(slack.messages(channel, USERS.member).map(({ text }) => text)).toEqual(['plain', 'structured'])
  })

  it('retries a failed event, and counts the retries', async () => {
    const got = await listen({ status: 500 }, { status: 200 })
    await slack.openHome({ user: USERS.member })
    await slack.until(() => slack.deliveries().length === 2, 'the retry')
    expect(got.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])).toEqual(
      [
        [undefined, undefined],
        ['1', 'http_error'],
      ],
    )
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
      type: 'event_callback',
      api_app_id: APP.id,
      event: { type: 'app_home_opened', user: USERS.member, tab: 'home' },
    })
  })

  it('doesn’t retry after X-Slack-No-Retry', async () => {
    await start({ clock: createSandboxClock() })
    const got = await listen({ status: 500, headers: { 'x-slack-no-retry': '1' } })
    await slack.openHome({ user: USERS.member })
    await slack.command(command)
    expect(got).toHaveLength(2)
  })

  it('verifies the URL with a challenge', async () => {
    await listen({ status: 200, body: 'something else' })
    expect(await slack.verifyRequestUrl()).toBe(false)
  })

  it('reports when the app can’t be reached', async () => {
    await start({ requestUrl: 'http://127.0.0.1:9/slack/events' })
    expect(await slack.command(command)).toMatchObject({
      ok: false,
      error: '/sightline failed with the error "dispatch_failed"',
    })
  })
})
