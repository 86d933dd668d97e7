import { describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERGROUP, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import type { StageOptions } from '../stage.ts'
import { messageSaying, mondayDigest, press, taskPosts, textOf, texts } from './slack-screen.ts'
import { answerTo, chooseOnHome, stage, stageForTest } from './stage.ts'

describe('permissions', () => {
  const start = (env: StageOptions['env'] = {}, more: StageOptions = {}) =>
    stageForTest({ minutesBefore: 1, env, ...more })

  it('politely refuse a guest, also in help, without asking the service', async () => {
    await start({ SIGHTLINE_CONTACT: USERS.admin })
    for (const text of ['visibility', 'help', 'visibilty']) {
      const answer = await answerTo(USERS.guest, stage.channel, text)
      expect(textOf(answer)).toContain('Guests can’t use Sightline here. Ask a colleague')
      if (text === 'visibility') expect(JSON.stringify(answer.blocks)).toContain(USERS.admin)
      expect(textOf(answer)).not.toContain('/sightline')
      expect(answer.ephemeralFor).toBe(USERS.guest)
    }
    // A mention is refused just as privately, outside the thread that nobody has replied in, and a direct message there.
    const { slack, channel } = stage
    const ts = slack.post({ user: USERS.guest, channel, text: `<@${APP.botUser}> visibility` })
    const refusal = await slack.until(
      () => slack.messages(channel, USERS.guest).find((one) => one.ts > ts),
      'the refusal',
    )
    expect(textOf(refusal)).toMatch(/Guests can.t use Sightline here/)
    expect(refusal.ephemeralFor).toBe(USERS.guest)
    const isPublic = (one: ShownMessage) =>
      one.thread_ts === ts && one.ts !== ts && one.ephemeralFor === undefined
    expect(slack.messages(channel).filter(isPublic)).toEqual([])
    const direct = (await slack.openMessages({ user: USERS.guest })).channel
    slack.post({ user: USERS.guest, channel: direct, text: 'how did we do?' })
    await messageSaying(slack, direct, /Guests can.t use/, USERS.guest)
    expect(stage.service.requests().filter(({ method }) => method === 'GET')).toEqual([])
  })

  it('suggest nothing on a failure that the person may not do', async () => {
    await start({ SIGHTLINE_CHANGERS: 'admins', SIGHTLINE_DIGEST_CHANNELS: CHANNELS.marketing })
    const replyTo = async (user: string) => textOf(await answerTo(user, stage.channel, 'digest preview'))
    expect(await replyTo(USERS.admin)).toContain('/sightline digest add')
    expect(await replyTo(USERS.member)).toContain('This channel has no digest yet.')
    expect(await replyTo(USERS.member)).not.toContain('/sightline digest add')
  })

  it('refuse a change on the Home tab to members whom the rule excludes, and say so', async () => {
    await start({ SIGHTLINE_CHANGERS: 'admins', SIGHTLINE_DIGEST_CHANNELS: CHANNELS.brandVisibility })
    const { slack } = stage
    const user = USERS.member
    const home = () => texts(slack.home(user)?.blocks).join('\n')
    await slack.openHome({ user })
    await slack.until(() => home().includes('Scheduled'), 'the digest')
    await chooseOnHome(user, 'Pause')
    const { channel: direct } = await slack.openMessages({ user })
    await messageSaying(slack, direct, 'admins and owners', user)
    await slack.openHome({ user })
    await slack.until(() => home().includes('Scheduled'), 'the digest as it was')
  })

  it('let members of a user group change things, and tell others whom to ask', async () => {
    await start({ SIGHTLINE_CHANGERS: USERGROUP.id }, { moreScopes: ['usergroups:read'] })
    const digest = await mondayDigest(stage)
    await press(stage, USERS.member2, digest, 'Create task')
    const refusal = await messageSaying(stage.slack, stage.channel, 'Only the people', USERS.member2)
    expect(JSON.stringify(refusal.blocks)).toContain(USERGROUP.id)
    expect(taskPosts(stage)).toBe(0)
    await press(stage, USERS.member, digest, 'Create task')
    await messageSaying(stage.slack, stage.channel, 'Task created')
    expect(taskPosts(stage)).toBe(1)
  })
})
