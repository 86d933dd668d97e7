import type { LoopHealth } from '../lib/async.ts'

/** A probe's result, as plain sentences; `fix` says what to do about a failure. */
export type Finding =
  | { readonly state: 'passed'; readonly words: string }
  | { readonly state: 'failed'; readonly words: string; readonly fix: string }
  /** Blocked by another failure, or nothing to check. */
  | { readonly state: 'not_checked'; readonly words: string }

export interface CheckUp {
  readonly name: string
  readonly finding: Finding
}

export interface SchedulerHealth {
  /** The last check for due work, or the first wake-up before one succeeded; `null`: not since the start. */
  readonly lastCheck: Temporal.Instant | null
  /** The interval between wake-ups, in milliseconds. */
  readonly everyMs: number
  health(): Readonly<Record<string, LoopHealth>>
}
