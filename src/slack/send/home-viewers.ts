import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Outside } from '../port.ts'

/** Who looks at a Home tab. */
export interface Viewer {
  readonly team: string
  readonly user: string
  readonly outside: Outside
}

/** What is remembered of somebody who has opened their Home tab lately. */
export interface Seen extends Viewer {
  /** As it was when they opened it last. */
  outside: Outside
  /** From 1. */
  page: number
  /** The channels that they are in, and when Slack said so (milliseconds since 1970). */
  channels: { readonly ids: ReadonlySet<string>; readonly at: number } | null
  /** What was published last, as JSON. */
  shown: string | null
  /** Ends when all that was asked to be drawn is drawn. */
  drawing: Promise<void>
  /** A refresh waits for its turn. */
  refreshing: boolean
}

const rememberedHours = 4
/** So many Home tabs are kept up to date; beyond that, whoever opened it first sees changes when they open it again. */
const most = 50

/** The people whose Home tab is worth keeping up to date. Each replica knows those who opened it through it. */
export class HomeViewers {
  readonly #seen: Cache<Seen>

  constructor(clock: Clock) {
    this.#seen = new Cache({ clock, ttlMs: rememberedHours * 3_600_000, max: most })
  }

  /** Remembers that they have it open now, and forgets whoever did so longest ago. */
  open(viewer: Viewer): Seen {
    const key = keyOf(viewer)
    const seen: Seen = this.#seen.get(key) ?? {
      team: viewer.team,
      user: viewer.user,
      outside: viewer.outside,
      page: 1,
      channels: null,
      shown: null,
      drawing: Promise.resolve(),
      refreshing: false,
    }
    seen.outside = viewer.outside
    this.#seen.set(key, seen)
    return seen
  }

  forget(viewer: Pick<Viewer, 'team' | 'user'>): void {
    this.#seen.delete(keyOf(viewer))
  }

  /** Those of a workspace who opened it within the last hours. */
  of(team: string): readonly Seen[] {
    return this.#seen.values().filter((seen) => seen.team === team)
  }
}

function keyOf({ team, user }: Pick<Viewer, 'team' | 'user'>): string {
  return `${team} ${user}`
}
