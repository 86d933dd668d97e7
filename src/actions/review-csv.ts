import type { Action } from '../blocks/kit/codec.ts'
import { reviewExported } from '../blocks/review/review-csv.ts'
import { reviewOf } from '../commands/act/review.ts'
import { notSent } from '../commands/visibility-file.ts'
import { exportReview } from '../review/export.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** Requests for titles of open recommendations: the most that a review can spare besides those for stories. */
const titles = 9

/** Sends all rows of a review to the person who clicked, by direct message. */
export async function reviewCsvAction(
  { text }: Extract<Action, { kind: 'review_csv' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const review = await reviewOf(text, callerOf(click), workspace, { titles, standing: false })
  const { rows, filename } = await exportReview(workspace, click.user, review).catch(notSent)
  await progress.ephemeral(reviewExported(rows, filename))
}
