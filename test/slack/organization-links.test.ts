import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { createSlack } from '../../src/slack/app.ts'
import { organizationLinks } from '../../src/slack/oauth/installed-teams.ts'
import { approvedWorkspaces, SlackTime } from '../../src/slack/send/calls.ts'
import { SlackClient } from '../../src/slack/send/client.ts'
import { listening } from '../listening.ts'
import { slackHeaders } from '../slack-request.ts'
import { testHandlers } from './handlers.ts'

const signingSecret = 'sandbox-signing-secret'

/** A command as Slack sends it from a workspace of an organization with the app. */
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
  return { method: 'POST', headers: slackHeaders(signingSecret, body), body }
}

/** A Slack whose `auth.teams.list` returns these workspaces; `null`: it is down. */
async function slackOf(teams: readonly string[] | null) {
  const asked: string[] = []
  const address = await listening((request, response) => {
    asked.push(String(request.url))
    response.writeHead(teams === null ? 503 : 200, {
      'content-type': 'application/json',
      date: 'Mon, 16 Nov 2026 08:00:00 GMT',
    })
    const identity = { is_enterprise_install: true, enterprise_id: 'E0ORG' }
    response.end(JSON.stringify({ ok: true, ...identity, teams: teams?.map((id) => ({ id })) }))
  })
  return { asked, apiUrl: `${address}/api/` }
}

const settings = { mode: 'http', botToken: '', appToken: '', signingSecret, port: 0 } as const
const quiet = { log: createLog('silent'), meter: noMeter }
const orgToken = { owner: 'E0ORG', generation: 1, token: 'xoxb-of-org-1', rotation: null }

it('a command from an unlinked workspace is acknowledged while the database hangs, and runs once linked', async () => {
  const linked = Promise.withResolvers<boolean>()
  const { apiUrl } = await slackOf(['T0MET'])
  const links: string[] = []
  const slack = createSlack(
    { ...settings, apiUrl },
    {
      clock: systemClock,
      log: quiet.log,
      store: async () => ({
        link: (team, org, at) => {
          links.push(`${team} of ${org}, ${at}`)
          return linked.promise
        },
        works: async () => false,
        token: async (team) => (team === 'E0ORG' ? orgToken : null),
        use: async () => true,
        claimRenewal: async () => false,
        renewed: async () => false,
        releaseRenewal: async () => {},
      }),
    },
    {
      clientId: '1.2',
      clientSecret: 'sandbox-client-secret-1',
      publicUrl: 'https://sightline.example.com',
      keys: [Buffer.alloc(32, 1)],
      installed: async () => {},
      renewalRefused: async () => {},
    },
  )
  const worked: string[] = []
  const handlers = testHandlers({
    run: async (_plan, { team }) => {
      await slack.linkSettled(team)
      worked.push(team)
      return null
    },
  })
  const { port } = await slack.listen(handlers)
  onTestFinished(async () => void (await slack.stop(1_000)))
  const send = () => fetch(`http://127.0.0.1:${port}/slack/events`, commandFrom('T0MET', 'E0ORG'))
  expect((await send()).status).toBe(200)
  await expect.poll(() => links).toHaveLength(1)
  expect((await send()).status).toBe(200)
  expect(worked).toEqual([])
  linked.resolve(true)
  await expect.poll(() => worked).toEqual(['T0MET', 'T0MET'])
  await send()
  await expect.poll(() => worked).toHaveLength(3)
  expect(links, 'linked once').toEqual(['T0MET of E0ORG, 2026-11-16T08:00:00Z'])
})

it('an organization’s token doesn’t work in a workspace that it was removed from', async () => {
  const { apiUrl, asked } = await slackOf(['T0MET'])
  const own = { ...settings, botToken: 'xoxb-of-org-1', apiUrl }
  const slack = createSlack(own, { clock: systemClock, log: quiet.log })
  expect(await slack.of('T0MET').checkToken()).toMatchObject({ team: 'T0MET', isOrg: true })
  await expect(slack.of('T0GONE').checkToken()).rejects.toMatchObject({ code: 'team_access_not_granted' })
  const lists = asked.filter((address) => address.endsWith('auth.teams.list'))
  expect(lists, 'one list for all of its workspaces').toHaveLength(1)
})

it.each([
  { what: 'the organization’s own token does not name', teams: ['T0OTHER'], says: 'asked 1 times' },
  { what: 'nobody can tell of, while Slack is down,', teams: null, says: 'failed' },
])('a workspace that $what is not linked to an organization', async ({ teams, says }) => {
  const calls: string[] = []
  const links = organizationLinks({
    store: async () => ({ works: async () => false, link: async () => expect.fail('is not linked') }),
    log: { ...quiet.log, error: () => void calls.push('failed') },
    confirmed: async (team) => {
      const { asked, apiUrl } = await slackOf(teams)
      const options = { slackApiUrl: apiUrl, retryConfig: { retries: 0 } }
      const client = new SlackClient('xoxb-of-org-1', options, quiet)
      const approved = await approvedWorkspaces(client, new SlackTime(), systemClock)
      calls.push(`asked ${asked.length} times`)
      return approved.teams.has(team) ? approved.at : null
    },
    changed: () => {},
  })
  links.ensureLink('T0PARTNER', 'E0ORG')
  await links.linkSettled('T0PARTNER')
  expect(calls).toEqual([says])
  expect(links.linkFailed('T0PARTNER')).toBe(teams === null)
})
