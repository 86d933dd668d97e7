/** Collects of an analysis (specification, part 4.3): one per day including today, newest first. */
import { z } from 'zod'
import { enterProject, keyOf } from '../access.ts'
import { type Routes, today } from '../context.ts'
import { answersOfDay, projectKey } from '../data/answers.ts'
import type { Project } from '../data/catalog.ts'
import { dateFromDay, KEPT_DAYS } from '../data/days.ts'
import { uuidFrom } from '../data/random.ts'
import { SCOPED_ERRORS } from '../errors.ts'
import { isPlanted, marketOf } from '../planted/plan.ts'
import { PageQuery, Pagination, ProjectPath, paginate } from '../schemas.ts'

const Collect = z
  .object({
    id: z.string(),
    total: z.int().describe('Answers collected'),
    date: z.string().describe('YYYY-MM-DD'),
  })
  .meta({ id: 'Collect' })

/** How many answers were collected on a day. */
function answersByDay(seed: number, project: Project): (day: number) => number {
  if (!isPlanted(project)) {
    const key = projectKey(seed, project)
    return (day) => answersOfDay(key, project, day)
  }
  const { answersOn, plan } = marketOf(project.market)
  return (day) => plan.engines.reduce((sum, _, engine) => sum + answersOn(engine, day), 0)
}

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
      const answers = answersByDay(context.seed, project)
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
