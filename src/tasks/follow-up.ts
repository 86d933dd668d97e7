/** A task's story: how the measures it aims at have changed since. Every message that shows a story gets it here. */
import { ApiError } from '../api/index.ts'
import type { TaskAimed } from '../blocks/tasks/aim-form.ts'
import { aimOf, type Nameable } from '../insights/before-after/aim.ts'
import { beforeAfterOf } from '../insights/before-after/read.ts'
import { subredditSentiments } from '../insights/before-after/subreddit-sentiments.ts'
import { withoutReading } from '../insights/before-after/windows.ts'
import { loadBriefs } from '../insights/recommendations.ts'
import { fewAtOnce } from '../insights/section.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { Aim, BeforeAfter, FollowedTask } from '../model/before-after.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { TaskRecord } from '../store/index.ts'

export type FollowUpWorkspace = Pick<Workspace, 'api' | 'store' | 'clock'>
export type Following = Pick<ChannelScope, 'analysis' | 'timeZone' | 'subreddits' | 'filterNames'>

/** Identifies a task: a recommendation may have several. */
export function storyKey({
  organizationId,
  workspaceId,
  resultId,
  generation,
}: Pick<TaskRecord, 'organizationId' | 'workspaceId' | 'resultId' | 'generation'>): string {
  return JSON.stringify([organizationId, workspaceId, resultId, generation])
}

/**
 * The stories of a channel's tasks, by `storyKey`. A task has none if it wasn't created, or if it belongs to another
 * workspace of the service than the channel's, whose analysis says nothing about it. Figures that can't be read are
 * `unavailable`. Never rejects because of the service.
 * @param records most important first: tasks whose texts don't fit into the limit are reported next time
 * @param options.maxRequests maximum requests to the service
 */
export async function followUp(
  workspace: FollowUpWorkspace,
  scope: Following,
  records: readonly TaskRecord[],
  { maxRequests }: { readonly maxRequests: number },
): Promise<ReadonlyMap<string, BeforeAfter>> {
  const { analysis, timeZone } = scope
  const { organizationId, workspaceId } = analysis
  const created = records.filter(
    (record) =>
      record.state === 'created' &&
      record.organizationId === organizationId &&
      record.workspaceId === workspaceId,
  )
  if (created.length === 0) return new Map()
  const { aims, asked } = await aimsOf(workspace, scope, created, maxRequests)
  const followed = created.map((record) => {
    const aim = aims.get(storyKey(record))
    return { task: followedTask(record, aim ?? readOwn(record, scope), timeZone), isRead: aim !== undefined }
  })
  const read = followed.flatMap(({ task, isRead }) => (isRead ? [task] : []))
  const asksReddit = read.some(({ aim }) => aim.subreddit !== null)
  const requestsLeft = Math.max(0, maxRequests - asked - Number(asksReddit))
  const options = { clock: workspace.clock, timeZone, maxRequests: requestsLeft }
  const [stories, sentiments] = await Promise.all([
    beforeAfterOf(workspace.api, analysis, read, options),
    subredditSentiments(workspace.api, analysis, scope.subreddits, read),
  ])
  // While the aim is unknown, figures could be about something else than next time, so there are none.
  const unread = followed.flatMap(({ task, isRead }) =>
    isRead ? [] : [[task.id, withoutReading(task, options)] as const],
  )
  const measured = [...stories].map(([id, story]) => {
    const sentiment = sentiments.get(id)
    return [id, sentiment === undefined ? story : { ...story, sentiments: sentiment }] as const
  })
  return new Map([...measured, ...unread])
}

/** A task with the start of its story: the day on which it was done according to the team, or else was created. */
export function followedTask(record: TaskRecord, aim: Aim, timeZone: string): FollowedTask {
  const { doneOn, finishedAt, startedAt } = record
  const createdAt = Temporal.Instant.from(finishedAt ?? startedAt).toZonedDateTimeISO(timeZone)
  return {
    id: storyKey(record),
    from: doneOn ?? createdAt.toPlainDate().toString(),
    basis: doneOn === null ? 'created' : 'done',
    aim,
  }
}

