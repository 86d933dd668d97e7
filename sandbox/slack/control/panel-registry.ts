/** Holds an app's panel, and tells listeners when it changes. */
import type { Changes } from '../world/changes.ts'
import type { Panel } from './panel.ts'

/** Empty at first, since the panel's app starts after Slack. */
export interface PanelRegistry {
  get(): Panel | null
  set(panel: Panel): void
  /** Called when the panel changes in more than its time; returns the function that ends it. */
  onChange(listener: () => void): () => void
}

export function createPanelRegistry(changes: Changes): PanelRegistry {
  const listeners = new Set<() => void>()
  let panel: Panel | null = null
  let shown = ''
  let looking = false
  let again = false
  /** The app changes what comes next without a word, for instance when a form is submitted: then something changed in Slack, too. */
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
    get: () => panel,
    set: (given) => {
      panel = given
      given.onChange(() => {
        // The time itself is not compared, so that it has to be told of.
        shown = ''
        void look()
      })
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
