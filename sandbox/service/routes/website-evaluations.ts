/** Website evaluations (specification, parts 2.1 and 4.1). */
import { z } from 'zod'
import { enterWorkspace, keyOf } from '../access.ts'
import type { Routes } from '../context.ts'
import { findEvaluation } from '../data/evaluations.ts'
import { HttpError, SCOPED_ERRORS } from '../errors.ts'
import { WorkspacePath } from '../schemas.ts'

const WebsiteEvaluation = z
  .object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    created_by: z.uuid().nullable(),
    workspace_id: z.uuid(),
    name: z.string().max(200),
    urls: z.array(z.url().max(2000)),
    tags: z.array(z.string().max(200)).optional(),
    status: z.enum(['pending', 'in_progress', 'completed', 'partial', 'failed']),
    is_archived: z.boolean(),
    generation_cost: z.int(),
    include_discovery: z.boolean().optional(),
  })
  .meta({ id: 'WebsiteEvaluation' })

export const websiteEvaluationRoutes: Routes = (app, { clock, startedAt }) => {
  app.get(
    '/v1/organizations/:organization_id/workspaces/:workspace_id/website_evaluations/:id',
    {
      schema: {
        operationId: 'retrieve_website_evaluation',
        summary: 'Retrieve a website evaluation',
        tags: ['Website Evaluation', 'mcp'],
        security: [{ Authorization: [] }],
        params: WorkspacePath.extend({ id: z.uuid() }),
        response: { 200: WebsiteEvaluation.describe('The evaluation'), ...SCOPED_ERRORS },
      },
    },
    async (request, reply) => {
      const workspace = enterWorkspace(keyOf(request), request.params)
      const evaluation = findEvaluation(workspace.id, request.params.id, startedAt, clock.now())
      if (!evaluation) throw new HttpError(404, 'No such website evaluation.')
      return reply.send(evaluation)
    },
  )
}
