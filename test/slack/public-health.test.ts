import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { healthRoutes } from '../../src/slack/receive/http-receiver.ts'

/** What a stranger reads on Slack's port. */
async function asked(path: string, ready: () => Promise<boolean>) {
  const server = createServer((request, response) =>
    healthRoutes(ready)
      .find((route) => route.path === request.url)
      ?.handler(request, response),
  )
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return [response.status, await response.text()]
}

it('everyone can read in a word whether the bot can work, but not why it can’t', async () => {
  const fails = async () => {
    throw new Error('postgres://sightline@db cannot be reached')
  }
  expect(await asked('/readyz', async () => true)).toEqual([200, 'ready\n'])
  expect(await asked('/readyz', async () => false)).toEqual([503, 'not ready\n'])
  expect(await asked('/readyz', fails)).toEqual([503, 'not ready\n'])
  expect(await asked('/healthz', fails)).toEqual([200, 'ok\n'])
})
