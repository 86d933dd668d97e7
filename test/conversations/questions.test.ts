import { beforeEach, describe, expect, it } from 'vitest'
import { stopSession } from '../../src/conversations/agent-view.ts'
import { createQuestions } from '../../src/conversations/questions.ts'
import { type ArrivedQuestion, PostError } from '../../src/slack/port.ts'
import { progressAfterMs } from '../../src/slack/send/messages.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { StoreError } from '../../src/store/index.ts'
import { FakeClock } from '../digests/clock.ts'
import { FakeSlack, type PostOutcome } from '../digests/slack.ts'
import { conversationWorld, digestIn, now, team } from './world.ts'

const mention: ArrivedQuestion = {
  team,
  channel: 'C0BRAND',
  user: 'U0ANA',
  ts: '5.1',
  threadTs: null,
  text: 'notes',
  kind: 'mention',
  viewing: null,
  enterprise: null,
}
const direct: ArrivedQuestion = { ...mention, channel: 'D0ANA', kind: 'direct' }
const running = new AbortController().signal
const line = 'Looking it up… one moment.'

let world: Awaited<ReturnType<typeof conversationWorld>>
let clock: FakeClock
let slack: FakeSlack
let workspace: Workspace
let questions: ReturnType<typeof createQuestions>
beforeEach(async () => {
  world = await conversationWorld()
  clock = new FakeClock(String(now))
  slack = new FakeSlack(clock)
  workspace = Object.assign(Object.create(world.workspace), {
    clock,
    poster: slack.poster,
    history: slack.history,
  })
  questions = createQuestions({ ...world, clock, of: async () => workspace, wakeOutbox: () => {} })
})

const texts = () => slack.posts.map(({ message }) => message.text)
/** Another process, after this one's claim is over. */
const otherProcess = async (after: Temporal.DurationLike = { minutes: 4 }) => {
  clock.advance(after)
  await clock.until(world.deliver(workspace))
}
const noDatabase = () => Promise.reject(new StoreError('unreachable', 'no database'))
/** Answers only once it is told to. */
const slowly = () => {
  const begun = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const { notes } = world.store
  const inChannel: typeof notes.inChannel = async (...asked) => {
    begun.resolve()
    await ready.promise
    return notes.inChannel(...asked)
  }
  Object.assign(workspace, { store: { ...world.store, notes: { ...notes, inChannel } } })
  return { begun: begun.promise, ready }
}

const lineComes = async () => {
  clock.advance({ milliseconds: progressAfterMs })
  await expect.poll(texts).toEqual([line])
}
/** Its process is suspended while it sends a message, past its deadline, or after Slack took it. @returns resumes it */
const suspended = (when: 'while' | 'after') => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { poster } = slack
  const post: typeof poster.post = async (channel, message, options) => {
    if (when === 'while') await promise
    const posted = await poster.post(channel, message, { ...options, maySend: () => true })
    await promise
    return posted
  }
  Object.assign(workspace, { poster: { ...poster, post } })
  return resolve
}
/** The workspace as another process has it. */
const anotherProcess = (): Workspace =>
  Object.assign(Object.create(workspace), { poster: slack.poster, store: world.store })
/** A question whose answer takes longer than a moment. */
const asking = async (question = mention, signal = running) => {
  const { begun, ready } = slowly()
  const answering = (await questions.arrived(question))?.(signal)
  await begun
  return { answering: answering ?? Promise.resolve(), ready }
}
/** Such a question, once the line is in its place. */
const askingWithLine = async (outcome?: PostOutcome) => {
  const asked = await asking()
  if (outcome !== undefined) slack.next(outcome)
  await lineComes()
  return asked
}
const expectReplaced = () => {
  expect(slack.posts).toHaveLength(1)
  expect(texts()).not.toEqual([line])
}

