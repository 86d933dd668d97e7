import * as z from 'zod'
import type { Caller, CallOptions } from '../http/caller.ts'
import { checked, encodeQuery, fillPath, route } from '../http/route.ts'
import { type Immutable, listOf, textOrNull, textUpTo } from '../schemas.ts'
import { WORKSPACE, type WorkspaceScope } from './workspaces.ts'

/** The discussion in one subreddit (part 2.6). `key_themes` has no specified type. */
export type RedditSummary = Immutable<z.infer<typeof summary>>
const summary = z.object({
  id: z.string(),
  subreddit_name: textOrNull,
  creation_date: textOrNull,
  description: textOrNull,
  weekly_visitors: textOrNull,
  weekly_contributors: textOrNull,
  overall_sentiment: textOrNull,
  key_themes: z.transform((value: unknown) => value),
})

/** The longest of the three Reddit limits in part 8. */
const MAX_NAME = 255
const names = z.array(
  textUpTo(MAX_NAME).refine((name) => !name.includes(','), 'must not contain a comma'),
  'must be a list',
)

const summariesRoute = route('GET', 'core', `${WORKSPACE}/reddit/summaries`, listOf(summary))

export function redditResource(caller: Caller) {
  return {
    async redditSummaries(scope: WorkspaceScope, subreddits: readonly string[], call?: CallOptions) {
      const { template } = summariesRoute
      const asked = checked(template, names, subreddits)
      const path = fillPath(template, scope.organizationId, scope.workspaceId)
      // One comma-separated value.
      const query = encodeQuery({ subreddit_name__in: asked.length === 0 ? null : asked.join(',') })
      return caller.get(summariesRoute, path + query, call)
    },
  }
}
