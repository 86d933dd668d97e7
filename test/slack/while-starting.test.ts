import type { App } from '@slack/bolt'
import { expect, it } from 'vitest'
import { createHttpReceiver } from '../../src/slack/receive/http-receiver.ts'
import { boltLogger } from '../../src/slack/send/client.ts'
import { listening } from '../listening.ts'
import { slackHeaders } from '../slack-request.ts'
import { silent } from '../workspace.ts'

it('while a process starts, it takes commands, and refuses events in time for Slack to repeat them', async () => {
  const signingSecret = 'starting-signing-secret'
  const started = Promise.withResolvers<void>()
  const timeIsUp = Promise.withResolvers<void>()
  const receiver = createHttpReceiver(
    { signingSecret, port: 0 },
    {
      wallClock: { now: () => Temporal.Now.instant(), sleep: () => timeIsUp.promise },
      log: silent,
      logger: boltLogger(silent),
      routes: [],
      signedRoutes: new Map(),
      installer: null,
      started: started.promise,
    },
  )
  receiver.init({ processEvent: async ({ ack }) => ack() } as App)
  const address = await listening(receiver.requestListener)
  const send = async (body: string, type?: string) => {
    const headers = slackHeaders(signingSecret, body, type === undefined ? {} : { type })
    return (await fetch(`${address}/slack/events`, { method: 'POST', body, headers })).status
  }
  const event = () => send('{"type":"event_callback","event":{"type":"app_mention"}}', 'application/json')
  expect(await send('command=%2Fsightline&text=help')).toBe(200)
  const early = event()
  timeIsUp.resolve()
  expect(await early).toBe(503)
  started.resolve()
  await started.promise
  expect(await event()).toBe(200)
})
