import { exported } from '../../blocks/kit/figures.ts'
import { counted } from '../../blocks/kit/formats.ts'
import { reviewCanvas } from '../../blocks/review/canvas.ts'
import { reviewAnswer } from '../../blocks/review/review.ts'
import { peopleIn, reviewFile } from '../../blocks/review/review-csv.ts'
import { channelScope } from '../../channels/settings.ts'
import { Problem } from '../../lib/problem.ts'
import type { Message } from '../../model/message.ts'
import type { Review } from '../../model/review.ts'
import { typedWord } from '../../questions/question-text.ts'
import { type Parsed, parsed, parseError } from '../../questions/read.ts'
import { notUnderstood, splitWords, type Word } from '../../questions/tokenizer.ts'
import { writeCanvas } from '../../review/canvas.ts'
import { readReviewPeriod, reviewPeriodProblem } from '../../review/period.ts'
import { readReview } from '../../review/read.ts'
import type { Caller } from '../../slack/plan.ts'
import { peopleNames } from '../../slack/send/people.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { answering, defineVerb, sharing, type Verb } from '../verb.ts'
import { notSent } from '../visibility.ts'

const usage = 'review [quarter | last quarter | since <month> | <period>]'

/** @returns the period as typed */
function reviewArguments(words: readonly Word[]): Parsed<string> {
  const mentioned = words.find(({ mention }) => mention !== undefined)
  if (mentioned !== undefined) return parseError(notUnderstood(mentioned))
  const text = words.map(({ text }) => text).join(' ')
  const problem = reviewPeriodProblem(text)
  return problem === null ? parsed(text) : parseError(problem)
}

export const reviewVerb: Verb = defineVerb<string>(
  {
    name: 'review',
    group: 'act',
    summary: 'Show what was done and what has changed since.',
    usage,
    details: 'Without a period: the last 13 weeks. Post it every month: /sightline digest add review.',
    examples: ['review', 'review last quarter', 'review since october'],
    who: 'readers',
  },
  reviewArguments,
  answering(showReview),
)

async function showReview(text: string, caller: Caller, workspace: Workspace): Promise<Message> {
  const review = await reviewOf(`review ${text}`, caller, workspace)
  const command = sameReview(review)
  // A review that everyone in the channel sees is kept in its canvas, so that it can be found later.
  if (caller.shares === true) await writeCanvas(workspace, caller, reviewCanvas(review))
  return reviewAnswer(review, command, sharing(caller, command))
}

/** What to type after `/sightline ` for the displayed days, no matter when a button is clicked. */
export const sameReview = ({ period: { start, end } }: Review) => `review ${start}..${end}`

/** @param command as typed after `/sightline `. @throws {Problem} if the period can't be read in the channel's zone */
export async function reviewOf(
  command: string,
  caller: Caller,
  workspace: Workspace,
  read?: Parameters<typeof readReview>[3],
): Promise<Review> {
  const text = splitWords(command).slice(1).map(typedWord).join(' ')
  const scope = await channelScope(workspace, caller)
  const reading = readReviewPeriod(text, workspace.clock.now(), scope.timeZone)
  if (!reading.ok) throw new Problem('bad_period', reading.problem, { usage: `/sightline ${usage}` })
  return readReview(workspace, scope, reading.period, read)
}

/** Requests for titles of open recommendations: the most that a review can spare besides those for stories. */
const titlesInFile = 9

/** All rows of a review, by direct message. @param text as typed after `/sightline ` */
export async function sendReviewFile(text: string, caller: Caller, workspace: Workspace): Promise<Message> {
  const review = await reviewOf(text, caller, workspace, { titles: titlesInFile, standing: false })
  const { rows, ...file } = reviewFile(review, await peopleNames(workspace, peopleIn(review)))
  await workspace.sendFile(caller.user, file).catch(notSent)
  return exported(counted(rows, 'row'), file.filename)
}