/**
 * A task's aim, and the person who set it. If no person did, it comes from the task's texts when they were first read,
 * which takes one request for the workspace's names and one for the briefs.
 * @returns `null` if its texts can't be read now
 */
export async function aimOfTask(
  workspace: FollowUpWorkspace,
  scope: Following,
  task: Pick<TaskRecord, 'team' | 'organizationId' | 'workspaceId' | 'resultId' | 'name' | 'description'>,
): Promise<{ readonly aim: Aim; readonly by: string | null } | null> {
  const storedAim = await workspace.store.tasks.aimOf(task)
  if (storedAim !== null) return storedAim
  const has = await namesOf(workspace, scope)
  const aim = has === null ? null : await readTexts(workspace, task, has)
  return aim === null ? null : { aim, by: null }
}

/** A message isn't delayed longer for the aim. */
const aimWithinMs = 2_500

/** A task's aim for a message to a person; `null` if it isn't available in time. */
export async function aimInTime(
  workspace: FollowUpWorkspace,
  scope: Following,
  task: Parameters<typeof aimOfTask>[2],
  withinMs = aimWithinMs,
): Promise<TaskAimed | null> {
  const aimed = await withTimeout(workspace.clock, withinMs, () => aimOfTask(workspace, scope, task))
  return aimed === null ? null : { aim: aimed.aim, filterNames: scope.filterNames }
}

/** @returns the aims that are known or could be read, and the number of requests sent */
async function aimsOf(
  workspace: FollowUpWorkspace,
  scope: Following,
  records: readonly TaskRecord[],
  maxRequests: number,
): Promise<{ readonly aims: ReadonlyMap<string, Aim>; readonly asked: number }> {
  const aims = new Map<string, Aim>()
  for (const record of records) if (record.aim !== null) aims.set(storyKey(record), record.aim)
  const unread = Map.groupBy(
    records.filter(({ aim }) => aim === null),
    ({ resultId }) => resultId,
  )
  const now = [...unread.values()].slice(0, Math.floor(maxRequests / 3))
  if (now.length === 0) return { aims, asked: 0 }
  const has = await namesOf(workspace, scope)
  if (has === null) return { aims, asked: 1 }
  await fewAtOnce(now, async (tasks) => {
    const [newest] = tasks
    const aim = newest === undefined ? null : await readTexts(workspace, newest, has)
    if (aim !== null) for (const task of tasks) aims.set(storyKey(task), aim)
  })
  return { aims, asked: 1 + now.length }
}

/** Reads the aim from a task's texts and stores it for the next time; `null` if the texts can't be read. */
async function readTexts(
  { api, store, clock }: FollowUpWorkspace,
  task: Parameters<typeof aimOfTask>[2],
  has: Nameable,
): Promise<Aim | null> {
  const briefs = await loadBriefs(api, task, task.resultId).catch((error: unknown) =>
    // The recommendation is gone for good. Requesting it each time would leave no requests for other tasks.
    error instanceof ApiError && error.code === 'not_found' ? [] : null,
  )
  if (briefs === null) return null
  const taskTexts = [task.name, task.description].filter((text) => text !== null)
  const aim = aimOf([...taskTexts, ...briefs.flatMap(({ title, body }) => [title, body])], has)
  await store.tasks.rememberAim(task, aim, clock.now())
  return aim
}

/** The task's aim, as far as it is known without a request. */
function readOwn({ name, description }: TaskRecord, scope: Following): Aim {
  return aimOf([name ?? '', description ?? ''], nameable(scope, { engines: [], brands: [] }))
}

/** The names that an aim can mention; `null` if the service doesn't answer. */
async function namesOf({ api }: FollowUpWorkspace, scope: Following): Promise<Nameable | null> {
  const filters = await api.insightsFilters(scope.analysis).catch(() => null)
  return filters === null
    ? null
    : nameable(scope, { engines: filters.sources.map(String), brands: filters.brands })
}

function nameable(
  { subreddits, filterNames }: Following,
  lists: Pick<Nameable, 'engines' | 'brands'>,
): Nameable {
  // The filters don't tell which brand is the own one. The story omits it from the rivals.
  return { ...lists, ownBrands: [], subreddits, filterNames }
}
