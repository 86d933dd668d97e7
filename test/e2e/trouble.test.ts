import { afterEach, describe, expect, it } from 'vitest'
import { type Stage, type StageOptions, startStage } from '../../sandbox/demo/stage.ts'
import type { ServiceFault } from '../../sandbox/service/model.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { ask, buttonsOf, mondayDigest, press, said, taskPosts } from './watch.ts'

const { owner } = USERS
let stage: Stage | undefined
let logLines: Record<string, unknown>[] = []

async function start(options: StageOptions = {}): Promise<Stage> {
  logLines = []
  stage = await startStage({
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    ...options,
    log: { write: (line) => void logLines.push(JSON.parse(line)) },
  })
  return stage
}

afterEach(async () => {
  await stage?.stop()
  stage = undefined
})

const referenceOf = (message: ShownMessage) => /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(said(message))?.[0]
const everything: Pick<ServiceFault, 'method'> = { method: 'GET' }

describe('when the analytics service is in trouble, the asker reads what happened and what to do', () => {
  const cases: {
    readonly name: string
    readonly code: string
    readonly sentence: RegExp
    readonly env?: Record<string, string>
    readonly fault?: ServiceFault
  }[] = [
    {
      name: 'a wrong API key',
      code: 'authentication:401',
      sentence: /key/i,
      env: { SIGHTLINE_API_KEY: 'sk-sandbox-wrong-key-0000' },
    },
    {
      name: 'an address where nothing answers',
      code: 'unavailable',
      sentence: /reach/i,
      env: { SIGHTLINE_SEARCH_API_URL: 'http://127.0.0.1:9', SIGHTLINE_API_DEADLINE_SECONDS: '2' },
    },
    {
      name: 'a 500',
      code: 'unavailable:500',
      sentence: /trouble|unavailable|again/i,
      fault: { ...everything, how: { kind: 'status', status: 500 } },
    },
    {
      name: 'a body that is no JSON',
      code: 'bad_response:200:body',
      sentence: /answer/i,
      fault: { ...everything, how: { kind: 'broken_json' } },
    },
    {
      name: 'a field that is missing',
      code: 'bad_response:200:data.0.brand',
      sentence: /answer/i,
      fault: { ...everything, how: { kind: 'missing_field', field: 'brand' } },
    },
    {
      name: 'no answer until the deadline',
      code: 'timeout',
      sentence: /time|slow|long/i,
      env: { SIGHTLINE_API_DEADLINE_SECONDS: '1' },
      fault: { ...everything, how: { kind: 'stall' } },
    },
    {
      name: 'a refusal',
      code: 'forbidden:403',
      sentence: /allow|permission|may not|access/i,
      fault: { ...everything, how: { kind: 'status', status: 403 } },
    },
  ]

  const told = new Map<string, string>()

  it.each(cases)('$name', async ({ name, code, sentence, env, fault }) => {
    const on = await start(env === undefined ? {} : { env })
    if (fault !== undefined) on.service.addFault(fault)
    const { acknowledged, answer } = await ask(on, owner, on.channel, '/sightline visibility')
    expect(acknowledged.ok).toBe(true)
    expect(acknowledged.ms).toBeLessThan(1_000)
    expect(said(answer)).toMatch(sentence)
    const reference = referenceOf(answer)
    told.set(name, answer.text.split('\n')[0] ?? '')
    expect(reference).toBeDefined()
    expect(logLines.find((line) => line.reference === reference)).toMatchObject({
      code,
      msg: 'request failed',
    })
    const everyLine = JSON.stringify(logLines) + said(answer)
    for (const secret of [...Object.values(on.service.keys), on.slack.botToken, on.slack.appToken])
      expect(everyLine).not.toContain(secret)
  })

  it('each in a sentence of its own', () => {
    expect(told.size).toBe(cases.length)
    expect(new Set(told.values()).size).toBe(cases.length)
    expect(new Set(cases.map(({ code }) => code)).size).toBe(cases.length)
  })
})

describe('while the service is slow', () => {
  it('the asker is told within a second that it is being looked up, and the answer follows', async () => {
    const on = await start()
    on.service.addFault({ ...everything, times: 2, how: { kind: 'latency', ms: 1_500 } })
    const typed = on.slack.command({ user: owner, channel: on.channel, text: '/sightline visibility' })
    await on.slack.until(
      () => on.slack.messages(on.channel, owner).find(({ text }) => text.startsWith('Looking')),
      'the interim line',
    )
    expect((await typed).ms).toBeLessThan(1_000)
    await on.slack.until(
      () => on.slack.messages(on.channel, owner).find((message) => said(message).includes('How measured')),
      'the answer',
    )
    const order = on.slack.messages(on.channel, owner).map(({ text }) => text.startsWith('Looking'))
    expect(order).toEqual([true, false])
  })
})

