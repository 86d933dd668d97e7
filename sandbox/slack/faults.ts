/** Faults that a test or the demo sets for the next calls of a method. */
import type { PendingFault } from '../pending-fault.ts'
import type { SlackFault } from './model.ts'

interface Waiting {
  readonly how: SlackFault
  remaining: number
  readonly over: PromiseWithResolvers<void>
}

export function createFaults() {
  const waiting = new Map<string, Waiting[]>()
  const ofMethod = (method: string) => waiting.get(method) ?? []
  const end = (method: string, one: Waiting) => {
    waiting.set(
      method,
      ofMethod(method).filter((other) => other !== one),
    )
    one.over.resolve()
  }
  return {
    add: (method: string, how: SlackFault, times: number): PendingFault => {
      const added = { how, remaining: times, over: Promise.withResolvers<void>() }
      waiting.set(method, [...ofMethod(method), added])
      return { over: added.over.promise, end: () => end(method, added) }
    },
    /** Takes the fault for this call, if any. It is then used up. */
    take: (method: string): SlackFault | undefined => {
      const [first] = ofMethod(method)
      if (first === undefined) return undefined
      first.remaining -= 1
      if (first.remaining <= 0) end(method, first)
      return first.how
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
