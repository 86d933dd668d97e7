/** A review on one screen: where the brand stands, what was done, what moved since, what is open. */
import type { Block, Message } from '../../model/message.ts'
import type { OpenRecommendation, Review, ReviewedTask } from '../../model/review.ts'
import type { Story, SubredditSentiments } from '../../model/story.ts'
import { neighbourLine } from '../digest/neighbours.ts'
import {
  type AnswerOptions,
  answerFooter,
  button,
  buttons,
  context,
  contextOf,
  header,
  messageOf,
} from '../kit/elements.ts'
import {
  counted,
  daysBetween,
  isNumber,
  names,
  numberWords,
  periodWords,
  shortDay,
  valueWords,
  visibilityForm,
  weekdayAndDay,
} from '../kit/formats.ts'
import { bold, compact, type Line, oneLine, richText, type Span } from '../kit/text.ts'
import { subredditName } from '../reddit/reddit.ts'
import { storySentence } from '../tasks/story.ts'
import { headlineSentence, levelNow } from '../visibility/headline-copy.ts'
import { trendChart } from '../visibility/trend.ts'

/** Characters of a task's title. */
const titleLength = 60

/** The answer to `/sightline review`. @param text what to type after `/sightline ` for the same review */
export function reviewAnswer(review: Review, text: string, options: AnswerOptions): Message {
  const csv = options.sharedBy === undefined ? [csvButton(text)] : []
  return reviewMessage(review, { name: 'Brand review', label: null, end: answerFooter(options, csv) })
}

export function reviewDigest(
  review: Review,
  frame: {
    readonly name: string
    readonly label: string | null
    readonly text: string
    readonly footer: Line
  },
): Message {
  const end = [...buttons([csvButton(frame.text)]), contextOf(frame.footer)]
  return reviewMessage(review, { name: oneLine(frame.name, 45), label: frame.label, end })
}

function csvButton(text: string) {
  return button('Download CSV', { kind: 'review_csv', text })
}

interface Frame {
  readonly name: string
  readonly label: string | null
  readonly end: readonly Block[]
}

function reviewMessage(review: Review, { name, label, end }: Frame): Message {
  const [standing, ...neighbours] = standingLines(review)
  const trend = review.standing?.trend ?? null
  const parts = [
    standing === undefined ? [] : [[bold(standing)], ...neighbours.map((line) => [line])],
    redditLines(review),
    taskLines(review),
    [...openLines(review), ...noteLines(review)],
  ]
  const [first, ...others] = parts.flatMap((lines) => (lines.length === 0 ? [] : [richText(lines)]))
  return messageOf([
    label !== null && context(oneLine(label, 120)),
    header(reviewTitle(review, name)),
    first !== undefined && first,
    trend !== null && trendChart(trend).block,
    ...others,
    contextOf(['Tasks from ', { channel: review.channel }, `. ${otherThings}`]),
    ...end,
  ])
}

/** `Reddit: r/crm turned from neutral to positive. No change in r/saas and r/startups.` */
function redditLines({ reddit }: Review): readonly Line[] {
  const word = (one: SubredditSentiments['since']) => oneLine(one?.sentiment ?? '', 40, 'n/a').toLowerCase()
  const namesOf = (all: Review['reddit']) => names(all.map(({ subreddit }) => subredditName(subreddit)))
  const compared = reddit.filter(({ before }) => before !== null)
  const turned = compared.filter(({ before, since }) => word(before) !== word(since))
  const alike = Map.groupBy(turned, ({ before, since }) => `from ${word(before)} to ${word(since)}`)
  const turns = [...alike].map(([way, all]) => `${namesOf(all)} turned ${way}`)
  const same = compared.filter((one) => !turned.includes(one))
  const sentences = compact(
    turns.length > 0 && `${turns.join('; ')}.`,
    same.length > 0 && `No change in ${namesOf(same)}.`,
  )
  return sentences.length === 0 ? [] : [[bold('Reddit: '), sentences.join(' ')]]
}