/** Types the command and waits for the word that the digest is posted, with everything recorded by then. */
async function digestNow({ slack, channel }: Stage): Promise<void> {
  await slack.command({ user: owner, channel, text: '/sightline digest now' })
  await slack.until(
    () => slack.messages(channel, owner).some((message) => said(message).includes('The digest is posted')),
    'the word that the digest is posted',
  )
}

/** How many digests stand in the channel. */
const digestsIn = (on: Stage) =>
  on.slack.messages(on.channel).filter((message) => said(message).includes('Weekly brand')).length

describe('a digest', () => {
  it('says which section is unavailable, and brings the others', async () => {
    const on = await start()
    on.service.addFault({
      route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/reddit/summaries',
      how: { kind: 'status', status: 500 },
    })
    const digest = await mondayDigest(on)
    expect(said(digest)).toMatch(/Reddit.*unavailable/i)
    expect(said(digest)).toMatch(/Northwind.*of 12/)
    expect(buttonsOf(digest.blocks).some(({ label }) => label === 'Create task')).toBe(true)
  })

  it('is sent later, not as a list of excuses, when nothing could be read', async () => {
    const on = await start()
    on.service.addFault({ ...everything, how: { kind: 'status', status: 500 } })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    expect(on.slack.messages(on.channel)).toEqual([])
    on.service.clearFaults()
    on.clock.advance({ minutes: 5 })
    await on.bot.scheduler.wake()
    expect(said(on.slack.messages(on.channel)[0])).toContain('Weekly brand visibility')
  })

  it('arrives in simpler blocks, with the same numbers, when Slack refuses its own', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'invalid_blocks' })
    const digest = await mondayDigest(on)
    expect(digest.blocks.map(({ type }) => type)).not.toContain('data_table')
    expect(said(digest)).toMatch(/Globex/)
    expect(said(digest)).toMatch(/Northwind.*of 12/)
  })

  it('arrives as plain text when Slack refuses those, too', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'invalid_blocks' }, 2)
    const digest = await mondayDigest(on)
    expect(new Set(digest.blocks.map(({ type }) => type))).toEqual(new Set(['section']))
    expect(said(digest)).toMatch(/Northwind.*of 12/)
  })

  it.each(['internal_error', 'fatal_error', 'service_unavailable'])(
    'is looked up before it is repeated when Slack says %s, and comes once',
    async (error) => {
      const on = await start()
      on.slack.fail('chat.postMessage', { error })
      on.clock.advance({ minutes: 1 })
      await on.bot.scheduler.wake()
      const { answer } = await ask(on, owner, on.channel, '/sightline digest now')
      expect(said(answer)).toContain('just now')
      expect(digestsIn(on)).toBe(0)
      on.clock.advance({ minutes: 10 })
      await on.bot.scheduler.wake()
      expect(on.slack.requests().some(({ method }) => method === 'conversations.history')).toBe(true)
      expect(digestsIn(on)).toBe(1)
    },
  )

  it('brings its whole thread although Slack asks to wait in between', async () => {
    const on = await start()
    const pass = mondayDigest(on)
    await on.slack.until(() => on.slack.messages(on.channel).length > 0, 'the digest')
    on.slack.fail('chat.postMessage', { retryAfter: 1 })
    const digest = await pass
    const replies = () => on.slack.messages(on.channel).filter(({ thread_ts }) => thread_ts === digest.ts)
    await on.slack.until(() => replies().length === 2, 'both replies')
  })

  it.each(['before', 'after'] as const)(
    'is looked up before it is repeated when nobody knows whether Slack took it (connection lost %s the effect)',
    async (reset) => {
      const on = await start()
      on.slack.fail('chat.postMessage', { reset })
      on.clock.advance({ minutes: 1 })
      await on.bot.scheduler.wake()
      on.clock.advance({ minutes: 10 })
      await on.bot.scheduler.wake()
      expect(digestsIn(on)).toBe(1)
      expect(logLines.some(({ msg }) => msg === 'a digest was not posted')).toBe(true)
    },
  )

  it.each(['is_archived', 'not_in_channel'])(
    'pauses when Slack says %s, and goes on once "digest now" works again',
    async (error) => {
      const on = await start({ rateLimits: false })
      on.slack.fail('chat.postMessage', { error })
      on.clock.advance({ minutes: 1 })
      await on.bot.scheduler.wake()
      expect(on.slack.messages(on.channel)).toEqual([])

      on.clock.advance({ hours: 24 * 7 })
      await on.bot.scheduler.wake()
      expect(on.slack.messages(on.channel)).toEqual([])

      await digestNow(on)
      const count = () =>
        on.slack.messages(on.channel).filter((message) => said(message).includes('Weekly brand')).length
      expect(count()).toBe(1)
      on.clock.advance({ hours: 24 * 7 })
      await on.bot.scheduler.wake()
      expect(count()).toBe(2)
    },
  )

  it('that waits for its next try is the one that "digest now" posts, so that it does not come twice', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { retryAfter: 120 })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    on.clock.advance({ minutes: 3 })
    await digestNow(on)
    on.clock.advance({ minutes: 5 })
    await on.bot.scheduler.wake()
    const digests = on.slack.messages(on.channel).filter((message) => said(message).includes('Weekly brand'))
    expect(digests).toHaveLength(1)
  })

  it('waits as long as Slack asks, and comes then', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { retryAfter: 30 })
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    await on.bot.scheduler.wake()
    expect(on.slack.messages(on.channel)).toEqual([])
    on.clock.advance({ seconds: 31 })
    await on.bot.scheduler.wake()
    expect(said(on.slack.messages(on.channel)[0])).toContain('Weekly brand visibility')
  })
})

