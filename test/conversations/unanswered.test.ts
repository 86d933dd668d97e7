import { expect, it } from 'vitest'
import { stopSession } from '../../src/conversations/agent-view.ts'
import { answerMessage } from '../../src/conversations/answer-message.ts'
import { progressLine, recoverUnanswered } from '../../src/conversations/unanswered.ts'
import { answerMark, type History, PostError } from '../../src/slack/port.ts'
import { progressAfterMs } from '../../src/slack/send/answer.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { unknownPeople } from '../workspace.ts'
import { conversationWorld, now, team } from './world.ts'

const line = { channel: 'C0BRAND', ts: '8.1' }
const cutOff = 'Sightline was interrupted before it could answer. Ask again.'

/**
 * A world in which everything takes a while, and another process that looks for interrupted answers.
 * @param beforeMs shorter waits end at once, and the one before the progress line; longer ones never
 */
async function world(beforeMs = 1_000) {
  const made = await conversationWorld((ms) =>
    ms < beforeMs || ms === progressAfterMs ? Promise.resolve() : new Promise<never>(() => {}),
  )
  const { store, workspace } = made
  const recover = (minutes: number, of: () => Promise<Workspace | null> = async () => workspace) =>
    recoverUnanswered(
      { store, log: workspace.log, of, clock: { ...workspace.clock, now: () => now.add({ minutes }) } },
      new AbortController().signal,
    )
  const isRecorded = async ({ channel, ts }: typeof line) =>
    (await store.messages.get(team, channel, ts)) !== null
  return { ...made, recover, isRecorded }
}

it('a progress line whose process was killed is replaced once it can no longer be answered', async () => {
  const { workspace, messages, recover, isRecorded } = await world()
  progressLine(workspace).posted(line)
  await expect.poll(() => isRecorded(line)).toBe(true)
  await recover(2)
  expect(messages).toEqual([])
  await recover(3)
  await recover(4)
  expect(messages.map(({ message }) => message.text)).toEqual([cutOff])
})

it('a line that was answered while the database was away stays', async () => {
  const { store, workspace } = await conversationWorld((ms) =>
    ms <= 1_000 ? Promise.resolve() : new Promise<never>(() => {}),
  )
  let refused = 0
  const forgetQuestion: typeof store.messages.forgetQuestion = async (...message) => {
    refused += 1
    if (refused < 60) throw new Error('no database')
    return store.messages.forgetQuestion(...message)
  }
  const away = { ...workspace, store: { ...store, messages: { ...store.messages, forgetQuestion } } }
  const answered = progressLine(away)
  answered.posted(line)
  await answered.replaced(line)
  await expect.poll(() => store.messages.get(team, line.channel, line.ts)).toBe(null)
  expect(refused).toBe(60)
})

it('an answered line stays, and a line that Slack refuses for now is retried', async () => {
  const { store, workspace, messages, recover, isRecorded } = await world()
  const answered = progressLine(workspace)
  answered.posted(line)
  await answered.replaced(line)
  const open = { ...line, ts: '8.2' }
  progressLine(workspace).posted(open)
  await expect.poll(() => isRecorded(open)).toBe(true)
  const failing = (error: PostError) => async () => {
    const update = async () => {
      throw error
    }
    return { ...workspace, poster: { ...workspace.poster, update } }
  }
  for (const error of [new PostError('unknown', 'no_answer'), new PostError('refused', 'token_revoked')])
    await recover(3, failing(error))
  expect(await isRecorded(open)).toBe(true)
  const newer = { ...line, ts: '8.9' }
  progressLine(workspace).posted(newer)
  await expect.poll(() => isRecorded(newer)).toBe(true)
  const waiting = await store.messages.unanswered(now.add({ minutes: 3 }), 1)
  expect(waiting, 'those that fail let others go first').toMatchObject([newer])
  await store.messages.forget(team, newer.channel, newer.ts)
  await recover(3, failing(new PostError('refused', 'message_not_found')))
  expect(await isRecorded(open)).toBe(false)
  expect(messages).toEqual([])
})

it('in the agent view, “Stop” on another replica stops the answer and ends its indicator', async () => {
  const { store, workspace, messages, sessions, reply, isRecorded } = await world()
  const held = Promise.withResolvers<ReadonlySet<string>>()
  const message = {
    team,
    channel: 'D0ANA',
    user: 'U0ANA',
    ts: '8.3',
    threadTs: null,
    owner: 'this process',
  } as const
  const answering = answerMessage(
    { ...message, text: 'visibility', kind: 'direct', viewing: [] },
    reply({ channel: 'D0ANA', threadTs: '8.3' }),
    { ...workspace, people: { ...unknownPeople, channelsOf: () => held.promise } },
    async () => ({ outside: false }),
  )
  await expect.poll(() => isRecorded(message)).toBe(true)
  const { agentView } = workspace
  await stopSession({ team, channel: 'D0ANA', user: 'U0ANA', threadTs: '8.3' }, { store, agentView })
  expect(sessions.at(-1)).toContain('active')
  held.resolve(new Set(['C0BRAND']))
  expect(await answering).toBeNull()
  expect(messages).toEqual([])
})

