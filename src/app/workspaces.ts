import { AnswerCache, Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Installation } from './installations.ts'

/** Another process may change an installation or a key. The old one is used for at most this long. */
const lookupTtlMs = 10_000
/** By then most of a workspace's cache has expired. Evicting it costs a key exchange and its figures of past weeks. */
const idleMs = 15 * 60_000

export interface WorkspacesOptions {
  readonly find: (team: string) => Promise<Installation | null>
  /** @param before the one that it replaces, if there is one */
  readonly create: (installation: Installation, before?: Workspace) => Workspace
  /** Called when a workspace is evicted. Its API client is released but not closed, since requests may be pending. */
  readonly released: (team: string) => void
  readonly clock: Clock
  readonly max: number
}

/** Created on demand; evicted when idle, too many, or when the installation or connection changed. */
export function createWorkspaces({ find, create, released, clock, max }: WorkspacesOptions) {
  const lookups = new AnswerCache<Workspace | null>({ clock, ttlMs: lookupTtlMs, max })
  const active = new Cache<{ readonly stamp: string; readonly workspace: Workspace }>({
    clock,
    ttlMs: idleMs,
    max,
    onEvict: ({ workspace }, team) => {
      lookups.delete(team)
      workspace.api.release()
      released(team)
    },
  })
  const values = () => active.values().map(({ workspace }) => workspace)
  const markUsed = (team: string) => {
    const entry = active.get(team)
    if (entry !== undefined) active.set(team, entry)
  }
  const lookUp = async (team: string): Promise<Workspace | null> => {
    const installation = await find(team)
    if (installation === null) {
      active.delete(team)
      return null
    }
    const stamp = JSON.stringify(installation)
    const current = active.get(installation.team)
    if (current?.stamp === stamp) return current.workspace
    // Evict the old one first: eviction drops the team's Slack ports, which the new one uses.
    active.delete(installation.team)
    const workspace = create(installation, current?.workspace)
    active.set(installation.team, { stamp, workspace })
    return workspace
  }
  return {
    values,
    /** The workspace with its current installation and connection; `null`: not installed. */
    of: async (team: string): Promise<Workspace | null> => {
      // Another process may install it at any moment, and what arrives then must not be lost.
      const workspace = await lookups.get(
        team,
        () => lookUp(team),
        (found) => (found === null ? 0 : undefined),
      )
      if (workspace !== null) markUsed(workspace.team)
      return workspace
    },
    /** Call when its installation or connection has changed: the next `of` looks it up again. */
    changed: (team: string) => lookups.delete(team),
    evict: (team: string) => active.delete(team),
    /** Evicts idle workspaces, except those with an open Home tab. Call it more often than workspaces expire. */
    releaseIdle: () => {
      for (const { team, homeViewers } of values()) if (homeViewers.of(team).length > 0) markUsed(team)
      active.deleteExpired()
    },
    close: async () => void (await Promise.all(values().map(({ api }) => api.close()))),
  }
}
