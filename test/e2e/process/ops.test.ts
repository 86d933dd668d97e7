/** What an operator sees of a running bot: health, metrics, and the log of one person's request. */
import { describe, expect, it } from 'vitest'
import { USERS } from '../../../sandbox/slack/index.ts'
import { faultsIn, readExposition, valueIn } from '../../ops/exposition.ts'
import type { StageOptions } from '../../stage.ts'
import { ask, mondayDigest, press, textOf } from '../slack-screen.ts'
import { logLines, stage, stageForTest } from '../stage.ts'

const play = (options: StageOptions = {}) =>
  stageForTest({
    minutesBefore: 1,
    rateLimits: false,
    env: { SIGHTLINE_LOG_LEVEL: 'debug', SIGHTLINE_OPS_PORT: '0', SIGHTLINE_METRICS: 'on' },
    ...options,
  })

/** Resolves when this many commands were logged, which is after the person has the answer. */
const commandsDone = (count: number) =>
  expect.poll(() => logLines.filter(({ msg }) => msg === 'command')).toHaveLength(count)

const opsPage = (path: string) => fetch(`http://127.0.0.1:${stage.bot.opsPort}${path}`)

describe('a bot at work', () => {
  it('counts what it does, following the metric conventions and without any ids', async () => {
    const { slack, channel, service } = await play()
    await mondayDigest(stage)
    await ask(stage, USERS.owner, channel, '/sightline help')
    await ask(stage, USERS.owner, channel, '/sightline visibility')
    await ask(stage, USERS.owner, channel, '/sightline visibility')
    await ask(stage, USERS.owner, channel, '/sightline xyzzy')
    // Evaluations are never cached.
    service.addFault({ method: 'GET', times: 20, how: { kind: 'status', status: 403 } })
    await ask(stage, USERS.owner, channel, '/sightline evaluation d4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d01')
    slack.fail('users.conversations', { retryAfter: 30 })
    await slack.openHome({ user: USERS.owner })
    await slack.until(() => slack.home(USERS.owner), 'the Home tab')
    await commandsDone(5)

    const families = readExposition(await (await opsPage('/metrics')).text())
    expect(faultsIn(families)).toEqual([])
    const count = (verb: string, outcome: string) =>
      valueIn(families, 'sightline_command_duration_seconds_count', { verb, outcome })
    expect(count('help', 'answered')).toBe(1)
    expect(count('visibility', 'answered')).toBe(2)
    expect(count('question', 'problem')).toBe(1)
    expect(count('evaluation', 'api')).toBe(1)
    const acknowledged = (kind: string) =>
      valueIn(families, 'sightline_slack_acknowledgement_seconds_count', { kind })
    expect([acknowledged('command'), acknowledged('event')]).toEqual([5, 1])
    expect(valueIn(families, 'sightline_api_requests_total')).toBe(service.requests().length)
    expect(valueIn(families, 'sightline_api_requests_total', { status: '403' })).toBeGreaterThan(0)
    expect(valueIn(families, 'sightline_api_cache_hits_total')).toBeGreaterThan(0)
    expect(valueIn(families, 'sightline_digests_total', { state: 'posted' })).toBe(1)
    expect(valueIn(families, 'sightline_slack_requests_total', { outcome: 'ok' })).toBeGreaterThan(3)
    expect(valueIn(families, 'sightline_slack_rate_limited_total', { method: 'users.conversations' })).toBe(1)
    expect(valueIn(families, 'sightline_slack_connected')).toBe(1)

    const labels = [...families.values()].flatMap(({ samples }) =>
      samples.flatMap((sample) => Object.values(sample.labels)),
    )
    const ids = [slack.team.id, channel, ...slack.users.keys(), service.demo.projectId, 'xyzzy']
    expect(labels.filter((value) => ids.some((id) => value.includes(id)))).toEqual([])
    expect(labels.filter((value) => /\b[TCUGDWBA]0[A-Z0-9]{3,}/.test(value))).toEqual([])
  })

  it('is ready, and reveals no more than that on Slack’s own port', async () => {
    await play({ mode: 'http' })
    const ready = await opsPage('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ ready: true })
    const inChannel = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${stage.bot.port}${path}`)
      return [response.status, await response.text()]
    }
    expect(await inChannel('/healthz')).toEqual([200, 'ok\n'])
    expect(await inChannel('/readyz')).toEqual([200, 'ready\n'])
    const head = await fetch(`http://127.0.0.1:${stage.bot.port}/readyz`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    const [status, body] = await inChannel('/metrics')
    expect([status, String(body).includes('sightline_')]).toEqual([404, false])
  })
})

describe('the log', () => {
  it('has every line of a request under the reference that its person reads, and no other lines', async () => {
    const { channel, service } = await play()
    service.addFault({ method: 'GET', times: 50, how: { kind: 'status', status: 403 } })
    const { answer } = await ask(stage, USERS.owner, channel, '/sightline reddit')
    const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(textOf(answer))?.[0]
    service.clearFaults()
    await ask(stage, USERS.admin, channel, '/sightline collects')
    await commandsDone(2)

    const mine = logLines.filter((line) => line.reference === reference)
    expect(mine.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['api request', 'request failed', 'slack request', 'command']),
    )
    expect(mine.find(({ msg }) => msg === 'command')).toMatchObject({
      verb: 'reddit',
      outcome: 'api',
      user: USERS.owner,
      channel,
    })
    expect(mine.find(({ msg }) => msg === 'api request')).toMatchObject({ status: 403 })
    const other = logLines.find(({ msg, verb }) => msg === 'command' && verb === 'collects')
    expect(other?.reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(other?.reference).not.toBe(reference)
  })

  it('follows a digest to Slack, and a click through the service to every message that it changes', async () => {
    const digest = await mondayDigest(await play())
    const posted = logLines.find(({ msg, action }) => msg === 'message posted' && action === 'digest')
    expect(posted?.delivery).toMatch(/^[\w-]{24}$/)
    const same = logLines.filter(({ reference }) => reference === posted?.reference)
    expect(same.filter(({ msg }) => msg === 'api request').length).toBeGreaterThan(2)
    expect(same).toContainEqual(expect.objectContaining({ msg: 'slack request', route: 'chat.postMessage' }))

    await press(stage, USERS.owner, digest, 'Create task')
    const creates = ({ route }: (typeof logLines)[number]) => /^POST .*\/tasks$/.test(String(route))
    await expect.poll(() => logLines.some(creates)).toBe(true)
    const reference = logLines.find(creates)?.reference
    expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    // The message changes when the task is being created, and when it is created.
    const updates = ({ route, reference: of }: (typeof logLines)[number]) =>
      route === 'chat.update' && of === reference
    await expect.poll(() => logLines.filter(updates).length).toBeGreaterThanOrEqual(2)
  })

  it('holds nothing that people type or read', async () => {
    const { channel, slack } = await play()
    await mondayDigest(stage)
    await ask(stage, USERS.owner, channel, '/sightline visibility "Our secret launch"')
    await ask(stage, USERS.owner, channel, '/sightline launchplan for friday')
    const read = slack
      .messages(channel)
      .flatMap((message) => textOf(message).split('\n'))
      .filter((text) => text.length > 30)
    expect(read.length).toBeGreaterThan(5)
    const log = JSON.stringify(logLines)
    for (const text of ['secret launch', 'launchplan', 'friday', ...read]) expect(log).not.toContain(text)
  })
})
