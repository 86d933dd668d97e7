/** The demo's controls beside Slack: its clock and its faults. The demo implements them. */
import type { Changes } from '../world/changes.ts'

interface PanelFault {
  readonly id: string
  /** Two or three words. */
  readonly title: string
  /** One sentence about what a user will see. */
  readonly description: string
  readonly on: boolean
}

export interface PanelState {
  readonly clock: {
    /** The sandbox's time, as an ISO instant. */
    readonly now: string
    /** The next scheduled event, or `null`. */
    readonly next: { readonly at: string; readonly name: string; readonly channel: string | null } | null
  }
  readonly faults: readonly PanelFault[]
}

export interface Panel {
  read(): Promise<PanelState>
  /** Moves the time to the next scheduled event. @throws {Error} with a sentence if there is none */
  jump(): Promise<{ readonly now: string; readonly name: string }>
  /** Turns a fault on or off. @throws {Error} with a sentence if there is no such fault */
  setFault(id: string, on: boolean): Promise<void>
  /** The listener is called when a fault is switched or the time is moved. Returns a function that removes it. */
  onChange(listener: () => void): () => void
}

// Holds an app's panel and notifies listeners of changes.

/** Empty at first, because the panel's app starts after Slack. */
export function createPanelRegistry(changes: Changes) {
  const listeners = new Set<() => void>()
  let panel: Panel | null = null
  let shown = ''
  let looking = false
  let again = false
  /** The app doesn't report a new next event. It always follows a change in Slack, for example a submitted form. */
  const look = async () => {
    again = true
    if (looking) return
    looking = true
    while (again && panel !== null && listeners.size > 0) {
      again = false
      const state = await panel.read().catch(() => null)
      const now = JSON.stringify([state?.clock.next, state?.faults])
      if (state === null || now === shown) continue
      shown = now
      for (const listener of [...listeners]) listener()
    }
    looking = false
  }
  changes.onChange(() => void look())
  return {
    get: (): Panel | null => panel,
    set: (given: Panel) => {
      panel = given
      given.onChange(() => {
        // The comparison ignores the time, so force a notification when the time is moved.
        shown = ''
        void look()
      })
    },
    /** The listener is called when the panel changes, unless only its time does. Returns a function that removes it. */
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type PanelRegistry = ReturnType<typeof createPanelRegistry>
