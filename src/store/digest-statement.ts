/**
 * What one digest is about to say, kept with its delivery from before its post leaves until the post is confirmed: then
 * it goes into the record of what the digest last said. Only what differs from the record is in it.
 */
export interface DigestStatement {
  /** ISO 8601 instant, from before anything was read. */
  readonly composedAt: string
  /** `null`: it has none, or repeats in one line what was told before. */
  readonly figures: DigestFigures | null
  /** `null`: it did not read Reddit. */
  readonly reddit: {
    readonly summaries: readonly SaidSummary[]
    /** By subreddit. */
    readonly sentiments: Readonly<Record<string, string>>
    /** Keys of summaries that need not be known any more. */
    readonly gone: readonly string[]
  } | null
  /** `null`: it did not read the recommended actions. */
  readonly actions: {
    /** By result id: `updated_at` of its briefs, by their ids; `null`: they could not be read. */
    readonly recommendations: Readonly<Record<string, Readonly<Record<string, string | null>> | null>>
    /** Keys of those that are tracked no more. */
    readonly gone: readonly string[]
  } | null
  /** `null`: it did not read evaluations. */
  readonly evaluations: {
    readonly states: Readonly<Record<string, 'ended' | 'unread'>>
    readonly gone: readonly string[]
  } | null
}

export interface SaidSummary {
  readonly summaryId: string
  readonly subreddit: string
  /** As the service gave it, `YYYY-MM-DD`. */
  readonly creationDate: string | null
}

/** What a digest says in figures, as it shows them. */
export interface DigestFigures {
  /** Dates as `YYYY-MM-DD`. */
  readonly period: { readonly unit: string; readonly start: string; readonly end: string }
  /** The kind of its headline. */
  readonly headline: string
  /** The own brand's place and visibility score; `null`: it had none. */
  readonly rank: number | null
  readonly visibility: number | null
  // What follows is missing where an earlier release wrote it.
  /** The same for figures that answer the same question. */
  readonly basis?: string
  /** The first rivals' visibility, by name. */
  readonly rivals?: Readonly<Record<string, number>>
  /** The own visibility on each engine; `null`: it had none. */
  readonly engines?: Readonly<Record<string, number | null>>
  /** Website evaluations that were told as ended; only earlier releases wrote it. */
  readonly ended?: readonly string[]
}
