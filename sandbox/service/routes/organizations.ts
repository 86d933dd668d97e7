/** Organizations and workspaces (specification, part 4.9, which doesn't show the shapes: plain arrays here). */
import { z } from 'zod'
import { keyOf, organizationsOf, workspacesOf } from '../access.ts'
import type { Routes } from '../context.ts'
import { ErrorBody, SCOPED_ERRORS } from '../errors.ts'

const Organization = z
  .object({ id: z.uuid(), name: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'Organization' })
const Workspace = z
  .object({ id: z.uuid(), organization_id: z.uuid(), name: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'Workspace' })

export const organizationRoutes: Routes = (app) => {
  app.get(
    '/v1/organizations',
    {
      schema: {
        operationId: 'list_organizations',
        summary: 'List the organizations that the token can access',
        tags: ['Organizations', 'mcp'],
        security: [{ Authorization: [] }],
        response: {
          200: z.array(Organization).describe('The organizations'),
          401: ErrorBody.describe('The token is missing, invalid or expired'),
        },
      },
    },
    async (request, reply) => reply.send([...organizationsOf(keyOf(request))]),
  )
  app.get(
    '/v1/organizations/:organization_id/workspaces',
    {
      schema: {
        operationId: 'list_workspaces',
        summary: 'List the workspaces of an organization',
        tags: ['Workspaces', 'mcp'],
        security: [{ Authorization: [] }],
        params: z.object({ organization_id: z.string().min(1) }),
        response: { 200: z.array(Workspace).describe('The workspaces'), ...SCOPED_ERRORS },
      },
    },
    async (request, reply) => reply.send([...workspacesOf(keyOf(request), request.params.organization_id)]),
  )
}