/** What was done, what moved since, and what can't be told yet. */
function taskLines(review: Review): readonly Line[] {
  const [first, ...more] = outcomesOf(review).moved
  const lists = [['Also moved', more] as const, ...otherOutcomes(review)]
  const rest = lists.flatMap(([title, tasks]): Span[] => {
    const [task, ...others] = tasks
    if (task === undefined) return []
    const words = others.length === 0 ? outcomeTitle(task, titleLength) : counted(tasks.length, 'task')
    return [bold(`${title}: `), `${words}. `]
  })
  return compact<Line>(
    [bold(reviewHeadline(review))],
    first !== undefined && [
      bold(taskTitle(first, titleLength)),
      ` ${movedWords(first.story, review.period.thisYear)}`,
    ],
    rest.length > 0 && rest,
  )
}

function openLines({ openRecommendations, openTasks, today }: Review): readonly Line[] {
  const first = openRecommendations.find(({ title }) => title !== null) ?? openRecommendations[0]
  const others = openRecommendations.length - 1
  const decide = others > 0 ? ` and ${counted(others, 'more recommendation')}` : ''
  // The file and the canvas have all.
  const [oldest, ...newer] = openTasks
  const more = newer.length === 0 ? '' : `, and ${numberWords(newer.length)} more`
  return compact<Line>(
    first !== undefined && [
      bold('Still to decide: '),
      `${aged(quotedTitle(first, titleLength), first.trackedOn, today)}${decide}.`,
    ],
    oldest !== undefined && [
      bold('Not done yet: '),
      `${aged(taskTitle(oldest, titleLength), oldest.createdOn, today)}${more}.`,
    ],
  )
}

/** People ask about the newest one. */
function noteLines({ notes }: Review): readonly Line[] {
  const last = notes.at(-1)
  if (last === undefined) return []
  const more = notes.length === 1 ? '' : `; ${counted(notes.length - 1, 'earlier note')}`
  return [
    [bold('Notes: '), `${shortDay(last.day)}: ${oneLine(last.text, 100)} (`, { user: last.by }, `)${more}.`],
  ]
}

interface MeasuredTask extends ReviewedTask {
  readonly story: Story
}

export function outcomesOf({ followed }: Pick<Review, 'followed'>) {
  const withStory = followed.filter((task): task is MeasuredTask => task.story !== null)
  const of = (...states: readonly Story['state'][]) =>
    withStory.filter(({ story }) => states.includes(story.state))
  return {
    moved: of('up', 'down', 'back'),
    faded: of('faded'),
    shared: of('shared'),
    unmoved: of('no_effect'),
    tooEarly: of('too_early'),
    notCompared: of('no_aim', 'no_comparison'),
    unread: followed.filter(({ story }) => story === null || story.state === 'unread'),
  }
}

/** Tasks that nothing else is said of, by what followed them. */
export function otherOutcomes(review: Pick<Review, 'followed'>) {
  const { faded, shared, unmoved, tooEarly, notCompared, unread } = outcomesOf(review)
  return [
    ['Moved for some weeks, then back', faded],
    ['Moved, but so did competitors', shared],
    ['No clear change', unmoved],
    ['Too early to tell', tooEarly],
    ['No engine to compare, or too little data', notCompared],
    ['Still being read', unread],
  ] as const
}

/** `“A” (check again on Mon 6 Dec)` */
export function outcomeTitle(task: ReviewedTask, longest: number): string {
  const { story } = task
  const readable = story?.state === 'too_early' ? ` (check again on ${weekdayAndDay(story.readableOn)})` : ''
  return `${taskTitle(task, longest)}${readable}`
}

/** `Brand review: Northwind · 1 Oct – 22 Nov` */
export function reviewTitle({ brand, period }: Pick<Review, 'brand' | 'period'>, name: string): string {
  const about = brand === null ? '' : `${oneLine(brand, 35)} · `
  return `${name}: ${about}${periodWords(period)}`
}

/**
 * `Northwind is at 40.7% visibility, 3rd of 12, too close to call with Contoso; it was at 40.5% in the week of 5 Oct.`
 * Then the leader and the nearest. Empty: the figures are unknown.
 */
