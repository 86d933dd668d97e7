import * as z from 'zod'
import type { Caller, CallOptions, PostOptions } from '../http/caller.ts'
import { fillPath, route } from '../http/route.ts'
import { type Immutable, listOf, numberOrNull, textOrEmpty, textOrNull } from '../schemas.ts'
import { WORKSPACE, type WorkspaceScope } from './workspaces.ts'

/** Part 2.7. Any answer means that the task exists, so only its id is required. */
export type Task = Immutable<z.infer<typeof task>>
const task = z.object({
  id: z.string(),
  name: textOrEmpty,
  description: textOrEmpty,
  recommended_action_result_id: textOrNull,
  brief_template_id: textOrNull,
  brief_body: textOrNull,
  sort_order: numberOrNull,
  created_at: textOrNull,
})

/** The brief of a task (part 2.7). */
export type Brief = Immutable<z.infer<typeof brief>>
const brief = z.object({
  id: z.string(),
  task_id: textOrNull,
  title: textOrEmpty,
  body: textOrEmpty,
  created_at: textOrNull,
  updated_at: textOrNull,
})

const taskRoute = route('POST', 'core', `${WORKSPACE}/recommended-actions/{result_id}/tasks`, task)
const briefsRoute = route(
  'GET',
  'core',
  `${WORKSPACE}/recommended-actions/{id}/briefs`,
  z.object({ briefs: listOf(brief) }),
)

export function recommendationsResource(caller: Caller) {
  return {
    async briefs(scope: WorkspaceScope, resultId: string, call?: CallOptions): Promise<readonly Brief[]> {
      const path = fillPath(briefsRoute.template, scope.organizationId, scope.workspaceId, resultId)
      return (await caller.get(briefsRoute, path, call)).briefs
    },

    async createTask(scope: WorkspaceScope, resultId: string, call?: PostOptions) {
      const path = fillPath(taskRoute.template, scope.organizationId, scope.workspaceId, resultId)
      return caller.post(taskRoute, path, null, call)
    },
  }
}
