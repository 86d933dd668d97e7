/** Open work on the Home tab: recommendations without a task, and recent tasks with what has moved since. */

import type { BeforeAfter } from '../../model/before-after.ts'
import type { Block } from '../../model/message.ts'
import type { TaskRecord } from '../../store/index.ts'
import type { RecommendationRef } from '../kit/codec.ts'
import { button, buttons, context, heading, messageSpan, row } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { richText, type Span } from '../kit/spans.ts'
import { howToTrack } from '../tasks/actions.ts'
import { isReadable, type StoryWords, storySentence } from '../tasks/story-copy.ts'
import { checkButton, storyButton, viewButton } from '../tasks/task-elements.ts'
import { shownTitle } from '../tasks/tasks.ts'

/** A tracked recommendation without a task. */
export interface HomeRecommendation extends RecommendationRef {
  /** Where it is tracked, by Slack's id. */
  readonly channel: string
  /** `null`: not known. */
  readonly title: string | null
}

export type HomeTask = RecommendationRef &
  Pick<
    TaskRecord,
    'state' | 'taskId' | 'name' | 'createdBy' | 'channel' | 'startedAt' | 'finishedAt' | 'doneOn'
  > & {
    /** The recommendation's title, shown if the task has no name yet; `null`: not known. */
    readonly title: string | null
    /** The message where it was created; `null`: an ephemeral one. */
    readonly link: string | null
    /** How its measures have changed since; `null` or omitted: not read. */
    readonly story?: BeforeAfter | null
  }

export interface OpenWork {
  /** Whether any of the channels tracks a recommendation. */
  readonly isTracking: boolean
  readonly recommendations: readonly HomeRecommendation[]
  readonly moreRecommendations: number
  /** The newest of the last twelve weeks. */
  readonly tasks: readonly HomeTask[]
  /** How many others there are, of any age. */
  readonly moreTasks: number
  readonly words?: StoryWords
}

const nothingTracked: readonly Span[] = ['Your channels track no recommendations yet. ', ...howToTrack]

export function openWorkBlocks({
  isTracking,
  recommendations,
  moreRecommendations,
  tasks,
  moreTasks,
  words = {},
}: OpenWork): readonly Block[] {
  return [
    heading('To do'),
    ...(recommendations.length === 0
      ? [richText([isTracking ? ['Every recommendation your channels track has a task.'] : nothingTracked])]
      : recommendations.map(recommendationRow)),
    ...(moreRecommendations === 0
      ? []
      : [
          context(
            `${counted(moreRecommendations, 'more recommendation')} without a task: type /sightline actions in their channel.`,
          ),
        ]),
    ...(tasks.length + moreTasks === 0 ? [] : taskBlocks(tasks, moreTasks, words)),
  ]
}

function recommendationRow({ channel, title, ...ref }: HomeRecommendation): Block {
  const name = shownTitle(title)
  return row(
    [[{ text: name, style: 'bold' }, ' · ', { channel }, ' · no task yet']],
    viewButton(placeOf(ref), { kind: 'none' }, name, channel),
  )
}

function taskBlocks(tasks: readonly HomeTask[], more: number, words: StoryWords): readonly Block[] {
  return [
    heading('Tasks of the last twelve weeks'),
    ...(tasks.length === 0 ? [richText([['None.']])] : tasks.map((task) => taskRow(task, words))),
    ...(more === 0 ? [] : [context(`${counted(more, 'more task')} in your channels. Export has them all.`)]),
    ...buttons([button('Export', { kind: 'tasks_export' }, { about: 'Export all tasks of your channels' })]),
  ]
}

function taskRow(task: HomeTask, words: StoryWords): Block {
  const name = shownTitle(task.name ?? task.title)
  const link = messageSpan('Message', task.link)
  return row(
    [
      [
        { text: name, style: 'bold' },
        ' · ',
        { channel: task.channel },
        ' · ',
        ...stateSpans(task, words),
        ...(link.length === 0 ? [] : [' · ', ...link]),
      ],
      ...(task.story == null ? [] : [[storySentence(task.story, words)]]),
    ],
    buttonOf(task, name),
  )
}

function stateSpans(
  { state, createdBy, startedAt, finishedAt, doneOn }: HomeTask,
  { thisYear }: StoryWords,
): Span[] {
  const createdSpans: Span[] = [{ user: createdBy }, ', ', { at: finishedAt ?? startedAt }]
  switch (state) {
    case 'created':
      return doneOn === null
        ? ['✓ Created by ', ...createdSpans]
        : [`✓ Done on ${dateWords(doneOn, thisYear)}, created by `, { user: createdBy }]
    case 'creating':
      return ['… Being created by ', ...createdSpans]
    default:
      return ['⚠ May not have been created, by ', ...createdSpans]
  }
}

function buttonOf(task: HomeTask, name: string) {
  if (task.state === 'creating') return null
  if (task.state !== 'created') return checkButton(placeOf(task), name)
  const created = {
    kind: 'created',
    taskId: task.taskId ?? '',
    name,
    description: '',
    by: '',
    at: '',
  } as const
  // A row has only one button: the brief is one click further.
  const story =
    task.story != null && isReadable(task.story) ? storyButton(placeOf(task), created, name) : null
  return story ?? viewButton(placeOf(task), created, name, task.channel)
}

function placeOf({ organizationId, workspaceId, resultId }: RecommendationRef): RecommendationRef {
  return { organizationId, workspaceId, resultId }
}
