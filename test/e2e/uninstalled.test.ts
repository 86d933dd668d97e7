import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stage, startStage } from '../../sandbox/demo/stage.ts'
import { USERS } from '../../sandbox/slack/index.ts'
import { said } from './watch.ts'

describe('one workspace by its token, when the app is taken out of it', () => {
  let stage: Stage
  const lines: string[] = []
  beforeAll(async () => {
    stage = await startStage({
      now: Temporal.Instant.from('2026-11-18T12:00Z'),
      log: { write: (line) => void lines.push(line) },
    })
  })
  afterAll(() => stage?.stop())

  it('its digests stand still from then on, and the operator reads what to do', async () => {
    const { slack, clock, bot, channel } = stage
    await slack.openHome({ user: USERS.owner })
    await slack.until(
      () => /every Monday/.test(JSON.stringify(slack.home(USERS.owner))),
      'the running digest',
      20_000,
    )
    await slack.uninstall()
    const told = () => lines.find((line) => line.includes('taken out of its workspace'))
    await expect.poll(told, { timeout: 15_000 }).toContain('its new bot token')
    const calls = slack.requests().length
    clock.advance({ minutes: 1 })
    await bot.scheduler.wake()
    const since = slack.requests().slice(calls)
    // A Home tab that is open is tried once more: then Slack's refusal closes it.
    expect(since.map(({ method }) => method).filter((method) => method !== 'views.publish')).toEqual([])
    expect(since.length).toBeLessThanOrEqual(1)
    expect(slack.messages(channel).filter((message) => said(message).includes('How measured'))).toEqual([])
  })
})
