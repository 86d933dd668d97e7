import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { ArrivedQuestion } from '../../src/slack/port.ts'
import type { Handlers } from '../../src/slack/receive/handlers.ts'
import { StoreError } from '../../src/store/index.ts'
import { FakeClock } from '../digests/clock.ts'
import { testWorkspace, unknownPeople } from '../workspace.ts'
import { eventBody, testDeliveries, testHandlers } from './handlers.ts'

/** Bolt with our listeners; the test acts as Slack. */
function listening(
  arrived: Handlers['questionArrived'] = async () => null,
  { clock = systemClock, drainMs = 10_000 }: { readonly clock?: Clock; readonly drainMs?: number } = {},
) {
  const written: ArrivedQuestion[] = []
  const seen: unknown[] = []
  const stopped: unknown[] = []
  const happened: string[] = []
  const handlers = testHandlers({
    questionArrived: (question) => {
      written.push(question)
      happened.push('recorded')
      return arrived(question)
    },
    agentViewOpened: async (one) => void seen.push(one),
    agentSessionStopped: async (one) => void stopped.push(one),
  })
  const workspace = testWorkspace({ people: unknownPeople, organization: async () => null })
  const { inFlight, deliver } = testDeliveries(handlers, { of: () => workspace, clock })
  const event = async (of: Readonly<Record<string, unknown>>) => {
    await deliver({ body: eventBody(of), ack: async () => void happened.push('acknowledged') })
    await inFlight.drain(drainMs)
  }
  return { written, seen, stopped, happened, inFlight, event }
}

const mention = { type: 'app_mention', user: 'U1', channel: 'C1', ts: '1.1', text: '<@U0BOT> tasks' }
const direct = { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1', ts: '2.1', text: 'tasks' }

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
    ['with a file', { subtype: 'file_share', files: [{ id: 'F1' }] }],
    ['that is also sent to the conversation', { subtype: 'thread_broadcast', thread_ts: '1.0' }],
  ])('%s is answered by its text', async (_, more) => {
    const { written, event } = listening()
    await event({ ...direct, ...more })
    expect(written).toMatchObject([{ kind: 'direct', text: 'tasks' }])
  })

  it.each([
    ['of another app', { ...mention, bot_id: 'B2' }],
    ['edited', { ...mention, edited: { user: 'U1', ts: '1.2' } }],
    ['of Slack itself', { ...mention, user: 'USLACKBOT' }],
    ['a direct message of another app', { ...direct, bot_id: 'B2' }],
    ['changed', { ...direct, subtype: 'message_changed', hidden: true }],
    ['deleted', { ...direct, subtype: 'message_deleted', hidden: true }],
    ['in a channel, and not to Sightline', { ...direct, channel_type: 'channel', channel: 'C1' }],
  ])('is not answered: %s', async (_, event) => {
    const listener = listening()
    await listener.event(event)
    expect(listener.written).toEqual([])
  })

  it('is recorded before its event is acknowledged, and answered after that', async () => {
    const listener = listening(async () => async () => void listener.happened.push('answered'))
    await listener.event(mention)
    expect(listener.happened).toEqual(['recorded', 'acknowledged', 'answered'])
  })

  it('is not acknowledged while it can’t be recorded, so that Slack brings it again', async () => {
    const listener = listening(() => Promise.reject(new StoreError('unreachable', 'no database')))
    await expect(listener.event(mention)).rejects.toThrow('no database')
    expect(listener.happened).toEqual(['recorded'])
  })

  it('that was asked before is acknowledged, and not answered', async () => {
    const { happened, event } = listening()
    await event(mention)
    expect(happened).toEqual(['recorded', 'acknowledged'])
  })

  describe('whose record takes longer than Slack waits', () => {
    /** Its event is refused; the test ends the recording. */
    const late = async () => {
      const clock = new FakeClock('2026-11-16T08:00Z')
      const recording = Promise.withResolvers<(signal: AbortSignal) => Promise<void>>()
      const listener = listening(() => recording.promise, { clock })
      const refused = expect(listener.event(mention)).rejects.toThrow('could not be recorded in time')
      await clock.until(refused)
      return { ...listener, recording }
    }

    it('is answered all the same, since Slack’s repeat finds it claimed', async () => {
      const { recording, happened, inFlight } = await late()
      recording.resolve(async () => void happened.push('answered'))
      expect(await inFlight.drain(10_000)).toBe(0)
      expect(happened).toEqual(['recorded', 'answered'])
    })

    it('is left to another process if Sightline stops meanwhile', async () => {
      const { recording, inFlight } = await late()
      expect(await inFlight.drain(0)).toBe(1)
      const left = Promise.withResolvers<boolean>()
      recording.resolve(async ({ aborted }) => left.resolve(aborted))
      expect(await left.promise).toBe(true)
    })

    it('is not answered if it fails then', async () => {
      const { recording, happened, inFlight } = await late()
      recording.reject(new StoreError('unreachable', 'no database'))
      expect(await inFlight.drain(10_000)).toBe(0)
      expect(happened).toEqual(['recorded'])
    })
  })

  it('is left to another process when Sightline stops', async () => {
    const left = Promise.withResolvers<void>()
    const listener = listening(
      async () => async (signal) => {
        signal.addEventListener('abort', () => left.resolve())
        // It may have stopped before the answer began.
        if (signal.aborted) left.resolve()
        await left.promise
      },
      { drainMs: 0 },
    )
    await listener.event(mention)
    await left.promise
  })
})

describe('the agent view', () => {
  const inView = { user: 'U1', channel: 'D1' }
  const entities = [
    { type: 'slack#/types/message_context', value: { message_ts: '1.1', channel_id: 'C2' } },
    { type: 'slack#/types/channel_id', value: 'C3' },
    { type: 'slack#/types/canvas_id', value: 'F1' },
  ]

  it('reports the channels that the person looks at, and that they opened it without any', async () => {
    const { seen, written, event } = listening()
    await event({ ...inView, type: 'app_home_opened', tab: 'messages' })
    await event({ ...inView, type: 'app_home_opened', tab: 'messages', context: {} })
    await event({ ...inView, type: 'app_context_changed', context: { entities } })
    expect(seen).toEqual([
      { team: 'T1', user: 'U1', channel: 'D1', viewing: [] },
      { team: 'T1', user: 'U1', channel: 'D1', viewing: [] },
      { team: 'T1', user: 'U1', channel: 'D1', viewing: ['C2', 'C3'] },
    ])
    await event({ ...direct, app_context: { entities } })
    expect(written).toMatchObject([{ kind: 'direct', viewing: ['C2', 'C3'] }])
  })

  it('takes no notice of a changed view without a person or a channel', async () => {
    const { seen, event } = listening()
    const changed = { ...inView, type: 'app_context_changed', context: {} }
    await event({ ...changed, user: undefined })
    await event({ ...changed, channel: undefined })
    expect(seen).toEqual([])
    await event(changed)
    expect(seen).toHaveLength(1)
  })

  it('says which thread the person stopped', async () => {
    const { stopped, event } = listening()
    await event({ ...inView, type: 'agent_session_stopped', thread_ts: '2.1', streaming_message_ts: [] })
    expect(stopped).toEqual([{ team: 'T1', user: 'U1', channel: 'D1', threadTs: '2.1' }])
  })
})