describe('a question', () => {
  it('is answered once, in its thread, however often its event arrives', async () => {
    const answer = await questions.arrived(mention)
    expect(await questions.arrived(mention), 'repeated').toBeNull()
    expect(await questions.arrived({ ...mention, kind: 'direct' }), 'as another event').toBeNull()
    await answer?.(running)
    expect(await questions.arrived(mention), 'repeated later').toBeNull()
    await otherProcess()
    clock.advance({ hours: 24 })
    expect(await questions.arrived(mention), 'a day later').toBeNull()
    expect(slack.posts).toMatchObject([{ channel: 'C0BRAND', threadTs: '5.1' }])
  })

  it('is not taken while the database is away, so that Slack brings it again', async () => {
    const store = { ...world.store, outbox: { ...world.store.outbox, enqueueClaimed: noDatabase } }
    const away = createQuestions({ store, clock, of: async () => workspace, wakeOutbox: () => {} })
    await expect(away.arrived(mention)).rejects.toThrow('no database')
    const answer = await questions.arrived(mention)
    await answer?.(running)
    expect(slack.posts).toHaveLength(1)
  })

  it('is not kept where Sightline was removed, however late Slack brings it', async () => {
    const removed = createQuestions({ ...world, clock, of: async () => null, wakeOutbox: () => {} })
    expect(await removed.arrived(mention)).toBeNull()
    expect(await world.answers()).toEqual([])
  })

  it('is forgotten once it is answered', async () => {
    const answer = await questions.arrived({ ...mention, text: 'notes about the secret launch' })
    expect(JSON.stringify(await world.answers())).toContain('secret launch')
    await answer?.(running)
    expect(JSON.stringify(await world.answers())).not.toContain('secret launch')
    expect(await world.answers()).toMatchObject([{ state: 'sent', message: null }])
  })

  it('that nobody could answer for ten minutes asks to ask again', async () => {
    await questions.arrived(mention)
    await otherProcess({ minutes: 11 })
    expect(texts()).toEqual(['Sightline was interrupted before it could answer. Ask again.'])
  })

  it('waits its turn if many of its workspace are being answered, and others don’t', async () => {
    const many = []
    for (let index = 0; index < 10; index += 1)
      many.push(await questions.arrived({ ...mention, ts: `6.${index}` }))
    expect(many.filter((answer) => answer !== null)).toHaveLength(4)
    expect(await questions.arrived({ ...mention, team: 'T2' })).not.toBeNull()
    await clock.until(world.deliver(workspace))
    for (const answer of many) await answer?.(running)
    expect(slack.posts).toHaveLength(10)
    expect(await questions.arrived({ ...mention, ts: '7.1' }), 'places are free again').not.toBeNull()
  })
})

