import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { APP, USERS } from '../../sandbox/slack/index.ts'
import type { SlackFault } from '../../sandbox/slack/model.ts'
import {
  type BotProcess,
  type Engine,
  engines,
  type Processes,
  startProcesses,
} from './one-task/processes.ts'
import { ephemeralsTo } from './one-task/world.ts'
import { buttonsOf } from './slack-screen.ts'

const { owner } = USERS

describe.each(Object.entries(engines))('an invitation to a channel, over %s', (_, open) => {
  let engine: Engine
  let processes: Processes
  /** The running processes. Those that a test starts last are used by the next test. */
  let bots: readonly BotProcess[]
  /** A different one in each test. */
  let channel: string
  const startAll = async () => {
    bots = await Promise.all(Array.from({ length: engine.replicas }, () => processes.start()))
  }
  const killAll = () => Promise.all(bots.map((bot) => bot.kill()))
  beforeAll(async () => {
    engine = await open()
    processes = await startProcesses(engine)
    await startAll()
  }, 60_000)
  afterAll(async () => {
    await processes?.stop()
    await engine?.stop()
  })
  beforeEach(({ task }) => {
    channel = processes.slack.addChannel({ name: `invited-${task.id}`, members: [owner] }).id
  })

  const setMember = (member: boolean) =>
    processes.slack.setMember({ channel, user: APP.botUser, member, inviter: owner })
  const invitations = () =>
    processes.slack
      .messages(channel)
      .filter(({ blocks }) => buttonsOf(blocks).some(({ label }) => label === 'Set up a weekly digest'))
  const invited = () => processes.slack.until(() => invitations().length > 0, 'the invitation')
  /** Gets an answer from each process, so that everything sent to it before is done. */
  const askAll = async () => {
    for (let asked = 0; asked < engine.replicas; asked += 1) {
      const { slack } = processes
      const answers = () =>
        ephemeralsTo(slack, owner, channel).filter(({ text }) => !/^Looking it up/.test(text))
      const before = answers().length
      await slack.command({ user: owner, channel, text: '/sightline digest list' })
      await slack.until(() => answers().length > before, 'the list')
    }
  }

  it('is answered once when delivered again to all processes, repeated, or delivered after a restart', async () => {
    const { slack, clock } = processes
    setMember(true)
    await invited()
    for (let times = 0; times < 3; times += 1) expect((await slack.redeliver('events_api')).ok).toBe(true)
    setMember(false)
    setMember(true)
    await askAll()
    await killAll()
    clock.advance({ hours: 1 })
    await startAll()
    for (let times = 0; times < 3; times += 1) expect((await slack.redeliver('events_api')).ok).toBe(true)
    await askAll()
    expect(invitations()).toHaveLength(1)
  })

  it.each<readonly [string, string, SlackFault]>([
    // The process is composing the message when it is killed.
    ['between the claim and the post', 'conversations.info', { delayMs: 600_000 }],
    ['while it posts', 'chat.postMessage', { delayMs: 600_000 }],
    ['when Slack has the message, and it has no answer yet', 'chat.postMessage', { reset: 'after' }],
  ])('is answered once by the next process when one is killed (SIGKILL) %s', async (_when, method, fault) => {
    const { slack, clock } = processes
    const { over } = slack.fail(method, fault, 1)
    setMember(true)
    await over
    await killAll()
    clock.advance({ minutes: 5 })
    bots = [await processes.start()]
    await invited()
    // Anything late would have arrived by now.
    await askAll()
    expect(invitations()).toHaveLength(1)
  })
})
