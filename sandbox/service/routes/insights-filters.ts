/** Insights filters of a workspace (specification, parts 2.5 and 4.5). */
import { z } from 'zod'
import { enterWorkspace, keyOf } from '../access.ts'
import type { Routes } from '../context.ts'
import { enginesOf, type Project } from '../data/catalog.ts'
import { TOPICS } from '../data/prompts.ts'
import { hash } from '../data/random.ts'
import { SCOPED_ERRORS } from '../errors.ts'
import { SearchWorkspacePath } from '../schemas.ts'

const COUNTRIES =
  'AR AT AU AE BH BE BO BR CA CN CO DK EC ES FI FR DE GB HU ID IE IL IN IT JP KR KW LU MA MX MY NG NL NO PH PK PL PT QA RO SA SE SG CH TH TR TW US VN ZA'

const insightsFilters = (engines: readonly string[]) =>
  z
    .object({
      sources: z.array(z.enum(engines)).describe("Engines of the workspace's projects"),
      brands: z.array(z.string()).describe("Brand names of the workspace's projects"),
      countries: z.array(z.enum(COUNTRIES.split(' '))).describe("Countries of the workspace's projects"),
      categories: z.array(z.object({ value: z.string(), color: z.string() })).describe('From A to Z'),
    })
    .meta({ id: 'InsightsFilters' })

/** A chart colour that depends only on the category's name. */
const colorOf = (name: string) => `#${(hash(0, 'color', name) & 0xffffff).toString(16).padStart(6, '0')}`

/** The distinct values of a field over the projects, in order of first appearance. */
const distinct = <T>(projects: readonly Project[], read: (project: Project) => readonly T[]) => [
  ...new Set(projects.flatMap(read)),
]

export const insightsFilterRoutes: Routes = (app, { projects: all }) => {
  app.get(
    '/v1/organizations/:organization_id/workspaces/:workspace_id/search/insights/filters',
    {
      schema: {
        operationId: 'get_insights_filters',
        summary: 'Filter values available in a workspace',
        tags: ['Metrics', 'mcp'],
        security: [{ bearer: [] }],
        params: SearchWorkspacePath,
        response: { 200: insightsFilters(enginesOf(all)).describe('The filter values'), ...SCOPED_ERRORS },
      },
    },
    async (request, reply) => {
      const { id } = enterWorkspace(keyOf(request), request.params)
      const projects = all.filter(({ workspaceId }) => workspaceId === id)
      return reply.send({
        sources: distinct(projects, ({ sources }) => sources),
        brands: distinct(projects, ({ brands }) => brands),
        countries: distinct(projects, ({ countries }) => countries).toSorted(),
        categories: TOPICS.map(({ name }) => name)
          .toSorted()
          .map((value) => ({ value, color: colorOf(value) })),
      })
    },
  )
}
