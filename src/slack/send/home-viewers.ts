import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { HomeFigures } from '../../model/home.ts'
import type { ClickOutcome } from '../../model/recommendation.ts'
import type { Outside, Sender } from '../port.ts'

export type Viewer = Omit<Sender, 'presence'>

export interface OpenHomeTab extends Viewer {
  /** As of the last opening. */
  outside: Outside
  page: number
  /** The person's channels, and when Slack listed them (milliseconds since 1970). */
  channels: { readonly ids: ReadonlySet<string>; readonly at: number } | null
  /** Of the last click there that created no task, until the next opening; `null`: none. */
  outcome: (ClickOutcome & { readonly resultId: string }) | null
  /** What the service answered last; `null`: nothing yet. */
  figures: HomeFigures | null
  /** The pending request to the service; `null`: none. */
  filling: Promise<void> | null
  shown: string | null
  /** Resolves when every requested drawing is done. */
  drawing: Promise<void>
  refreshing: boolean
}

const retentionHours = 4
/** At most this many Home tabs are kept up to date; older ones are redrawn when opened again. */
const maxViewers = 50

/** People of a workspace whose Home tab is kept up to date. Each replica tracks those whose opening it received. */
export class HomeViewers {
  readonly #tabs: Cache<OpenHomeTab>

  constructor(clock: Clock) {
    this.#tabs = new Cache({ clock, ttlMs: retentionHours * 3_600_000, max: maxViewers })
  }

  /** Tracks a viewer, and drops the one who opened the tab longest ago if there are too many. */
  open({ team, user, outside }: Viewer): OpenHomeTab {
    const tab: OpenHomeTab = this.#tabs.get(user) ?? {
      ...{ team, user, outside },
      page: 1,
      channels: null,
      outcome: null,
      figures: null,
      filling: null,
      shown: null,
      drawing: Promise.resolve(),
      refreshing: false,
    }
    tab.outside = outside
    this.#tabs.set(user, tab)
    return tab
  }

  forget({ user }: Pick<Viewer, 'user'>): void {
    this.#tabs.delete(user)
  }

  tabs(): readonly OpenHomeTab[] {
    return this.#tabs.values()
  }
}
