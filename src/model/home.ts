import type { BeforeAfter } from './before-after.ts'
import type { VisibilityReport } from './reports.ts'
import type { Trend } from './trend.ts'

/** Where the brand stands, as the Home tab shows it. */
export type HomeStanding =
  /** The service has not answered yet. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly report: VisibilityReport; readonly trend: Trend | null }
  | { readonly kind: 'unavailable'; readonly sentence: string; readonly reference: string }

/** What the service answered for a Home tab. */
export interface HomeFigures {
  /** The question; figures of another question are not shown. */
  readonly question: string
  readonly standing: HomeStanding
  /** Titles of recommendations by result id; `null`: not known. */
  readonly titles: ReadonlyMap<string, string | null>
  /** What tasks moved, by `storyKey`; `null`: nothing can be said. */
  readonly stories: ReadonlyMap<string, BeforeAfter | null>
}
