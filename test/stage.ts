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

/** A mistake in the code that the bot catches and logs. */
const mistake = /"error":\{"name":"(?:Type|Reference)Error"/

/** By default in the week of Monday, 16 November 2026. Its log is shown if the test fails; a mistake there fails it. */
export async function startStage({ log = logSink, ...options }: demo.StageOptions = {}): Promise<demo.Stage> {
  const write = (line: string) => {
    if (mistake.test(line)) void Promise.reject(new Error(line))
    log.write(line)
  }
  const given = { now, ackTimeoutMs, minutesBefore: 30, ...options }
  return demo.startStage({ database: await emptyDatabase(), ...given, log: { write } })
}
