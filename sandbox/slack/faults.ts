/** Faults that a test or the demo asked for, to be met by the next calls of a method. */
import type { SlackFault } from './model.ts'

export interface Faults {
  add(method: string, how: SlackFault, times: number): void
  /** The fault that this call meets, which is then used up. */
  take(method: string): SlackFault | undefined
}

export function createFaults(): Faults {
  const waiting = new Map<string, SlackFault[]>()
  return {
    add: (method, how, times) => {
      const faults = Array.from({ length: times }, () => how)
      waiting.set(method, [...(waiting.get(method) ?? []), ...faults])
    },
    take: (method) => waiting.get(method)?.shift(),
  }
}
