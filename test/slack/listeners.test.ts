import { App, type Receiver } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/log.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import type { Answer } from '../../src/slack/port.ts'
import type { Handlers } from '../../src/slack/receive/handlers.ts'
import { InFlight } from '../../src/slack/receive/in-flight.ts'
import { addListeners } from '../../src/slack/receive/listeners.ts'

const nothing = async () => {}
const nothingToSay = { text: '', blocks: [] }
const answer: Answer = { ephemeral: nothing, inChannel: nothing, withProgress: () => answer }

/** Bolt with our listeners, and a receiver that the test is. */
function busyApp() {
  const happened: string[] = []
  const handlers: Handlers = {
    plan: () => ({ kind: 'work', verb: 'visibility', who: 'readers', run: async () => nothingToSay }),
    run: async (_plan, { text }) => {
      happened.push(`work on ${text}`)
      return nothingToSay
    },
    refusals: async () => new Map(),
    form: async () => {
      throw new Error('no form is opened here')
    },
    click: nothing,
    submit: async () => ({ kind: 'close' }),
    suggest: async () => [],
    homeOpened: nothing,
    removed: nothing,
    invited: nothing,
    channelMoved: nothing,
  }
  const receiver: Receiver = { init: () => {}, start: nothing, stop: nothing }
  const app = new App({
    token: 'xoxb-test',
    botId: 'B1',
    botUserId: 'U1',
    tokenVerificationEnabled: false,
    receiver,
  })
  const inFlight = new InFlight(systemClock)
  const ports = {
    modals: { show: async () => 'answered', update: nothing },
    answerAt: () => answer,
    people: { person: async () => null },
  }
  const log = createLog('silent')
  addListeners(app, handlers, {
    of: () => ({ ...ports, poster: { post: async () => ({ channel: 'C1', ts: '1' }) } }) as never,
    installedIn: 'T1',
    clock: systemClock,
    log,
    meter: noMeter,
    inFlight,
  })
  const command = (text: string) =>
    app.processEvent({
      body: {
        command: '/sightline',
        text,
        team_id: 'T1',
        channel_id: 'C1',
        user_id: 'U2',
        trigger_id: text,
        response_url: 'http://127.0.0.1/',
      },
      ack: async () => void happened.push(`acknowledged ${text}`),
    })
  return { happened, command, done: () => inFlight.drain(60_000) }
}

describe('commands that arrive together', () => {
  it('are all acknowledged before the work on the first of them begins', async () => {
    const { happened, command, done } = busyApp()
    // As requests on three connections: one turn of the event loop, each with all that follows at once.
    const arrive = (text: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      setImmediate(() => command(text).then(resolve))
      return promise
    }
    await Promise.all(['one', 'two', 'three'].map(arrive))
    await done()
    expect(happened).toEqual([
      'acknowledged one',
      'acknowledged two',
      'acknowledged three',
      'work on one',
      'work on two',
      'work on three',
    ])
  })
})
