import type { TaskStory } from '../blocks/tasks/story.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef, TaskRecord } from '../store/index.ts'
import type { FollowUpWorkspace } from './aims.ts'
import { followUp, storyKey } from './follow-up.ts'

/** @throws {Problem} if there is no such task */
export async function createdTask(
  { store, team }: Pick<Workspace, 'store' | 'team'>,
  { taskId, ...ref }: Omit<RecommendationRef, 'team'> & { readonly taskId: string },
): Promise<TaskRecord> {
  const record = await store.tasks.withId({ team, ...ref }, taskId)
  if (record !== null && record.state === 'created') return record
  throw new Problem('task_unknown', 'Sightline no longer knows this task.', { suggestion: 'tasks' })
}

/** @param scope of the channel where it was created. @throws {Problem} if that channel's analysis can't say anything */
export async function taskStory(
  workspace: FollowUpWorkspace,
  scope: ChannelScope,
  record: TaskRecord,
): Promise<TaskStory> {
  const story = (await followUp(workspace, scope, [record])).get(storyKey(record))
  if (story === undefined)
    throw new Problem(
      'task_elsewhere',
      'This task belongs to a different analytics workspace than this channel.',
      { suggestion: 'setup' },
    )
  const [first] = story.chart?.weeks ?? []
  const notes =
    first === undefined
      ? []
      : await workspace.store.notes.inChannel(record.team, record.channel, first.start, null)
  return { name: record.name ?? '', story, notes, ...storyWords(workspace, scope) }
}

/** What a channel's stories need to write dates and filter names. */
export function storyWords({ clock }: Pick<Workspace, 'clock'>, { timeZone, filterNames }: ChannelScope) {
  return { thisYear: clock.now().toZonedDateTimeISO(timeZone).year, filterNames }
}
