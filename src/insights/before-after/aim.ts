/** What a task is meant to move, read from its texts. Pure. */
import type { Aim } from '../../model/before-after.ts'
import type { FilterName } from '../../store/index.ts'

/** What a workspace and a channel have that a text can name. */
export interface Nameable {
  /** As the service spells them (`insightsFilters`). */
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  /** The own brand's names: they are no rival. */
  readonly own: readonly string[]
  /** Without `r/`. */
  readonly subreddits: readonly string[]
  /** What the channel calls ids; only topics count. */
  readonly filterNames: readonly FilterName[]
}

/** Nothing is restricted. */
export const noAim: Aim = { engines: [], rival: null, topics: [], subreddit: null }

/** The aim that the texts of a recommendation, its brief and its task name. */
export function aimOf(_texts: readonly string[], _has: Nameable): Aim {
  return noAim
}
