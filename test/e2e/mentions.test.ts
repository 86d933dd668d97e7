import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../stage.ts'
import { ask, ephemeralsTo, labelsOf, mondayDigest, press, textOf } from './slack-screen.ts'

const mention = `<@${APP.botUser}>`
const { member, admin, owner } = USERS

describe.each(['socket', 'http'] as const)('people who write to Sightline, over %s', (mode) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage({ minutesBefore: 1, mode, rateLimits: false })
    await mondayDigest(stage)
  })
  afterAll(() => stage?.stop())

  const isAnswer = (message: ShownMessage) => !message.text.startsWith('Looking it up')
  /** The replies in a thread, as everyone or as this user sees them. */
  const inThread = (channel: string, ts: string, user?: string) =>
    stage.slack
      .messages(channel, user)
      .filter((one) => one.thread_ts === ts && one.ts !== ts && isAnswer(one))
  const mentioned = async (text: string, thread?: string, channel = stage.channel) => {
    const ts = stage.slack.post({
      user: member,
      channel,
      text,
      ...(thread === undefined ? {} : { thread_ts: thread }),
    })
    const before = new Set(thread === undefined ? [] : inThread(channel, thread).map((one) => one.ts))
    const answer = await stage.slack.until(
      () => inThread(channel, thread ?? ts).find((one) => one.ts > ts && !before.has(one.ts)),
      `an answer to “${text}”`,
    )
    return { ts, answer }
  }

  it('get an answer in the mention’s thread, for everyone', async () => {
    const { ts, answer } = await mentioned(`${mention} visibility last month`)
    expect(answer.ephemeralFor).toBeUndefined()
    expect(textOf(answer)).toContain('October')
    expect(labelsOf(answer)).toContain('Filter')
    expect(labelsOf(answer)).not.toContain('Share to channel')
    expect(textOf(answer)).not.toContain('Shared by')
    // Another person clicks, and reads the answer in the thread.
    await press(stage, admin, answer, 'How sure?')
    await stage.slack.until(() => stage.slack.views(admin).length > 0, 'the margins')
    await press(stage, admin, answer, 'By engine')
    const result = await stage.slack.until(
      () => inThread(stage.channel, ts, admin).find(({ ephemeralFor }) => ephemeralFor === admin),
      'what the button runs',
    )
    expect(textOf(result)).toContain('Perplexity')
  })

  it('get an answer inside an existing thread; an empty mention gets the groups of help', async () => {
    const { ts } = await mentioned(`${mention} tasks`)
    const { answer } = await mentioned(mention, ts)
    expect(answer.thread_ts).toBe(ts)
    for (const group of ['Ask', 'Act', 'Digests and alerts', 'Set up'])
      expect(textOf(answer)).toContain(group)
    await press(stage, admin, answer, 'More')
    await stage.slack.until(
      () => inThread(stage.channel, ts, admin).find((one) => one.ephemeralFor === admin),
      'all commands, for who clicked',
    )
    const now = stage.slack.messages(stage.channel).find((one) => one.ts === answer.ts)
    expect(textOf(now), 'everybody still reads the first').not.toContain('/sightline engines')
  })

  it('reach nothing without the new scopes, and the doctor says what is off', async () => {
    const { answer } = await ask(stage, owner, stage.channel, '/sightline doctor')
    expect(textOf(answer)).not.toContain('direct messages')
    const without = await startStage({
      minutesBefore: 1,
      mode,
      rateLimits: false,
      withoutScopes: ['app_mentions:read', 'im:history', 'assistant:write'],
    })
    try {
      const ts = without.slack.post({ user: member, channel: without.channel, text: `${mention} help` })
      const doctor = textOf((await ask(without, owner, without.channel, '/sightline doctor')).answer)
      for (const use of ['mentions it in a channel', 'answer direct messages', 'agent view'])
        expect(doctor).toContain(use)
      expect(without.slack.messages(without.channel).filter((one) => one.thread_ts === ts)).toHaveLength(0)
    } finally {
      await without.stop()
    }
  })

  it('get no answer to edits, to other apps’ messages, or to a repeated delivery', async () => {
    const { ts } = await mentioned(`${mention} tasks`)
    await stage.slack.redeliver('events_api')
    stage.slack.edit({ user: member, channel: stage.channel, ts, text: `${mention} help` })
    const { ts: next } = await mentioned(`${mention} help`)
    expect(inThread(stage.channel, ts)).toHaveLength(1)
    expect(inThread(stage.channel, next)).toHaveLength(1)
  })

  it('get an answer in direct messages, which names its channel', async () => {
    const { channel } = await stage.slack.openMessages({ user: owner })
    const before = stage.slack.messages(channel, owner).length
    stage.slack.post({ user: owner, channel, text: 'visibility' })
    const answer = await stage.slack.until(
      () =>
        stage.slack
          .messages(channel, owner)
          .slice(before)
          .find((one) => textOf(one).includes('About <#')),
      'the answer',
    )
    expect(textOf(answer)).toContain(`<#${stage.channel}>`)
    // A button keeps referring to that channel.
    await press(stage, owner, answer, 'By engine')
    await stage.slack.until(
      () => ephemeralsTo(stage.slack, owner, channel).find((one) => textOf(one).includes('Perplexity')),
      'what the button runs',
    )
  })

  it('see suggested questions in the agent view, a status while Sightline works, and answers in a thread', async () => {
    const pane = await stage.slack.openAssistant({ user: admin, channel: stage.channel })
    const { prompts } = await stage.slack.until(() => {
      const now = stage.slack.assistant(admin)
      return now !== undefined && now.prompts.length > 0 ? now : undefined
    }, 'suggested prompts')
    expect(prompts.map(({ title }) => title)).toContain('Where do we stand?')
    const ts = stage.slack.choosePrompt({ user: admin, prompt: 'Where do we stand?' })
    const answer = await stage.slack.until(
      () => stage.slack.messages(pane.channel, admin).find((one) => one.thread_ts === ts && one.ts !== ts),
      'the answer',
    )
    expect(textOf(answer)).toContain(`About <#${stage.channel}>`)
    const slow = stage.service.addFault({ how: { kind: 'latency', ms: 2_000 }, times: 100 })
    const another = stage.slack.post({ user: admin, channel: pane.channel, text: 'visibility 2026-06' })
    const session = (status: string) =>
      stage.slack.sessions().find((one) => one.thread_ts === another && one.status === status)
    const working = await stage.slack.until(() => session('processing'), 'that it works')
    expect(working.title).toBe('visibility 2026-06')
    slow.end()
    await stage.slack.until(() => session('active'), 'that it is done')
  })
})
