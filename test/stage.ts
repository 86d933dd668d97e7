/** The demo's stage, on a database that is already migrated. */
import * as demo from '../sandbox/demo/stage.ts'
import { ackTimeoutMs } from './patience.ts'
import { emptyDatabase } from './store/engines.ts'

export type { Stage, StageOptions } from '../sandbox/demo/stage.ts'

export async function startStage(options: demo.StageOptions): Promise<demo.Stage> {
  return demo.startStage({ database: await emptyDatabase(), ackTimeoutMs, ...options })
}
