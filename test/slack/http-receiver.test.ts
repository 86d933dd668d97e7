import type { App } from '@slack/bolt'
import { expect, it } from 'vitest'
import { createHttpReceiver, healthRoutes } from '../../src/slack/receive/http-receiver.ts'
import { boltLogger } from '../../src/slack/send/client.ts'
import { StoreError } from '../../src/store/index.ts'
import { listening } from '../listening.ts'
import { slackHeaders } from '../slack-request.ts'
import { silent } from '../workspace.ts'

it('while a process starts, it takes commands, and refuses events in time for Slack to repeat them', async () => {
  const signingSecret = 'starting-signing-secret'
  const started = Promise.withResolvers<void>()
  const warned: unknown[] = []
  const timeIsUp = Promise.withResolvers<void>()
  const receiver = createHttpReceiver(
    { signingSecret, port: 0 },
    {
      wallClock: { now: () => Temporal.Now.instant(), sleep: () => timeIsUp.promise },
      log: { ...silent, warn: (_event, fields) => void warned.push(fields?.error) },
      logger: boltLogger(silent),
      routes: [],
      signedRoutes: new Map(),
      installer: null,
      started: started.promise,
    },
  )
  const away = new StoreError('unreachable', 'no database')
  const processEvent: App['processEvent'] = ({ body, ack }) =>
    body.text === 'fail' ? Promise.reject(away) : ack()
  receiver.init({ processEvent } as App)
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
  expect(await send('command=%2Fsightline&text=fail')).toBe(503)
  expect(warned).toEqual([away])
})

/** What a stranger reads on Slack's port. */
async function asked(path: string, ready: () => Promise<boolean>) {
  const address = await listening((request, response) =>
    healthRoutes(ready)
      .find((route) => route.path === request.url)
      ?.handler(request, response),
  )
  const response = await fetch(`${address}${path}`)
  return [response.status, await response.text()]
}

it('everyone can read in a word whether the bot can work, but not why it can’t', async () => {
  const fails = () => Promise.reject(new Error('postgres://sightline@db cannot be reached'))
  expect(await asked('/readyz', async () => true)).toEqual([200, 'ready\n'])
  expect(await asked('/readyz', async () => false)).toEqual([503, 'not ready\n'])
  expect(await asked('/readyz', fails)).toEqual([503, 'not ready\n'])
  expect(await asked('/healthz', fails)).toEqual([200, 'ok\n'])
})
