import * as z from 'zod'
import { unwrapList } from '../assumptions.ts'
import { COUNTRIES, SOURCES } from '../enums.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { fillPath, route } from '../http/route.ts'
import { type Immutable, listOf, openEnum, textOrNull } from '../schemas.ts'

/** Where in the service's hierarchy a call belongs (specification, part 1). */
export interface WorkspaceScope {
  readonly organizationId: string
  readonly workspaceId: string
}

/** An analysis, which the service also calls a project. */
export interface AnalysisScope extends WorkspaceScope {
  readonly projectId: string
}

/** The start of all workspace endpoints' templates. */
export const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

/** An organization or a workspace. Part 2.9 doesn't show their fields, so both fields are optional. */
const place = z.object({ id: textOrNull, name: textOrNull })
const places = z.preprocess(unwrapList, listOf(place))

export type Organization = Immutable<z.infer<typeof place>>
export type Workspace = Immutable<z.infer<typeof place>>

const organizationsRoute = route('GET', 'core', '/v1/organizations', places)
const workspacesRoute = route('GET', 'core', '/v1/organizations/{organization_id}/workspaces', places)

export function organizationsResource(caller: Caller) {
  return {
    async organizations(call?: CallOptions): Promise<readonly Organization[]> {
      return caller.get(organizationsRoute, organizationsRoute.template, call)
    },

    async workspaces(organizationId: string, call?: CallOptions): Promise<readonly Workspace[]> {
      return caller.get(workspacesRoute, fillPath(workspacesRoute.template, organizationId), call)
    },
  }
}

/** A workspace's filter values (part 2.5). Categories are sorted; their color is for charts. */
export type InsightsFilters = Immutable<z.infer<typeof filters>>
const filters = z.object({
  sources: listOf(openEnum(SOURCES)),
  brands: listOf(z.string()),
  countries: listOf(openEnum(COUNTRIES)),
  categories: listOf(z.object({ value: z.string(), color: textOrNull })),
})

const filtersRoute = route('GET', 'search', `${WORKSPACE}/search/insights/filters`, filters)

export function filtersResource(caller: Caller) {
  return {
    async insightsFilters(scope: WorkspaceScope, call?: CallOptions): Promise<InsightsFilters> {
      const path = fillPath(filtersRoute.template, scope.organizationId, scope.workspaceId)
      return caller.get(filtersRoute, path, call)
    },
  }
}
