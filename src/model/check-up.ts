import type { LoopHealth } from '../lib/loop.ts'
/** What the doctor finds. */

/** What a probe found, as plain sentences. Of what failed, `fix` says the one thing to do. */
export type Finding =
  | { readonly state: 'passed'; readonly words: string }
  | { readonly state: 'failed'; readonly words: string; readonly fix: string }
  /** Another failure stands in the way, or there is nothing to look at. */
  | { readonly state: 'not_checked'; readonly words: string }

export interface CheckUp {
  readonly name: string
  readonly finding: Finding
}

/** How the scheduler of digests is doing, at the moment of reading. */
export interface SchedulerHealth {
  /** When it last looked for what is due, or was first told to; `null`: not since the start. */
  readonly lastLook: Temporal.Instant | null
  /** How often it means to, in milliseconds. */
  readonly everyMs: number
  /** How each of its loops does, by name. */
  health(): Readonly<Record<string, LoopHealth>>
}
