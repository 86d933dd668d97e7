import { expect, it } from 'vitest'
import { healthRoutes } from '../../src/slack/receive/http-receiver.ts'
import { listening } from '../listening.ts'

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
  const fails = async () => {
    throw new Error('postgres://sightline@db cannot be reached')
  }
  expect(await asked('/readyz', async () => true)).toEqual([200, 'ready\n'])
  expect(await asked('/readyz', async () => false)).toEqual([503, 'not ready\n'])
  expect(await asked('/readyz', fails)).toEqual([503, 'not ready\n'])
  expect(await asked('/healthz', fails)).toEqual([200, 'ok\n'])
})
