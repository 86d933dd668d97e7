import { peopleIn, reviewFile } from '../blocks/review/review-csv.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { Review } from '../model/review.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Sends a review to a person as a file. */
export async function exportReview(
  { files, people }: Pick<Workspace, 'files' | 'people'>,
  user: string,
  review: Review,
): Promise<{ readonly rows: number; readonly filename: string }> {
  const named = await fewAtOnce(
    [...peopleIn(review)],
    async (id) => [id, (await people.person(id))?.name ?? null] as const,
  )
  const names = new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name]])))
  const { filename, title, content, rows } = reviewFile(review, names)
  await files.send({ user }, { filename, title, content })
  return { rows, filename }
}
