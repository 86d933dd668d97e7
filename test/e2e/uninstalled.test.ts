import { afterAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Bot, startBot } from '../../src/app/bot.ts'
import { readConfig } from '../../src/config/index.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { logSink } from '../log-sink.ts'
import { addDigest, messageSaying, press, textOf } from './slack-screen.ts'
import { directsTo, logLines, mainsIn, pass, stage, stageForAll } from './stage.ts'

const { owner } = USERS

describe('a single workspace whose app is uninstalled', () => {
  let again: Bot | null = null
  stageForAll({ minutesBefore: 1 })
  afterAll(() => again?.stop())

  const offers = () => directsTo(owner).filter((message) => /Restore its digests/.test(textOf(message)))
  const start = async () => {
    await again?.stop()
    const config = readConfig({ ...stage.env, SLACK_BOT_TOKEN: stage.slack.botToken })
    again = await startBot(config, { clock: stage.clock, log: createLog('info', logSink) })
    await again.scheduler.wake()
  }

  it('posts no more digests, and the operator reads what to do', async () => {
    const { slack, channel } = stage
    // A digest set up by a person, in addition to the configured one.
    await addDigest(stage, owner, CHANNELS.marketing)
    await slack.uninstall()
    const logged = (words: string) => logLines.filter((line) => JSON.stringify(line).includes(words)).length
    // Slack sends two events about it.
    await expect.poll(() => logged('Sightline was removed from a workspace')).toBe(2)
    expect([logged('Slack rejects the bot token'), logged('its new bot token')]).toEqual([1, 1])
    const calls = slack.requests().length
    await pass({ minutes: 1 })
    const since = slack.requests().slice(calls)
    // The token is tried again, and an open Home tab is updated until Slack refuses that.
    const tried = new Set(since.map(({ method, ok }) => `${method}: ${ok}`))
    expect([...tried.difference(new Set(['views.publish: false']))]).toEqual(['auth.test: false'])
    expect(since.length).toBeLessThanOrEqual(3)
    expect([mainsIn(channel), mainsIn(CHANNELS.marketing)]).toEqual([[], []])
  })

  it('asks the digests’ owner once when it has a new token, and a click restores them', async () => {
    const { slack, clock, bot, channel } = stage
    await bot.stop()
    slack.reinstall()
    await start()
    await start()
    const [offer, another] = offers()
    if (offer === undefined || another !== undefined) throw new Error(`${offers().length} offers`)
    expect(textOf(offer)).toContain('2 digests stopped')
    await press(stage, owner, offer, 'Restore all digests')
    await messageSaying(slack, offer.channel, '2 digests back on schedule', owner)
    clock.advance({ hours: 7 * 24 })
    await again?.scheduler.wake()
    for (const at of [channel, CHANNELS.marketing]) expect(mainsIn(at)).toHaveLength(1)
  })
})
