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
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const view = createAgentView(clientOf(slack), { clock: { now: clock.now, sleep }, log: silent })
  const channel = CHANNELS.ownerDm
  return {
    clock,
    slack,
    waits,
    write: () => slack.post({ user: USERS.owner, channel, text: 'tasks' }),
    shows: (ts: string) => view.session({ channel, ts }, 'processing', 'tasks', USERS.owner),
    ends: (ts: string) => view.session({ channel, ts }, 'active', '', USERS.owner),
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

it('no session stays at “processing”: its end is repeated until Slack takes it, before a newer status', async () => {
  const { slack, write, shows, ends, status, waits } = await world()
  const threads = Array.from({ length: 36 }, write)
  await Promise.all(threads.map(shows))
  slack.fail('agents.sessions.setStatus', { retryAfter: 30 }, 40)
  slack.fail('agents.sessions.setStatus', { status: 503 }, 10)
  const [first = ''] = threads
  expect(await Promise.all([...threads.map(ends), shows(first)])).not.toContain(false)
  expect(threads.map(status)).toEqual(['processing', ...threads.slice(1).map(() => 'active')])
  expect(waits.filter((ms) => ms === 30_000)).toHaveLength(40)
})
