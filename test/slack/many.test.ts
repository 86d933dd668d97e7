import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { createLog } from '../../src/log.ts'
import type { Handlers } from '../../src/slack/handlers.ts'
import { createManySlack } from '../../src/slack/many.ts'

const signingSecret = 'sandbox-signing-secret'

/** A command as Slack sends it from a workspace of an organization that has the app. */
function commandFrom(team: string, org: string): RequestInit {
  const body = new URLSearchParams({
    command: '/sightline',
    text: 'status',
    team_id: team,
    enterprise_id: org,
    is_enterprise_install: 'true',
    channel_id: 'C1',
    user_id: 'U1',
    trigger_id: `${Math.random()}`,
    response_url: 'http://127.0.0.1:9/never',
  }).toString()
  const time = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', signingSecret).update(`v0:${time}:${body}`).digest('hex')
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  }
}

it('a command of a workspace that was never met is acknowledged while the database hangs; its work waits until it is noted', async () => {
  const linked = Promise.withResolvers<boolean>()
  const links: string[] = []
  const slack = createManySlack(
    {
      clientId: '1.2',
      clientSecret: 'sandbox-client-secret-1',
      publicUrl: 'https://sightline.example.com',
      apiUrl: 'http://127.0.0.1:9/api/',
      signingSecret,
      port: 0,
      keys: [Buffer.alloc(32, 1)],
    },
    {
      clock: systemClock,
      log: createLog('silent'),
      installed: async () => {},
      keeper: Promise.resolve({
        link: (team, org) => {
          links.push(`${team} of ${org}`)
          return linked.promise
        },
        token: async () => null,
        useState: async () => true,
        claimRenewal: async () => false,
        renewed: async () => false,
        releaseRenewal: async () => {},
      }),
    },
  )
  const worked: string[] = []
  const begun = Promise.withResolvers<void>()
  const unused = async () => {
    throw new Error('not asked for here')
  }
  const handlers: Handlers = {
    command: ({ team }) => ({
      kind: 'work',
      verb: 'status',
      run: async () => {
        begun.resolve()
        await slack.noted(team)
        worked.push(team)
        return null
      },
    }),
    click: unused,
    submit: unused,
    suggest: unused,
    homeOpened: unused,
    removed: unused,
    channelMoved: unused,
  }
  const { port } = await slack.listen(handlers)
  onTestFinished(async () => void (await slack.stop(1_000)))
  const send = () => fetch(`http://127.0.0.1:${port}/slack/events`, commandFrom('T0MET', 'E0ORG'))
  expect((await send()).status).toBe(200)
  await begun.promise
  expect((await send()).status).toBe(200)
  expect(worked).toEqual([])
  linked.resolve(true)
  await expect.poll(() => worked).toEqual(['T0MET', 'T0MET'])
  expect(links, 'noted once').toEqual(['T0MET of E0ORG'])
})
