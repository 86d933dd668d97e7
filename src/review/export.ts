import { peopleIn, reviewFile } from '../blocks/review/review-csv.ts'
import type { Review } from '../model/review.ts'
import { peopleNames } from '../slack/send/people.ts'
import type { Workspace } from '../slack/workspace.ts'

export async function exportReview(
  workspace: Pick<Workspace, 'sendFile' | 'people'>,
  user: string,
  review: Review,
): Promise<{ readonly rows: number; readonly filename: string }> {
  const names = await peopleNames(workspace, peopleIn(review))
  const { filename, title, content, rows } = reviewFile(review, names)
  await workspace.sendFile(user, { filename, title, content })
  return { rows, filename }
}
