/**
 * The demo's stage, on a database that is already migrated. This week's digest is due only after half an hour: its clock
 * runs, so a digest that is due in a minute is posted in the midst of tests that take longer.
 */
import * as demo from '../sandbox/demo/stage.ts'
import { ackTimeoutMs } from './patience.ts'
import { emptyDatabase } from './store/engines.ts'

export type { Stage, StageOptions } from '../sandbox/demo/stage.ts'

export async function startStage(options: demo.StageOptions): Promise<demo.Stage> {
  return demo.startStage({ database: await emptyDatabase(), ackTimeoutMs, minutesBefore: 30, ...options })
}
