/** Every execution of a workflow step, its deliveries, and what the app created for it. */
import type { Json } from '../json.ts'
import type { StepRun } from '../model.ts'

export interface StepRuns {
  list(): readonly StepRun[]
  find(id: string): StepRun | undefined
  /** Adds or replaces an execution. */
  put(run: StepRun): void
  /** The last event callback delivered for it. */
  delivered(id: string): Json | undefined
  setDelivered(id: string, payload: Json): void
  /** The running execution that created a message or view. @param thing `messageKey`, or a view's id */
  behind(thing: string): StepRun | undefined
  setBehind(thing: string, id: string): void
}

export const messageKey = (channel: string, ts: string): string => `${channel} ${ts}`

export function createStepRuns(changed: () => void): StepRuns {
  const runs = new Map<string, StepRun>()
  const payloads = new Map<string, Json>()
  const makers = new Map<string, string>()
  return {
    list: () => [...runs.values()],
    find: (id) => runs.get(id),
    put: (run) => {
      runs.set(run.id, run)
      changed()
    },
    delivered: (id) => payloads.get(id),
    setDelivered: (id, payload) => {
      payloads.set(id, payload)
    },
    behind: (thing) => {
      const run = runs.get(makers.get(thing) ?? '')
      return run?.status === 'running' ? run : undefined
    },
    setBehind: (thing, id) => {
      makers.set(thing, id)
    },
  }
}
