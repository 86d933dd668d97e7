import * as z from 'zod'
import { type AnalyticsApi, ApiError } from '../api/index.ts'
import type { BriefSummary } from '../model/recommendation.ts'

/** The recommendation whose briefs are read. */
export const recommendationQuestion = z.object({
  organizationId: z.string(),
  workspaceId: z.string(),
  resultId: z.string(),
})
export type RecommendationQuestion = Readonly<z.infer<typeof recommendationQuestion>>

const brief = z.object({
  id: z.string(),
  taskId: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  updatedAt: z.string().nullable(),
})
/** What a digest shows of a recommendation, or why the service no longer has it, in a sentence for people. */
export const keptRecommendation = z.union([
  z.object({ briefs: z.array(brief.readonly()).readonly() }),
  z.object({ gone: z.string() }),
])
type KeptRecommendation = Readonly<z.infer<typeof keptRecommendation>>

/** More than a digest shows of the first brief, once its formatting is gone. It shows no other body. */
const longestBody = 2_000
const longestTitle = 500

/** A recommendation as it is kept, with its briefs in the service's order. @throws {ApiError} */
export async function readRecommendation(
  api: Pick<AnalyticsApi, 'briefs'>,
  { resultId, ...scope }: RecommendationQuestion,
): Promise<KeptRecommendation> {
  try {
    const briefs = await api.briefs(scope, resultId)
    return {
      briefs: briefs.map(({ id, task_id, title, body, updated_at }, index) => ({
        id,
        taskId: task_id,
        title: title.slice(0, longestTitle),
        body: index === 0 ? body.slice(0, longestBody) : '',
        updatedAt: updated_at,
      })),
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { gone: error.userMessage }
    throw error
  }
}

/** @throws {ApiError} if the service no longer has the recommendation */
export function briefsIn(record: string): readonly BriefSummary[] {
  const kept = keptRecommendation.parse(JSON.parse(record))
  if ('briefs' in kept) return kept.briefs
  throw new ApiError({ code: 'not_found', message: 'kept as gone', userMessage: kept.gone, retryable: false })
}
