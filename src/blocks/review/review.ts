/** A review on one screen: what was done, what moved since, what is open. */
import type { Block, Message } from '../../model/message.ts'
import type { OpenRecommendation, Review, ReviewedTask } from '../../model/review.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { visibleLength } from '../kit/budget.ts'
import { button, buttons, context, contextOf, header, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { shortDay } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { fitsScreens } from './screen.ts'
import {
  aged,
  movedWords,
  oldestWords,
  otherThings,
  outcomesOf,
  personSpans,
  readableWords,
  reviewHeadline,
  reviewTitle,
  taskTitle,
  titledRecommendations,
  weekWords,
} from './words.ts'

/** How many items of each list are shown, and how many characters of a title. */
interface Room {
  readonly people: number
  readonly weeks: number
  readonly moved: number
  readonly listed: number
  readonly notes: number
  readonly title: number
}

const plenty: Room = { people: 4, weeks: 6, moved: 4, listed: 3, notes: 3, title: 70 }

/** What is shortened, in this order, until the review fits on one screen. */
const reductions: readonly Partial<Room>[] = [
  { weeks: 4 },
  { listed: 2 },
  { notes: 2 },
  { title: 50 },
  { weeks: 3, people: 3 },
  { moved: 3 },
  { listed: 1 },
  { notes: 1, weeks: 2 },
  { title: 35, people: 2 },
  { moved: 2 },
  { moved: 1, notes: 0, weeks: 0, people: 1 },
]

type Line = readonly Span[]

/** The answer to `/sightline review`. @param text what to type after `/sightline ` for the same review */
export function reviewAnswer(review: Review, text: string, options: AnswerOptions): Message {
  const csv = options.sharedBy === undefined ? [csvButton(text)] : []
  return reviewMessage(review, { name: 'Brand review', label: null, end: answerFooter(options, csv) })
}

/** A review as a digest. */
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

function reviewMessage(review: Review, frame: Frame): Message {
  let room = plenty
  let drawn = draw(review, frame, room)
  for (const reduction of reductions) {
    if (fits(drawn.blocks)) break
    room = { ...room, ...reduction }
    drawn = draw(review, frame, room)
  }
  return drawn
}

function fits(blocks: readonly Block[]): boolean {
  return blocks.length <= 14 && visibleLength(blocks) <= 1_800 && fitsScreens(blocks)
}

function draw(review: Review, { name, label, end }: Frame, room: Room): Message {
  const title = reviewTitle(review, name)
  const parts = [
    doneLines(review, room),
    ...sinceLines(review, room),
    openLines(review, room),
    noteLines(review, room),
  ]
  const shown = parts.filter((lines) => lines.length > 0)
  return {
    text: summary([
      ...(label === null ? [] : [mrkdwn([oneLine(label, 200)])]),
      mrkdwn([title]),
      ...shown.flat().map(mrkdwn),
      mrkdwn(aboutLine(review)),
    ]),
    blocks: [
      ...(label === null ? [] : [context(oneLine(label, 120))]),
      header(title),
      ...shown.map((lines) => richText(lines)),
      contextOf(aboutLine(review)),
      ...end,
    ],
  }
}

function aboutLine({ channel }: Review): Line {
  return ['Tasks from ', { channel }, `. ${otherThings}`]
}

function doneLines(review: Review, room: Room): readonly Line[] {
  const { people, weeks } = review
  const shownPeople = people.slice(0, room.people)
  const shownWeeks = weeks.slice(-room.weeks || weeks.length)
  const morePeople = people.length - shownPeople.length
  const earlier = weeks.length - shownWeeks.length
  return [
    [bold(reviewHeadline(review))],
    ...(shownPeople.length === 0
      ? []
      : [
          [
            ...joined(shownPeople.map(personSpans)),
            morePeople === 0 ? '.' : `; and ${counted(morePeople, 'more person', 'more people')}.`,
          ],
        ]),
    ...(weeks.length === 0 || room.weeks === 0
      ? []
      : [
          [
            `By week: ${earlier === 0 ? '' : `${counted(earlier, 'earlier week')}, then `}${shownWeeks.map(weekWords).join('; ')}.`,
          ],
        ]),
  ]
}

/** What moved, what didn’t, and what is too early, one list each. */
function sinceLines(review: Review, room: Room): readonly (readonly Line[])[] {
  const { moved, faded, shared, unmoved, tooEarly, notCompared, unread } = outcomesOf(review)
  const shownMoved = moved.slice(0, room.moved)
  const omittedCount = moved.length - shownMoved.length
  const titledList = (heading: string, tasks: readonly ReviewedTask[]): readonly Line[] =>
    tasks.length === 0
      ? []
      : [[bold(`${heading}: `), listed(tasks, room, (task) => taskTitle(task, room.title))]]
  return [
    moved.length === 0
      ? []
      : [
          [bold('Moved beyond ordinary variation')],
          ...shownMoved.map(
            (task): Line => [
              bold(taskTitle(task, room.title)),
              ` ${movedWords(task.story, review.period.thisYear)}`,
            ],
          ),
          ...(omittedCount === 0 ? [] : [[`And ${counted(omittedCount, 'more task')}.`]]),
        ],
    [
      ...titledList('Moved for some weeks, and no longer', faded),
      ...titledList('Moved, but so did competitors', shared),
      ...titledList('No clear change', unmoved),
      ...(tooEarly.length === 0
        ? []
        : [
            [
              bold('Too early to tell: '),
              listed(tooEarly, room, (task) => `${taskTitle(task, room.title)}${readableWords(task.story)}`),
            ],
          ]),
      ...titledList('No engine to compare, or too little data', notCompared),
      ...titledList('Still being read', unread),
    ],
  ]
}

function openLines({ openRecommendations, openTasks, today }: Review, room: Room): readonly Line[] {
  if (openRecommendations.length === 0 && openTasks.length === 0) return []
  const recommendations = openRecommendationWords(openRecommendations, today, room)
  const tasks = listed(openTasks, room, (task) => aged(taskTitle(task, room.title), task.createdOn, today))
  return [
    [bold('Still open')],
    ...(openRecommendations.length === 0
      ? []
      : [[`${counted(openRecommendations.length, 'recommendation')} without a task${recommendations}`]]),
    ...(openTasks.length === 0
      ? []
      : [[`${counted(openTasks.length, 'task')} not marked as done: ${tasks}`]]),
  ]
}

/** `: “A” for 9 weeks, and 2 more.`: only the titles of the oldest were read, so the others are only counted. */
function openRecommendationWords(open: readonly OpenRecommendation[], today: string, room: Room): string {
  const titled = titledRecommendations(open)
  if (titled.length > 0)
    return `: ${listed(
      titled,
      room,
      ({ title, trackedOn }) => aged(`“${oneLine(title, room.title)}”`, trackedOn, today),
      open.length,
    )}`
  return `${oldestWords(open, today)}.`
}

function noteLines({ notes }: Review, room: Room): readonly Line[] {
  if (notes.length === 0) return []
  // People ask about the newest ones.
  const shown = room.notes === 0 ? [] : notes.slice(-room.notes)
  const omittedCount = notes.length - shown.length
  return [
    [bold('Notes')],
    ...shown.map(
      ({ day, text, by }): Line => [
        `${shortDay(day)}: ${oneLine(text, room.title + 50)} (`,
        { user: by },
        ')',
      ],
    ),
    ...(omittedCount === 0 ? [] : [[`And ${counted(omittedCount, 'more note')}.`]]),
  ]
}

/** `“A”, “B”, and 2 more.` */
function listed<T>(
  all: readonly T[],
  room: Room,
  words: (one: T) => string,
  total: number = all.length,
): string {
  const shown = all.slice(0, room.listed).map(words)
  const omittedCount = total - shown.length
  return `${shown.join(', ')}${omittedCount === 0 ? '' : `, and ${omittedCount} more`}.`
}

function bold(text: string): Span {
  return { text, style: 'bold' }
}

function joined(parts: readonly Line[]): Line {
  return parts.flatMap((part, index) => (index === 0 ? part : ['; ', ...part]))
}
