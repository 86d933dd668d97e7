import type { TaskAim } from '../store/index.ts'

/** What followed a task: what it aims at, and what may be said of the weeks since. */

export type Aim = TaskAim

export const noAim: Aim = { engines: [], rival: null, topics: [], subreddit: null }

export interface FollowedTask {
  readonly id: string
  /** The day from which it counts, in the channel's time zone, `YYYY-MM-DD`. */
  readonly from: string
  /** `done`: the day on which the team says it was done; `created`: the day of its creation. */
  readonly basis: 'created' | 'done'
  readonly aim: Aim
}

/** What becomes news of a task. `back`: an effect that had faded is there again. */
export type StoryNews = 'up' | 'down' | 'faded' | 'back'

/**
 * - `unread`: weeks that it needs, or its texts, are not read yet.
 * - `no_aim`: it aims at no engine, so nothing is compared.
 * - `no_comparison`: something that a comparison needs will never be there.
 * - `shared`: there is a change, but rivals changed with it.
 */
export type StoryState =
  | StoryNews
  | 'unread'
  | 'no_aim'
  | 'no_comparison'
  | 'too_early'
  | 'no_effect'
  | 'shared'

export interface Story extends FollowedTask {
  readonly state: StoryState
  /** What a comparison lacks; `null`: nothing, or there is none to make. */
  readonly lacks: 'weeks_before' | 'aimed_engines' | 'other_engines' | 'own_brand' | null
  /** What no digest of the channel has told yet. */
  readonly news: StoryNews | null
  /** The own brand's name as the service writes it; `null`: not known. */
  readonly own: string | null
  /** Complete weeks since that were read, at most twelve. */
  readonly weeks: number
  /** The first day on which anything can be said. */
  readonly readableOn: string
  /** The way it went first, or is going now. */
  readonly direction: 'up' | 'down'
  /** Points that its newest weeks are from what was to be expected, and between which that is; `null`: not judged. */
  readonly effect: { readonly points: number; readonly interval: readonly [number, number] } | null
  /** Whether it was already rising or falling in the weeks before; the effect comes on top. */
  readonly wasMoving: boolean
  /** The own score in the newest week on the engines aimed at; without any, on all together (`null`). */
  readonly levels: readonly { readonly engine: string | null; readonly score: number }[]
  /** `null`: too few weeks are known. */
  readonly chart: StoryChart | null
  /** In the subreddit that the task names; omitted if it names none, or if there is no summary of it. */
  readonly sentiments?: SubredditSentiments
}

/** The service's scores, week by week. */
export interface StoryChart {
  /** `engine`: `null`: all engines together. */
  readonly lines: readonly { readonly brand: string; readonly engine: string | null }[]
  /** Oldest first, with a score for each line. `start` is a Monday. */
  readonly weeks: readonly {
    readonly start: string
    readonly isSince: boolean
    readonly scores: readonly (number | null)[]
  }[]
}

/** The service's sentiment for a subreddit before a task's day and now. It isn't a measure of the task's effect. */
export interface SubredditSentiments {
  /** Without `r/`. */
  readonly subreddit: string
  /** The last one before the day; `null`: none. */
  readonly before: DatedSentiment | null
  /** The newest one after the day; `null`: none yet. */
  readonly since: DatedSentiment | null
}

export interface DatedSentiment {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** The service's word, such as `negative`. */
  readonly sentiment: string
}
