import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { Store } from '../../src/store/index.ts'
import { textOf } from '../e2e/slack-screen.ts'
import {
  connectDemo,
  dailyDigest,
  home,
  type ManyStage,
  postsIn,
  saying,
  second,
  startMany,
} from './world.ts'

const channel = CHANNELS.brandVisibility
const owner = USERS.owner

async function prepare(store: Store): Promise<void> {
  const then = Temporal.Instant.from('2026-11-15T12:00:00Z')
  for (const team of [home, second.id])
    await store.subscriptions.create(dailyDigest(team, then.add({ hours: 21 })), then)
}

describe('a bot for many workspaces', () => {
  let stage: ManyStage
  beforeAll(async () => {
    const env = { SIGHTLINE_OPS_PORT: '0', SIGHTLINE_METRICS: 'on' }
    stage = await startMany({ prepare, env })
    for (const team of [home, second.id]) {
      await stage.install(team)
      await connectDemo(stage, team, channel)
    }
  })
  afterAll(() => stage?.stop())

  const digestsIn = (team: string) => postsIn(stage.slack.in(team), channel).length
  const minutes = async (count: number) => {
    stage.clock.advance({ minutes: count })
    await stage.bots[0]?.scheduler.wake()
  }
  const ops = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${stage.bots[0]?.opsPort}${path}`)
    return { status: response.status, text: await response.text() }
  }

  it('accepts only what Slack has signed, except on its pages', async () => {
    const origin = `http://127.0.0.1:${stage.bots[0]?.port}`
    const forged = await fetch(`${origin}/slack/events`, {
      method: 'POST',
      headers: { 'x-slack-signature': 'v0=00', 'x-slack-request-timestamp': '1' },
      body: '{"type":"url_verification","challenge":"told to anybody"}',
    })
    expect(forged.status).toBe(401)
    expect(await forged.text()).toBe('')
    const long = await fetch(`${origin}/slack/events`, { method: 'POST', body: 'x'.repeat(3_000_000) })
    expect(long.status).toBe(413)
    expect((await stage.browse('/slack/install')).status).toBe(200)
    expect((await stage.browse('/slack/oauth_redirect?code=1&state=2')).status).toBe(400)
  })

  it('reports its health to a load balancer and its operator', async () => {
    await minutes(0)
    expect(await (await stage.browse('/healthz')).text()).toBe('ok\n')
    expect(await (await stage.browse('/readyz')).text()).toBe('ready\n')
    const { status, text } = await ops('/readyz')
    expect(status).toBe(200)
    expect(text).toContain('Sightline is listening for requests from Slack.')
  })

  it('lets a digest wait while Slack rejects the token, and continues when the app is added again', async () => {
    const slack = stage.slack.in(second.id)
    slack.fail('chat.postMessage', { error: 'account_inactive' }, 1)
    slack.fail('auth.test', { error: 'account_inactive' }, 1)
    await minutes(1)
    expect([digestsIn(home), digestsIn(second.id)]).toEqual([1, 0])
    await minutes(1)
    expect([digestsIn(home), digestsIn(second.id)], 'it is not even tried').toEqual([1, 0])
    await stage.install(second.id)
    await minutes(1)
    expect([digestsIn(home), digestsIn(second.id)]).toEqual([1, 1])
  })

  it('counts what it does in all of them, without any ids', async () => {
    const slack = stage.slack.in(second.id)
    await slack.command({ user: owner, channel, text: '/sightline doctor' })
    const examined = await saying(slack, { user: owner, channel }, /bot user/)
    expect(textOf(examined)).toContain(`in workspace ${second.id}`)
    const { text } = await ops('/metrics')
    expect(text).toMatch(/^sightline_slack_requests_total\{[^}]*method="chat.postMessage"[^}]*\} [1-9]/m)
    expect(text).toMatch(/^sightline_slack_acknowledgement_seconds_count\{[^}]*kind="command"[^}]*\} [1-9]/m)
    expect(text).toMatch(/^sightline_digests_total\{[^}]*="posted"[^}]*\} 2$/m)
    expect(text).toMatch(/^sightline_api_requests_total\{[^}]*\} [1-9]/m)
    for (const id of [home, second.id, channel, owner]) expect(text).not.toContain(id)
  })

  it('finishes what it has begun when it is stopped, and accepts nothing new', async () => {
    const slack = stage.slack.in(home)
    stage.service.addFault({ how: { kind: 'latency', ms: 300 } })
    await slack.command({ user: owner, channel, text: '/sightline visibility' })
    await stage.bots[0]?.stop()
    const answered = slack.messages(channel, owner).filter(({ ephemeralFor }) => ephemeralFor === owner)
    expect(answered.some((message) => textOf(message).includes('Northwind'))).toBe(true)
    await expect(stage.browse('/healthz')).rejects.toThrow()
  })
})
