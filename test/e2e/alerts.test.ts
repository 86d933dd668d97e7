import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { filledIn, submit } from './forms/fill-form.ts'
import { ask, messageSaying, modalOf, press, pressIn, publicIn, textOf } from './slack-screen.ts'

const { owner, member } = USERS
const { marketing: channel } = CHANNELS

describe('alerts between digests', () => {
  let stage: Stage
  beforeAll(async () => {
    // The configuration adds no digest. It is Monday, 16 November 2026, 08:30 in Berlin.
    stage = await startStage({ rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
  })
  afterAll(() => stage?.stop())

  const until = async (instant: string) => {
    stage.clock.advance(stage.clock.now().until(instant))
    await stage.bot.scheduler.wake()
  }
  const alerts = () =>
    publicIn(stage.slack, channel).filter((message) =>
      textOf(message).includes('Posted because alerts are on'),
    )
  const typed = async (text: string) =>
    textOf((await ask(stage, owner, channel, `/sightline ${text}`)).answer)
  const shownTo = (user: string, words: string) => messageSaying(stage.slack, channel, words, user)

  it('are turned on in the digest’s form, and described wherever the digest is shown', async () => {
    const { slack } = stage
    const formWith = (field: string) =>
      slack.until(() => {
        const top = slack.views(owner).at(-1)
        return top !== undefined && JSON.stringify(top.view).includes(`"block_id":"${field}"`) ? top : null
      }, `the form with ${field}`)
    await slack.command({ user: owner, channel, text: '/sightline digest add' })
    await pressIn(slack, await formWith('digest_buttons'), 'More options')
    // A choice asks for the number of points.
    const form = await formWith('alerts')
    const [kinds] = Object.entries(
      filledIn(form, { alerts: ['fall', 'sentimentNegative', 'quiet'] }).alerts ?? {},
    )
    if (kinds === undefined) throw new Error('no alerts')
    const [field, selection] = kinds
    await slack.viewAction({ user: owner, viewId: form.id, actionId: field, blockId: 'alerts', selection })
    const whole = await formWith('fallsBy')
    await submit(slack, whole, {
      days: 'daily',
      alerts: ['fall', 'sentimentNegative', 'quiet'],
      fallsBy: '3',
    })
    const words =
      'Alerts: when visibility falls by more than 3 points, or a subreddit turns negative; held from 22:00 to 07:00.'
    await modalOf(slack, owner, words)
    for (const verb of ['digest list', 'status']) expect(await typed(verb)).toContain(words)
  })

  it('are posted once, when the quiet hours have ended', async () => {
    await until('2026-11-23T13:00:00Z')
    expect(alerts(), 'what was already so is not news').toEqual([])
    // A subreddit turns negative with Monday's summaries, at midnight UTC.
    await until('2026-11-30T05:59:00Z')
    expect(alerts()).toEqual([])
    await until('2026-11-30T06:00:00Z')
    await until('2026-11-30T10:00:00Z')
    const [alert, another] = alerts()
    if (alert === undefined) throw new Error('no alert')
    expect(another).toBeUndefined()
    expect(textOf(alert)).toContain('Sentiment in r/smallbusiness turned')
    await press(stage, member, alert, 'Read what Reddit says')
    await shownTo(member, 'r/smallbusiness')
  })

  it('are in the history, with a link to each, and turned off by a click under one', async () => {
    const [alert] = alerts()
    if (alert === undefined) throw new Error('no alert')
    const history = (await ask(stage, owner, channel, '/sightline digest history')).answer
    expect(JSON.stringify(history.blocks)).toContain(`/archives/${channel}/p${alert.ts.replace('.', '')}`)
    await press(stage, owner, alert, 'Turn alerts off')
    await shownTo(owner, 'Alerts are off for')
    expect(await typed('digest list')).not.toContain('Alerts:')
  })
})
