import { describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { type People, PostError } from '../../src/slack/port.ts'
import { SlackClient } from '../../src/slack/send/client.ts'
import { createPeople } from '../../src/slack/send/people.ts'
import { testSlack } from './world.ts'

const ownerInMarketing = { user: USERS.owner, channel: CHANNELS.marketing }

async function world() {
  const { slack } = await testSlack()
  const log = createLog('silent')
  const options = { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }
  const client = new SlackClient(slack.botToken, options, { log, meter: noMeter })
  let now = Temporal.Instant.from('2026-11-16T08:00Z')
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now = now.add({ milliseconds: ms })
    },
  }
  const start = now
  const waitedMs = () => now.since(start).total('milliseconds')
  const later = (by: Temporal.DurationLike) => {
    now = now.add(by)
  }
  return { slack, people: createPeople(client, { clock, log }), waitedMs, later }
}

it('a right that was just removed is noticed, and remembered', async () => {
  const { slack, people } = await world()
  expect(await people.person(USERS.admin)).toMatchObject({ isAdmin: true, workspaces: ['T0SANDBOX'] })
  slack.setRole(USERS.admin, 'member')
  expect(await people.person(USERS.admin), 'remembered').toMatchObject({ isAdmin: true })
  expect(await people.currentPerson(USERS.admin)).toMatchObject({ isAdmin: false })
  expect(await people.person(USERS.admin)).toMatchObject({ isAdmin: false })
  slack.deactivate(USERS.admin)
  expect(await people.currentPerson(USERS.admin)).toMatchObject({ deleted: true })
})

it('Slack is asked again after an outage, but not after a lasting refusal', async () => {
  const { slack, people } = await world()
  slack.fail('users.info', { status: 503 }, 4)
  expect(await people.person(USERS.member)).toBeNull()
  expect(await people.person(USERS.member)).toMatchObject({ id: USERS.member })
  const asked = () => slack.requests().filter(({ method }) => method === 'users.info').length
  const before = asked()
  for (let times = 0; times < 3; times += 1) expect(await people.person('U0NOBODY')).toBeNull()
  expect(asked() - before).toBe(1)
})

it('channel membership is current, even in private channels', async () => {
  const { slack, people } = await world()
  expect(await people.isIn(USERS.admin, CHANNELS.leads)).toBe(true)
  expect(await people.isIn(USERS.member, CHANNELS.leads)).toBe(false)
  slack.setMember({ channel: CHANNELS.leads, user: USERS.member, member: true })
  expect(await people.isIn(USERS.member, CHANNELS.leads)).toBe(true)
  expect(await people.isIn(USERS.member, 'C0NOWHERE'), 'the bot can’t see it').toBeNull()
})

it.each<[string, boolean, (slack: SlackSandbox) => unknown]>([
  ['is in the channel', false, () => {}],
  ['left the channel', true, (slack) => slack.setMember({ ...ownerInMarketing, member: false })],
  ['was deactivated', true, (slack) => slack.deactivate(USERS.owner)],
  ['is no longer known', true, (slack) => slack.fail('users.info', { error: 'user_not_found' })],
  ['can’t be looked up', false, (slack) => slack.fail('users.info', { status: 503 }, 4)],
  ['has unknown channels', false, (slack) => slack.fail('users.conversations', { error: 'missing_scope' })],
])('of a digest’s owner, Slack says whether they have left: one who %s, %j', async (_, hasLeft, happens) => {
  const { slack, people } = await world()
  happens(slack)
  expect(await people.hasLeft(ownerInMarketing.user, ownerInMarketing.channel)).toBe(hasLeft)
})

it('a person’s channels are those that the bot is in, too', async () => {
  const { slack, people } = await world()
  const { brandVisibility, marketing, general } = CHANNELS
  expect(await people.channelsOf(USERS.member)).toEqual(new Set([brandVisibility, marketing]))
  slack.setMember({ channel: general, user: APP.botUser, member: true })
  expect(await people.channelsOf(USERS.member, { fresh: true })).toContain(general)
})

it('a person’s channels are remembered for a minute, unless they must be current', async () => {
  const { slack, people } = await world()
  const { leads } = CHANNELS
  expect(await people.channelsOf(USERS.admin)).toContain(leads)
  slack.setMember({ channel: leads, user: USERS.admin, member: false })
  expect(await people.channelsOf(USERS.admin)).toContain(leads)
  expect(await people.channelsOf(USERS.admin, { fresh: true })).not.toContain(leads)
})

it('the last known list of a person’s channels is used for an hour while Slack doesn’t answer, unless it must be current', async () => {
  const { slack, people, later } = await world()
  const known = await people.channelsOf(USERS.member)
  slack.fail('users.conversations', { status: 503 }, 1_000)
  later({ minutes: 30 })
  expect(await people.channelsOf(USERS.member)).toEqual(known)
  expect(await people.channelsOf(USERS.member, { fresh: true })).toBeNull()
  expect(await people.channelsOf(USERS.admin), 'never known').toBeNull()
  later({ minutes: 30 })
  expect(await people.channelsOf(USERS.member)).toBeNull()
})

const lookUps: readonly [string, (people: People) => Promise<unknown>][] = [
  ['users.info', (people) => people.person(USERS.member)],
  ['conversations.members', (people) => people.isIn(USERS.member, CHANNELS.brandVisibility)],
  ['users.conversations', (people) => people.channelsOf(USERS.member)],
]

describe.each(lookUps)('%s', (method, lookUp) => {
  it.each([
    ['a 503', { status: 503 }],
    ['a 429', { retryAfter: 3 }],
    ['an internal error', { error: 'internal_error' }],
  ])('is tried again after %s', async (_name, failure) => {
    const { slack, people, waitedMs } = await world()
    const answer = await lookUp(people)
    const { slack: failing, people: again, waitedMs: waited } = await world()
    failing.fail(method, failure, 2)
    expect(await lookUp(again)).toEqual(answer)
    expect([waitedMs(), waited()]).toEqual([0, expect.closeTo('retryAfter' in failure ? 6_000 : 3_000)])
    // A person's channels are compared with the bot's.
    expect(slack.requests()).toHaveLength(method === 'users.conversations' ? 2 : 1)
  })

  it('is given up after some seconds', async () => {
    const { slack, people, waitedMs } = await world()
    slack.fail(method, { status: 503 }, 4)
    const answer = await lookUp(people).catch((error: unknown) => error)
    expect(answer === null || answer instanceof PostError).toBe(true)
    expect(slack.requests()).toHaveLength(4)
    slack.fail(method, { retryAfter: 30 }, 1)
    await lookUp(people).catch(() => null)
    expect(waitedMs(), 'nobody waits that long').toBeLessThan(12_000)
  })
})

it('nobody of an id is not the same as no answer, where the person must be current', async () => {
  const { slack, people } = await world()
  expect(await people.currentPerson('U0NOBODY')).toBeNull()
  slack.fail('users.info', { status: 503 }, 4)
  await expect(people.currentPerson(USERS.member)).rejects.toThrow(PostError)
  slack.fail('users.info', { error: 'missing_scope' }, 2)
  await expect(people.currentPerson(USERS.member)).rejects.toThrow(PostError)
  expect(await people.person(USERS.member)).toBeNull()
})
