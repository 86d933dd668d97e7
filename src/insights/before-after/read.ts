/** Reads how the own brand stood before and since tasks, within a number of questions to the service. */
import type { AnalysisScope, AnalyticsApi } from '../../api/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { BeforeAfter, BeforeAfterWeeks, FollowedTask } from '../../model/before-after.ts'
import { withoutReading } from './windows.ts'

export type BeforeAfterApi = Pick<AnalyticsApi, 'allBrands' | 'collects'>

export interface BeforeAfterOptions {
  readonly clock: Clock
  /** IANA name. */
  readonly timeZone: string
  /** Points. */
  readonly noiseBand: number
  /** How many questions to the service it may take at most. */
  readonly questions: number
}

/** The stories of tasks by their ids. It never fails: what could not be read is `unavailable`. */
export async function beforeAfterOf(
  _api: BeforeAfterApi,
  _scope: AnalysisScope,
  tasks: readonly FollowedTask[],
  options: BeforeAfterOptions,
): Promise<ReadonlyMap<string, BeforeAfter>> {
  return new Map(tasks.map((task) => [task.id, withoutReading(task, options)]))
}

/** The weeks of one story, nine questions at most; `null`: not to be had. */
export async function weeksOf(
  _api: BeforeAfterApi,
  _scope: AnalysisScope,
  _task: FollowedTask,
  _options: BeforeAfterOptions,
): Promise<BeforeAfterWeeks | null> {
  return null
}
