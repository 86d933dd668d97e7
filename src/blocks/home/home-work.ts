/** What is to do, on the Home tab: the viewer's open tasks with what has moved since, then a recommendation to decide on. */

import type { Block } from '../../model/message.ts'
import type { ClickOutcome, RecommendationIds } from '../../model/recommendation.ts'
import type { Story } from '../../model/story.ts'
import type { TaskRecord } from '../../store/index.ts'
import { buttons, context, header, titleSpan } from '../kit/elements.ts'
import { counted, numberWords } from '../kit/formats.ts'
import { bold, capital, code, compact, type Line, richText, type Span } from '../kit/text.ts'
import { howToTrack } from '../tasks/recommendations.ts'
import { type StoryWords, storyInBrief } from '../tasks/story.ts'
import {
  checkButton,
  createButton,
  doneButton,
  outcomeLines,
  storyButton,
  viewButton,
} from '../tasks/task-state.ts'
import { shownTitle } from '../tasks/tasks.ts'

export interface HomeRecommendation extends RecommendationIds {
  readonly channel: string
  readonly title: string | null
  readonly outcome?: ClickOutcome | undefined
}

export type HomeTask = RecommendationIds &
  Pick<TaskRecord, 'state' | 'taskId' | 'name' | 'channel'> & {
    readonly title: string | null
    /** When it was created, or its creation was requested. */
    readonly at: string
    /** The message where it was created; `null`: an ephemeral one. */
    readonly link: string | null
    /** What followed it; `null` or omitted: not read. */
    readonly story?: Story | null
  }

export interface OpenWork {
  /** Whether any of the channels tracks a recommendation. */
  readonly isTracking: boolean
  /** Whether the viewer has more channels than those, which have the newest digests. */
  readonly isPartial?: boolean
  /** The viewer's own tasks that nobody has marked as done, the newest first. */
  readonly tasks: readonly HomeTask[]
  readonly moreTasks: number
  /** Whether the viewer's channels have any tasks, open or done, by anybody. */
  readonly hasTasks: boolean
  /** Recommendations without a task, to decide on. */
  readonly recommendations: readonly HomeRecommendation[]
  readonly moreRecommendations: number
  /** Whether the viewer may create tasks and mark them as done. */
  readonly mayChange: boolean
  readonly words?: StoryWords
}

export function openWorkBlocks(work: OpenWork): readonly Block[] {
  return [...taskBlocks(work), ...recommendationBlocks(work)]
}

function taskBlocks({ tasks, moreTasks, hasTasks, mayChange, words = {} }: OpenWork): readonly Block[] {
  if (!hasTasks) return []
  const count = tasks.length + moreTasks
  return compact<Block>(
    header(count === 0 ? 'You have no open tasks' : `Your ${counted(count, 'open task')}`),
    ...tasks.flatMap((task) => taskRow(task, mayChange, words)),
    moreTasks !== 0 && context(`${counted(moreTasks, 'older one')}: type /sightline tasks in their channel.`),
  )
}

function taskRow(task: HomeTask, mayChange: boolean, words: StoryWords): readonly Block[] {
  const name = shownTitle(task.name ?? task.title)
  const since: Span[] = [
    stateWords[task.state],
    { at: task.at, isDay: true },
    ' in ',
    { channel: task.channel },
  ]
  const story = task.story == null ? '.' : `. ${storyInBrief(task.story, words)}`
  return [
    richText([[titleSpan(name, task.link)], [...since, story]]),
    ...buttons(taskButtons(task, mayChange, name)),
  ]
}

const stateWords: Readonly<Record<HomeTask['state'], string>> = {
  created: 'Open since ',
  creating: 'Being created since ',
  unknown: '⚠ May not have been created, ',
  released: 'Not created, ',
}

function taskButtons(task: HomeTask, mayChange: boolean, name: string) {
  const { state, taskId, story } = task
  if (state === 'unknown') return [checkButton(task, name)]
  if (state !== 'created' || taskId === null) return []
  const created = { ...task, taskId }
  return [
    mayChange && doneButton(created, name),
    // One row on a phone: before anything followed the task, its brief is the most useful.
    story?.chart != null ? storyButton(created, name) : viewButton(created, name),
  ]
}

function recommendationBlocks(work: OpenWork): readonly Block[] {
  const { isTracking, isPartial = false, recommendations, moreRecommendations, mayChange } = work
  const [first] = recommendations
  const channels = isPartial ? 'the channels with the newest digests' : 'your channels'
  if (first === undefined)
    return [
      header('Recommended'),
      richText([
        isTracking
          ? [`No recommendation tracked in ${channels} is waiting for a task.`]
          : [`${capital(channels)} track no recommendations yet. `, ...howToTrack],
      ]),
    ]
  const count = recommendations.length + moreRecommendations
  return [
    header(count === 1 ? 'Recommended' : `Recommended (1 of ${count})`),
    ...recommendationRow(first, mayChange, count - 1),
  ]
}

function recommendationRow(
  recommendation: HomeRecommendation,
  mayChange: boolean,
  others: number,
): readonly Block[] {
  const { channel, title, outcome } = recommendation
  const name = shownTitle(title)
  const all: Line =
    others === 0
      ? [', no task yet.']
      : [`. ${numberWords(others)} more in your channels: type `, code('/sightline actions'), ' there.']
  return [
    richText([[bold(name)], ['Tracked in ', { channel }, ...all], ...outcomeLines(outcome)]),
    ...buttons([
      mayChange && createButton(recommendation, name, outcome !== undefined),
      viewButton(recommendation, name),
    ]),
  ]
}
