/** Reddit summaries (specification, part 4.6). */
import { z } from 'zod'
import { enterWorkspace, keyOf } from '../access.ts'
import { type Routes, today } from '../context.ts'
import { redditSummaries } from '../data/reddit.ts'
import { SCOPED_ERRORS } from '../errors.ts'
import { WorkspacePath } from '../schemas.ts'

const RedditSummary = z
  .object({
    id: z.uuid(),
    subreddit_name: z.string().max(255),
    creation_date: z.iso.date(),
    description: z.string(),
    weekly_visitors: z.string().max(50),
    weekly_contributors: z.string().max(50),
    overall_sentiment: z.string(),
    key_themes: z.unknown().describe('A list, a text or an object'),
  })
  .meta({ id: 'RedditSummary' })

const Query = z.object({
  subreddit_name__in: z
    .string()
    .optional()
    .describe('Comma-separated subreddit names, in any case; left out or empty: all'),
})

export const redditRoutes: Routes = (app, context) => {
  app.get(
    '/v1/organizations/:organization_id/workspaces/:workspace_id/reddit/summaries',
    {
      schema: {
        operationId: 'list_reddit_summaries',
        summary: 'Weekly summaries of subreddits, newest first',
        tags: ['Reddit Summaries', 'mcp'],
        security: [{ Authorization: [] }],
        params: WorkspacePath,
        querystring: Query,
        response: { 200: z.array(RedditSummary).describe('The summaries'), ...SCOPED_ERRORS },
      },
    },
    async (request, reply) => {
      const { id } = enterWorkspace(keyOf(request), request.params)
      const names = (request.query.subreddit_name__in ?? '')
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean)
      const all = redditSummaries(context.seed, id, today(context))
      return reply.send(
        all.filter((s) => names.length === 0 || names.includes(s.subreddit_name.toLowerCase())),
      )
    },
  )
}
