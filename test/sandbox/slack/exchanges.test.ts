import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { createExchanges, type Exchange } from '../../../sandbox/exchanges.ts'
import { shownBody, shownTitle } from '../../../sandbox/exchanges-http.ts'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { TOKENS } from '../../../sandbox/slack/world/seed.ts'
import { secretsIn } from '../../secrets/shapes.ts'
import { boltForTest, MODES } from './bolt.ts'
import { act, heard, read } from './control.ts'
import { refusalOf, started } from './web-api.ts'

const channel = CHANNELS.brandVisibility

interface Answer {
  readonly exchanges: readonly Exchange[]
  readonly revision: number
}
/** What the page fetches, after all exchanges have ended. */
async function exchangesOf(slack: SlackSandbox, after = 0): Promise<Answer> {
  for (;;) {
    const answer = await read<Answer>(slack.url, `exchanges?after=${after}`)
    if (answer.exchanges.every(({ status }) => status !== 'open')) return answer
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('calls of the Web API', () => {
  it('are listed with their request, their response, and whether they failed', async () => {
    const { slack, client } = await started()
    const said = { channel, text: 'hello', blocks: [{ type: 'divider' }] }
    await client.chat.postMessage(said)
    await refusalOf(client.chat.postMessage({ channel: 'C0NOWHERE', text: 'hello' }))
    const { exchanges } = await exchangesOf(slack)
    expect(exchanges).toMatchObject([
      {
        from: 'bot',
        to: 'slack',
        method: 'POST',
        title: 'chat.postMessage',
        status: '200 ok',
        failed: false,
      },
      { title: 'chat.postMessage', status: '200 channel_not_found', failed: true, ackMs: null },
    ])
    expect(JSON.parse(exchanges[0]?.request ?? '')).toEqual(said)
    expect(JSON.parse(exchanges[0]?.response ?? '')).toMatchObject({ ok: true, message: { text: 'hello' } })
    expect(exchanges.every(({ ms }) => ms !== null && ms > 0)).toBe(true)
    expect(secretsIn(JSON.stringify(exchanges))).toEqual([])
  })

  it('show if Slack rejects, fails or cuts them', async () => {
    const { slack, client } = await started()
    slack.fail('auth.test', { retryAfter: 30 })
    slack.fail('auth.test', { status: 503 })
    slack.fail('auth.test', { reset: 'before' })
    for (let call = 0; call < 3; call += 1) await client.auth.test().catch(() => undefined)
    const { exchanges } = await exchangesOf(slack)
    expect(exchanges.map(({ status, failed }) => [status, failed])).toEqual([
      ['429 ratelimited', true],
      ['503', true],
      ['no answer', true],
    ])
    expect(exchanges[2]?.response).toContain('The connection was closed')
  })

  it('include uploads and response_urls', async () => {
    const { slack, app } = await boltForTest('socket', (bolt) =>
      bolt.command('/answer', async ({ ack, respond }) => {
        await ack()
        await respond('later')
      }),
    )
    await slack.command({ user: USERS.member, channel, text: '/answer' })
    await slack.until(() => slack.messages(channel, USERS.member).length > 0, 'the answer')
    await app.client.filesUploadV2({ channel_id: channel, filename: 'a.csv', content: 'a,b' })
    const { exchanges } = await exchangesOf(slack)
    expect(exchanges.filter(({ to }) => to === 'slack').map(({ title, status }) => [title, status])).toEqual([
      ['auth.test', '200 ok'],
      ['apps.connections.open', '200 ok'],
      ['response_url', '200 ok'],
      ['files.getUploadURLExternal', '200 ok'],
      ['file upload', '200'],
      ['files.completeUploadExternal', '200 ok'],
    ])
  })
})

describe.each(MODES)('deliveries over %s', (mode) => {
  it('are listed with the time until their acknowledgement', async () => {
    const { slack } = await boltForTest(mode, (app) => {
      app.command('/hi', ({ ack }) => ack('hello'))
      app.event('app_home_opened', async () => undefined)
    })
    const { revision } = await exchangesOf(slack)
    await slack.command({ user: USERS.member, channel, text: '/hi there' })
    await slack.openHome({ user: USERS.member })
    const { exchanges } = await exchangesOf(slack, revision)
    expect(exchanges).toMatchObject([
      { from: 'slack', to: 'bot', title: '/hi there', status: 'acknowledged', failed: false },
      { from: 'slack', to: 'bot', title: 'app_home_opened', status: 'acknowledged' },
    ])
    expect(exchanges.map(({ method }) => method)).toEqual(
      mode === 'socket' ? ['socket', 'socket'] : ['POST', 'POST'],
    )
    expect(exchanges.every(({ ackMs }) => ackMs !== null && ackMs > 0)).toBe(true)
    expect(exchanges[0]?.response).toContain('hello')
    expect(JSON.parse(exchanges[0]?.request ?? '')).toMatchObject({ text: 'there', token: '***' })
    const all = JSON.stringify(exchanges)
    for (const secret of [...Object.values(TOKENS), 'x-slack-signature', 'v0='])
      expect(all).not.toContain(secret)
  })

  it('fail with Slack’s error if the app doesn’t acknowledge them', async () => {
    const { slack } = await boltForTest(mode, (app) => app.command('/hi', async () => undefined), {
      ackTimeoutMs: 50,
    })
    const { revision } = await exchangesOf(slack)
    await slack.command({ user: USERS.member, channel, text: '/hi' })
    expect((await exchangesOf(slack, revision)).exchanges).toMatchObject([
      { title: '/hi', status: 'operation_timeout', failed: true, ackMs: null },
    ])
  })
})

describe('the sandbox’s Slack without the demo', () => {
  it('notifies about exchanges as they happen, and has no panel', async () => {
    const { slack, client } = await started()
    const { url } = slack
    await heard(url, 'exchange', () => client.auth.test())
    const answers = [await fetch(`${url}control/panel`), await act(url, 'jump'), await act(url, 'fault')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('lists Slack’s own messages on a socket', async () => {
    const { slack } = await boltForTest('socket', () => undefined)
    slack.disconnectSockets('warning')
    const { exchanges } = await exchangesOf(slack)
    const words = exchanges.filter(({ from }) => from === 'slack').map(({ title, method }) => [title, method])
    expect(words).toEqual([
      ['hello', 'socket'],
      ['disconnect (warning)', 'socket'],
    ])
  })
})

const about = (title: string) => ({
  from: 'bot' as const,
  to: 'slack' as const,
  method: 'POST',
  title,
  request: () => `asked ${title}`,
})
const done = { status: '200 ok', failed: false, response: () => 'answered' }
const whats = (list: ReturnType<ReturnType<typeof createExchanges>['after']>) =>
  list.exchanges.map(({ title, status }) => `${title}: ${status}`)

describe('the list of exchanges', () => {
  it('shows open exchanges, and later how they ended', () => {
    const clock = createSandboxClock(Temporal.Instant.from('2026-11-16T08:00Z'))
    const log = createExchanges(clock)
    const end = log.begin(about('chat.postMessage'))
    expect(log.after(0).exchanges).toMatchObject([
      { title: 'chat.postMessage', status: 'open', ms: null, ackMs: null, failed: false, response: '' },
    ])
    end({ ...done, ackMs: 1.26 })
    end({ ...done, status: 'twice' })
    const [exchange] = log.after(0).exchanges
    expect(exchange).toMatchObject({
      from: 'bot',
      to: 'slack',
      method: 'POST',
      at: expect.stringMatching(/^2026-11-16T08:00:00\.\d{3}Z$/),
      status: '200 ok',
      ms: expect.any(Number),
      ackMs: 1.3,
      request: 'asked chat.postMessage',
      response: 'answered',
    })
  })

  it('returns what is new since a revision, including older exchanges that have ended since', () => {
    const log = createExchanges(createSandboxClock())
    const endFirst = log.begin(about('first'))
    const first = log.after(0)
    log.begin(about('second'))(done)
    const second = log.after(first.revision)
    expect(whats(second)).toEqual(['second: 200 ok'])
    endFirst(done)
    expect(whats(log.after(second.revision))).toEqual(['first: 200 ok'])
    expect(whats(log.after(log.after(0).revision))).toEqual([])
  })

  it('loses nothing for a reader who uses the highest seq instead', () => {
    const log = createExchanges(createSandboxClock())
    const endFirst = log.begin(about('first'))
    log.begin(about('second'))(done)
    const highest = Math.max(...log.after(0).exchanges.map(({ seq }) => seq))
    endFirst(done)
    log.begin(about('third'))
    expect(whats(log.after(highest))).toEqual(['first: 200 ok', 'second: 200 ok', 'third: open'])
  })

  it('keeps the newest 500, and notifies once per burst', async () => {
    const log = createExchanges(createSandboxClock())
    let changes = 0
    log.onChange(() => {
      changes += 1
    })
    const ends = Array.from({ length: 1_300 }, (_, index) => log.begin(about(`n${index}`)))
    for (const end of ends) end(done)
    const { exchanges } = log.after(0)
    expect([exchanges.length, exchanges[0]?.title, exchanges.at(-1)?.title]).toEqual([500, 'n800', 'n1299'])
    await new Promise((resolve) => setImmediate(resolve))
    expect(changes).toBe(1)
  })
})

describe('a body', () => {
  it('is pretty JSON, with the JSON in its fields unfolded', () => {
    expect(shownBody({ channel: 'C1', blocks: '[{"type":"divider"}]' })).toBe(
      '{\n  "channel": "C1",\n  "blocks": [\n    {\n      "type": "divider"\n    }\n  ]\n}',
    )
    expect(shownBody('{"ok":true}')).toBe('{\n  "ok": true\n}')
    expect([shownBody('plain text'), shownBody('{broken'), shownBody(undefined)]).toEqual([
      'plain text',
      '{broken',
      '',
    ])
  })

  it('is cut after 20,000 characters and says how much is not shown', () => {
    const text = shownBody('x'.repeat(21_234))
    expect(text).toContain('1,234 more characters not shown')
    expect(text.startsWith('x'.repeat(20_000))).toBe(true)
    expect(shownBody('x'.repeat(20_000))).toBe('x'.repeat(20_000))
    expect(shownBody(`${'x'.repeat(19_999)}😀😀`).isWellFormed()).toBe(true)
    expect(shownBody('y'.repeat(3_000_000)).length).toBeLessThan(21_000)
  })

  /** The field that contains each secret. */
  const hidden = [
    { what: 'an API key', name: 'secret_key', secret: 'sk-sandbox-0123456789' },
    { what: 'a bot token', name: 'token', secret: TOKENS.bot },
    { what: 'an app token', name: 'token', secret: TOKENS.app },
    { what: 'a token that is renewed', name: 'access_token', secret: 'xoxe.xoxb-1-0123456789abcdef' },
    { what: 'what renews it', name: 'refresh_token', secret: 'xoxe-1-0123456789abcdef' },
    { what: 'a JSON Web Token', name: 'token', secret: `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c2ln` },
    { what: 'a signing secret', name: 'signing_secret', secret: TOKENS.signing },
    { what: 'a verification token', name: 'token', secret: TOKENS.verification },
  ]
  it.each(hidden)('hides $what in a field, a form, a text, a URL and a title', ({ name, secret }) => {
    const shown = [
      shownBody({ [name]: secret }),
      shownBody({ payload: JSON.stringify({ deep: [{ other: `it is ${secret}.` }] }) }),
      shownBody(`${name}=${secret}&more=1`),
      shownBody(`https://example.com/?a=1&${name}=${secret}`),
      shownTitle(`/sightline connect ${secret}`),
      shownBody('x'.repeat(1_000_001).replace('x', `${secret} `)),
    ]
    for (const text of shown) expect(text).not.toContain(secret)
    expect(secretsIn(shown.join(' '))).toEqual([])
  })

  it.each([
    { what: 'a client secret', body: { client_secret: '0123456789abcdef' } },
    { what: 'an API key', body: { secret_key: '0123456789abcdef' } },
    { what: 'a token', body: { token: '0123456789abcdef' } },
    { what: 'a header', body: { nested: [{ authorization: 'Bearer 0123456789abcdef' }] } },
    { what: 'the code of an installation', body: { client_secret: 'x', code: '0123456789abcdef' } },
    { what: 'a refusal', body: { error: 'x', code: '0123456789abcdef' }, isShown: true },
    { what: 'in a form', body: 'client_secret=0123456789abcdef' },
  ])('hides a secret of no known format by its field name: $what', ({ body, isShown = false }) => {
    expect(shownBody(body).includes('0123456789abcdef')).toBe(isShown)
  })

  it.each([
    'http://127.0.0.1:1/response/T0SANDBOX-0123456789abcdef',
    'http://127.0.0.1:1/response/0123456789abcdef',
    'http://127.0.0.1:1/upload/v1/0123456789abcdef',
    'ws://127.0.0.1:1/link/?ticket=0123456789abcdef&app_id=A1',
  ])('keeps only the beginning of a URL that works without a token: %s', (address) => {
    for (const text of [shownBody({ address }), shownBody(address), shownTitle(address)]) {
      expect(text).toContain('0123***')
      expect(text).not.toContain('0123456')
    }
  })
})
