/** A review as a CSV file: its tasks, open recommendations and notes, one row each. */
import type { BeforeAfter, DatedSentiment, MeasureChange } from '../../model/before-after.ts'
import type { Message } from '../../model/message.ts'
import type { Review, ReviewedTask } from '../../model/review.ts'
import { type CsvCell, csv } from '../kit/csv.ts'
import { counted } from '../kit/numbers.ts'
import { weeksBetween } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { comparedName } from '../tasks/story-copy.ts'

/** People's names in Slack, by their ids. */
type Names = ReadonlyMap<string, string>

/** A row of the file. */
type Row = readonly CsvCell[]

const verdicts: Readonly<Record<BeforeAfter['verdict']['kind'], string>> = {
  up: 'up, more than chance',
  down: 'down, more than chance',
  shared_change: 'the others moved as well',
  no_reliable_change: 'no reliable change',
  too_early: 'too early',
  too_small: 'too few answers',
  data_gap: 'data is missing',
  unavailable: 'unavailable',
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
  ...['Aimed at', 'All engines'].flatMap((scope) =>
    ['visibility', 'presence'].flatMap((metric) =>
      ['before', 'since', 'change', 'margin before', 'margin since', 'beyond chance'].map(
        (part) => `${scope}: ${metric}, ${part}`,
      ),
    ),
  ),
  'Compared with',
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

/** Slack ids of the people named in the file. */
export function peopleIn(review: Review): ReadonlySet<string> {
  return new Set([...tasksOf(review).map(({ createdBy }) => createdBy), ...review.notes.map(({ by }) => by)])
}

function taskRow(task: ReviewedTask, today: string, names: Names): Row {
  const { story, createdBy, doneOn } = task
  const verdict = story?.verdict ?? null
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
    Outcome: verdict === null ? null : verdicts[verdict.kind],
    'Readable from': verdict?.kind === 'too_early' ? verdict.readableOn : null,
    'Weeks since': verdict !== null && 'weeks' in verdict ? verdict.weeks : null,
    Engines: story?.aim.engines.join(', ') ?? null,
    Competitor: story?.aim.rival ?? null,
    Topics: story?.aim.topics.join(', ') ?? null,
    Subreddit: story?.aim.subreddit ?? null,
    'Subreddit: said before': sentimentWords(story?.sentiments?.before ?? null),
    'Subreddit: said since': sentimentWords(story?.sentiments?.since ?? null),
    ...(story === null
      ? {}
      : { ...measures('Aimed at', story.aimed), ...measures('All engines', story.overall) }),
    'Compared with': story === null ? null : comparison(story),
    'Task id': task.taskId,
    'Recommendation id': task.resultId,
  })
}

function measures(scope: 'Aimed at' | 'All engines', all: readonly MeasureChange[]): Record<string, CsvCell> {
  return Object.fromEntries(
    all.flatMap(({ metric, before, since, change, isReliable }): [string, CsvCell][] => [
      [`${scope}: ${metric}, before`, before.value],
      [`${scope}: ${metric}, since`, since.value],
      [`${scope}: ${metric}, change`, change],
      [`${scope}: ${metric}, margin before`, before.margin],
      [`${scope}: ${metric}, margin since`, since.margin],
      [`${scope}: ${metric}, beyond chance`, isReliable === null ? null : isReliable ? 'yes' : 'no'],
    ]),
  )
}

/** `negative (2026-10-03)` */
function sentimentWords(sentiment: DatedSentiment | null): string | null {
  return sentiment === null ? null : `${sentiment.sentiment} (${sentiment.day})`
}

/** `you on the other engines: -0.2, 3 competitors on Perplexity: 0.6` */
function comparison(story: BeforeAfter): string {
  return story.others
    .map((other) => `${comparedName(other, story)}: ${other.change.change ?? 'unknown'}`)
    .join(', ')
}

function row(cells: Readonly<Record<string, CsvCell>>): Row {
  return columns.map((column) => cells[column] ?? null)
}

function daysBetween(since: string | null, today: string): number | null {
  if (since === null) return null
  return Math.round(weeksBetween(since, today) * 7)
}

/** Says that the file is in the person's direct messages. */
export function reviewExported(rows: number, filename: string): Message {
  const line: Span[] = [
    `Exported ${counted(rows, 'row')}: `,
    { text: oneLine(filename, 120), style: 'code' },
    ' is in your direct messages with Sightline.',
  ]
  return { text: mrkdwn(line), blocks: [richText([line])] }
}
