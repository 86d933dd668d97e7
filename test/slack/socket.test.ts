import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { WebAPIPlatformError } from '@slack/web-api'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { workingMessage } from '../../src/blocks/conversation/replies.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { createSlack, type Slack } from '../../src/slack/app.ts'
import { startError } from '../../src/slack/receive/socket.ts'
import { FakeClock } from '../digests/clock.ts'
import { testHandlers } from './handlers.ts'

const manifest = join(import.meta.dirname, '../../manifest.yml')

let slack: SlackSandbox
let app: Slack
let clock: FakeClock
let lines: string[]
let onLine: () => void
/** What the operator is finally told; `null`: the bot wants to run on. */
let lost: string | null

beforeEach(async () => {
  clock = new FakeClock('2026-11-16T08:00Z')
  lines = []
  onLine = () => {}
  lost = null
  slack = await startSlack({ manifest, pingEveryMs: 25 })
  app = newApp()
  void app.lost.then((error) => {
    lost = error.message
  })
  await app.verify()
  await app.listen(handlers)
  onTestFinished(async () => {
    await app.stop(0)
    await slack.stop()
  })
})

const handlers = testHandlers({
  plan: () => ({ kind: 'instant', verb: 'help', understood: true, answer: workingMessage }),
  step: async ({ id }, { recorded, endStep }) => {
    recorded()
    stepEnd = endStep(id, { ok: false, sentence: 'no' }).catch((error: unknown) => error)
  },
})
let stepEnd: Promise<unknown>

function newApp(): Slack {
  return createSlack(
    {
      mode: 'socket',
      botToken: slack.botToken,
      appToken: slack.appToken,
      signingSecret: '',
      apiUrl: slack.apiUrl,
      port: 0,
    },
    { clock, log: createLog('info', { write: noteLine }) },
  )
}

function noteLine(line: string): void {
  lines.push(line)
  onLine()
}

/** Resolves with the next log line that includes these words. */
function logged(words: string): Promise<void> {
  const from = lines.length
  return new Promise((resolve) => {
    onLine = () => {
      if (lines.slice(from).some((line) => line.includes(words))) resolve()
    }
  })
}

/** Advances the clock by this many seconds, with everything that happens in them. */
async function pass(seconds: number): Promise<void> {
  for (let done = 0; done < seconds; done += 1) {
    clock.advance({ seconds: 1 })
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  }
}

const opened = () => slack.requests().filter(({ method }) => method === 'apps.connections.open').length
const answers = async () =>
  (await slack.command({ user: USERS.owner, channel: CHANNELS.brandVisibility, text: '/sightline' })).ok
const reconnected = () => logged('connected to Slack again')

function nextPing(): Promise<void> {
  return new Promise((resolve) => {
    const onPing = () => {
      unsubscribe('undici:websocket:ping', onPing)
      resolve()
    }
    subscribe('undici:websocket:ping', onPing)
  })
}

it('an idle socket is left open while Slack pings', async () => {
  for (let minutes = 0; minutes < 5; minutes += 0.5) {
    await nextPing()
    await pass(30)
  }
  expect(opened()).toBe(1)
  expect(app.connected).toBe(true)
  expect(lines.filter((line) => line.includes('silent'))).toEqual([])
})

it.each(['half', 'whole'] as const)(
  'a silent socket (%s) is noticed within a minute, and replaced by one that receives commands',
  async (how) => {
    await nextPing()
    await pass(1)
    slack.silenceSockets(how)
    await pass(30)
    expect(opened()).toBe(1)
    const again = reconnected()
    await pass(25)
    await again
    expect(opened()).toBe(2)
    expect(await answers()).toBe(true)
    expect(lines.join('')).toContain('the socket to Slack is silent')
    expect(lost).toBeNull()
  },
)

it('a new socket is opened at once when Slack asks for it, with retries while Slack refuses', async () => {
  await pass(10)
  const first = reconnected()
  slack.disconnectSockets('refresh_requested')
  await first
  expect(opened()).toBe(2)
  expect(await answers()).toBe(true)

  await nextPing()
  await pass(10)
  // Each attempt asks three times.
  slack.fail('apps.connections.open', { status: 503 }, 3)
  const refused = logged('could not reconnect to Slack')
  slack.disconnectSockets('refresh_requested')
  await refused
  expect(app.connected).toBe(false)
  const second = reconnected()
  await pass(2)
  await second
  expect(opened()).toBe(6)
  expect(await answers()).toBe(true)
  expect(lost).toBeNull()
})

it('the operator is told that Slack is lost after two minutes of failed attempts, and no earlier', async () => {
  slack.fail('apps.connections.open', { status: 503 }, 1_000)
  const closed = logged('the socket to Slack closed')
  slack.disconnectSockets('refresh_requested')
  await closed
  await pass(110)
  expect(lost).toBeNull()
  await pass(15)
  expect(lost).toMatch(
    /^Sightline could not reconnect to Slack for 2 minutes\. .*supervisor can restart it\.$/,
  )
})

it('hopeless attempts end at once: a token that Slack has revoked', async () => {
  await pass(10)
  slack.fail('apps.connections.open', { error: 'invalid_auth' }, 1_000)
  slack.disconnectSockets('refresh_requested')
  expect((await app.lost).message).toMatch(/^Slack rejected a token \(invalid_auth\)\. Copy SLACK_BOT_TOKEN/)
})

it('the end of a workflow step doesn’t wait for Slack’s rate limit: its caller tries again', async () => {
  slack.fail('functions.completeError', { retryAfter: 3_600 })
  await slack.runStep({ callbackId: 'get_visibility', inputs: { channel: CHANNELS.brandVisibility } })
  expect(await stepEnd).toMatchObject({ outcome: 'rate_limited' })
})

it.each([
  ['missing_scope', /with the scope connections:write\.$/],
  ['token_expired', /Copy SLACK_BOT_TOKEN and SLACK_APP_TOKEN again/],
])('a start that Slack refuses with %s says what to do', (error, step) => {
  const refused = new WebAPIPlatformError({ ok: false, error })
  expect(startError(refused, { mode: 'socket', port: 0, apiUrl: '' }).message).toMatch(step)
})

it('waiting for Slack’s hello is limited, for a new socket and at the start', async () => {
  await nextPing()
  await pass(10)
  slack.silenceSockets('hello')
  const without = logged('no_hello')
  slack.disconnectSockets('refresh_requested')
  await slack.until(() => opened() === 2 && slack.connections() === 1, 'a socket without a hello')
  await pass(45)
  await without
  expect(app.connected).toBe(false)

  const second = newApp()
  onTestFinished(() => void second.stop(0))
  await second.verify()
  const before = opened()
  const start = second.listen(handlers).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  await slack.until(() => opened() > before && slack.connections() > 0, 'another one')
  await pass(45)
  expect(await start).toMatch(/^Slack can’t be reached .*the socket ended before Slack said hello/)
})

it('nothing is opened after a stop', async () => {
  await pass(10)
  await app.stop(0)
  await slack.until(() => slack.connections() === 0, 'the end of the connection')
  await pass(200)
  expect(opened()).toBe(1)
  expect(app.connected).toBe(false)
  expect(lost).toBeNull()
})
