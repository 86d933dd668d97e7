import type { VisibilityReport } from './reports.ts'
import type { Story } from './story.ts'

export type HomeStanding =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly report: VisibilityReport }
  | { readonly kind: 'unavailable'; readonly sentence: string; readonly reference: string }

export interface HomeFigures {
  readonly standingKey: string
  readonly standing: HomeStanding
  /** Titles of recommendations by result id; `null`: unknown. */
  readonly titles: ReadonlyMap<string, string | null>
  /** Stories of tasks by `storyKey`; `null`: none available. */
  readonly stories: ReadonlyMap<string, Story | null>
}
