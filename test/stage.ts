/**
 * The demo's stage, on a database that is already migrated. This week's digest is due only after half an hour: its clock
 * runs, so a digest that is due in a minute is posted in the midst of tests that take longer.
 */
import * as demo from '../sandbox/demo/stage.ts'
import { logSink } from './log-sink.ts'
import { ackTimeoutMs } from './patience.ts'
import { emptyDatabase } from './store/engines.ts'

export type { Stage, StageOptions } from '../sandbox/demo/stage.ts'

const now = Temporal.Instant.from('2026-11-18T12:00Z')

/** By default in the week of Monday, 16 November 2026. Its log is shown if the test fails. */
export async function startStage(options: demo.StageOptions = {}): Promise<demo.Stage> {
  const database = await emptyDatabase()
  return demo.startStage({ now, database, ackTimeoutMs, minutesBefore: 30, log: logSink, ...options })
}
