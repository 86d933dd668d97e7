/** The demo panel: what a user sees after moving the time or switching on a fault. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../sandbox/exchanges.ts'
import type { PanelState } from '../../../sandbox/slack/control/panel.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { ask, mondayDigest, press, taskPosts, textOf } from '../../e2e/slack-screen.ts'
import { secretsIn } from '../../secrets/shapes.ts'
import { type Stage, startStage } from '../../stage.ts'

const { owner } = USERS
let stage: Stage | undefined
afterEach(async () => {
  await stage?.stop()
  stage = undefined
})
const start = async (env: Readonly<Record<string, string>> = {}) => {
  stage = await startStage({
    minutesBefore: 1,
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    env,
    log: { write: () => undefined },
  })
  return stage
}

const read = async <T>({ slack }: Stage, path: string): Promise<T> =>
  (await fetch(`${slack.url}control/${path}`)).json() as Promise<T>
const panelOf = (on: Stage) => read<PanelState>(on, 'panel')
const post = ({ slack }: Stage, path: string, body: unknown) =>
  fetch(`${slack.url}control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const turn = async (on: Stage, id: string, wanted: boolean): Promise<PanelState> =>
  (await post(on, 'fault', { id, on: wanted })).json() as Promise<PanelState>
const isOn = ({ faults }: PanelState, id: string) => faults.find((fault) => fault.id === id)?.on
const digests = ({ slack, channel }: Stage): readonly ShownMessage[] =>
  slack.messages(channel).filter(({ thread_ts, user }) => thread_ts === undefined && user === 'U0SIGHTLINE')

/** Reads the page's events while `act` runs, until one of this type arrives. */
async function heard(on: Stage, type: string, act: () => Promise<unknown>): Promise<void> {
  const stream = await fetch(`${on.slack.url}control/events`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  await act()
  let received = ''
  while (!received.includes(`"${type}"`)) received += (await reader?.read())?.value ?? ''
  await reader?.cancel()
}

describe('the clock', { timeout: 60_000 }, () => {
  it("jumps to the next digest, which the bot then posts with that week's data", async () => {
    const on = await start()
    const before = await panelOf(on)
    expect(before.clock).toMatchObject({
      now: expect.stringMatching(/^2026-11-16T07:59/),
      next: { at: '2026-11-16T08:00:00Z', name: expect.any(String), channel: on.channel },
    })
    const jumped = await post(on, 'jump', {})
    expect(await jumped.json()).toEqual({
      now: expect.stringMatching(/^2026-11-16T08:00:00/),
      name: before.clock.next?.name,
    })
    const first = await on.slack.until(() => digests(on)[0], 'the first digest')
    expect((await panelOf(on)).clock.next?.at).toBe('2026-11-23T08:00:00Z')
    await post(on, 'jump', {})
    const second = await on.slack.until(() => digests(on)[1], 'the second digest')
    expect((await panelOf(on)).clock.now).toMatch(/^2026-11-23T08:00/)
    expect(textOf(first)).toContain('(9–15 Nov | 2–8 Nov)')
    expect(textOf(second)).toContain('16–22 Nov')
    const headline = ({ text }: ShownMessage) => text.split('\n')[0]
    expect(headline(second)).not.toBe(headline(first))
    expect(digests(on)).toHaveLength(2)
  })

  it('explains why it can’t jump if no digest is scheduled', async () => {
    const on = await start({ SIGHTLINE_DIGEST_CHANNELS: '' })
    expect((await panelOf(on)).clock.next).toBeNull()
    const refused = await post(on, 'jump', {})
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringContaining('/sightline digest') },
    ])
  })

  it('notifies the page when the time moves and when the next digest changes', async () => {
    const on = await start()
    await heard(on, 'panel', () => post(on, 'jump', {}))
    await on.slack.until(() => digests(on)[0], 'the digest')
    await heard(on, 'panel', async () => {
      await ask(on, owner, on.channel, '/sightline digest pause')
    })
    expect((await panelOf(on)).clock.next).toBeNull()
  })
})

