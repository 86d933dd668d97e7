import { App, type Receiver } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import { Problem } from '../../src/lib/problem.ts'
import { PostError, type Reply, type WrittenMessage } from '../../src/slack/port.ts'
import type { Handlers } from '../../src/slack/receive/handlers.ts'
import { InFlight } from '../../src/slack/receive/in-flight.ts'
import { addListeners } from '../../src/slack/receive/listeners.ts'
import type { Placed } from '../../src/slack/receive/payloads.ts'
import { silent, testWorkspace } from '../workspace.ts'

const nothing = async () => {}

/** Bolt with our listeners; the test acts as the receiver. */
function listening(
  answer: (
    message: Placed<WrittenMessage>,
    reply: Reply,
    identify: () => Promise<unknown>,
  ) => Promise<void> = nothing,
  { clock = systemClock, unsent = [] }: { readonly clock?: Clock; readonly unsent?: PostError[] } = {},
) {
  const written: Placed<WrittenMessage>[] = []
  const seen: unknown[] = []
  const replies: string[] = []
  const unused = async (): Promise<never> => {
    throw new Error('not asked for here')
  }
  const handlers: Handlers = {
    plan: () => ({ kind: 'work', verb: 'visibility', who: 'readers', run: unused }),
    run: unused,
    errorToReport: async (_team, error) => error,
    refusals: async () => new Map(),
    form: unused,
    click: unused,
    submit: unused,
    suggest: unused,
    shortcut: unused,
    step: unused,
    homeOpened: nothing,
    messageReceived: async (message, reply, identify) => {
      written.push(message)
      await answer(message, reply, identify)
      return { verb: 'visibility', understood: true }
    },
    agentViewOpened: async (one) => void seen.push(one),
    agentSessionStopped: async () => {},
    removed: nothing,
    invited: nothing,
    channelMoved: nothing,
  }
  const receiver: Receiver = { init: () => {}, start: nothing, stop: nothing }
  const app = new App({
    token: 'xoxb-test',
    botId: 'B1',
    botUserId: 'U0BOT',
    tokenVerificationEnabled: false,
    receiver,
  })
  const inFlight = new InFlight(clock)
  const replyTo = ({ channel, threadTs }: { channel: string; threadTs: string | null }): Reply => ({
    working: () => {},
    removeLine: nothing,
    say: async (message) => {
      const failure = unsent.shift()
      if (failure !== undefined) throw failure
      replies.push(`${channel} ${threadTs}: ${message.text}`)
      return { channel, ts: '9.9', message }
    },
    ephemeral: async ({ text }) => void replies.push(`to one person: ${text}`),
  })
  addListeners(app, handlers, {
    of: () =>
      testWorkspace({
        people: { person: async () => null } as never,
        replyTo,
        organization: async () => null,
      }),
    installedIn: 'T1',
    clock,
    log: silent,
    meter: noMeter,
    inFlight,
  })
  return {
    written,
    seen,
    replies,
    inFlight,
    event: async (event: Readonly<Record<string, unknown>>, drainMs = 10_000) => {
      await app.processEvent({
        body: {
          type: 'event_callback',
          team_id: 'T1',
          event_time: 1,
          authorizations: [{ team_id: 'T1', user_id: 'U0BOT', is_bot: true, is_enterprise_install: false }],
          event,
        },
        ack: nothing,
      })
      await inFlight.drain(drainMs)
    },
  }
}

const mention = {
  type: 'app_mention',
  user: 'U1',
  channel: 'C1',
  ts: '1.1',
  event_ts: '1.1',
  text: '<@U0BOT> tasks',
}
const direct = {
  type: 'message',
  channel_type: 'im',
  user: 'U1',
  channel: 'D1',
  ts: '2.1',
  event_ts: '2.1',
  text: 'tasks',
}

