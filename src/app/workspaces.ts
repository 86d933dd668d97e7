import { AnswerCache, Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Installation, Installations } from './installations.ts'

/** Another process may have been told of an installation or a key; until then what was known holds. */
const knownForMs = 10_000
/** As long as a Home tab that was opened is kept up to date. */
const idleMs = 4 * 3_600_000

export interface WorkspacesOptions {
  readonly find: Installations['find']
  readonly create: (installation: Installation) => Workspace
  /** Told when a workspace leaves. Its API client has been released: what still works with it is not cut. */
  readonly released: (team: string) => void
  readonly clock: Clock
  /** More are not kept. */
  readonly max: number
}

/**
 * The workspaces that are in use. One leaves when it was not used for hours, when there are too many, or when its
 * installation or the place of its connection changed; it is made again when it is needed again.
 */
export class Workspaces {
  readonly #options: WorkspacesOptions
  readonly #found: AnswerCache<Workspace | null>
  readonly #inUse: Cache<{ readonly stamp: string; readonly workspace: Workspace }>

  constructor(options: WorkspacesOptions) {
    this.#options = options
    const { clock, max, released } = options
    this.#found = new AnswerCache({ clock, ttlMs: knownForMs, max })
    this.#inUse = new Cache({
      clock,
      ttlMs: idleMs,
      max,
      onEvict: ({ workspace }, team) => {
        this.#found.delete(team)
        workspace.api.release()
        released(team)
      },
    })
  }

  get size(): number {
    return this.#inUse.size
  }

  /** The workspace as its installation and its connection are now; `null`: Sightline is not installed there. */
  async of(team: string): Promise<Workspace | null> {
    const workspace = await this.#found.get(team, () => this.#find(team))
    if (workspace !== null) this.#used(workspace.team)
    return workspace
  }

  /** Its installation or its connection is another one now: the next caller looks it up. */
  changed(team: string): void {
    this.#found.delete(team)
  }

  /** All that are in use. */
  values(): readonly Workspace[] {
    return this.#inUse.values().map(({ workspace }) => workspace)
  }

  /** Lets those go that were not used for hours. */
  releaseIdle(): void {
    this.#inUse.deleteExpired()
  }

  async close(): Promise<void> {
    await Promise.all(this.values().map(({ api }) => api.close()))
  }

  async #find(team: string): Promise<Workspace | null> {
    const { find, create } = this.#options
    const installation = await find(team)
    if (installation === null) {
      this.#inUse.delete(team)
      return null
    }
    const stamp = JSON.stringify(installation)
    const current = this.#inUse.get(installation.team)
    if (current?.stamp === stamp) return current.workspace
    // Before the next one takes its part of Slack.
    this.#inUse.delete(installation.team)
    const workspace = create(installation)
    this.#inUse.set(installation.team, { stamp, workspace })
    return workspace
  }

  #used(team: string): void {
    const entry = this.#inUse.get(team)
    if (entry !== undefined) this.#inUse.set(team, entry)
  }
}
