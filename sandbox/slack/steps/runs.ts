/** Every execution of a workflow step, its deliveries, and what the app created for it. */
import type { Json } from '../json.ts'
import type { StepRun } from '../model.ts'

export const messageKey = (channel: string, ts: string): string => `${channel} ${ts}`

export function createStepRuns(changed: () => void) {
  const runs = new Map<string, StepRun>()
  const payloads = new Map<string, Json>()
  const makers = new Map<string, string>()
  return {
    list: (): readonly StepRun[] => [...runs.values()],
    find: (id: string): StepRun | undefined => runs.get(id),
    /** Adds or replaces an execution. */
    put: (run: StepRun) => {
      runs.set(run.id, run)
      changed()
    },
    /** The last event callback delivered for it. */
    delivered: (id: string): Json | undefined => payloads.get(id),
    setDelivered: (id: string, payload: Json) => {
      payloads.set(id, payload)
    },
    /** The running execution that created a message or view. @param thing `messageKey`, or a view's id */
    behind: (thing: string): StepRun | undefined => {
      const run = runs.get(makers.get(thing) ?? '')
      return run?.status === 'running' ? run : undefined
    },
    setBehind: (thing: string, id: string) => {
      makers.set(thing, id)
    },
  }
}

export type StepRuns = ReturnType<typeof createStepRuns>
