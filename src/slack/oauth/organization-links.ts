import { Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'

export interface OrganizationLinkOptions {
  /** Whether an installation works in the workspace already: its own, or the organization's, once confirmed. */
  readonly works: (team: string, org: string) => Promise<boolean>
  /**
   * Whether the organization's own token counts the workspace among its own, and when Slack said so; `null`: it does
   * not. A payload doesn't tell: people of other organizations click in shared channels, too.
   */
  readonly confirmed: (team: string, org: string) => Promise<Temporal.Instant | null>
  /** Notes that the organization's installation works in this workspace. `false`: there is no such installation. */
  readonly link: (team: string, org: string, at: Temporal.Instant) => Promise<boolean>
  /** Takes a link away that nothing has ever confirmed. */
  readonly unlink: (team: string, org: string) => Promise<void>
  /** It is noted now, so that what was known of the workspace may be another. */
  readonly changed: (team: string) => void
  readonly failed: (team: string, error: unknown) => void
}

/** Workspaces of which Slack didn't tell are remembered up to so many. */
const mostUnsure = 1_000

/**
 * An organization's installation works in workspaces that nobody has named: they are noted when something first comes
 * from them, if the organization's own token confirms them. The acknowledgement doesn't wait for that, but whoever
 * works for the workspace does.
 */
export class OrganizationLinks {
  readonly #meeting: OrganizationLinkOptions
  readonly #known = new Set<string>()
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #unsure = new Cache<true>({ clock: systemClock, ttlMs: null, max: mostUnsure })

  constructor(meeting: OrganizationLinkOptions) {
    this.#meeting = meeting
  }

  meet(team: string, org: string): void {
    if (this.#known.has(team) || this.#underWay.has(team)) return
    this.#underWay.set(
      team,
      this.#note(team, org).finally(() => this.#underWay.delete(team)),
    )
  }

  /** Resolves when a workspace that was met is noted, or could not be. */
  async noted(team: string): Promise<void> {
    await this.#underWay.get(team)
  }

  /** Slack didn't say whether its organization counts it among its own: the next delivery asks again. */
  isUnsure(team: string): boolean {
    return this.#unsure.get(team) ?? false
  }

  /** Its installation is another one now, or nobody uses it any more. */
  forget(team: string): void {
    this.#known.delete(team)
    this.#unsure.delete(team)
  }

  async #note(team: string, org: string): Promise<void> {
    const { works, confirmed, link, unlink, changed, failed } = this.#meeting
    try {
      this.#unsure.delete(team)
      if (await works(team, org)) {
        this.#known.add(team)
        return
      }
      const at = await confirmed(team, org)
      if (at === null) await unlink(team, org)
      else if (await link(team, org, at)) this.#known.add(team)
      changed(team)
    } catch (error) {
      this.#unsure.set(team, true)
      failed(team, error)
    }
  }
}
