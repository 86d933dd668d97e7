/** A complete Sightline for failure tests, with its log. */
import { afterEach } from 'vitest'
import { type Stage, type StageOptions, startStage } from '../../stage.ts'

export function failureStage() {
  /** The log of the most recently started stage. */
  const logLines: Record<string, unknown>[] = []
  let stage: Stage | undefined
  afterEach(() => stage?.stop())
  return {
    logLines,
    /** The stage ends after the test. */
    start: async (options: StageOptions = {}) => {
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
