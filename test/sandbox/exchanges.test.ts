import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { createExchanges } from '../../sandbox/exchanges.ts'
import { shownBody, shownTitle } from '../../sandbox/exchanges-http.ts'
import { TOKENS } from '../../sandbox/slack/world/seed.ts'
import { secretsIn } from '../secrets/shapes.ts'

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