it.each([
  ['an answer', (held: PromiseWithResolvers<ReadonlySet<string>>) => held.resolve(new Set(['C0BRAND']))],
  ['a failure', (held: PromiseWithResolvers<ReadonlySet<string>>) => held.reject(new Error('too late'))],
])(
  'in the agent view, %s that was held up until another process reported it isn’t sent as well',
  async (_, settle) => {
    const { store, workspace, messages, reply, recover, isRecorded } = await world(30_000)
    const message = {
      team,
      channel: 'D0ANA',
      user: 'U0ANA',
      ts: '8.5',
      threadTs: null,
      owner: 'this process',
    } as const
    const slow = Promise.withResolvers<void>()
    const held = Promise.withResolvers<ReadonlySet<string>>()
    let time = now
    const get: typeof store.messages.get = async (...what) => {
      await slow.promise
      return store.messages.get(...what)
    }
    const answering = answerMessage(
      { ...message, text: 'visibility', kind: 'direct', viewing: [] },
      reply({ channel: 'D0ANA', threadTs: '8.5' }),
      {
        ...workspace,
        clock: { ...workspace.clock, now: () => time },
        people: { ...unknownPeople, channelsOf: () => held.promise },
        store: { ...store, messages: { ...store.messages, get } },
      },
      async () => ({ outside: false }),
    )
    await expect.poll(() => isRecorded(message)).toBe(true)
    time = now.add({ minutes: 4 })
    settle(held)
    await recover(4)
    slow.resolve()
    expect(await answering).toBeNull()
    expect(messages.map((one) => one.message.text)).toEqual([cutOff])
  },
)

it('in the agent view, an interrupted question is reported once, by one of the processes', async () => {
  const { store, workspace, messages, sessions, reply, recover, isRecorded } = await world()
  const message = {
    team,
    channel: 'D0ANA',
    user: 'U0ANA',
    ts: '8.4',
    threadTs: null,
    owner: 'this process',
  } as const
  void answerMessage(
    { ...message, text: 'visibility', kind: 'direct', viewing: [] },
    reply({ channel: 'D0ANA', threadTs: '8.4' }),
    { ...workspace, people: { ...unknownPeople, channelsOf: () => new Promise<never>(() => {}) } },
    async () => ({ outside: false }),
  )
  await expect.poll(() => isRecorded(message)).toBe(true)
  const failing = (error: PostError) => async () => {
    const post = async () => {
      throw error
    }
    return { ...workspace, poster: { ...workspace.poster, post } }
  }
  await recover(3, failing(new PostError('rate_limited', 'ratelimited', 1)))
  await recover(6, failing(new PostError('refused', 'token_revoked')))
  expect(await isRecorded(message), 'Slack didn’t accept it').toBe(true)
  await Promise.all([recover(9), recover(9)])
  expect(messages.map((one) => one.message.text)).toEqual([cutOff])
  expect(sessions.at(-1)).toMatch(/^D0ANA 8.4 active/)
  const other = { ...message, ts: '8.6' }
  const asked: unknown[] = []
  const looking = (found: () => ReturnType<History['findReply']>) => async () => {
    const findReply: History['findReply'] = (...where) => {
      asked.push(where)
      return found()
    }
    return { ...workspace, history: { ...workspace.history, findReply } }
  }
  await store.messages.remember(
    { ...other, kind: 'unanswered', threadTs: '8.4', text: '', blocks: [] },
    [],
    now,
  )
  await recover(
    3,
    looking(() => Promise.reject(new PostError('unknown', 'http_503'))),
  )
  expect(await isRecorded(other), 'unknown whether it was answered').toBe(true)
  await recover(3, failing(new PostError('unknown', 'no_answer')))
  expect(await isRecorded(other), 'it may have arrived').toBe(false)
  const answered = { ...message, ts: '8.8' }
  await store.messages.remember(
    { ...answered, kind: 'unanswered', threadTs: '8.4', text: '', blocks: [] },
    [],
    now,
  )
  await recover(
    3,
    looking(async () => ({ ts: '9.9' })),
  )
  expect(asked.at(-1)).toEqual(['D0ANA', '8.4', answerMark('8.8')])
  expect(await isRecorded(answered), 'answered while the database was away').toBe(false)
  expect(messages).toHaveLength(1)
})

it('in the agent view, an answer is sent even if the database didn’t confirm its record', async () => {
  const { store, workspace, messages, reply, isRecorded } = await world(30_000)
  const message = {
    team,
    channel: 'D0ANA',
    user: 'U0ANA',
    ts: '8.7',
    threadTs: null,
    owner: 'this process',
  } as const
  const held = Promise.withResolvers<ReadonlySet<string>>()
  /** Does the work, but loses the first answer. */
  const unconfirmed = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    let isLost = true
    return async (...args: A): Promise<R> => {
      const result = await work(...args)
      if (!isLost) return result
      isLost = false
      throw new Error('the database went away')
    }
  }
  const { messages: copies, idempotencyKeys } = store
  const answering = answerMessage(
    { ...message, text: 'visibility', kind: 'direct', viewing: [] },
    reply({ channel: 'D0ANA', threadTs: '8.7' }),
    {
      ...workspace,
      // No sleep takes long, and no time-out expires.
      clock: {
        ...workspace.clock,
        sleep: (_, signal) => (signal === undefined ? Promise.resolve() : new Promise<never>(() => {})),
      },
      people: { ...unknownPeople, channelsOf: () => held.promise },
      store: {
        ...store,
        messages: { ...copies, forgetQuestion: unconfirmed(copies.forgetQuestion) },
        idempotencyKeys: { ...idempotencyKeys, use: unconfirmed(idempotencyKeys.use) },
      },
    },
    async () => ({ outside: false }),
  )
  await expect.poll(() => isRecorded(message)).toBe(true)
  held.resolve(new Set(['C0BRAND']))
  expect(await answering).not.toBeNull()
  expect(messages).toHaveLength(1)
})
