/** A review as a CSV file: its tasks, open recommendations and notes, one row each. */

import type { Review, ReviewedTask } from '../../model/review.ts'
import type { DatedSentiment, Story } from '../../model/story.ts'
import { type CsvCell, csv, type Names } from '../kit/figures.ts'
import { daysBetween } from '../kit/formats.ts'
import { engineOrAll } from '../tasks/task-state.ts'

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

/** A column's title, and its cell of a task; recommendations and notes fill some of them. */
const columns: readonly (readonly [
  title: string,
  cell: (task: ReviewedTask, names: Names, today: string) => CsvCell,
])[] = [
  ['Kind', () => 'task'],
  ['Title', ({ name }) => name],
  ['By', ({ createdBy }, names) => names.get(createdBy) ?? null],
  ['By (Slack id)', ({ createdBy }) => createdBy],
  ['Day', ({ createdOn }) => createdOn],
  ['Marked as done on', ({ doneOn }) => doneOn],
  ['Marked as done by (Slack id)', ({ doneBy }) => doneBy],
  [
    'Open for (days)',
    ({ createdOn, doneOn }, _, today) => (doneOn === null ? daysBetween(createdOn, today) : null),
  ],
  ['Counted from', ({ story }) => story?.from ?? null],
  ['Outcome', ({ story }) => story && outcomes[story.state]],
  ['Readable from', ({ story }) => (story?.state === 'too_early' ? story.readableOn : null)],
  ['Weeks since', ({ story }) => story?.weeks ?? null],
  ['Engines', ({ story }) => story?.aim.engines.join(', ') ?? null],
  ['Competitor', ({ story }) => story?.aim.rival ?? null],
  ['Topics', ({ story }) => story?.aim.topics.join(', ') ?? null],
  ['Subreddit', ({ story }) => story?.aim.subreddit ?? null],
  ['Subreddit: said before', ({ story }) => sentimentWords(story?.sentiments?.before)],
  ['Subreddit: said since', ({ story }) => sentimentWords(story?.sentiments?.since)],
  ['Points more or less than expected', ({ story }) => story?.effect?.points ?? null],
  ['Points: from', ({ story }) => story?.effect?.interval[0] ?? null],
  ['Points: to', ({ story }) => story?.effect?.interval[1] ?? null],
  ['Visibility now', ({ story }) => story && levels(story)],
  ['Task id', ({ taskId }) => taskId],
  ['Recommendation id', ({ resultId }) => resultId],
]

export function reviewFile(review: Review, names: Names) {
  const { period, today, openRecommendations, notes } = review
  const { start, end } = period
  const rows: readonly (readonly CsvCell[])[] = [
    ...tasksOf(review).map((task) => columns.map(([, cell]) => cell(task, names, today))),
    ...openRecommendations.map(({ resultId, title, trackedOn }) =>
      row({
        Kind: 'recommendation without a task',
        Title: title,
        Day: trackedOn,
        'Open for (days)': trackedOn === null ? null : daysBetween(trackedOn, today),
        'Recommendation id': resultId,
      }),
    ),
    ...notes.map(({ day, text, by }) =>
      row({ Kind: 'note', Title: text, By: names.get(by) ?? null, 'By (Slack id)': by, Day: day }),
    ),
  ]
  const titles = [...columns.map(([title]) => title), 'Period start', 'Period end']
  return {
    filename: `sightline-review-${start}-${end}.csv`,
    title: `Review, ${start} to ${end}`,
    content: csv([titles, ...rows.map((cells) => [...cells, start, end])]),
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

/** `negative (2026-10-03)` */
function sentimentWords(sentiment: DatedSentiment | null | undefined): string | null {
  return sentiment ? `${sentiment.sentiment} (${sentiment.day})` : null
}

/** `Perplexity: 26.4, ChatGPT: 31` */
function levels(story: Story): string {
  return story.levels.map(({ engine, score }) => `${engineOrAll(engine)}: ${score}`).join(', ')
}

function row(cells: Readonly<Record<string, CsvCell>>): readonly CsvCell[] {
  return columns.map(([title]) => cells[title] ?? null)
}
