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
    stage = await startStage({
      minutesBefore: 1,
      mode,
      now: Temporal.Instant.from('2026-11-18T12:00Z'),
      log: logSink,
    })
    digest = await mondayDigest(stage)
  })
  afterAll(async () => {
    await stage?.stop()
  })

  it('on Monday at nine posts the digest: headline, chart, Reddit, a recommendation', () => {
    const types = digest.blocks.map(({ type }) => type)
    expect(types).toContain('data_visualization')
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
    expect(textOf(digest)).toContain('12 brands in the thread')
    expect(textOf(digest)).toContain('first look at')
    expect(buttonsOf(digest.blocks).map(({ label }) => label)).toContain('Create task')
  })

  it('has a thread with what does not fit into the digest', () => {
    const replies = stage.slack.messages(stage.channel).filter(({ thread_ts }) => thread_ts === digest.ts)
    expect(replies.map(({ text }) => text).join()).toMatch(/12 brands/)
    expect(replies.flatMap(({ blocks }) => blocks.map(({ type }) => type))).toContain('table')
    expect(
      replies.flatMap(({ blocks }) => buttonsOf(blocks)).filter(({ label }) => label === 'Create task'),
    ).toHaveLength(4)
  })

  it('has one digest, however often the scheduler wakes', async () => {
    await Promise.all([stage.bot.scheduler.wake(), stage.bot.scheduler.wake()])
    await stage.bot.scheduler.wake()
    const posted = stage.slack.messages(stage.channel).filter(({ thread_ts }) => thread_ts === undefined)
    expect(posted).toHaveLength(1)
  })

  it('answers help in the acknowledgement itself, once Slack has said who asks', async () => {
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

  it('shows the other commands in the same place on “More”, and runs one with a button', async () => {
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

  it('reads a misspelt command as the nearest one, and offers commands for an unknown word', async () => {
    const misspelt = await ask(stage, owner, stage.channel, '/sightline visibilty ChatGPT')
    expect(misspelt.answer.text).toMatch(/^Read as: `visibility ChatGPT`\n/)
    const twice = await ask(stage, owner, stage.channel, '/sightline visibility ChatGTP lst week')
    expect(twice.answer.text).toMatch(/^Read as: `visibility ChatGPT last week`\n/)
    const { answer } = await ask(stage, owner, stage.channel, '/sightline digest frobnicate')
    expect(textOf(answer)).toContain('I don')
    expect(buttonsOf(answer?.blocks).map(({ label }) => label)).toContain('/sightline digest list')
  })

  it('answers visibility only to the asker, with the numbers also in the screen reader text', async () => {
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility last week')
    expect(answer.ephemeralFor).toBe(member)
    expect(answer.text).toMatch(/Northwind.*\d+\.\d%/)
    expect(answer.text).toMatch(/Globex/)
    expect(stage.slack.messages(stage.channel, admin).map(({ ts }) => ts)).not.toContain(answer.ts)
  })

  it('narrows a question by engine, brand and period', async () => {
    const { answer } = await ask(
      stage,
      member,
      stage.channel,
      '/sightline visibility chatgpt month "Contoso"',
    )
    expect(textOf(answer)).toContain('ChatGPT')
    expect(textOf(answer)).toContain('October')
    const table = answer.blocks.find(({ type }) => type === 'data_table' || type === 'table') as
      | { rows: unknown[] }
      | undefined
    expect(texts(table?.rows).join()).toMatch(/Contoso/)
    expect(table?.rows).toHaveLength(3)
  })

  it('shows a shared answer to everyone, with who shared it', async () => {
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility')
    await press(stage, member, answer, 'Share to channel')
    const shared = await stage.slack.until(
      () => stage.slack.messages(stage.channel, admin).find((message) => /Shared by/.test(textOf(message))),
      'the shared answer',
    )
    expect(JSON.stringify(shared.blocks)).toContain(member)
    expect(buttonsOf(shared.blocks).map(({ label }) => label)).not.toContain('Share to channel')
  })

  it('shows a share once, even if Slack delivers it again', async () => {
    const shared = () =>
      stage.slack.messages(stage.channel, admin).filter((message) => /Shared by/.test(textOf(message))).length
    const before = shared()
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility')
    await press(stage, member, answer, 'Share to channel')
    await stage.slack.redeliver()
    await stage.slack.until(() => shared() > before, 'the shared answer')
    // Anything that the repeated click could do is done before the answer to a later question.
    await ask(stage, member, stage.channel, '/sightline visibility last month')
    expect(shared()).toBe(before + 1)
  })

  it('shows each subreddit’s newest summary, and calls none new that is seen for the first time', async () => {
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

  it('makes one task of twenty clicks by three people in two copies, and every copy says so', async () => {
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
    // Everyone who clicked too late is told.
    await stage.slack.until(
      () => countTooLate([owner, admin, member]) === 19,
      'the word to the nineteen others',
    )
  })

  it('creates nothing for a click that Slack delivers again', async () => {
    const { answer } = await ask(stage, owner, stage.channel, '/sightline actions')
    const before = taskPosts(stage)
    await press(stage, owner, answer, 'Create task')
    const refusals = countTooLate([owner])
    expect((await stage.slack.redeliver()).ok).toBe(true)
    await stage.slack.until(() => taskPosts(stage) > before, 'the second recommendation’s task')
    await stage.slack.until(
      () =>
        stage.slack
          .messages(stage.channel, owner)
          .some(
            ({ ts, blocks }) =>
              ts === answer.ts && JSON.stringify(blocks).match(/Task created/g)?.length === 2,
          ),
      'both tasks in the list',
    )
    // A real second click is answered; a repeated delivery is ignored.
    expect(countTooLate([owner])).toBe(refusals)
    expect(taskPosts(stage) - before).toBe(1)
  })

  it('tracks recommendations by id or console address', async () => {
    const id = stage.service.demo.resultIdWithoutBriefs
    const { answer } = await ask(
      stage,
      owner,
      CHANNELS.marketing,
      `/sightline actions add https://console.example/r/${id}`,
    )
    expect(textOf(answer)).toContain('Now tracking')
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

  it('posts a digest on "digest now", or says how to invite the bot where it is not a member', async () => {
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