export function standingLines({ standing }: Pick<Review, 'standing'>): readonly string[] {
  if (standing === null) return []
  const { report, trend } = standing
  const { own } = report
  if (own === null || !isNumber(own.visibility.value)) return [headlineSentence(report)]
  const first = trend?.weeks[0]
  const score = first?.scores[0] ?? null
  const before =
    first === undefined || !isNumber(score)
      ? ''
      : `; it was at ${valueWords({ ...own.visibility, value: score }, visibilityForm)} in the week of ${shortDay(first.start, report.period.thisYear)}`
  const neighbours = neighbourLine(report)
  return compact(`${levelNow(own, report)}${before}.`, neighbours)
}

/** `6 tasks created, 3 marked as done; among the tasks followed, 1 rise and 1 fall of more than ordinary variation.` */
export function reviewHeadline(review: Review): string {
  const { created, done, followed } = review
  const outcomes = outcomesOf(review)
  const { moved } = outcomes
  const counts =
    created.length === 0 && done.length === 0
      ? 'No task was created or marked as done'
      : `${counted(created.length, 'task')} created, ${done.length === 0 ? 'none' : done.length} marked as done`
  if (followed.length === 0) return `${counts}.`
  if (moved.length === 0) return `${counts}; ${nothingMoved(outcomes, followed.length)}.`
  const rises = moved.filter(({ story }) => story.direction === 'up').length
  const falls = moved.length - rises
  const parts = compact(rises > 0 && counted(rises, 'rise'), falls > 0 && counted(falls, 'fall'))
  // Some of them are older than the period.
  return `${counts}; among the tasks followed, ${parts.join(' and ')} of more than ordinary variation.`
}

/** Why no task is shown as moved: comparisons found nothing, or none was possible. */
function nothingMoved(outcomes: ReturnType<typeof outcomesOf>, followed: number): string {
  const { shared, unmoved, faded, tooEarly, notCompared, unread } = outcomes
  const compared = shared.length + unmoved.length + faded.length
  if (compared > 0) {
    const among = compared === followed ? '' : ` in the ${counted(compared, 'task')} that can be compared`
    return `no clear change${shared.length > 0 ? ' that competitors don’t share' : ''}${among}`
  }
  if (tooEarly.length === followed) return 'too early to say what changed'
  if (unread.length === followed) return 'the weeks since are still being read'
  if (notCompared.length === followed) return 'none of the tasks can be compared'
  return 'not enough data yet to say what changed'
}

/** What no figure can say. */
export const otherThings =
  'Figures show what happened since a task, not what it did: other things also changed in that time.'

export function taskTitle({ name }: Pick<ReviewedTask, 'name'>, longest: number): string {
  return `“${oneLine(name ?? '', longest, 'A task without a name')}”`
}

export function quotedTitle({ title }: OpenRecommendation, longest: number): string {
  return title === null ? 'A recommendation without a title' : `“${oneLine(title, longest)}”`
}

/** `since 12 Oct. Your visibility on Perplexity is up 5.4 points since …` */
export function movedWords(story: Story, thisYear: number | undefined): string {
  const words = thisYear === undefined ? {} : { thisYear }
  const done = story.basis === 'done' ? ' (done)' : ''
  return `since ${shortDay(story.from, thisYear)}${done}. ${storySentence(story, words)}`
}

/** `“A” for 9 weeks`; only the title if that is less than two days, or unknown. */
export function aged(title: string, since: string | null, today: string): string {
  const days = since === null ? 0 : daysBetween(since, today)
  if (days < 2) return title
  return `${title} for ${days < 14 ? counted(days, 'day') : counted(Math.floor(days / 7), 'week')}`
}

/** `28 Sep: 2 created, 1 done` */
export function weekWords({ start, created, done }: Review['weeks'][number]): string {
  const parts = compact(created > 0 && `${created} created`, done > 0 && `${done} done`)
  return `${shortDay(start)}: ${parts.join(', ')}`
}
