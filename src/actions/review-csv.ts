import type { Action } from '../blocks/kit/codec.ts'
import { reviewExported } from '../blocks/review/review-csv.ts'
import { csvNotSent } from '../blocks/visibility/visibility-csv.ts'
import { reviewOf } from '../commands/act/review.ts'
import { Problem } from '../lib/problem.ts'
import { exportReview } from '../review/export.ts'
import { type Answer, type Click, PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** Titles that the file gives, of the oldest open recommendations. */
const titles = 50

/** Sends all rows of a review to the person who clicked, by direct message. */
export async function reviewCsvAction(
  { text }: Extract<Action, { kind: 'review_csv' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const review = await reviewOf(text, callerOf(click), workspace, titles)
  const { rows, filename } = await exportReview(workspace, click.user, review).catch((error: unknown) => {
    if (!(error instanceof PostError)) throw error
    throw new Problem(`csv_${error.outcome}:${error.code}`, csvNotSent(error))
  })
  await progress.ephemeral(reviewExported(rows, filename))
}
