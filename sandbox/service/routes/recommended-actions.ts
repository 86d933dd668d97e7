/** Tasks and briefs of recommended-action results (specification, parts 4.7 and 4.8). */
import { z } from 'zod'
import { enterWorkspace, keyOf } from '../access.ts'
import type { Routes } from '../context.ts'
import { createRecommendationStore } from '../data/recommendations.ts'
import { HttpError, SCOPED_ERRORS } from '../errors.ts'
import { WorkspacePath } from '../schemas.ts'

const Task = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    recommended_action_result_id: z.string(),
    brief_template_id: z.string().describe('Empty until a user sets it'),
    brief_body: z.string().describe('Empty until it is generated'),
    sort_order: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'RecommendedActionTask' })

const Brief = z
  .object({
    id: z.uuid(),
    task_id: z.uuid(),
    title: z.string(),
    body: z.string().describe('Markdown'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Brief' })

const BASE = '/v1/organizations/:organization_id/workspaces/:workspace_id/recommended-actions'
const NO_RESULT = 'No such recommended action result.'

export const recommendedActionRoutes: Routes = (app, { seed, startedAt, clock }) => {
  const store = createRecommendationStore(seed, startedAt)
  app.post(
    `${BASE}/:result_id/tasks`,
    {
      schema: {
        operationId: 'create_recommended_action_task',
        summary: 'Create a task for a recommended action result',
        description: 'Creates one more task each time; its brief exists about a minute later.',
        tags: ['Recommended Action Result Task'],
        security: [{ Authorization: [] }],
        params: WorkspacePath.extend({ result_id: z.string().min(1) }),
        response: { 201: Task.describe('The created task'), ...SCOPED_ERRORS },
      },
    },
    async (request, reply) => {
      const { id } = enterWorkspace(keyOf(request), request.params)
      const task = store.createTask(id, request.params.result_id, clock.now())
      if (!task) throw new HttpError(404, NO_RESULT)
      return reply.code(201).send(task)
    },
  )
  app.get(
    `${BASE}/:id/briefs`,
    {
      schema: {
        operationId: 'list_recommended_action_briefs',
        summary: "Briefs of a recommended action, by their tasks' sort order",
        tags: ['Content Briefs', 'mcp'],
        security: [{ Authorization: [] }],
        params: WorkspacePath.extend({ id: z.string().min(1) }),
        response: {
          200: z.object({ briefs: z.array(Brief) }).describe('The briefs'),
          ...SCOPED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { id } = enterWorkspace(keyOf(request), request.params)
      const briefs = store.briefs(id, request.params.id, clock.now())
      if (!briefs) throw new HttpError(404, NO_RESULT)
      return reply.send({ briefs: [...briefs] })
    },
  )
}
