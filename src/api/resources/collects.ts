import * as z from 'zod'
import { COLLECTS_PAGE_PARAMETER, COLLECTS_PAGE_SIZE_PARAMETER } from '../assumptions.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { checked, encodeQuery, fillPath, route } from '../http/route.ts'
import { type Immutable, numberOrNull, type Page, type PageRequest, pageOf, pageRequest } from '../schemas.ts'
import { type AnalysisScope, WORKSPACE } from './workspaces.ts'

/** One collection of data for an analysis (part 2.3). */
export type Collect = Immutable<z.infer<typeof collect>>
const collect = z.object({ id: z.string(), total: numberOrNull, date: z.string() })

const collectsRoute = route(
  'GET',
  'search',
  `${WORKSPACE}/analyses/{project_id}/search/collects`,
  pageOf(collect),
)

export function collectsResource(caller: Caller) {
  return {
    async collects(scope: AnalysisScope, page: PageRequest = {}, call?: CallOptions): Promise<Page<Collect>> {
      const { template } = collectsRoute
      const asked = checked(template, pageRequest, page)
      const path = fillPath(template, scope.organizationId, scope.workspaceId, scope.projectId)
      const query = encodeQuery({
        [COLLECTS_PAGE_PARAMETER]: asked.page,
        [COLLECTS_PAGE_SIZE_PARAMETER]: asked.page_size,
      })
      return caller.get(collectsRoute, path + query, call)
    },
  }
}
