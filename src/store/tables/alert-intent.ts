/**
 * One crossing that an alert looks out for. Marked, it was told (or stood so when somebody first looked) and is not told
 * again until it has recovered.
 */
export interface AlertMark {
  readonly kind: 'overtaken' | 'fall' | 'sentiment' | 'evaluation'
  /** What it is about: a brand, a subreddit, an evaluation; within its kind and digest never twice. Never empty. */
  readonly subject: string
  /** Of which question: what was marked for another one says nothing about this one. */
  readonly basis: string
}

/** Kept with an alert's delivery from before its post leaves, and true from the moment on when the post is confirmed. */
export interface AlertIntent {
  readonly marks: readonly AlertMark[]
  /** The sentence that the history shows. */
  readonly headline: string
  /** What its message is drawn from, as JSON: the digests' own matter. */
  readonly told: string
}

/** An intent as a delivery holds it. */
export const alertIntent = (kept: string | null): AlertIntent | null =>
  kept === null ? null : JSON.parse(kept)
