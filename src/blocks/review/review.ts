/** A review on one screen: where the brand stands, what was done, what moved since, what is open. */
import type { Block, Message } from '../../model/message.ts'
import type { Review, ReviewedTask } from '../../model/review.ts'
import type { SubredditSentiments } from '../../model/story.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { messageOf } from '../kit/block-text.ts'
import { button, buttons, context, contextOf, header } from '../kit/elements.ts'
import { counted, names, numberWords } from '../kit/numbers.ts'
import { shortDay } from '../kit/periods.ts'
import { bold, compact, type Line, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { subredditName } from '../reddit/reddit.ts'
import { trendChart } from '../visibility/trend.ts'
import {
  aged,
  movedWords,
  oldestWords,
  otherOutcomes,
  otherThings,
  outcomesOf,
  outcomeTitle,
  reviewHeadline,
  reviewTitle,
  standingLines,
  taskTitle,
  titledRecommendations,
} from './words.ts'

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
  const blocks: readonly Block[] = compact<Block>(
    label !== null && context(oneLine(label, 120)),
    header(reviewTitle(review, name)),
    first !== undefined && first,
    trend !== null && trendChart(trend).block,
    ...others,
    contextOf(['Tasks from ', { channel: review.channel }, `. ${otherThings}`]),
    ...end,
  )
  return messageOf(blocks)
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
  const rest = lists.flatMap(([title, tasks]): Span[] =>
    tasks.length === 0
      ? []
      : [
          bold(`${title}: `),
          `${tasks.length === 1 ? firstOf<ReviewedTask>(tasks, (task) => outcomeTitle(task, titleLength)) : counted(tasks.length, 'task')}. `,
        ],
  )
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
  const [titled] = titledRecommendations(openRecommendations)
  const others = openRecommendations.length - 1
  const decide =
    titled === undefined
      ? `${counted(openRecommendations.length, 'recommendation')}${oldestWords(openRecommendations, today)}`
      : `${aged(`“${oneLine(titled.title, titleLength)}”`, titled.trackedOn, today)}${others > 0 ? ` and ${counted(others, 'more recommendation')}` : ''}`
  const task = (one: ReviewedTask) => aged(taskTitle(one, titleLength), one.createdOn, today)
  return compact<Line>(
    openRecommendations.length > 0 && [bold('Still to decide: '), `${decide}.`],
    openTasks.length > 0 && [bold('Not done yet: '), `${firstOf(openTasks, task)}.`],
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

/** `“A” for 9 weeks, and 2 more`: the file and the canvas have all. */
function firstOf<T>([first, ...others]: readonly T[], words: (one: T) => string): string {
  if (first === undefined) return ''
  return `${words(first)}${others.length === 0 ? '' : `, and ${numberWords(others.length)} more`}`
}
