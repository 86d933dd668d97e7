import type { BrandChange, BrandStanding, OwnBefore } from './reports.ts'

/** An event with its figures. `blocks` writes the sentence. */
export type AlertEvent =
  | { readonly kind: 'overtaken'; readonly rival: BrandStanding; readonly own: BrandStanding }
  /** The own visibility fell by more points than the owner's limit. */
  | {
      readonly kind: 'fall'
      readonly own: BrandStanding
      readonly limit: number
      /** `null`: it began in this week. */
      readonly since: BrandChange | null
      /** Data is missing: the points without it, and the engines that are left out. `null`: nothing is missing. */
      readonly gap: { readonly points: number; readonly without: readonly string[] } | null
    }
  /** No answer names the own brand any more. */
  | { readonly kind: 'vanished'; readonly last: OwnBefore }
  | {
      readonly kind: 'sentiment'
      readonly subreddit: string
      readonly sentiment: string
      readonly before: string | null
      readonly description: string
    }
  | {
      readonly kind: 'evaluation'
      readonly id: string
      readonly name: string
      readonly status: string | null
    }