describe('a message from a person', () => {
  it.each([
    ['<@U0BOT> visibility last month', 'visibility last month'],
    ['<@U0BOT|sightline>: how did we do?', 'how did we do?'],
    ['hey <@U0BOT>, ask <@U2> &amp; me', 'hey ask <@U2> &amp; me'],
    ['<@U0BOT>', ''],
  ])('“%s” is answered without the mention', async (text, without) => {
    const { written, event } = listening()
    await event({ ...mention, text })
    expect(written).toMatchObject([{ team: 'T1', channel: 'C1', user: 'U1', kind: 'mention', text: without }])
  })

  it.each([
    ['of another app', { ...mention, bot_id: 'B2' }],
    ['edited', { ...mention, edited: { user: 'U1', ts: '1.2' } }],
    ['of Slack itself', { ...mention, user: 'USLACKBOT' }],
    ['a direct message of another app', { ...direct, bot_id: 'B2' }],
    ['changed', { ...direct, subtype: 'message_changed', hidden: true }],
    ['deleted', { ...direct, subtype: 'message_deleted', hidden: true }],
    ['with a file', { ...direct, subtype: 'file_share' }],
    ['in a channel, and not to Sightline', { ...direct, channel_type: 'channel', channel: 'C1' }],
  ])('is not answered: %s', async (_, event) => {
    const listener = listening()
    await listener.event(event)
    expect(listener.written).toEqual([])
  })

  it('is answered once, even if several events report it', async () => {
    const { written, event } = listening()
    await event(mention)
    await event(mention)
    await event({ ...direct, channel: 'C1', ts: '1.1' })
    expect(written).toHaveLength(1)
  })

  it.each([
    ['a mention', mention, '1.1'],
    ['a mention in a thread', { ...mention, thread_ts: '0.5' }, '0.5'],
    ['a direct message', direct, 'null'],
    ['a direct message in a thread', { ...direct, thread_ts: '0.5' }, '0.5'],
    ['one in the agent view', { ...direct, app_context: {} }, '2.1'],
  ])('is answered in its place: %s', async (_, event, thread) => {
    const listener = listening(async (__, reply) => void (await reply.say({ text: 'here', blocks: [] })))
    await listener.event(event)
    expect(listener.replies).toEqual([`${event.channel} ${thread}: here`])
  })

  it('is refused privately, fails in the open, and is reported once', async () => {
    const failing = async (error: Error) => {
      const listener = listening(async () => {
        throw error
      })
      await listener.event(mention)
      return listener.replies
    }
    expect(await failing(new Problem('not_allowed', 'Not you.'))).toEqual([
      expect.stringMatching(/^to one person: Not you/),
    ])
    expect(await failing(new Problem('down', 'It is down.'))).toEqual([
      expect.stringMatching(/^C1 1.1: It is down/),
    ])
    expect(await failing(new PostError('unknown', 'no_answer')), 'of something else').toHaveLength(1)
    for (const [outcome, times] of [
      ['unknown', 0],
      ['not_sent', 1],
    ] as const) {
      const listener = listening(async (_, reply) => void (await reply.say({ text: 'here', blocks: [] })), {
        unsent: [new PostError(outcome, 'no_answer')],
      })
      await listener.event(mention)
      expect(listener.replies, outcome).toHaveLength(times)
    }
  })
})

describe('a failure that can’t be reported to Slack either', () => {
  const away = () => Array.from({ length: 3 }, () => new PostError('not_sent', 'token_not_renewed'))
  const quick: Clock = {
    now: systemClock.now,
    // Pauses end at once, except for the time limit of a shutdown.
    sleep: (ms) => (ms <= 15_000 ? Promise.resolve() : new Promise<never>(() => {})),
  }
  const noDatabase = new Problem('unreachable', 'No data.')

  it('is followed by an answer later, if no other process has answered', async () => {
    const unsent = away()
    const isAway = () => unsent.length > 0
    const listener = listening(
      async (_, reply) => {
        if (isAway()) throw noDatabase
        await reply.say({ text: 'here', blocks: [] })
      },
      { clock: quick, unsent },
    )
    await listener.event(mention, 60_000)
    expect(listener.replies).toEqual(['C1 1.1: here'])
    const other = listening(
      async () => {
        if (other.written.length <= 3) throw noDatabase
      },
      { clock: quick, unsent: away() },
    )
    await other.event(mention, 60_000)
    expect(other.replies, 'answered by another process').toEqual([])
  })

  it('is reported later, if the answer had begun', async () => {
    const listener = listening(
      async (_, __, identify) => {
        await identify()
        throw noDatabase
      },
      { clock: quick, unsent: away() },
    )
    await listener.event(mention, 60_000)
    expect(listener.written).toHaveLength(1)
    expect(listener.replies).toEqual([expect.stringMatching(/^C1 1.1: No data/)])
  })

  it('is not reported twice if Slack may have it, and doesn’t delay the end of the process', async () => {
    const fails = async () => {
      throw noDatabase
    }
    const unknown = listening(fails, { clock: quick, unsent: [new PostError('unknown', 'no_answer')] })
    await unknown.event(mention, 60_000)
    expect(unknown.replies).toEqual([])
    const paused = Promise.withResolvers<void>()
    const ends: Clock = {
      ...quick,
      sleep: async (ms) => {
        if (ms > 10_000) return paused.promise
        paused.resolve()
        return new Promise<never>(() => {})
      },
    }
    const stopped = listening(fails, { clock: ends, unsent: away() })
    await stopped.event(mention, 60_000)
    expect(stopped.written).toHaveLength(1)
    expect(stopped.inFlight.size).toBe(0)
  })
})

