import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { webPath } from '../properties/texts.ts'
import { isThorough } from '../properties/thorough.ts'
import { payload } from '../slack-request.ts'
import { type HttpBot, type Sent, signed, startHttpBot } from './http-bot.ts'

let bot: HttpBot
beforeAll(async () => {
  bot = await startHttpBot()
})
afterAll(() => bot?.close())

const user = { id: USERS.member, team_id: 'T0SANDBOX', username: 'm', name: 'm' }
const place = { team: { id: 'T0SANDBOX', domain: 'x' }, user, api_app_id: 'A1', token: 'x', enterprise: null }
const view = {
  id: 'V1',
  type: 'modal',
  callback_id: 'digest',
  private_metadata: '{}',
  title: { type: 'plain_text', text: 'Digest' },
  blocks: [],
  state: { values: { name: { value: { type: 'plain_text_input', value: 'x' } } } },
}

const inView = { container: { type: 'view', view_id: 'V1' }, view }

/** One of each kind that Slack sends (https://docs.slack.dev/reference/interaction-payloads). */
const deliveries = [
  {
    ...place,
    type: 'block_actions',
    trigger_id: '1.2.fuzz',
    container: { type: 'message', message_ts: '1.1', channel_id: 'C1', is_ephemeral: false },
    channel: { id: 'C1', name: 'c' },
    message: { text: 'x', ts: '1.1', blocks: [{ type: 'divider' }] },
    response_url: 'http://127.0.0.1:9/never',
    actions: [{ type: 'button', action_id: 'v1.show', block_id: 'b', value: '{}', action_ts: '1.1' }],
  },
  {
    ...place,
    type: 'block_actions',
    trigger_id: '1.3.fuzz',
    ...inView,
    actions: [{ type: 'button', action_id: 'x', block_id: 'b' }],
  },
  { ...place, type: 'view_submission', trigger_id: '1.4.fuzz', view },
  {
    ...place,
    type: 'block_suggestion',
    action_id: 'x',
    block_id: 'b',
    value: 'a',
    ...inView,
  },
  {
    type: 'event_callback',
    team_id: 'T0SANDBOX',
    api_app_id: 'A1',
    event_id: 'E1',
    event: { type: 'app_home_opened', user: USERS.member, channel: 'D1', tab: 'home', event_ts: '1.1' },
    authorizations: [{ team_id: 'T0SANDBOX', user_id: 'U1', enterprise_id: null, is_bot: true }],
  },
]

const nasty = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    '__proto__',
    '\u0000',
    '\ud83d',
    [],
    {},
    [null],
    '🙂'.repeat(500),
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The same with a part replaced, added or left out. */
function mutated(json: unknown): fc.Arbitrary<unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return nasty
  const keys = Object.keys(json)
  if (keys.length === 0) return nasty
  const inside = fc
    .constantFrom(...keys)
    .chain((key) =>
      fc
        .oneof(
          { weight: 3, arbitrary: mutated((json as Record<string, unknown>)[key]) },
          { weight: 1, arbitrary: fc.constant(undefined) },
        )
        .map((value) => ({ ...json, [key]: value })),
    )
  return fc.oneof({ weight: 6, arbitrary: inside }, { weight: 1, arbitrary: nasty })
}

const anyDelivery = fc.constantFrom(...deliveries).chain(mutated)
const bytes = fc.uint8Array({ maxLength: 300 }).map((raw) => Buffer.from(raw))

/** A body as Slack would send it, or similar. */
const body: fc.Arbitrary<{ body: string | Buffer; type?: string }> = fc.oneof(
  anyDelivery.map((json) => ({ body: payload(json) })),
  anyDelivery.map((json) => ({ body: JSON.stringify(json) ?? '', type: 'application/json' })),
  anyDelivery.chain((json) => {
    const whole = payload(json)
    return fc.nat(whole.length).map((at) => ({ body: whole.slice(0, at) }))
  }),
  fc
    .dictionary(
      fc.constantFrom('command', 'text', 'team_id', 'channel_id', 'user_id', 'payload', 'trigger_id', 'type'),
      fc.string(),
    )
    .map((fields) => ({ body: new URLSearchParams(fields).toString() })),
  bytes.map((raw) => ({ body: raw })),
  fc
    .tuple(bytes, fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', ''))
    .map(([raw, type]) => ({ body: raw, type })),
)

const headerValue = fc
  .string({ unit: 'grapheme-ascii', maxLength: 80 })
  .map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''))
const strange: fc.Arbitrary<Partial<Sent>> = fc.record(
  {
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PURGE'),
    path: webPath.map((path) => `/${path}`),
    headers: fc.dictionary(
      fc.constantFrom(
        'x-slack-signature',
        'x-slack-request-timestamp',
        'x-slack-retry-num',
        'content-type',
        'expect',
      ),
      headerValue,
    ),
  },
  { requiredKeys: [] },
)

/** Sends all of them at once and returns the statuses. */
const statuses = async (sent: readonly Sent[]) =>
  (await Promise.all(sent.map(bot.send))).map((answer) => answer?.status ?? 'broken off')

describe('anything that arrives at the public address', () => {
  it('causes no server error when signed by Slack, and the bot keeps working', {
    timeout: 120_000,
  }, async () => {
    const round = fc.asyncProperty(fc.array(body, { minLength: 150, maxLength: 300 }), async (bodies) => {
      const sent = bodies.map(({ body: given, type }) =>
        signed(bot, given, type === undefined ? {} : { type }),
      )
      for (const status of await statuses(sent)) expect(status).toSatisfy((code) => code >= 200 && code < 500)
    })
    await fc.assert(round, { numRuns: isThorough ? 10 : 1, endOnFailure: true })
    expect(await bot.helps()).toBe(true)
  })

  it('is refused when it comes from anyone else, and reveals nothing', { timeout: 120_000 }, async () => {
    const round = fc.asyncProperty(
      fc.array(fc.tuple(body, strange), { minLength: 20, maxLength: 60 }),
      async (all) => {
        const sent = all.map(([{ body: given, type }, odd]) => ({
          ...signed(bot, given, { secret: 'other-signing-secret', ...(type === undefined ? {} : { type }) }),
          ...odd,
        }))
        const answers = await Promise.all(sent.map(bot.send))
        for (const answer of answers) {
          expect(answer?.body ?? '').toBe('')
          expect([200, 400, 401, 404, 413, 417]).toContain(answer?.status)
        }
      },
    )
    await fc.assert(round, { numRuns: 20, endOnFailure: true })
    expect(await bot.helps()).toBe(true)
  })
})
