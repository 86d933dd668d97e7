import type { VisibilityReport } from './reports.ts'
import type { Story } from './story.ts'

/** Where the brand stands, as the Home tab shows it. */
export type HomeStanding =
  /** The service has not answered yet. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly report: VisibilityReport }
  | { readonly kind: 'unavailable'; readonly sentence: string; readonly reference: string }

/** The service's figures for a Home tab. */
export interface HomeFigures {
  /** What the standing is about; figures with a different key are not shown. */
  readonly standingKey: string
  readonly standing: HomeStanding
  /** Titles of recommendations by result id; `null`: unknown. */
  readonly titles: ReadonlyMap<string, string | null>
  /** Stories of tasks by `storyKey`; `null`: none available. */
  readonly stories: ReadonlyMap<string, Story | null>
}
