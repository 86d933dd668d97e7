import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { createAgentView, isShared } from '../../src/slack/send/ports.ts'
import { silent } from '../workspace.ts'
import { testSlack } from './world.ts'

async function agentView() {
  const manifest = join(import.meta.dirname, '../../manifest.yml')
  const { clock, slack, client } = await testSlack({ manifest })
  const view = createAgentView(client, { clock, log: silent })
  const channel = CHANNELS.ownerDm
  return {
    clock,
    slack,
    write: () => slack.post({ user: USERS.owner, channel, text: 'tasks' }),
    shows: (ts: string) => view.begin({ channel, ts }, 'tasks', USERS.owner),
    ends: (ts: string) => view.end({ channel, ts }),
    status: (ts: string) => slack.sessions().find((one) => one.thread_ts === ts)?.status,
    answers: () => slack.requests().map(({ status, error }) => error ?? status),
  }
}

it('the status is shown in other threads after Slack refused it in one', async () => {
  const { write, shows, answers } = await agentView()
  await shows('1.000001')
  await shows(write())
  expect(answers()).toEqual(['thread_not_found', 200])
})

it('the status is tried again after some minutes if a workspace doesn’t have it', async () => {
  const { clock, slack, write, shows, answers } = await agentView()
  slack.fail('agents.sessions.setStatus', { error: 'feature_disabled' })
  const ts = write()
  await shows(ts)
  await shows(ts)
  clock.advance({ minutes: 10 })
  await shows(ts)
  expect(answers()).toEqual(['feature_disabled', 200])
})

it('an older status does not overtake a newer one, and an end that Slack refuses is not swallowed', async () => {
  const { slack, write, shows, ends, status } = await agentView()
  const ts = write()
  slack.fail('agents.sessions.setStatus', { delayMs: 100 })
  await Promise.all([shows(ts), ends(ts)])
  expect(status(ts)).toBe('active')
  await Promise.all([ends(ts), shows(ts)])
  expect(status(ts)).toBe('processing')
  slack.fail('agents.sessions.setStatus', { retryAfter: 30 })
  await expect(ends(ts)).rejects.toMatchObject({ outcome: 'rate_limited', retryAfterSeconds: 30 })
  await ends(ts)
  expect(status(ts)).toBe('active')
})

it('a channel is shared if another organization is in it or invited', async () => {
  const { slack, clock, client } = await testSlack()
  const shared = (channel: string) => isShared(client, clock, channel)
  const pending = slack.addChannel({ name: 'launch', shared: 'pending' })
  expect(await shared(CHANNELS.marketing), 'somebody of another organization is in it').toBe(true)
  expect(await shared(pending.id)).toBe(true)
  expect(await shared(CHANNELS.brandVisibility)).toBe(false)
  expect(await shared(slack.shareChannel(CHANNELS.brandVisibility)), 'since a moment ago').toBe(true)
})

it('one failed request is tried again; what Slack doesn’t say is unknown', async () => {
  const { slack, clock, client } = await testSlack()
  const shared = (channel: string) => isShared(client, clock, channel)
  slack.fail('conversations.info', { status: 503 }, 1)
  expect(await shared(CHANNELS.marketing)).toBe(true)
  slack.fail('conversations.info', { error: 'missing_scope' }, 1)
  expect(await shared(CHANNELS.marketing)).toBeNull()
})
