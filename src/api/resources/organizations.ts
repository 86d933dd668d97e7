import * as z from 'zod'
import { unwrapList } from '../assumptions.ts'
import type { Immutable } from '../freeze.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { fillPath, route } from '../http/route.ts'
import { listOf, textOrNull } from '../schemas.ts'

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
