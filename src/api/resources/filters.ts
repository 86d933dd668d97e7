import * as z from 'zod'
import { COUNTRIES, SOURCES } from '../enums.ts'
import type { Immutable } from '../freeze.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { fillPath, route } from '../http/route.ts'
import { listOf, openEnum, textOrNull } from '../schemas.ts'
import { WORKSPACE, type WorkspaceScope } from './scope.ts'

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
