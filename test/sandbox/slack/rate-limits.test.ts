import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { createEventBudget, createRateLimits } from '../../../sandbox/slack/rate-limits.ts'
import { createTriggers } from '../../../sandbox/slack/responses.ts'
import { started } from './web-api.ts'

/** A clock that only the test moves. */
const movable = () => {
  let ms = 0
  return { now: () => ms, pass: (by: number) => (ms += by) }
}

describe('rate limits', () => {
  it('allow one message per second and channel, after a burst of three', () => {
    const time = movable()
    const limits = createRateLimits(time.now)
    const post = (channel: string) => limits.check('chat.postMessage', 'special', channel)
    expect([post('a'), post('a'), post('a'), post('a')]).toEqual([undefined, undefined, undefined, 1])
    expect(post('b')).toBeUndefined()
    time.pass(999)
    expect(post('a')).toBe(1)
    time.pass(1)
    expect([post('a'), post('a')]).toEqual([undefined, 1])
  })

  it('allow several hundred messages per minute in all channels together', () => {
    const limits = createRateLimits(() => 0)
    const allowed = Array.from({ length: 600 }, (_, index) =>
      limits.check('chat.postMessage', 'special', `c${index}`),
    )
    expect(allowed.filter((wait) => wait === undefined)).toHaveLength(500)
  })

  it('depend on the method’s tier, with a separate limit per method', () => {
    const time = movable()
    const limits = createRateLimits(time.now)
    const calls = (method: string) =>
      Array.from({ length: 60 }, () => limits.check(method, 'tier3')).filter((wait) => wait === undefined)
        .length
    expect([calls('chat.update'), calls('chat.delete')]).toEqual([50, 50])
    time.pass(60_000)
    expect(calls('chat.update')).toBe(50)
  })

  it('answer 429 with Retry-After in seconds', async () => {
    const { slack, client } = await started()
    const post = () => client.chat.postMessage({ channel: CHANNELS.brandVisibility, text: 'x' })
    await Promise.all([post(), post(), post()])
    await expect(post()).rejects.toMatchObject({ code: 'slack_webapi_rate_limited_error', retryAfter: 1 })
    const raw = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}` },
      body: new URLSearchParams({ channel: CHANNELS.brandVisibility, text: 'x' }),
    })
    expect([raw.status, raw.headers.get('retry-after'), await raw.json()]).toEqual([
      429,
      '1',
      { ok: false, error: 'ratelimited' },
    ])
    expect(slack.requests().at(-1)).toMatchObject({ status: 429, error: 'ratelimited' })
  })
})

describe('events', () => {
  it('are limited to 30,000 per hour; the app is notified once per minute', () => {
    const time = movable()
    const budget = createEventBudget(time.now)
    const spend = (count: number) => new Set(Array.from({ length: count }, () => budget.spend()))
    expect(spend(20_000)).toEqual(new Set(['deliver']))
    time.pass(30 * 60_000)
    expect(spend(10_000)).toEqual(new Set(['deliver']))
    expect([budget.spend(), budget.spend()]).toEqual(['tell', 'drop'])
    time.pass(60_000)
    expect([budget.spend(), budget.spend()]).toEqual(['tell', 'drop'])
    // The first ones are more than an hour old.
    time.pass(29 * 60_000)
    expect(spend(20_000)).toEqual(new Set(['deliver']))
    expect(budget.spend()).toBe('tell')
  })

  it('beyond the limit are not delivered, but the app is notified', async () => {
    const { slack } = await started({ eventsPerHour: 2 })
    for (let opened = 0; opened < 4; opened += 1) await slack.openHome({ user: USERS.owner })
    const first = slack.deliveries().filter(({ attempt }) => attempt === 0)
    expect(first.map(({ name }) => name)).toEqual(['app_home_opened', 'app_home_opened', 'app_rate_limited'])
  })
})

it('trigger ids are valid for three seconds, and once', () => {
  const time = movable()
  const triggers = createTriggers(time.now)
  const first = triggers.issue({ user: USERS.member })
  const second = triggers.issue({ user: USERS.member })
  time.pass(3000)
  expect(triggers.look(first)).toEqual({ user: USERS.member })
  triggers.exchange(first)
  expect(() => triggers.exchange(first)).toThrow('exchanged_trigger_id')
  time.pass(1)
  expect(() => triggers.exchange(second)).toThrow('expired_trigger_id')
  expect(() => triggers.look('1.2.3')).toThrow('invalid_trigger_id')
})
