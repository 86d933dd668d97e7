/** A complete Sightline for failure tests, with its log. */
import { afterEach } from 'vitest'
import { type Stage, type StageOptions, startStage } from '../../stage.ts'

interface FailureStage {
  /** The stage ends after the test. */
  start(options?: StageOptions): Promise<Stage>
  /** The log of the most recently started stage. */
  readonly logLines: readonly Record<string, unknown>[]
}

export function failureStage(): FailureStage {
  const logLines: Record<string, unknown>[] = []
  let stage: Stage | undefined
  afterEach(() => stage?.stop())
  return {
    logLines,
    start: async (options = {}) => {
      logLines.length = 0
      stage = await startStage({
        minutesBefore: 1,
        ...options,
        log: { write: (line) => void logLines.push(JSON.parse(line)) },
      })
      return stage
    },
  }
}
