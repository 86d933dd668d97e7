import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { filledIn, submit } from './forms/fill-form.ts'
import { messageSaying, modalOf, press, pressIn, publicIn, textOf } from './slack-screen.ts'
import { answerTo, pass, stage, stageForAll } from './stage.ts'

const { owner, member } = USERS
const { marketing: channel } = CHANNELS

describe('alerts between digests', () => {
  // The configuration adds no digest. It is Monday, 16 November 2026, 08:30 in Berlin.
  stageForAll({ rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })

  const until = (instant: string) => pass(stage.clock.now().until(instant))
  const alerts = () =>
    publicIn(stage.slack, channel).filter((message) =>
      textOf(message).includes('Posted because alerts are on'),
    )
  const typed = async (text: string) => textOf(await answerTo(owner, channel, text))
  const shownTo = (user: string, words: string) => messageSaying(stage.slack, channel, words, user)

  it('are turned on in the digest’s form, and described wherever the digest is shown', async () => {
    const { slack } = stage
    const formWith = (field: string) =>
      slack.until(
        () => slack.views(owner).find(({ view }) => JSON.stringify(view).includes(`"block_id":"${field}"`)),
        `the form with ${field}`,
      )
    await slack.command({ user: owner, channel, text: '/sightline digest add' })
    await pressIn(slack, await formWith('digest_buttons'), 'More options')
    // A choice asks for the number of points.
    const form = await formWith('alerts')
    const alerts = ['fall', 'sentiment', 'quiet']
    const [[actionId = '', selection = {}] = []] = Object.entries(filledIn(form, { alerts }).alerts ?? {})
    await slack.viewAction({ user: owner, viewId: form.id, actionId, blockId: 'alerts', selection })
    await submit(slack, await formWith('fallsBy'), { days: 'daily', alerts, fallsBy: '3' })
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
    const history = await answerTo(owner, channel, 'digest history')
    expect(JSON.stringify(history.blocks)).toContain(`/archives/${channel}/p${alert.ts.replace('.', '')}`)
    await press(stage, owner, alert, 'Turn alerts off')
    await shownTo(owner, 'Alerts are off for')
    expect(await typed('digest list')).not.toContain('Alerts:')
  })
})
