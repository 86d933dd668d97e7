import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import { createAgentView } from '../../src/slack/send/ports.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import { silent } from '../workspace.ts'

async function world() {
  const clock = createSandboxClock()
  const manifest = join(import.meta.dirname, '../../manifest.yml')
  const slack = await startSlack({ clock, rateLimits: false, manifest })
  onTestFinished(() => slack.stop())
  const view = createAgentView(clientOf(slack), { clock, log: silent })
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
  const { write, shows, answers } = await world()
  await shows('1.000001')
  await shows(write())
  expect(answers()).toEqual(['thread_not_found', 200])
})

it('the status is tried again after some minutes if a workspace doesn’t have it', async () => {
  const { clock, slack, write, shows, answers } = await world()
  slack.fail('agents.sessions.setStatus', { error: 'feature_disabled' })
  const ts = write()
  await shows(ts)
  await shows(ts)
  clock.advance({ minutes: 10 })
  await shows(ts)
  expect(answers()).toEqual(['feature_disabled', 200])
})

it('an older status does not overtake a newer one, and an end that Slack refuses is not swallowed', async () => {
  const { slack, write, shows, ends, status } = await world()
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
