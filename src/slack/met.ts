export interface Meeting {
  /** Notes that the organization's installation works in this workspace. `false`: there is no such installation. */
  readonly link: (team: string, org: string) => Promise<boolean>
  /** It is noted now, so that what was known of the workspace may be another. */
  readonly changed: (team: string) => void
  readonly failed: (team: string, error: unknown) => void
}

/**
 * An organization's installation works in workspaces that nobody has named: they are noted when something first comes
 * from them. The acknowledgement doesn't wait for that, but whoever works for the workspace does.
 */
export class MetWorkspaces {
  readonly #meeting: Meeting
  readonly #known = new Set<string>()
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(meeting: Meeting) {
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

  /** Its installation is another one now. */
  forget(team: string): void {
    this.#known.delete(team)
  }

  async #note(team: string, org: string): Promise<void> {
    const { link, changed, failed } = this.#meeting
    try {
      if (await link(team, org)) this.#known.add(team)
      changed(team)
    } catch (error) {
      failed(team, error)
    }
  }
}