describe('a task', () => {
  const tasksRoute =
    '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{result_id}/tasks'
  const now = (on: Stage, message: ShownMessage) =>
    on.slack.messages(message.channel).find(({ ts }) => ts === message.ts)

  it.each(['before_effect', 'after_effect'] as const)(
    'whose answer was lost (%s) is shown as unknown, is never sent again by itself, and can be created deliberately',
    async (when) => {
      const on = await start()
      const digest = await mondayDigest(on)
      on.service.addFault({ route: tasksRoute, times: 1, how: { kind: 'reset', when } })
      await press(on, owner, digest, 'Create task')
      const unknown = await on.slack.until(
        () =>
          [now(on, digest)].find(
            (message) =>
              message !== undefined &&
              buttonsOf(message.blocks).some(({ label }) => label === 'Create anyway'),
          ),
        'the unknown outcome',
      )
      expect(taskPosts(on)).toBe(1)
      expect(said(unknown)).not.toContain('Task created')
      await press(on, owner, unknown, 'Create anyway')
      await on.slack.until(() => said(now(on, digest)).includes('Task created'), 'the task')
      expect(taskPosts(on)).toBe(2)
    },
  )

  it('that the service refuses keeps its button, and the clicker reads why', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    on.service.addFault({ route: tasksRoute, times: 1, how: { kind: 'status', status: 403 } })
    const labels = buttonsOf(digest.blocks).map(({ label }) => label)
    await press(on, owner, digest, 'Create task')
    const told = await on.slack.until(
      () => on.slack.messages(on.channel, owner).find(({ ephemeralFor }) => ephemeralFor === owner),
      'the reason',
    )
    expect(said(told)).toMatch(/allow|permission|may not|access/i)
    const after = await on.slack.until(() => {
      const shown = now(on, digest)
      return shown !== undefined && buttonsOf(shown.blocks).length === labels.length ? shown : null
    }, 'the button')
    expect(buttonsOf(after.blocks).map(({ label }) => label)).toEqual(labels)
  })

  it('reaches its message although Slack put the update off, or did not answer it', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    on.slack.fail('chat.update', { retryAfter: 1 })
    on.slack.fail('chat.update', { reset: 'before' })
    await press(on, owner, digest, 'Create task')
    await on.slack.until(() => said(now(on, digest)).includes('Task created'), 'the task in the digest')
    expect(taskPosts(on)).toBe(1)
  })

  it('is written also into a digest that Slack took without saying so', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { reset: 'after' })
    const digest = await mondayDigest(on)
    await press(on, owner, digest, 'Create task')
    await on.slack.until(() => said(now(on, digest)).includes('Task created'), 'the task in the digest')
  })

  it('that exists already is in a digest that was on its way when it was created', async () => {
    const on = await start({ rateLimits: false })
    const digest = await mondayDigest(on)
    on.slack.fail('chat.postMessage', { delayMs: 400 })
    const second = on.slack.command({
      user: owner,
      channel: CHANNELS.marketing,
      text: '/sightline digest now',
    })
    await press(on, owner, digest, 'Create task')
    await second
    const copy = await on.slack.until(
      () =>
        on.slack
          .messages(CHANNELS.marketing)
          .find(
            (message) => said(message).includes('Weekly brand') && said(message).includes('Task created'),
          ),
      'the task in the second digest',
    )
    expect(said(copy)).toContain('Created by')
  })

  it('can be created although the message that was clicked is gone', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    on.slack.fail('chat.update', { error: 'message_not_found' }, 3)
    await press(on, owner, digest, 'Create task')
    await on.slack.until(() => taskPosts(on) === 1, 'the task')
  })
})
