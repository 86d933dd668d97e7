import { Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'

export interface OrganizationLinkOptions {
  /** Whether the workspace has an installation, its own or its organization's. */
  readonly works: (team: string, org: string) => Promise<boolean>
  /**
   * Asks Slack, with the organization's token, whether the workspace belongs to it. Returns the time of the answer, or
   * `null`. A payload doesn't prove it, since people of other organizations click in shared channels, too.
   */
  readonly confirmed: (team: string, org: string) => Promise<Temporal.Instant | null>
  /** Stores the link. `false`: the organization has no installation. */
  readonly link: (team: string, org: string, at: Temporal.Instant) => Promise<boolean>
  /** Called when the link may have changed, so that cached data of the workspace is dropped. */
  readonly changed: (team: string) => void
  readonly failed: (team: string, error: unknown) => void
}

/** More than the workspaces that a process keeps in memory. An evicted one is looked up again at its next delivery. */
export const maxCached = 6_000

/**
 * Links an organization's installation to its workspaces. Slack doesn't list them at installation, so a workspace is
 * linked at its first delivery, once the organization's token confirms it. Acknowledgements don't wait for that, but
 * the work does.
 */
export class OrganizationLinks {
  readonly #options: OrganizationLinkOptions
  readonly #linked = new Cache<true>({ clock: systemClock, ttlMs: null, max: maxCached })
  readonly #failed = new Cache<true>({ clock: systemClock, ttlMs: null, max: maxCached })
  readonly #pending = new Map<string, Promise<void>>()

  constructor(options: OrganizationLinkOptions) {
    this.#options = options
  }

  /** Starts linking the workspace to the organization, unless it is linked or being linked. */
  ensureLink(team: string, org: string): void {
    if (this.#linked.get(team) || this.#pending.has(team)) return
    this.#pending.set(
      team,
      this.#confirm(team, org).finally(() => this.#pending.delete(team)),
    )
  }

  /** Waits for a pending link to be stored or to fail. */
  async linkSettled(team: string): Promise<void> {
    await this.#pending.get(team)
  }

  /** Whether the last attempt failed; the next delivery retries. */
  linkFailed(team: string): boolean {
    return this.#failed.get(team) ?? false
  }

  /** Drops the cached link after the installation changed or ended. */
  forget(team: string): void {
    this.#linked.delete(team)
    this.#failed.delete(team)
  }

  async #confirm(team: string, org: string): Promise<void> {
    const { works, confirmed, link, changed, failed } = this.#options
    try {
      this.#failed.delete(team)
      if (await works(team, org)) {
        this.#linked.set(team, true)
        return
      }
      const at = await confirmed(team, org)
      if (at !== null && (await link(team, org, at))) this.#linked.set(team, true)
      changed(team)
    } catch (error) {
      this.#failed.set(team, true)
      failed(team, error)
    }
  }
}
