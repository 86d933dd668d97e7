import { perRunCache } from '../schedule/per-run-cache.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { checkAlerts } from './check-alerts.ts'

/** Digests checked per batch. */
const digestsAtOnce = 200

/**
 * Checks alerts at the start of each hour, for digests that have any. Each distinct request is sent once, however
 * many digests need the answer.
 * @returns whether any digest was checked
 */
export async function checkDueAlerts(workspaces: DigestWorkspaces, signal: AbortSignal): Promise<boolean> {
  const { store, clock } = workspaces
  const run = { ...workspaces, of: perRunCache(workspaces) }
  let checked = false
  while (!signal.aborted) {
    const now = clock.now()
    const nextHour = now.add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
    const due = await store.alerts.claimChecks(now, nextHour, digestsAtOnce)
    if (due.length === 0) break
    checked = true
    await checkAlerts(run, due, signal)
  }
  return checked
}
