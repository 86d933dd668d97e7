import * as z from 'zod'
import { EVALUATION_STATUSES } from '../enums.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { fillPath, route } from '../http/route.ts'
import { booleanOrNull, type Immutable, listOf, openEnum, textOrNull, textsOrEmpty } from '../schemas.ts'
import { WORKSPACE, type WorkspaceScope } from './workspaces.ts'

/** An evaluation of a website (part 2.1). A missing `status`, `created_by` or `include_discovery` is `null`. */
export type WebsiteEvaluation = Immutable<z.infer<typeof evaluation>>
const evaluation = z.object({
  id: z.string(),
  created_at: z.string(),
  created_by: textOrNull,
  workspace_id: z.string(),
  name: z.string(),
  urls: listOf(z.string()),
  tags: textsOrEmpty,
  status: openEnum(EVALUATION_STATUSES).nullable().default(null),
  is_archived: z.boolean(),
  generation_cost: z.number(),
  include_discovery: booleanOrNull,
})

const evaluationRoute = route('GET', 'core', `${WORKSPACE}/website_evaluations/{id}`, evaluation)

export function evaluationsResource(caller: Caller) {
  return {
    async websiteEvaluation(scope: WorkspaceScope, id: string, call?: CallOptions) {
      const path = fillPath(evaluationRoute.template, scope.organizationId, scope.workspaceId, id)
      return caller.get(evaluationRoute, path, call)
    },
  }
}
