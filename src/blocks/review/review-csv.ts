/** A review as a CSV file: its tasks, open recommendations and notes, one row each. */
import type { Review, ReviewedTask } from '../../model/review.ts'
import type { DatedSentiment, Story } from '../../model/story.ts'
import { type CsvCell, csv, type Names } from '../kit/csv.ts'
import { weeksBetween } from '../kit/periods.ts'
import { engineOrAll } from '../tasks/story-copy.ts'

type Row = readonly CsvCell[]

const outcomes: Readonly<Record<Story['state'], string>> = {
  up: 'up more than ordinary variation',
  down: 'down more than ordinary variation',
  back: 'back after it had faded',
  faded: 'faded',
  shared: 'competitors changed as well',
  no_effect: 'no clear change',
  too_early: 'too early',
  no_aim: 'aims at no engine',
  no_comparison: 'no comparison',
  unread: 'being read',
}

const columns = [
  'Kind',
  'Title',
  'By',
  'By (Slack id)',
  'Day',
  'Marked as done on',
  'Marked as done by (Slack id)',
  'Open for (days)',
  'Counted from',
  'Outcome',
  'Readable from',
  'Weeks since',
  'Engines',
  'Competitor',
  'Topics',
  'Subreddit',
  'Subreddit: said before',
  'Subreddit: said since',
  'Points more or less than expected',
  'Points: from',
  'Points: to',
  'Visibility now',
  'Task id',
  'Recommendation id',
  'Period start',
  'Period end',
] as const

export function reviewFile(
  review: Review,
  names: Names,
): { readonly filename: string; readonly title: string; readonly content: string; readonly rows: number } {
  const { period, today, openRecommendations, notes } = review
  const { start, end } = period
  const tasks = tasksOf(review)
  const rows: readonly Row[] = [
    ...tasks.map((task) => taskRow(task, today, names)),
    ...openRecommendations.map(({ resultId, title, trackedOn }) =>
      row({
        Kind: 'recommendation without a task',
        Title: title,
        Day: trackedOn,
        'Open for (days)': daysBetween(trackedOn, today),
        'Recommendation id': resultId,
      }),
    ),
    ...notes.map(({ day, text, by }) =>
      row({ Kind: 'note', Title: text, By: names.get(by) ?? null, 'By (Slack id)': by, Day: day }),
    ),
  ].map((cells) => [...cells.slice(0, -2), start, end])
  return {
    filename: `sightline-review-${start}-${end}.csv`,
    title: `Review, ${start} to ${end}`,
    content: csv([columns, ...rows]),
    rows: rows.length,
  }
}

/** Without duplicates: tasks that were followed, created or done in that time, or are still open. */
function tasksOf({ created, done, followed, openTasks }: Review): readonly ReviewedTask[] {
  const all = new Map<string, ReviewedTask>()
  for (const task of [...followed, ...created, ...done, ...openTasks.toReversed()]) {
    const key = `${task.resultId}\0${task.taskId ?? ''}`
    if (!all.has(key)) all.set(key, task)
  }
  return [...all.values()]
}

export function peopleIn(review: Review): ReadonlySet<string> {
  return new Set([...tasksOf(review).map(({ createdBy }) => createdBy), ...review.notes.map(({ by }) => by)])
}

function taskRow(task: ReviewedTask, today: string, names: Names): Row {
  const { story, createdBy, doneOn } = task
  const { points = null, interval: [from, to] = [null, null] } = story?.effect ?? {}
  return row({
    Kind: 'task',
    Title: task.name,
    By: names.get(createdBy) ?? null,
    'By (Slack id)': createdBy,
    Day: task.createdOn,
    'Marked as done on': doneOn,
    'Marked as done by (Slack id)': task.doneBy,
    'Open for (days)': doneOn === null ? daysBetween(task.createdOn, today) : null,
    'Counted from': story?.from ?? null,
    Outcome: story === null ? null : outcomes[story.state],
    'Readable from': story?.state === 'too_early' ? story.readableOn : null,
    'Weeks since': story?.weeks ?? null,
    Engines: story?.aim.engines.join(', ') ?? null,
    Competitor: story?.aim.rival ?? null,
    Topics: story?.aim.topics.join(', ') ?? null,
    Subreddit: story?.aim.subreddit ?? null,
    'Subreddit: said before': sentimentWords(story?.sentiments?.before ?? null),
    'Subreddit: said since': sentimentWords(story?.sentiments?.since ?? null),
    'Points more or less than expected': points,
    'Points: from': from,
    'Points: to': to,
    'Visibility now': story === null ? null : levels(story),
    'Task id': task.taskId,
    'Recommendation id': task.resultId,
  })
}

/** `negative (2026-10-03)` */
function sentimentWords(sentiment: DatedSentiment | null): string | null {
  return sentiment === null ? null : `${sentiment.sentiment} (${sentiment.day})`
}

/** `Perplexity: 26.4, ChatGPT: 31` */
function levels(story: Story): string {
  return story.levels.map(({ engine, score }) => `${engineOrAll(engine)}: ${score}`).join(', ')
}

function row(cells: Readonly<Record<string, CsvCell>>): Row {
  return columns.map((column) => cells[column] ?? null)
}

function daysBetween(since: string | null, today: string): number | null {
  if (since === null) return null
  return Math.round(weeksBetween(since, today) * 7)
}
