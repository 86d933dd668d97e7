import { afterEach, describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { textOf } from '../e2e/slack-screen.ts'
import {
  ask,
  connectDemo,
  dailyDigest,
  home,
  type ManyStage,
  postsIn,
  publicUrl,
  startMany,
  stepEnd,
} from './world.ts'

const channel = CHANNELS.brandVisibility
const { owner } = USERS

let stage: ManyStage
afterEach(() => stage?.stop())

const refreshes = () =>
  stage.slack.requests().filter(({ args }) => args.grant_type === 'refresh_token').length
const directMessages = () =>
  [...stage.slack.channels.values()]
    .filter(({ kind, members }) => kind === 'im' && members.has(owner))
    .flatMap(({ id }) => stage.slack.messages(id, owner).map(textOf))
/** Installs, then Slack refuses to renew the token, which has expired. */
const lose = async () => {
  await stage.install(home)
  await connectDemo(stage, home, channel)
  stage.clock.advance({ hours: 13 })
  return stage.slack.fail('oauth.v2.access', { error: 'invalid_refresh_token' }, 99)
}
const answerTo = (text: string, words: RegExp) => ask(stage.slack, channel, text, words)

describe('a workspace whose token Slack refuses', () => {
  it.each([
    ['a command', () => stage.slack.command({ user: owner, channel, text: '/sightline digest' })],
    [
      'a mention',
      async () => stage.slack.post({ user: owner, channel, text: `<@${APP.botUser}> visibility` }),
    ],
    ['a Home tab', () => stage.slack.openHome({ user: owner })],
    ['a workflow step', () => stepEnd(stage.slack, owner, channel)],
    ['a form, which is answered', () => answerTo('setup', /added again/)],
  ])('is disconnected by %s that meets it, and the next command says what to do', async (_what, meet) => {
    stage = await startMany({ tokenLifeSeconds: 43_200, now: Temporal.Now.instant() })
    await lose()
    await meet()
    await expect.poll(() => stage.logged('Slack rejects the bot token')).toBe(1)
    const answer = await answerTo('visibility', /added again/)
    expect(answer).toContain(`${publicUrl}/slack/install`)
    expect(answer).toContain(`<@${owner}>`)
    expect(refreshes()).toBe(1)
  })

  it('is back as soon as somebody uses it again, if Slack refused the token for a moment', async () => {
    stage = await startMany({ now: Temporal.Now.instant() })
    await stage.install(home)
    await connectDemo(stage, home, channel)
    stage.slack.fail('views.publish', { error: 'account_inactive' }, 1)
    await stage.slack.openHome({ user: owner })
    await expect.poll(() => stage.logged('Slack rejects the bot token')).toBe(1)
    stage.clock.advance({ seconds: 10 })
    await answerTo('visibility', /How measured/)
    expect(stage.logged('Slack accepts the bot token again')).toBe(1)
    expect(directMessages(), 'nobody may have noticed').toEqual([])
  })

  it('hardly asks Slack for hours; what waited leaves once it is added again, and its installer is told', async () => {
    const now = Temporal.Now.instant()
    stage = await startMany({
      tokenLifeSeconds: 43_200,
      now,
      prepare: async (store) => {
        await store.subscriptions.create(dailyDigest(home, now.add({ hours: 14 })), now)
        const since = now.add({ hours: 13 })
        const step = { team: home, kind: 'step', key: 'FxWAITS', channel: 'FxWAITS', since }
        await store.outbox.enqueueClaimed(step, 180_000, since)
      },
    })
    const refusal = await lose()
    const { slack } = stage
    expect(await stepEnd(slack, owner, channel), 'by its own token').toMatchObject({
      status: 'failed',
      error: expect.stringContaining('added again'),
    })
    const before = slack.requests().length
    for (let minute = 0; minute < 240; minute += 1) await stage.pass()
    const methods = Map.groupBy(slack.requests().slice(before), ({ method }) => method)
    expect([...methods.keys()].toSorted()).toEqual(['oauth.v2.access'])
    expect(refreshes(), 'less and less often').toBe(3)
    expect(postsIn(slack, channel)).toHaveLength(0)

    refusal.end()
    await stage.install(home)
    await stage.pass()
    expect(postsIn(slack, channel)).toHaveLength(1)
    const told = slack.requests().filter(({ method }) => method === 'functions.completeError')
    expect(told.at(-1)).toMatchObject({ args: { function_execution_id: 'FxWAITS' } })
    expect(directMessages()).toEqual([expect.stringContaining('Sightline is back')])
    await answerTo('visibility', /How measured/)
  })
})