describe('faults', { timeout: 60_000 }, () => {
  it('are off at first, each with a title and a sentence about what users see', async () => {
    const { faults } = await panelOf(await start())
    expect(faults.map(({ id, on }) => [id, on])).toEqual([
      ['slow_api', false],
      ['api_down', false],
      ['expired_token', false],
      ['slack_429', false],
      ['lost_answer', false],
    ])
    for (const { title, description } of faults) {
      expect(title.length).toBeLessThan(30)
      expect(description).toMatch(/^[A-Z].{20,}\.$/)
    }
  })

  it('include an API outage, which the answer names until the API is back', async () => {
    const on = await start({ SIGHTLINE_API_DEADLINE_SECONDS: '2' })
    expect(isOn(await turn(on, 'api_down', true), 'api_down')).toBe(true)
    const { answer } = await ask(on, owner, on.channel, '/sightline visibility')
    expect(textOf(answer)).toMatch(/try again/i)
    expect(isOn(await turn(on, 'api_down', false), 'api_down')).toBe(false)
    const again = await ask(on, owner, on.channel, '/sightline visibility')
    expect(textOf(again.answer)).toContain('Northwind')
  })

  it('include a slow API, for which the bot waits after the acknowledgement', async () => {
    const on = await start()
    await turn(on, 'slow_api', true)
    const acknowledged = on.slack.command({ user: owner, channel: on.channel, text: '/sightline reddit' })
    expect((await acknowledged).ok).toBe(true)
    await on.slack.until(
      () => on.slack.messages(on.channel, owner).some(({ text }) => text.startsWith('Looking it up')),
      'a word that it is being looked up',
    )
    await turn(on, 'slow_api', false)
    expect(isOn(await panelOf(on), 'slow_api')).toBe(false)
  })

  it('include an expired token, which is renewed once without the user noticing', async () => {
    const on = await start()
    await turn(on, 'expired_token', true)
    await heard(on, 'panel', () => ask(on, owner, on.channel, '/sightline visibility'))
    expect(isOn(await panelOf(on), 'expired_token')).toBe(false)
    expect(textOf(on.slack.messages(on.channel, owner).at(-1))).toContain('Northwind')
    const { exchanges } = await read<{ exchanges: Exchange[] }>(on, 'exchanges')
    const asked = exchanges.filter(({ to }) => to === 'service')
    const refused = asked.findIndex(({ status }) => status === '401')
    const renewal = asked.slice(refused).filter(({ title }) => title.startsWith('POST /v1/auth/'))
    expect([refused >= 0, renewal.length]).toEqual([true, 1])
    expect(secretsIn(JSON.stringify(exchanges))).toEqual([])
  })

  it('include a 429 from Slack, which delays the digest; it is then posted once', async () => {
    const on = await start()
    await turn(on, 'slack_429', true)
    await post(on, 'jump', {})
    await on.slack.until(
      () => on.slack.requests().find(({ error }) => error === 'ratelimited'),
      'the refusal',
    )
    expect([digests(on).length, isOn(await panelOf(on), 'slack_429')]).toEqual([0, false])
    await on.slack.until(() => digests(on)[0], 'the digest after all')
    expect(digests(on)).toHaveLength(1)
  })

  it('include a lost answer to one POST, which leaves the task in doubt', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    await turn(on, 'lost_answer', true)
    await press(on, owner, digest, 'Create task')
    const reply = await on.slack.until(
      () =>
        digests(on).find(
          (message) => message.ts === digest.ts && /don’t know|may have|Check/i.test(textOf(message)),
        ),
      'the doubt',
    )
    expect(reply.ts).toBe(digest.ts)
    expect([taskPosts(on), isOn(await panelOf(on), 'lost_answer')]).toEqual([1, false])
    const { exchanges } = await read<{ exchanges: Exchange[] }>(on, 'exchanges')
    const lost = exchanges.find(({ title }) => title.endsWith('/tasks'))
    expect(lost).toMatchObject({ to: 'service', method: 'POST', status: 'no answer', failed: true })
    expect(lost?.response).toContain('Not delivered')
  })

  it('with unknown ids are refused, with a list of the existing ones', async () => {
    const on = await start()
    const refused = await post(on, 'fault', { id: 'flood', on: true })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringMatching(/"flood".*slow_api/) },
    ])
    expect((await post(on, 'fault', { id: 'slow_api' })).status).toBe(400)
  })
})
