/** What tasks aim at: as their texts say it, unless a person says it. */
import { ApiError } from '../api/index.ts'
import type { TaskAimed } from '../blocks/tasks/task-forms.ts'
import { brandQuery } from '../insights/brands/read-brands.ts'
import { fewAtOnce, withTimeout } from '../lib/async.ts'
import type { ChannelScope } from '../model/channel.ts'
import { noFilters } from '../model/filters.ts'
import { ownBrandsIn } from '../model/market-week.ts'
import { lastComplete } from '../model/period.ts'
import type { Aim } from '../model/story.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef, TaskRecord } from '../store/index.ts'
import { storedWeeks } from '../weeks/report.ts'
import { aimOf } from './read-aim.ts'
import { loadBriefs } from './recommendations.ts'

export type FollowUpWorkspace = Pick<Workspace, 'team' | 'api' | 'apiKey' | 'store' | 'clock'>
export type AimScope = Pick<ChannelScope, 'analysis' | 'timeZone' | 'subreddits' | 'filterNames'>
type Texts = RecommendationRef & Pick<TaskRecord, 'name' | 'description'>

/**
 * A task's aim, and the person who set it. If no person did, it comes from the name, the description and the briefs.
 * What they say is kept once the task has its name; before, they are only a part of what it will be read from.
 * @returns `null` if the texts can't be read now
 */
export async function aimOfTask(
  workspace: FollowUpWorkspace,
  scope: AimScope,
  task: Texts,
): Promise<{ readonly aim: Aim; readonly by: string | null } | null> {
  const { api, store, clock } = workspace
  const stored = await store.tasks.aimOf(task)
  if (stored !== null) return stored
  const [filters, ownBrands, briefs] = await Promise.all([
    api.insightsFilters(scope.analysis).catch(() => null),
    ownNames(workspace, scope),
    loadBriefs(api, task, task.resultId).catch((error: unknown) =>
      // The recommendation is gone for good: there will be no more to read than now.
      error instanceof ApiError && error.code === 'not_found' ? [] : null,
    ),
  ])
  if (filters === null || ownBrands === null || briefs === null) return null
  const { subreddits, filterNames } = scope
  const texts = [task.name, task.description, ...briefs.flatMap(({ title, body }) => [title, body])]
  const aim = aimOf(
    texts.filter((text) => text !== null),
    { engines: filters.sources.map(String), brands: filters.brands, ownBrands, subreddits, filterNames },
  )
  if (task.name !== null) await store.tasks.rememberAim(task, aim, clock.now())
  return { aim, by: null }
}

/** A message isn't delayed longer for the aim. */
const aimWithinMs = 2_500

/** A task's aim for a message to a person; `null` if it isn't available in time. */
export async function aimInTime(
  workspace: FollowUpWorkspace,
  scope: AimScope,
  task: Texts,
  withinMs = aimWithinMs,
): Promise<TaskAimed | null> {
  const aimed = await withTimeout(workspace.clock, withinMs, () => aimOfTask(workspace, scope, task))
  return aimed === null ? null : { aim: aimed.aim, filterNames: scope.filterNames }
}

/** Recommendations whose texts are read at a time, where that was not possible when their tasks were created. */
const mostRead = 3

/** The aims of tasks, by `resultId`. Those that are not read yet are omitted. */
export async function aimsOf(
  workspace: FollowUpWorkspace,
  scope: AimScope,
  tasks: readonly TaskRecord[],
): Promise<ReadonlyMap<string, Aim>> {
  const aims = new Map(tasks.flatMap(({ resultId, aim }) => (aim === null ? [] : [[resultId, aim]])))
  const unread = new Map(tasks.filter(({ aim }) => aim === null).map((task) => [task.resultId, task]))
  await fewAtOnce([...unread.values()].slice(0, mostRead), async (task) => {
    const read = await aimOfTask(workspace, scope, task)
    if (read !== null) aims.set(task.resultId, read.aim)
  })
  return aims
}

/** The names of the own brand, the best one first: no task aims against them. `null`: they can't be read now. */
export async function ownNames(
  workspace: FollowUpWorkspace,
  { analysis, timeZone }: Pick<AimScope, 'analysis' | 'timeZone'>,
): Promise<readonly string[] | null> {
  const { weeks } = await storedWeeks(workspace, { scope: analysis, filters: noFilters, timeZone })
  const known = ownBrandsIn(weeks)
  if (known.length > 0) return known
  const query = brandQuery(lastComplete('week', workspace.clock.now(), timeZone), [])
  const read = await workspace.api.allBrands(analysis, query, 100).catch(() => null)
  return read?.rows.filter((row) => row.is_my_brand).map(({ brand }) => brand) ?? null
}
