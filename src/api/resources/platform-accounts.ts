import * as z from 'zod'
import { SECOND_LIMITED_ACCOUNT_FIELD } from '../assumptions.ts'
import type { Caller, CallOptions, PostOutcome } from '../http/caller.ts'
import { checked, fillPath, route } from '../http/route.ts'
import { type Immutable, listOf, nonEmptyText, textOrNull, textUpTo } from '../schemas.ts'
import { WORKSPACE, type WorkspaceScope } from './workspaces.ts'

/** An account on an external platform (part 2.2). Any answer means that it exists, so only its id is required. */
export type PlatformAccount = Immutable<z.infer<typeof account>>
const account = z.object({
  id: z.string(),
  platform_account_id: textOrNull,
  name: textOrNull,
  workspace_id: textOrNull,
  created_at: textOrNull,
  updated_at: textOrNull,
  platform_integration_id: textOrNull,
})

const MAX_TEXT = 255
/** `id` is the account's id on the external platform (part 2.2). */
export type PlatformAccountInput = Immutable<z.infer<typeof input>>
const input = z
  .object({ id: textUpTo(MAX_TEXT), platform_integration_id: nonEmptyText, name: nonEmptyText })
  .refine((account) => account[SECOND_LIMITED_ACCOUNT_FIELD].length <= MAX_TEXT, {
    path: [SECOND_LIMITED_ACCOUNT_FIELD],
    message: `must have at most ${MAX_TEXT} characters`,
  })
const inputs = z.object({ accounts: z.array(input, 'must be a list').min(1, 'must contain at least one') })

const accountsRoute = route('POST', 'core', `${WORKSPACE}/platform_accounts`, listOf(account))

export function platformAccountsResource(caller: Caller) {
  return {
    async createPlatformAccounts(
      scope: WorkspaceScope,
      accounts: readonly PlatformAccountInput[],
      call?: CallOptions,
    ): Promise<PostOutcome<readonly PlatformAccount[]>> {
      const { template } = accountsRoute
      const body = checked(template, inputs, { accounts })
      const path = fillPath(template, scope.organizationId, scope.workspaceId)
      return caller.post(accountsRoute, path, body, call)
    },
  }
}