describe('the line “Looking it up…”', () => {
  it('comes only if the answer takes longer than a moment, and the answer replaces it', async () => {
    const { answering, ready } = await asking()
    clock.advance({ milliseconds: progressAfterMs - 1 })
    await new Promise(setImmediate)
    expect(texts()).toEqual([])
    clock.advance({ milliseconds: 1 })
    await expect.poll(texts).toEqual([line])
    ready.resolve()
    await answering
    expectReplaced()
  })

  it('that can’t be recorded while the database is away doesn’t end the process', async () => {
    const { begun, ready } = slowly()
    const answer = await questions.arrived(mention)
    const { store } = workspace
    Object.assign(workspace, { store: { ...store, outbox: { ...store.outbox, begin: noDatabase } } })
    const done = answer?.(running)
    await begun
    clock.advance({ milliseconds: progressAfterMs })
    // Node reports a rejection that nobody handles after the microtasks.
    await new Promise(setImmediate)
    ready.resolve()
    await done
    Object.assign(workspace, { store })
    await otherProcess()
    expect(texts()).toEqual([expect.stringMatching(/notes/)])
  })

  it('of a process that was killed is replaced by the answer of another one', async () => {
    await askingWithLine()
    await expect.poll(async () => (await world.answers())[0]?.ts).toBe(slack.posts[0]?.ts)
    Object.assign(workspace, { store: world.store })
    await otherProcess()
    expectReplaced()
  })

  it('of a process that was suspended while another one answered is deleted', async () => {
    const resume = suspended('while')
    const { answering, ready } = await asking()
    clock.advance({ milliseconds: progressAfterMs })
    await expect.poll(async () => (await world.answers())[0]?.state).toBe('sending')
    workspace = anotherProcess()
    await otherProcess()
    const [answer] = texts()
    resume()
    ready.resolve()
    await answering
    expect(texts()).toEqual([answer])
    expect(answer).not.toBe(line)
  })

  it('that another process found and replaced stays when the suspended one goes on', async () => {
    const resume = suspended('after')
    const { answering, ready } = await asking()
    await lineComes()
    workspace = anotherProcess()
    await otherProcess()
    resume()
    ready.resolve()
    await answering
    expectReplaced()
  })

  it('whose post wasn’t confirmed is found, though Slack takes a second to show it, and replaced', async () => {
    const { history } = workspace
    const shownAt = clock.now().add({ milliseconds: progressAfterMs + 1_000 })
    const findReply: typeof history.findReply = async (...reply) =>
      Temporal.Instant.compare(clock.now(), shownAt) < 0 ? 'absent' : history.findReply(...reply)
    Object.assign(workspace, { history: { ...history, findReply } })
    const { answering, ready } = await askingWithLine({ lost: 'applied' })
    ready.resolve()
    await clock.until(answering)
    expectReplaced()
  })

  it('that Slack neither confirms nor shows is looked up again before the answer is sent', async () => {
    const { history } = workspace
    const findReply = () => Promise.reject(new PostError('unknown', 'no_answer'))
    Object.assign(workspace, { history: { ...history, findReply } })
    const { answering, ready } = await askingWithLine({ lost: 'applied' })
    ready.resolve()
    await clock.until(answering)
    expect(texts()).toEqual([line])
    Object.assign(workspace, { history })
    await otherProcess()
    expectReplaced()
  })

  it('that couldn’t be recorded because the database went away is replaced all the same', async () => {
    const { answering, ready } = await asking()
    const { outbox } = workspace.store
    Object.assign(workspace.store, { outbox: { ...outbox, continueWith: noDatabase } })
    await lineComes()
    ready.resolve()
    await answering
    Object.assign(workspace, { store: world.store })
    await otherProcess()
    expectReplaced()
  })

  it('of a process that is told to stop while Slack takes it is replaced by the next one', async () => {
    const arrives = suspended('while')
    // Its process ends: nothing removes the line once Slack has it.
    Object.assign(workspace.poster, { remove: async () => {} })
    const stopping = new AbortController()
    const { answering } = await asking(mention, stopping.signal)
    clock.advance({ milliseconds: progressAfterMs })
    await expect.poll(async () => (await world.answers())[0]?.state).toBe('sending')
    stopping.abort()
    await answering
    arrives()
    await expect.poll(texts).toEqual([line])
    workspace = anotherProcess()
    await otherProcess()
    expectReplaced()
  })

  it('that was found isn’t forgotten while the answer can’t be composed', async () => {
    await asking()
    const { store } = workspace
    const continueWith = () => new Promise<never>(() => {})
    Object.assign(workspace, { store: { ...store, outbox: { ...store.outbox, continueWith } } })
    await lineComes()
    const notes = { ...world.store.notes, inChannel: noDatabase }
    Object.assign(workspace, { store: { ...world.store, notes } })
    await otherProcess()
    expect(texts()).toEqual([line])
    Object.assign(workspace, { store: world.store })
    await otherProcess()
    expectReplaced()
  })

  it('in a direct message, where it stays if Slack doesn’t confirm it, says nothing that is wrong later', async () => {
    await digestIn(world, 'C0BRAND')
    const { answering, ready } = await asking(direct)
    slack.next({ lost: 'applied' })
    clock.advance({ milliseconds: progressAfterMs })
    const stays = 'Looking it up takes a few seconds. The answer follows.'
    await expect.poll(texts).toEqual([stays])
    ready.resolve()
    await clock.until(answering)
    expect(texts()).toEqual([stays, expect.not.stringContaining('already')])
  })

  it('that somebody deleted is followed by the answer', async () => {
    const { answering, ready } = await askingWithLine()
    await expect.poll(async () => (await world.answers())[0]?.state).toBe('ready')
    slack.posts.pop()
    ready.resolve()
    await answering
    expectReplaced()
  })
})

