/** A person who clicks in a digest's thread is answered there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, startStage } from '../stage.ts'
import { buttonsOf, mondayDigest, press, textOf } from './slack-screen.ts'

describe.each(['socket', 'http'] as const)('a click in a digest’s thread, over %s', (mode) => {
  let stage: Stage
  let digest: ShownMessage
  beforeAll(async () => {
    const now = Temporal.Instant.from('2026-11-18T12:00Z')
    stage = await startStage({ minutesBefore: 1, mode, now, rateLimits: false, log: logSink })
    digest = await mondayDigest(stage)
  }, 60_000)
  afterAll(() => stage?.stop())

  const { guest } = USERS
  const refusals = () =>
    stage.slack
      .messages(stage.channel, guest)
      .filter((message) => message.ephemeralFor === guest && textOf(message).includes('Guests can'))
  /** The nth refusal, once it is there. */
  const refusal = (count: number) => stage.slack.until(() => refusals()[count - 1], `refusal ${count}`)

  it('is answered in that thread; a click on the digest itself is answered in the channel', async () => {
    const reply = stage.slack
      .messages(stage.channel)
      .find(({ thread_ts, blocks }) => thread_ts === digest.ts && buttonsOf(blocks).length > 0)
    if (reply === undefined) throw new Error('no reply has a button')
    await press(stage, guest, reply, 'Create task')
    expect((await refusal(1)).thread_ts).toBe(digest.ts)
    await press(stage, guest, digest, 'Create task')
    expect((await refusal(2)).thread_ts).toBeUndefined()
  })
})
