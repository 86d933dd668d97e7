/** The effects of a channel's tasks that its digest hasn't reported yet. */
import type { DigestStory } from '../../blocks/digest/data.ts'
import { noAim } from '../../insights/before-after/aim.ts'
import type { ChannelScope } from '../../model/channel.ts'
import { type DigestRecord, recordKey, type TaskRecord } from '../../store/index.ts'
import { followedTask, followUp, storyKey } from '../../tasks/follow-up.ts'
import { storyWords } from '../../tasks/story.ts'
import type { DigestWorkspace } from '../workspace.ts'

/** Maximum requests to the service for all tasks of a digest. */
const maxRequests = 6
/** Only the newest tasks are read; channels rarely have more within the weeks that are followed. */
const maxTasks = 200
/** Nothing is reported before three complete weeks. */
const minDays = 21
/** Longer than a story's twelve weeks, so that a monthly digest still reports it. */
const maxDays = 20 * 7

export interface ReadStories {
  /** Tasks whose measures have reliably moved, oldest first. */
  readonly moved: readonly DigestStory[]
  /** Tasks whose measures haven't moved for `unmovedWeeks`. */
  readonly unmoved: readonly { readonly task: TaskRecord; readonly weeks: number }[]
  /** Recorded by `storyKey` once the digest is posted. */
  readonly directions: Readonly<Record<string, 'up' | 'down'>>
}

export const noStories: ReadStories = { moved: [], unmoved: [], directions: {} }

/** After this many weeks without a reliable change, the digest's owner is asked about the task. */
const unmovedWeeks = 8

/** Never rejects because of the service: tasks that can't be read are read for the next digest. */
export async function readStories(
  workspace: Pick<DigestWorkspace, 'api' | 'store' | 'clock'>,
  scope: ChannelScope,
  record: DigestRecord | null,
): Promise<ReadStories> {
  const { team, channel, timeZone } = scope
  const { store, clock } = workspace
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
  const all = await store.tasks.forChannel(team, channel, { limit: maxTasks, offset: 0 })
  const isFollowed = (task: TaskRecord) => {
    const days = Temporal.PlainDate.from(followedTask(task, noAim, timeZone).from).until(today).days
    return days >= minDays && days <= maxDays
  }
  const unreported = all.filter(
    (task) =>
      task.state === 'created' && record?.stories.has(recordKey(storyKey(task))) !== true && isFollowed(task),
  )
  if (unreported.length === 0) return noStories
  const stories = await followUp(workspace, scope, unreported, { maxRequests })
  const words = storyWords(workspace, scope)
  const read = unreported.flatMap((task) => {
    const story = stories.get(storyKey(task))
    return story === undefined ? [] : [{ task, story }]
  })
  const moved = read.flatMap(({ task, story }) =>
    story.verdict.kind === 'up' || story.verdict.kind === 'down'
      ? [{ task, story, way: story.verdict.kind }]
      : [],
  )
  return {
    moved: moved.toReversed().map(({ task, story }) => ({
      organizationId: task.organizationId,
      workspaceId: task.workspaceId,
      resultId: task.resultId,
      taskId: task.taskId ?? '',
      name: task.name ?? '',
      story,
      ...words,
    })),
    unmoved: read.flatMap(({ task, story: { verdict } }) =>
      verdict.kind === 'no_reliable_change' && verdict.weeks >= unmovedWeeks && task.doneOn === null
        ? [{ task, weeks: verdict.weeks }]
        : [],
    ),
    directions: Object.fromEntries(moved.map(({ task, way }) => [storyKey(task), way])),
  }
}
