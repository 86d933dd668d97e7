import { App, type AppOptions, type Receiver } from '@slack/bolt'
import type { Handlers } from '../../src/slack/receive/handlers.ts'

const nothing = async () => {}

const unused = async (): Promise<never> => {
  throw new Error('the test gave no handler for this')
}

/** Handlers that ignore events. They fail on any other delivery that the test gave no handler for. */
export const testHandlers = (given: Partial<Handlers>): Handlers => ({
  plan: () => ({ kind: 'work', verb: 'visibility', who: 'readers', run: unused }),
  run: unused,
  errorToReport: async (_team, error) => error,
  refusals: async () => new Map(),
  form: unused,
  click: unused,
  shortcut: unused,
  step: unused,
  submit: unused,
  suggest: unused,
  homeOpened: nothing,
  questionArrived: async () => null,
  agentViewOpened: nothing,
  agentSessionStopped: nothing,
  mcp: unused,
  removed: nothing,
  invited: nothing,
  channelMoved: nothing,
  ...given,
})

/** A receiver without any connection. */
export const idleReceiver: Receiver = { init: () => {}, start: nothing, stop: nothing }

/** Bolt that calls no method of Slack as it starts. */
export const testBolt = (more: AppOptions = {}): App =>
  new App({
    token: 'xoxb-test',
    botId: 'B1',
    botUserId: 'U0BOT',
    tokenVerificationEnabled: false,
    receiver: idleReceiver,
    ...more,
  })
