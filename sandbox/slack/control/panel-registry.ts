/** Holds an app's panel and notifies listeners of changes. */
import type { Changes } from '../world/changes.ts'
import type { Panel } from './panel.ts'

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
