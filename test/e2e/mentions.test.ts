import { describe, expect, it } from 'vitest'
import { APP, USERS } from '../../sandbox/slack/index.ts'
import { ephemeralsTo, labelsOf, press, textOf } from './slack-screen.ts'
import { stage, stageForAll } from './stage.ts'

const { member, admin, owner } = USERS

describe.each(['socket', 'http'] as const)('people who write to Sightline, over %s', (mode) => {
  stageForAll({ mode, rateLimits: false })

  /** The replies in a thread, as everyone or as this user sees them. */
  const inThread = (ts: string, user?: string) =>
    stage.slack
      .messages(stage.channel, user)
      .filter((one) => one.thread_ts === ts && one.ts !== ts && !one.text.startsWith('Looking it up'))

  it('get an answer in the mention’s thread, for everyone', async () => {
    const { slack, channel } = stage
    const ts = slack.post({ user: member, channel, text: `<@${APP.botUser}> visibility last month` })
    const answer = await slack.until(() => inThread(ts)[0], 'an answer')
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
      () => inThread(ts, admin).find(({ ephemeralFor }) => ephemeralFor === admin),
      'what the button runs',
    )
    expect(textOf(result)).toContain('Perplexity')
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