describe('the agent view', () => {
  const inThread = { ...direct, threadTs: '8.3', viewing: ['C0BRAND'] }
  /** A question about a channel with something of its own. */
  const askingInThread = async () => {
    await digestIn(world, 'C0BRAND')
    const asked = await asking(inThread)
    clock.advance({ milliseconds: progressAfterMs })
    await new Promise(setImmediate)
    return asked
  }

  it('shows that an answer is coming if it takes longer than a moment, in place of the line', async () => {
    await (await questions.arrived({ ...inThread, ts: '8.1', text: 'help' }))?.(running)
    expect(world.sessions).toEqual([])
    const { answering, ready } = await askingInThread()
    expect(world.sessions).toEqual(['D0ANA 8.3 processing notes'])
    expect(texts()).toHaveLength(1)
    ready.resolve()
    await answering
    await otherProcess({ seconds: 1 })
    expect(world.sessions).toEqual(['D0ANA 8.3 processing notes', 'D0ANA 8.3 active'])
  })

  it('shows the end later, or in another process, if Slack does not take it at once', async () => {
    const { answering, ready } = await askingInThread()
    const { agentView } = workspace
    const end = () => Promise.reject(new PostError('rate_limited', 'ratelimited', 30))
    Object.assign(workspace, { agentView: { ...agentView, end } })
    ready.resolve()
    await answering
    await otherProcess({ seconds: 1 })
    expect(world.sessions).toEqual(['D0ANA 8.3 processing notes'])
    // The process ends, and another one goes on.
    Object.assign(workspace, { agentView })
    await otherProcess({ seconds: 30 })
    expect(world.sessions).toEqual(['D0ANA 8.3 processing notes', 'D0ANA 8.3 active'])
    expect(texts()).toHaveLength(1)
  })

  it('also shows the end of one that failed', async () => {
    const { answering, ready } = await askingInThread()
    ready.reject(new Error('no notes'))
    await answering
    await otherProcess({ seconds: 1 })
    expect(world.sessions.at(-1)).toBe('D0ANA 8.3 active')
    expect(texts().join()).toContain('Something went wrong')
  })

  it('also shows the end of one whose answer Slack refuses', async () => {
    const { answering, ready } = await askingInThread()
    const refused = () => Promise.reject(new PostError('refused', 'invalid_blocks', null))
    Object.assign(workspace, { poster: { ...workspace.poster, post: refused } })
    ready.resolve()
    await answering
    await otherProcess({ seconds: 1 })
    expect(world.sessions.at(-1)).toBe('D0ANA 8.3 active')
    expect(texts()).toEqual([])
  })

  it('that shows nothing is replaced by the line', async () => {
    const agentView = { ...workspace.agentView, begin: async () => false }
    Object.assign(workspace, { agentView })
    const { answering, ready } = await askingInThread()
    await expect.poll(texts).toEqual([expect.stringContaining('Looking it up')])
    ready.resolve()
    await answering
  })

  it('shows the end of an answer whose process was killed', async () => {
    const { answering, ready } = await askingInThread()
    // The first process goes on too late.
    Object.assign(workspace, { store: world.store })
    await otherProcess()
    expect(world.sessions).toEqual(['D0ANA 8.3 processing notes', 'D0ANA 8.3 active'])
    ready.resolve()
    await answering
  })

  it('confirms “Stop”, which ends the answer on any replica, once', async () => {
    const { answering, ready } = await askingInThread()
    const stop = () =>
      stopSession(
        { team, channel: 'D0ANA', user: 'U0ANA', threadTs: '8.3' },
        { ...workspace, store: world.store, outbox: workspace.outbox },
      )
    await stop()
    await otherProcess({ seconds: 1 })
    expect(world.sessions.at(-1)).toContain('active')
    ready.resolve()
    await answering
    await otherProcess()
    // Slack may bring the event again.
    await stop()
    expect(texts()).toEqual([expect.stringContaining('Stopped.')])
  })
})
