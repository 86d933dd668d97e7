/** The tasks that were created from a channel's messages. */
import type { Button } from '@slack/types'
import type { Message } from '../../model/message.ts'
import type { TaskState } from '../../model/recommendation.ts'
import type { Story } from '../../model/story.ts'
import type { TaskCounts, TaskRecord } from '../../store/index.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { compose, type Part } from '../kit/budget.ts'
import type { RecommendationRef } from '../kit/codec.ts'
import { type CsvCell, csv } from '../kit/csv.ts'
import { button, buttons, context, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { type StoryWords, storySentence } from './story-copy.ts'
import {
  aimButton,
  checkButton,
  doneButton,
  statusLines,
  storyButton,
  taskName,
  viewButton,
} from './task-elements.ts'

/** A recommendation's task in the list. */
export interface ListedTask extends RecommendationRef {
  readonly state: TaskState
  /** The recommendation's title, if its task has no name yet; `null`: not known. */
  readonly title: string | null
  /** What followed it; `null` or omitted: nothing can be said. */
  readonly story?: Story | null
}

export interface TasksPage extends StoryWords {
  /** The newest first. */
  readonly tasks: readonly ListedTask[]
  /** Of all pages. */
  readonly counts: TaskCounts
  /** From 1. */
  readonly page: number
  readonly pages: number
}

/** One page of the channel's tasks, each with its state, its brief, or what to do about it. */
export function tasksAnswer(
  { tasks, counts, page, pages, ...words }: TasksPage,
  options: AnswerOptions,
): Message {
  const headline = tasksHeadline(counts)
  const { blocks } = compose([
    { lead: [heading(headline), ...(tasks.length === 0 ? [richText([howToCreate])] : [])] },
    {
      items: tasks.map((task) => taskPart(task, page, words)),
      more: (omittedCount) => [context(`${counted(omittedCount, 'more task')} not shown.`)],
    },
    // In an in-channel message there are no page buttons: one person would turn the page for everybody.
    { lead: pages > 1 ? [context(`Page ${page} of ${pages}, the newest first.`)] : [] },
    { lead: answerFooter(options, options.sharedBy === undefined ? turns(page, pages) : []) },
  ])
  return {
    text: summary(
      [
        [headline],
        ...(tasks.length === 0 ? [howToCreate] : []),
        ...tasks.map((task) => taskLine(task, words)),
      ].map(mrkdwn),
    ),
    blocks,
  }
}

const howToCreate: readonly Span[] = [
  'Create one from a recommendation: type ',
  { text: '/sightline actions', style: 'code' },
  '.',
]

/** `Tasks from this channel: 12 created, 1 unconfirmed.` */
function tasksHeadline({ created, creating, unknown }: TaskCounts): string {
  const parts = [
    ...(created > 0 ? [`${created} created`] : []),
    ...(creating > 0 ? [`${creating} being created`] : []),
    ...(unknown > 0 ? [`${unknown} unconfirmed`] : []),
  ]
  return parts.length === 0
    ? 'No tasks from this channel yet.'
    : `Tasks from this channel: ${parts.join(', ')}.`
}

function taskPart({ state, title, story = null, ...ref }: ListedTask, page: number, words: StoryWords): Part {
  const about = state.kind === 'created' ? taskName(state.name) : shownTitle(title)
  const place = { organizationId: ref.organizationId, workspaceId: ref.workspaceId, resultId: ref.resultId }
  const lines: Span[][] = [
    ...(title === null ? [] : [[{ text: shownTitle(title), style: 'bold' } as const]]),
    ...statusLines(state),
    ...(story === null
      ? []
      : [[{ text: 'Since then: ', style: 'bold' } as const, storySentence(story, words)]]),
    whichLine(ref),
  ]
  const actions =
    state.kind === 'unknown'
      ? [checkButton(place, about)]
      : state.kind === 'created'
        ? [
            story !== null && story.chart !== null ? storyButton(place, state, about) : null,
            viewButton(place, state, about),
            doneButton(place, state, about, page),
            aimButton(place, about, page),
          ]
        : []
  return { blocks: [richText(lines), ...buttons(actions)] }
}

/** Never an id, because nobody knows a recommendation by its id. */
export function shownTitle(title: string | null): string {
  return oneLine(title ?? '', 150, 'A recommendation')
}

function taskLine({ state, title, story = null }: ListedTask, words: StoryWords): Span[] {
  switch (state.kind) {
    case 'created':
      return [
        `${taskName(state.name)}: created by `,
        { user: state.by },
        ', ',
        { at: state.at },
        ...(story === null ? [] : [`. ${storySentence(story, words)}`]),
      ]
    case 'creating':
      return [`${shownTitle(title)}: its task is being created`]
    default:
      return [`${shownTitle(title)}: its task may not have been created`]
  }
}

/** The command that shows its briefs, with the whole id. */
function whichLine({ resultId }: RecommendationRef): Span[] {
  return ['Recommendation: ', { text: `/sightline task ${oneLine(resultId, 130, '(no id)')}`, style: 'code' }]
}

function turns(page: number, pages: number): readonly (Button | null)[] {
  const to = (target: number) => ({ kind: 'tasks_page', page: target }) as const
  return [
    page > 1 ? button('Newer', to(page - 1), { index: 0, about: 'Newer tasks' }) : null,
    page < pages ? button('Older', to(page + 1), { index: 1, about: 'Older tasks' }) : null,
  ]
}

/** People's names in Slack, by their ids. */
type Names = ReadonlyMap<string, string>

const columns: readonly (readonly [string, (task: TaskRecord, names: Names) => CsvCell])[] = [
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

/** Tasks as CSV. */
export function tasksCsv(tasks: readonly TaskRecord[], names: Names): string {
  const row = (task: TaskRecord) => columns.map(([, cell]) => cell(task, names))
  return csv([columns.map(([title]) => title), ...tasks.map(row)])
}

/** Says that the file is in the person's direct messages. */
export function tasksExported(count: number, filename: string): Message {
  const line: Span[] = [
    `Exported ${counted(count, 'task')}: `,
    { text: oneLine(filename, 120), style: 'code' },
    ' is in your direct messages with Sightline.',
  ]
  return { text: mrkdwn(line), blocks: [richText([line])] }
}
