import type { AnalyticsApi, CallOptions, Organization, Workspace } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'

/** An organization or a workspace that can be chosen. */
export interface Place {
  readonly id: string
  /** Its id where the service tells no name. */
  readonly name: string
}

interface Deps {
  readonly api: Pick<AnalyticsApi, 'organizations' | 'workspaces'>
  readonly clock: Clock
}

/** Slack waits 3 seconds for a menu's options, and a person not much longer for a form. */
const waitMs = 1_800

/** The organizations that the key reaches; `null`: the list can't be had, or not in time for a menu. */
export function organizationsInTime({ api, clock }: Deps): Promise<readonly Place[] | null> {
  return inTime(clock, async (call) => placesOf(await api.organizations(call)))
}

/** The workspaces of an organization; `null`: the list can't be had, or not in time for a menu. */
export function workspacesInTime(
  { api, clock }: Deps,
  organizationId: string,
): Promise<readonly Place[] | null> {
  return inTime(clock, async (call) => placesOf(await api.workspaces(organizationId, call)))
}

/** Those that can be chosen: the service's shapes are loose, and one without an id can't be meant. */
export function placesOf(listed: readonly (Organization | Workspace)[]): readonly Place[] {
  return listed.flatMap(({ id, name }) => (id === null || id === '' ? [] : [{ id, name: name || id }]))
}

/** Whatever goes wrong is told when the form is sent off; until then a list or a name less has to do. */
function inTime<T>(clock: Clock, work: (call: CallOptions) => Promise<T>): Promise<T | null> {
  return withTimeout(clock, waitMs, (signal) => work({ signal }).catch(() => null))
}
