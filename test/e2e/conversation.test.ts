import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, startStage } from '../stage.ts'
import { ask, buttonsOf, mondayDigest, press, taskPosts, textOf, texts } from './slack-screen.ts'

describe.each(['socket', 'http'] as const)('a week with Sightline, over %s', (mode) => {
  let stage: Stage
  let digest: ShownMessage
  const { owner, admin, member } = USERS
  const current = (message: ShownMessage) => {
    const now = stage.slack.messages(message.channel).find(({ ts }) => ts === message.ts)
    if (now === undefined) throw new Error('the message is gone')
    return now
  }

  beforeAll(async () => {
    stage = await startStage({ mode, now: Temporal.Instant.from('2026-11-18T12:00Z'), log: logSink })
    digest = await mondayDigest(stage)
  })
  afterAll(async () => {
    await stage?.stop()
  })

  it('on Monday at nine the digest is in the channel: headline, chart, movers, Reddit, actions', () => {
    const types = digest.blocks.map(({ type }) => type)
    expect(types).toContain('data_visualization')
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
    expect(textOf(digest)).toContain('All 12 brands are in the thread')
    expect(textOf(digest)).toContain('first look at')
    expect(buttonsOf(digest.blocks).map(({ label }) => label)).toContain('Create task')
  })

  it('what has no room is in its thread', () => {
    const replies = stage.slack.messages(stage.channel).filter(({ thread_ts }) => thread_ts === digest.ts)
    expect(replies.map(({ text }) => text).join()).toMatch(/12 brands/)
    expect(replies.flatMap(({ blocks }) => blocks.map(({ type }) => type))).toContain('data_table')
    expect(
      replies.flatMap(({ blocks }) => buttonsOf(blocks)).filter(({ label }) => label === 'Create task'),
    ).toHaveLength(3)
  })

  it('however often the scheduler wakes, the digest comes once', async () => {
    await Promise.all([stage.bot.scheduler.wake(), stage.bot.scheduler.wake()])
    await stage.bot.scheduler.wake()
    const posted = stage.slack.messages(stage.channel).filter(({ thread_ts }) => thread_ts === undefined)
    expect(posted).toHaveLength(1)
  })

  it('help is in the acknowledgement itself, once Slack has told who asks', async () => {
    for (const isKnown of [false, true]) {
      const { acknowledged, answer } = await ask(stage, member, stage.channel, '/sightline')
      expect(acknowledged.ok).toBe(true)
      expect((acknowledged.body as { response_type?: string } | undefined)?.response_type).toBe(
        isKnown ? 'ephemeral' : undefined,
      )
      expect(answer.ephemeralFor).toBe(member)
      for (const verb of ['visibility', 'reddit', 'actions', 'digest']) expect(textOf(answer)).toContain(verb)
    }
  })

  it('“More” shows the other commands in its place, and a button runs one', async () => {
    const { answer } = await ask(stage, member, stage.channel, '/sightline help')
    expect(textOf(answer)).not.toContain('/sightline engines')
    await press(stage, member, answer, 'More')
    const all = await stage.slack.until(
      () =>
        stage.slack
          .messages(stage.channel, member)
          .find((message) => message.ts === answer.ts && textOf(message).includes('/sightline engines')),
      'all commands',
    )
    await press(stage, member, all, 'Data freshness')
    await stage.slack.until(
      () =>
        stage.slack
          .messages(stage.channel, member)
          .find((message) => /Data was last collected/.test(textOf(message))),
      'what the button runs',
    )
  })

  it('a misspelt command is read as the nearest one, and an unknown word gets it as a button', async () => {
    const misspelt = await ask(stage, owner, stage.channel, '/sightline visibilty ChatGPT')
    expect(misspelt.answer.text).toMatch(/^Read as: `visibility ChatGPT`\n/)
    const { answer } = await ask(stage, owner, stage.channel, '/sightline visibility ChatGTP lst week')
    expect(textOf(answer)).toContain('I don')
    expect(buttonsOf(answer?.blocks).map(({ label }) => label)).toContain(
      '/sightline visibility ChatGPT last week',
    )
  })

  it('visibility answers the asker alone, with the numbers also in the text that is read out', async () => {
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility last week')
    expect(answer.ephemeralFor).toBe(member)
    expect(answer.text).toMatch(/Northwind.*\d+\.\d%/)
    expect(answer.text).toMatch(/Globex/)
    expect(stage.slack.messages(stage.channel, admin).map(({ ts }) => ts)).not.toContain(answer.ts)
  })

  it('engines, brands and periods narrow the question', async () => {
    const { answer } = await ask(
      stage,
      member,
      stage.channel,
      '/sightline visibility chatgpt month "Contoso"',
    )
    expect(textOf(answer)).toContain('ChatGPT')
    expect(textOf(answer)).toContain('October')
    const table = answer.blocks.find(({ type }) => type === 'data_table') as { rows: unknown[] } | undefined
    expect(texts(table?.rows).join()).toMatch(/Contoso/)
    expect(table?.rows).toHaveLength(3)
  })

  it('a shared answer is for everybody and says who shared it', async () => {
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility')
    await press(stage, member, answer, 'Share to channel')
    const shared = await stage.slack.until(
      () => stage.slack.messages(stage.channel, admin).find((message) => /Shared by/.test(textOf(message))),
      'the shared answer',
    )
    expect(JSON.stringify(shared.blocks)).toContain(member)
    expect(buttonsOf(shared.blocks).map(({ label }) => label)).not.toContain('Share to channel')
  })

  it('a share that Slack delivers again is shown once', async () => {
    const shared = () =>
      stage.slack.messages(stage.channel, admin).filter((message) => /Shared by/.test(textOf(message))).length
    const before = shared()
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility')
    await press(stage, member, answer, 'Share to channel')
    await stage.slack.redeliver()
    await stage.slack.until(() => shared() > before, 'the shared answer')
    // Whatever the repeated click might do is done before a later question is answered.
    await ask(stage, member, stage.channel, '/sightline visibility last month')
    expect(shared()).toBe(before + 1)
  })

  it('reddit tells each subreddit’s newest summary and calls nothing new that it never told', async () => {
    const { answer } = await ask(stage, owner, stage.channel, '/sightline reddit r/saas crm')
    expect(textOf(answer)).toContain('r/saas')
    expect(textOf(answer)).toContain('r/crm')
    expect(textOf(answer)).not.toContain('smallbusiness')
    expect(textOf(answer)).not.toMatch(/\bnew\b/)
  })

  it('"View brief" opens the whole brief in a modal', async () => {
    await press(stage, owner, current(digest), 'View brief')
    const view = await stage.slack.until(() => {
      const top = stage.slack.views(owner).at(-1)
      return top !== undefined && !JSON.stringify(top.view).includes('Loading…') ? top : null
    }, 'the brief')
    expect(texts(view.view).join('\n').length).toBeGreaterThan(500)
    expect(texts(view.view).join('\n')).toContain('Publish a comparison page against Contoso')
  })

  const countTooLate = (users: readonly string[]) =>
    users.flatMap((user) =>
      stage.slack
        .messages(stage.channel, user)
        .filter((message) => textOf(message).includes('Nothing was sent twice')),
    ).length

  it('twenty clicks by three people in two copies make one task, and every copy says so', async () => {
    const { answer } = await ask(stage, admin, stage.channel, '/sightline actions')
    const before = taskPosts(stage)
    const clicks = Array.from({ length: 20 }, (_, index) => {
      const user = [owner, admin, member][index % 3] ?? owner
      const copy = user === admin ? answer : digest
      return press(stage, user, copy, 'Create task')
    })
    await Promise.all(clicks)
    const done = await stage.slack.until(
      () => (textOf(current(digest)).includes('Task created') ? current(digest) : null),
      'the created task in the digest',
    )
    expect(taskPosts(stage) - before).toBe(1)
    expect(textOf(done)).toMatch(/Created by/)
    expect(buttonsOf(done.blocks).map(({ label }) => label)).toContain('Create another')
    await stage.slack.until(
      () =>
        stage.slack
          .messages(stage.channel, admin)
          .find(({ ts, blocks }) => ts === answer.ts && JSON.stringify(blocks).includes('Task created')),
      'the created task in the private list',
    )
    // Everybody who came too late is told so.
    await stage.slack.until(
      () => countTooLate([owner, admin, member]) === 19,
      'the word to the nineteen others',
    )
  })

  it('a click that Slack delivers again creates nothing', async () => {
    const before = taskPosts(stage)
    await press(stage, owner, current(digest), 'Create task')
    const refusals = countTooLate([owner])
    expect((await stage.slack.redeliver()).ok).toBe(true)
    await stage.slack.until(
      () => textOf(current(digest)).match(/Task created/g)?.length === 2,
      'the second recommendation’s task',
    )
    // A real second click is told so; the repeated one is not even noticed.
    expect(countTooLate([owner])).toBe(refusals)
    expect(taskPosts(stage) - before).toBe(1)
  })

  it('recommendations can be tracked by id or console address, once their titles are shown', async () => {
    const id = stage.service.demo.resultIdWithoutBriefs
    const { answer: question } = await ask(
      stage,
      owner,
      CHANNELS.marketing,
      `/sightline actions add https://console.example/r/${id}`,
    )
    expect(textOf(question)).toContain('Track this recommendation here?')
    await press(stage, owner, question, 'Track')
    const answer = await stage.slack.until(
      () =>
        stage.slack.messages(CHANNELS.marketing, owner).find((one) => textOf(one).includes('Now tracking')),
      'that it is tracked',
    )
    expect(answer.ts, 'in the place of the question').toBe(question.ts)
    const openNow = buttonsOf(answer.blocks).filter(({ label }) => label === 'Create task').length
    const wrong = await ask(
      stage,
      owner,
      CHANNELS.marketing,
      '/sightline actions add 00000000-0000-4000-8000-00000000dead',
    )
    expect(textOf(wrong.answer)).toContain('No such recommendation.')
    const removed = await ask(stage, owner, CHANNELS.marketing, `/sightline actions remove ${id}`)
    const left = buttonsOf(removed.answer.blocks).filter(({ label }) => label === 'Create task').length
    expect(openNow).toBe(left + 1)
  })

  it('"digest now" posts a digest where the bot is, and says how to invite it where it is not', async () => {
    const typed = (channel: string) =>
      stage.slack.command({ user: owner, channel, text: '/sightline digest now' })
    const messageIn = (channel: string, words: string) =>
      stage.slack.until(
        () =>
          stage.slack
            .messages(channel, owner)
            .find((message) => message.ephemeralFor === owner && textOf(message).includes(words)),
        `“${words}”`,
      )
    await typed(CHANNELS.marketing)
    await messageIn(CHANNELS.marketing, 'Digest posted')
    const posted = stage.slack
      .messages(CHANNELS.marketing)
      .find(
        (message) =>
          message.ephemeralFor === undefined && textOf(message).includes('Weekly brand visibility'),
      )
    expect(textOf(posted)).toMatch(/Northwind/)
    await typed(CHANNELS.marketing)
    await messageIn(CHANNELS.marketing, 'just now')
    await typed(CHANNELS.general)
    await messageIn(CHANNELS.general, '/invite @Sightline')
  })
})
