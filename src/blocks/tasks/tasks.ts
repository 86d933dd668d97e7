/** The tasks that were created from a channel's messages. */
import type { Message } from '../../model/message.ts'
import type { RecommendationIds, TaskState } from '../../model/recommendation.ts'
import type { Aim, Story } from '../../model/story.ts'
import type { TaskCounts, TaskRecord } from '../../store/index.ts'
import {
  type AnswerOptions,
  answerFooter,
  buttons,
  commandButton,
  context,
  heading,
  listMessage,
  type Part,
  pageButtons,
  row,
} from '../kit/elements.ts'
import { type Column, csvOf, type Names } from '../kit/figures.ts'
import { counted, dateWords, numberWords } from '../kit/formats.ts'
import { bold, code, compact, type Line, oneLine, richText, type Span } from '../kit/text.ts'
import { type StoryWords, storyInBrief, storySentence } from './story.ts'
import {
  aimButton,
  aimSentence,
  checkButton,
  doneButton,
  statusLines,
  storyButton,
  taskName,
  viewButton,
} from './task-state.ts'

export interface ListedTask extends RecommendationIds {
  readonly state: TaskState
  /** The recommendation's title, if its task has no name yet; `null`: not known. */
  readonly title: string | null
  /** `null`: not read yet. */
  readonly aim: Aim | null
  /** What followed it; `null` or omitted: nothing can be said. */
  readonly story?: Story | null
}

export interface TasksPage extends StoryWords {
  /** The open ones first, then the newest. */
  readonly tasks: readonly ListedTask[]
  /** Of all pages. */
  readonly counts: TaskCounts
  /** From 1. */
  readonly page: number
  readonly pages: number
}

export function tasksAnswer(
  { tasks, counts, page, pages, ...words }: TasksPage,
  options: AnswerOptions,
): Message {
  const headline = tasksHeadline(counts)
  return listMessage({
    lead: [heading(headline), tasks.length === 0 && richText([howToCreate])],
    items: tasks.map((task) => taskPart(task, page, words)),
    more: (count) => `${counted(count, 'more task')} not shown.`,
    end: [
      pages > 1 && context(`Page ${page} of ${pages}, open tasks first.`),
      // In an in-channel message there are no page buttons: one person would turn the page for everybody.
      ...answerFooter(options, [
        ...(options.sharedBy === undefined
          ? pageButtons({ kind: 'tasks_page', page }, page < pages, 'tasks')
          : []),
        tasks.length > 0 && commandButton('Export', 'tasks export'),
      ]),
    ],
  })
}

const howToCreate: Line = ['Create one from a recommendation: type ', code('/sightline actions'), '.']

/** `2 tasks are open, 1 is done, 1 is unconfirmed.`, `1 task is being created.` */
function tasksHeadline({ created, creating, unknown, done }: TaskCounts): string {
  const open = created - done
  const states = { open, done, 'being created': creating, unconfirmed: unknown }
  const shown = Object.entries(states).filter(([state, count]) => (state === 'open' ? created : count) > 0)
  const parts = shown.map(([state, count], index) => {
    const subject = index > 0 ? numberWords(count) : count === 0 ? 'No task' : counted(count, 'task')
    return `${subject} ${count < 2 ? 'is' : 'are'} ${state}`
  })
  return parts.length === 0 ? 'No tasks from this channel yet.' : `${parts.join(', ')}.`
}

/** Its name, its state, what it aims at and what followed. Nothing here creates another task. */
function taskPart(task: ListedTask, page: number, words: StoryWords): Part {
  const { state, title, story = null } = task
  const name = state.kind === 'created' ? taskName(state.name) : shownTitle(title)
  if (state.kind !== 'created')
    return {
      blocks: [
        row([[bold(name)], ...statusLines(state)], null),
        ...buttons(state.kind === 'unknown' ? [checkButton(task, name)] : []),
      ],
    }
  return {
    blocks: [
      row([[bold(name)], factSpans(task, state, words)], null),
      ...buttons([
        doneButton({ ...task, ...state }, name, page),
        story !== null && story.chart !== null && storyButton({ ...task, ...state }, name),
        viewButton({ ...task, ...state }, name),
        aimButton(task, name, page),
      ]),
    ],
  }
}

/** Its aim, which says that it has no engine, is beside it. */
const chooseEngines = 'To follow it, choose engines with “Change aim”.'

/** Where there is a chart, “See how” has the rest. */
function storyWords(story: Story, words: StoryWords): string {
  if (story.state === 'no_aim') return chooseEngines
  return story.chart === null ? storySentence(story, words) : storyInBrief(story, words)
}

/** `Open since 28 Sep, @Maya. Aims at: ChatGPT and Perplexity. Your visibility on … is up 11.4 points since …` */
function factSpans(
  { aim, story = null }: ListedTask,
  { by, at, done }: TaskState & { kind: 'created' },
  words: StoryWords,
): Span[] {
  const since: Span[] =
    done === undefined
      ? ['Open since ', { at, isDay: true }, ', ', { user: by }, '.']
      : [`✓ Done on ${dateWords(done.on, words.thisYear)}, according to `, { user: done.by }, '.']
  return compact(
    ...since,
    aim !== null && ` ${aimSentence(aim, words.filterNames)}`,
    story !== null && ` ${storyWords(story, words)}`,
  )
}

/** Never an id, because nobody knows a recommendation by its id. */
export function shownTitle(title: string | null): string {
  return oneLine(title ?? '', 150, 'A recommendation')
}

const columns: readonly Column<TaskRecord>[] = [
  ['Task', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['State', ({ state }) => stateWords[state]],
  ['Task id', ({ taskId }) => taskId],
  ['Recommendation id', ({ resultId }) => resultId],
  ['Started by', ({ createdBy }, names) => names.get(createdBy) ?? null],
  ['Started by (Slack id)', ({ createdBy }) => createdBy],
  ['Confirmed by', ({ confirmedBy }, names) => names.get(confirmedBy ?? '') ?? null],
  ['Confirmed by (Slack id)', ({ confirmedBy }) => confirmedBy],
  ['Started (UTC)', ({ startedAt }) => startedAt],
  ['Finished (UTC)', ({ finishedAt }) => finishedAt],
  ['Done on', ({ doneOn }) => doneOn],
  [
    'Marked as done by',
    ({ doneOn, doneBy }, names) => (doneOn === null ? null : (names.get(doneBy ?? '') ?? null)),
  ],
  ['Marked as done by (Slack id)', ({ doneOn, doneBy }) => (doneOn === null ? null : doneBy)],
  ['Aim: engines', ({ aim }) => aim?.engines.join(', ') || null],
  ['Aim: competitor', ({ aim }) => aim?.rival ?? null],
  ['Aim: topic ids', ({ aim }) => aim?.topics.join(', ') || null],
  ['Aim: subreddit', ({ aim }) => aim?.subreddit ?? null],
  ['Organization id', ({ organizationId }) => organizationId],
  ['Workspace id', ({ workspaceId }) => workspaceId],
  ['Reference', ({ reference }) => reference],
]

const stateWords: Readonly<Record<TaskRecord['state'], string>> = {
  creating: 'being created',
  created: 'created',
  unknown: 'unconfirmed',
  released: 'refused',
}

export function tasksCsv(tasks: readonly TaskRecord[], names: Names): string {
  return csvOf(columns, tasks, names)
}
