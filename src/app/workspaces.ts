import { AnswerCache, Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Installation } from './installations.ts'

/** Another process may change an installation or a key. The old one is used for at most this long. */
const lookupTtlMs = 10_000
/** By then most of a workspace's cache has expired. Evicting it costs a key exchange and its figures of past weeks. */
const idleMs = 15 * 60_000

export interface WorkspacesOptions {
  /** As of the installations. */
  readonly find: (team: string) => Promise<Installation | null>
  /** @param before the one that it replaces, if there is one */
  readonly create: (installation: Installation, before?: Workspace) => Workspace
  /** Called when a workspace is evicted. Its API client is released but not closed, since requests may be pending. */
  readonly released: (team: string) => void
  readonly clock: Clock
  readonly max: number
}

/** Created on demand; evicted when idle, too many, or when the installation or connection changed. */
export class Workspaces {
  readonly #options: WorkspacesOptions
  readonly #lookups: AnswerCache<Workspace | null>
  readonly #active: Cache<{ readonly stamp: string; readonly workspace: Workspace }>

  constructor(options: WorkspacesOptions) {
    this.#options = options
    const { clock, max, released } = options
    this.#lookups = new AnswerCache({ clock, ttlMs: lookupTtlMs, max })
    this.#active = new Cache({
      clock,
      ttlMs: idleMs,
      max,
      onEvict: ({ workspace }, team) => {
        this.#lookups.delete(team)
        workspace.api.release()
        released(team)
      },
    })
  }

  /** The workspace with its current installation and connection; `null`: not installed. */
  async of(team: string): Promise<Workspace | null> {
    // Another process may install it at any moment, and what arrives then must not be lost.
    const workspace = await this.#lookups.get(
      team,
      () => this.#find(team),
      (found) => (found === null ? 0 : undefined),
    )
    if (workspace !== null) this.#markUsed(workspace.team)
    return workspace
  }

  /** Call when its installation or connection has changed: the next `of` looks it up again. */
  changed(team: string): void {
    this.#lookups.delete(team)
  }

  evict(team: string): void {
    this.#active.delete(team)
  }

  values(): readonly Workspace[] {
    return this.#active.values().map(({ workspace }) => workspace)
  }

  /** Evicts idle workspaces, except those with an open Home tab. Call it more often than workspaces expire. */
  releaseIdle(): void {
    for (const { team, homeViewers } of this.values())
      if (homeViewers.of(team).length > 0) this.#markUsed(team)
    this.#active.deleteExpired()
  }

  async close(): Promise<void> {
    await Promise.all(this.values().map(({ api }) => api.close()))
  }

  async #find(team: string): Promise<Workspace | null> {
    const { find, create } = this.#options
    const installation = await find(team)
    if (installation === null) {
      this.#active.delete(team)
      return null
    }
    const stamp = JSON.stringify(installation)
    const current = this.#active.get(installation.team)
    if (current?.stamp === stamp) return current.workspace
    // Evict the old one first: eviction drops the team's Slack ports, which the new one uses.
    this.#active.delete(installation.team)
    const workspace = create(installation, current?.workspace)
    this.#active.set(installation.team, { stamp, workspace })
    return workspace
  }

  #markUsed(team: string): void {
    const entry = this.#active.get(team)
    if (entry !== undefined) this.#active.set(team, entry)
  }
}
