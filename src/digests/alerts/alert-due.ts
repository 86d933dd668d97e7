import { perRunCache } from '../schedule/per-run-cache.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { lookForAlerts } from './alert-look.ts'

/** So many digests are looked at in one go. */
const looksAtOnce = 200

/**
 * Looks for alerts once an hour, at its beginning, where somebody wants any. Each distinct question is asked once, however
 * many digests need its answer.
 * @returns whether any was looked at
 */
export async function lookWhereDue(workspaces: DigestWorkspaces, signal: AbortSignal): Promise<boolean> {
  const { store, clock } = workspaces
  const run = { ...workspaces, of: perRunCache(workspaces) }
  let looked = false
  while (!signal.aborted) {
    const now = clock.now()
    const nextHour = now.add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
    const due = await store.alerts.takeLooks(now, nextHour, looksAtOnce)
    if (due.length === 0) break
    looked = true
    await lookForAlerts(run, due, signal)
  }
  return looked
}
