import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codePoint, webPath } from '../properties/texts.ts'
import { home, linkIn, type ManyStage, startMany } from '../tenants/world.ts'
import { type Answered, answerTo, type Sent, sendTo } from './http-bot.ts'

/** The pages without a signature check: installation, health and metrics, on both ports. */
let stage: ManyStage
const agent = new Agent({ keepAlive: false, maxSockets: 50 })
beforeAll(async () => {
  stage = await startMany({ env: { SIGHTLINE_OPS_PORT: '0', SIGHTLINE_METRICS: 'on' } })
  // The scheduler has run once, so everything is ready.
  await stage.bots[0]?.scheduler.wake()
})
afterAll(async () => {
  agent.destroy()
  await stage?.stop()
})

const ports = ['public', 'operator'] as const
type Which = (typeof ports)[number]
const portOf = (which: Which) => (which === 'public' ? stage.bots[0]?.port : stage.bots[0]?.opsPort) ?? null
const send = (which: Which, what: Sent) => sendTo(portOf(which), agent, what)

const pages = ['/slack/install', '/slack/oauth_redirect', '/healthz', '/readyz', '/metrics']
const printable = fc
  .string({ unit: 'grapheme-ascii', maxLength: 120 })
  .map((text) => text.replaceAll(/[^\x21-\x7e]/g, ''))
const anything = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%00',
    '%ff',
    '__proto__',
    'a.b.c',
    'x'.repeat(3_000),
    '<script>',
    "'--",
  ),
  printable,
  fc.string({ unit: codePoint, maxLength: 60 }).map((text) => encodeURIComponent(text.toWellFormed())),
)
const names = fc.constantFrom('code', 'state', 'error', 'error_description', 'team', 'constructor', 'code[]')
const query = fc
  .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: printable }), anything), {
    maxLength: 5,
  })
  .map((all) => (all.length === 0 ? '' : `?${all.map(([name, value]) => `${name}=${value}`).join('&')}`))
const path = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...pages), query).map((parts) => parts.join('')) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...pages), fc.constantFrom('/', '//', '/..', '%2f', ';a', '%', '\\'), anything)
      .map((parts) => parts.join('').replaceAll(/[^\x21-\x7e]/g, '')),
  },
  { weight: 1, arbitrary: webPath.map((each) => `/${each}`) },
)
const headers = fc.dictionary(
  fc.constantFrom(
    'cookie',
    'host',
    'x-forwarded-host',
    'x-forwarded-proto',
    'referer',
    'accept',
    'range',
    'content-type',
    'authorization',
    'x-http-method-override',
  ),
  fc.oneof(
    printable,
    fc.constantFrom(
      'slack-app-oauth-state=',
      'slack-app-oauth-state=a; slack-app-oauth-state=b',
      '*/*',
      'evil',
    ),
    printable.map((text) => `slack-app-oauth-state=${text}`),
  ),
)
const visit: fc.Arbitrary<Sent> = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constant('GET') },
    { weight: 2, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE') },
  ),
  path,
  headers,
  body: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((raw) => Buffer.from(raw)) },
  ),
})

/** What no page may reveal to strangers. */
const inside =
  /\.ts\b|\.js:\d|node_modules|\bat \w+.*:\d+:\d+|ECONN|SQLITE|stack|sandbox-client-secret|signing-secret/

function judge(which: Which, sent: Sent, answer: Answered): void {
  // The connection is closed if the request isn't valid HTTP.
  if (answer === null) return
  const { status, body, headers: responseHeaders } = answer
  expect(status, `${sent.method} ${sent.path}`).toBeLessThan(500)
  expect(body).not.toMatch(inside)
  expect(responseHeaders['x-powered-by']).toBeUndefined()
  if (which === 'public' || !sent.path?.startsWith('/metrics')) expect(body.length).toBeLessThan(6_000)
  if (!String(responseHeaders['content-type'] ?? '').includes('text/html')) return
  expect(responseHeaders['content-security-policy']).toMatch(/default-src 'none'/)
  expect(body).not.toMatch(/<script/i)
}

