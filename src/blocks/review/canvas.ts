/** The whole review as a canvas, in Slack's markdown (https://docs.slack.dev/surfaces/canvases). */
import type { Review, ReviewedTask } from '../../model/review.ts'
import { counted, dateWords, shortDay } from '../kit/formats.ts'
import { compact, escapeText, oneLine } from '../kit/text.ts'
import {
  aged,
  movedWords,
  otherOutcomes,
  otherThings,
  outcomesOf,
  outcomeTitle,
  quotedTitle,
  reviewHeadline,
  reviewTitle,
  standingLines,
  taskTitle,
  weekWords,
} from './review.ts'

export const canvasTitle = 'Brand review'
/** These words identify it among the canvases of its channel. */
export const canvasWords = 'Sightline replaces this canvas with each review.'

/** Items in a list. A canvas holds 1,048,576 characters, but a longer list belongs in the CSV. */
const maxItems = 100
const maxLength = 200

export function reviewCanvas(review: Review): string {
  const { channel, people, weeks, openRecommendations, openTasks, notes, today } = review
  const { moved } = outcomesOf(review)
  const title = (task: ReviewedTask) => taskTitle(task, maxLength)
  return [
    `# ${inert(reviewTitle(review, canvasTitle))}`,
    `Tasks from ${place(channel)}. ${canvasWords} Last updated ${dateWords(today)}.`,
    ...standingLines(review).map((line, index) => (index === 0 ? `**${inert(line)}**` : inert(line))),
    `**${inert(reviewHeadline(review))}**`,
    ...list('Who did what', people, ({ user, created, done }) =>
      [mention(user), `${counted(created, 'task')} created, ${done} marked as done`].join(': '),
    ),
    ...list('By week', weeks, (week) => inert(weekWords(week))),
    ...list(
      'Moved more than ordinary variation',
      moved,
      (task) => `**${inert(title(task))}** ${inert(movedWords(task.story, review.period.thisYear))}`,
    ),
    ...otherOutcomes(review).flatMap(([title, tasks]) =>
      list<ReviewedTask>(title, tasks, (task) => inert(outcomeTitle(task, maxLength))),
    ),
    ...list('Recommendations without a task', openRecommendations, (one) =>
      inert(aged(quotedTitle(one, maxLength), one.trackedOn, today)),
    ),
    ...list('Tasks not marked as done', openTasks, (task) => inert(aged(title(task), task.createdOn, today))),
    ...list(
      'Notes',
      notes,
      ({ day, text, by }) => `${inert(`${shortDay(day)}: ${oneLine(text, 500)}`)} (${mention(by)})`,
    ),
    otherThings,
  ].join('\n\n')
}

function list<T>(heading: string, all: readonly T[], words: (one: T) => string): readonly string[] {
  if (all.length === 0) return []
  const items = all.slice(0, maxItems).map((one) => `- ${words(one)}`)
  const omittedCount = all.length - items.length
  return [`## ${heading}`, compact(...items, omittedCount > 0 && `- And ${omittedCount} more`).join('\n')]
}

function mention(user: string): string {
  return /^[UW][A-Z0-9]{1,30}$/.test(user) ? `![](@${user})` : 'someone'
}

const place = (channel: string) =>
  /^[CG][A-Z0-9]{1,30}$/.test(channel) ? `![](#${channel})` : 'this channel'

/** Escaped as in mrkdwn, and without brackets, which markdown turns into links, pictures, mentions or check boxes. */
function inert(text: string): string {
  return escapeText(text).replace(/[[\]\\|]/g, (mark) => `\u2060${lookAlikes[mark] ?? mark}\u2060`)
}

const lookAlikes: Readonly<Record<string, string>> = { '\\': '＼', '|': '∣' }
