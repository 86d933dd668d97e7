/** The demo a week after a fall, in a channel that has worked with Sightline for eight weeks. */
import { mondayDigest } from '../e2e/slack-screen.ts'
import { type Stage, type StageOptions, startStage } from '../stage.ts'

/** A minute before the digest of a Wednesday is due. */
export const wednesday: StageOptions = { now: Temporal.Instant.from('2026-11-04T07:00Z'), minutesBefore: 1 }

export const eightWeeks: StageOptions = {
  now: Temporal.Instant.from('2026-11-25T12:00Z'),
  minutesBefore: 1,
  history: true,
  rateLimits: false,
}

/** Starts it, and posts Monday's digest. */
export async function stageAfterEightWeeks(env: StageOptions['env'] = {}): Promise<Stage> {
  const stage = await startStage({ ...eightWeeks, env })
  await mondayDigest(stage)
  return stage
}