const expectAlive = async () => {
  expect((await send('public', { body: '{"type":"url_verification"}' }))?.status, 'not signed').toBe(401)
  for (const which of ports)
    expect((await send(which, { method: 'GET', path: '/readyz', body: '' }))?.status).toBe(200)
  expect(linkIn(await (await stage.browse('/slack/install')).text(), 'Add to Slack')).toContain('state=')
}

describe.each(ports)('a visitor at the %s port', (which) => {
  it('meets no server error and learns nothing, with any kind of request', { timeout: 120_000 }, async () => {
    const round = fc.asyncProperty(fc.array(visit, { minLength: 50, maxLength: 100 }), async (all) => {
      const answers = await Promise.all(all.map((one) => send(which, one)))
      for (const [index, one] of all.entries()) judge(which, one, answers[index] ?? null)
    })
    await fc.assert(round, { numRuns: 8, endOnFailure: true })
    await expectAlive()
  })

  it('is turned away if the request is not HTTP', async () => {
    const responseTo = (bytes: Uint8Array) => answerTo(portOf(which), (socket) => socket.end(bytes))
    const line = fc.constantFrom(
      'GET /slack/install HTTP/1.1\r\n',
      'GET /metrics HTTP/9.9\r\n',
      'get /readyz\r\n',
      '\r\n',
      'x: y\r\n',
      'content-length: -1\r\n',
      'content-length: 5\r\ntransfer-encoding: chunked\r\n',
      `cookie: ${'a'.repeat(20_000)}\r\n`,
      '\u0000\u0001',
    )
    const bytes = fc.oneof(
      fc.array(line, { maxLength: 6 }).map((lines) => Buffer.from(lines.join(''))),
      fc.uint8Array({ maxLength: 200 }),
    )
    const round = fc.asyncProperty(fc.array(bytes, { minLength: 10, maxLength: 30 }), async (all) => {
      for (const answer of await Promise.all(all.map(responseTo))) {
        expect(answer).toMatch(/^(HTTP\/1\.1 [234]\d\d |$)/)
        expect(answer).not.toMatch(inside)
      }
    })
    await fc.assert(round, { numRuns: 6, endOnFailure: true })
    await expectAlive()
  })
})

describe('the pages of an installation', () => {
  const begin = async () => {
    const page = await stage.browse('/slack/install')
    const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';')
    const state = new URL(linkIn(await page.text(), 'Add to Slack')).searchParams.get('state') ?? ''
    return { cookie, state }
  }

  it('accept no invented code as Slack’s, and no state twice', async () => {
    const round = fc.asyncProperty(anything, fc.boolean(), async (code, refuses) => {
      const { cookie, state } = await begin()
      const at = `/slack/oauth_redirect?code=${code}&state=${state}${refuses ? `&error=${code}` : ''}`
      const first = { method: 'GET', path: at, headers: { cookie }, body: '' }
      for (let again = 0; again < 2; again += 1) {
        const answer = await send('public', first)
        judge('public', first, answer)
        expect(answer?.body ?? 'Sightline was not installed').toContain('Sightline was not installed')
      }
    })
    await fc.assert(round, { numRuns: 25, endOnFailure: true })
    const page = await stage.install(home)
    expect(page.status, 'a real one still works').toBe(200)
  })

  it('ask Slack a limited number of times a minute, however many people visit', {
    timeout: 120_000,
  }, async () => {
    const asked = () => stage.slack.requests().filter(({ method }) => method === 'oauth.v2.access').length
    const before = asked()
    const visit = async () => {
      const { cookie, state } = await begin()
      const at = `/slack/oauth_redirect?code=guessed&state=${state}`
      return send('public', { method: 'GET', path: at, headers: { cookie }, body: '' })
    }
    const answers = await Promise.all(Array.from({ length: 200 }, visit))
    const turnedAway = answers.filter((answer) => answer?.status === 429)
    // On a slow machine this may span two minutes.
    expect(asked() - before).toBeLessThanOrEqual(120)
    expect(turnedAway.length).toBe(200 - (asked() - before))
    expect(turnedAway[0]?.body).toContain('try again in a minute')
    expect(turnedAway[0]?.headers['retry-after']).toBe('60')
    judge('public', { method: 'GET', path: '/slack/oauth_redirect', body: '' }, turnedAway[0] ?? null)
  })
})
