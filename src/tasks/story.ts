import type { TaskStory } from '../blocks/tasks/story.ts'
import { isReadable } from '../blocks/tasks/story-copy.ts'
import { weeksOf } from '../insights/before-after/read.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef, TaskRecord } from '../store/index.ts'
import { followedTask, followUp, storyKey } from './follow-up.ts'

/** Maximum requests. More than for a digest, since a person asked about this one task. */
const maxRequests = 20

/** @throws {Problem} if there is no such task */
export async function createdTask(
  { store, team }: Pick<Workspace, 'store' | 'team'>,
  { taskId, ...ref }: Omit<RecommendationRef, 'team'> & { readonly taskId: string },
): Promise<TaskRecord> {
  const record = await store.tasks.withId({ team, ...ref }, taskId)
  if (record !== null && record.state === 'created') return record
  throw new Problem('task_unknown', 'Sightline no longer knows this task.', { suggestion: 'tasks' })
}

/**
 * One task's story, with its figures week by week.
 * @param scope the scope of the channel in which the task was created
 * @throws {Problem} if the channel's analysis can't say anything about it
 */
export async function taskStory(
  workspace: Pick<Workspace, 'api' | 'store' | 'clock'>,
  scope: ChannelScope,
  record: TaskRecord,
): Promise<TaskStory> {
  const { api, store, clock } = workspace
  const { analysis, timeZone } = scope
  const story = (await followUp(workspace, scope, [record], { maxRequests })).get(storyKey(record))
  if (story === undefined)
    throw new Problem(
      'task_elsewhere',
      'This task belongs to a different analytics workspace than this channel.',
      { suggestion: 'setup' },
    )
  const followed = followedTask(record, story.aim, timeZone)
  const [weeks, notes] = await Promise.all([
    isReadable(story) ? weeksOf(api, analysis, followed, { clock, timeZone }) : null,
    store.notes.inChannel(record.team, record.channel, story.before.start, null),
  ])
  return { name: record.name ?? '', story, weeks, notes, ...storyWords(workspace, scope) }
}

/** What a channel's stories need to write dates and filter names. */
export function storyWords({ clock }: Pick<Workspace, 'clock'>, { timeZone, filterNames }: ChannelScope) {
  return { thisYear: clock.now().toZonedDateTimeISO(timeZone).year, filterNames }
}
