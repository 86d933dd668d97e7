import type { AnalyticsApi, CallOptions, Organization, Workspace } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'

export interface Place {
  readonly id: string
  /** The id if the service provides no name. */
  readonly name: string
}

interface PlaceSource {
  readonly api: Pick<AnalyticsApi, 'organizations' | 'workspaces'>
  readonly clock: Clock
}

/** Slack waits 3 seconds for a menu's options, and people hardly wait longer for a form. */
export const placesWithinMs = 1_800

/** The organizations that the API key can read; `null` if unavailable in time for a menu. */
export function organizationsInTime({ api, clock }: PlaceSource): Promise<readonly Place[] | null> {
  return inTime(clock, async (call) => placesOf(await api.organizations(call)))
}

export function workspacesInTime(
  { api, clock }: PlaceSource,
  organizationId: string,
): Promise<readonly Place[] | null> {
  return inTime(clock, async (call) => placesOf(await api.workspaces(organizationId, call)))
}

/** The selectable ones: the service may omit ids. */
export function placesOf(listed: readonly (Organization | Workspace)[]): readonly Place[] {
  return listed.flatMap(({ id, name }) => (id === null || id === '' ? [] : [{ id, name: name || id }]))
}

/** The form works without the list. Errors are reported when it is submitted. */
function inTime<T>(clock: Clock, work: (call: CallOptions) => Promise<T>): Promise<T | null> {
  return withTimeout(clock, placesWithinMs, (signal) => work({ signal }).catch(() => null))
}