describe('the agent view', () => {
  const entities = [
    { type: 'slack#/types/message_context', value: { message_ts: '1.1', channel_id: 'C2' } },
    { type: 'slack#/types/channel_id', value: 'C3' },
    { type: 'slack#/types/canvas_id', value: 'F1' },
  ]

  it('reports the channels that the person looks at, and does nothing without its context', async () => {
    const { seen, written, event } = listening()
    await event({ type: 'app_home_opened', tab: 'messages', user: 'U1', channel: 'D1', event_ts: '1' })
    expect(seen).toEqual([])
    await event({
      type: 'app_home_opened',
      tab: 'messages',
      user: 'U1',
      channel: 'D1',
      event_ts: '1',
      context: {},
    })
    await event({
      type: 'app_context_changed',
      user: 'U1',
      channel: 'D1',
      event_ts: '1',
      context: { entities },
    })
    expect(seen).toEqual([
      { team: 'T1', user: 'U1', channel: 'D1', viewing: [] },
      { team: 'T1', user: 'U1', channel: 'D1', viewing: ['C2', 'C3'] },
    ])
    await event({ ...direct, app_context: { entities } })
    expect(written).toMatchObject([{ kind: 'direct', viewing: ['C2', 'C3'] }])
  })

  it('gets no answer after the person stops it', async () => {
    const begun = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const { replies, event } = listening(async (_, reply) => {
      begun.resolve()
      await looked.promise
      await reply.say({ text: 'late', blocks: [] })
    })
    const answered = event({ ...direct, app_context: {} })
    await begun.promise
    void event(stop('2.1'))
    await answered
    looked.resolve()
    await new Promise(setImmediate)
    expect(replies).toEqual([])
  })

  it('stops a message in a thread whose earlier message was answered in the meantime', async () => {
    const gate = { '2.1': Promise.withResolvers<void>(), '2.2': Promise.withResolvers<void>() }
    const begun = Promise.withResolvers<void>()
    const { replies, event } = listening(async ({ ts }, reply) => {
      if (ts === '2.2') begun.resolve()
      await gate[ts === '2.1' ? '2.1' : '2.2'].promise
      await reply.say({ text: ts, blocks: [] })
    })
    const thread = { ...direct, thread_ts: '0.5', app_context: {} }
    const both = [event(thread), event({ ...thread, ts: '2.2' })]
    await begun.promise
    gate['2.1'].resolve()
    await new Promise(setImmediate)
    expect(replies).toEqual(['D1 0.5: 2.1'])
    void event(stop('0.5'))
    await Promise.all(both)
    gate['2.2'].resolve()
    await new Promise(setImmediate)
    expect(replies).toEqual(['D1 0.5: 2.1'])
  })
})

/** What Slack sends when the person presses “Stop”. */
function stop(thread: string) {
  return {
    type: 'agent_session_stopped',
    user: 'U1',
    channel: 'D1',
    thread_ts: thread,
    streaming_message_ts: [],
    event_ts: '3',
  }
}
