/** What followed a channel's tasks, as far as no digest has told it yet. */
import type { DigestStory } from '../../blocks/digest/data.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { StoryNews } from '../../model/story.ts'
import type { FollowUpWorkspace } from '../../tasks/aims.ts'
import { followUp, startOf, storyKey, storyWords } from '../../tasks/follow-up.ts'

/** Only the newest tasks are read; channels rarely have more within the weeks that are followed. */
const maxTasks = 200
/** Nothing can be said before three complete weeks. */
const minDays = 21
/** Longer than a story's twelve weeks, so that a monthly digest still tells it. */
const maxDays = 20 * 7

export interface ReadStories {
  /** Oldest task first. */
  readonly told: readonly DigestStory[]
  /** Recorded by `storyKey` once the digest is posted. */
  readonly news: Readonly<Record<string, StoryNews>>
}

export const noStories: ReadStories = { told: [], news: {} }

/** Never rejects because of the service. */
export async function readStories(workspace: FollowUpWorkspace, scope: ChannelScope): Promise<ReadStories> {
  const { team, channel, timeZone } = scope
  const { store, clock } = workspace
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
  const all = await store.tasks.forChannel(team, channel, { limit: maxTasks, offset: 0 })
  const followed = all.filter((task) => {
    const days = Temporal.PlainDate.from(startOf(task, timeZone).from).until(today).days
    return task.state === 'created' && days >= minDays && days <= maxDays
  })
  const stories = await followUp(workspace, scope, followed)
  const words = storyWords(workspace, scope)
  const news = followed.toReversed().flatMap((task) => {
    const story = stories.get(storyKey(task))
    return story == null || story.news === null ? [] : [{ task, story, said: story.news }]
  })
  return {
    told: news.map(({ task, story }) => ({
      organizationId: task.organizationId,
      workspaceId: task.workspaceId,
      resultId: task.resultId,
      taskId: task.taskId ?? '',
      name: task.name ?? '',
      story,
      ...words,
    })),
    news: Object.fromEntries(news.map(({ story, said }) => [story.id, said])),
  }
}
