/** Collects of an analysis (specification, part 4.3): one per day including today, newest first. */
import { z } from 'zod'
import { enterProject, keyOf } from '../access.ts'
import { type Routes, today } from '../context.ts'
import { answersOfDay, projectKey } from '../data/answers.ts'
import { dateFromDay, KEPT_DAYS } from '../data/days.ts'
import { uuidFrom } from '../data/random.ts'
import { SCOPED_ERRORS } from '../errors.ts'
import { PageQuery, Pagination, ProjectPath, paginate } from '../schemas.ts'

const Collect = z
  .object({
    id: z.string(),
    total: z.int().describe('Answers collected'),
    date: z.string().describe('YYYY-MM-DD'),
  })
  .meta({ id: 'Collect' })

export const collectRoutes: Routes = (app, context) => {
  app.get(
    '/v1/organizations/:organization_id/workspaces/:workspace_id/analyses/:project_id/search/collects',
    {
      schema: {
        operationId: 'list_collects',
        summary: 'Collects of an analysis',
        tags: ['Collects', 'mcp'],
        security: [{ bearer: [] }],
        params: ProjectPath,
        querystring: z.object(PageQuery),
        response: {
          200: z.object({ data: z.array(Collect), pagination: Pagination }).describe('One page of collects'),
          ...SCOPED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const project = enterProject(context.projects, keyOf(request), request.params)
      const key = projectKey(context.seed, project)
      const answers = (day: number) => answersOfDay(key, project, day)
      const last = today(context)
      const keptDays = Array.from({ length: KEPT_DAYS + 1 }, (_, i) => last - i)
      const days = keptDays.filter((day) => answers(day) > 0)
      const { data, pagination } = paginate(days, request.query)
      const collects = data.map((day) => ({
        id: uuidFrom(context.seed, 'collect', project.id, day),
        total: answers(day),
        date: dateFromDay(day).toString(),
      }))
      return reply.send({ data: collects, pagination })
    },
  )
}
