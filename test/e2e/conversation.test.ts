import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../stage.ts'
import { ask, buttonsOf, mondayDigest, press, textOf, texts } from './slack-screen.ts'

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
    stage = await startStage({ minutesBefore: 1, mode })
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
    expect(textOf(digest)).toContain('First look at Reddit: ')
    expect(buttonsOf(digest.blocks).map(({ label }) => label)).toContain('Create task')
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

  it('answers visibility only to the asker, with the numbers also in the screen reader text', async () => {
    const { answer } = await ask(stage, member, stage.channel, '/sightline visibility last week')
    expect(answer.ephemeralFor).toBe(member)
    expect(answer.text).toMatch(/Northwind.*\d+\.\d%/)
    expect(answer.text).toMatch(/Globex/)
    expect(stage.slack.messages(stage.channel, admin).map(({ ts }) => ts)).not.toContain(answer.ts)
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

  it('"View brief" opens the whole brief in a modal', async () => {
    await press(stage, owner, current(digest), 'View brief')
    const view = await stage.slack.until(() => {
      const top = stage.slack.views(owner).at(-1)
      return top !== undefined && !JSON.stringify(top.view).includes('Loading…') ? top : null
    }, 'the brief')
    expect(texts(view.view).join('\n').length).toBeGreaterThan(500)
    expect(texts(view.view).join('\n')).toContain('Publish a comparison page against Contoso')
  })
})
