import * as z from 'zod'
import { SECOND_LIMITED_ACCOUNT_FIELD, unwrapList } from '../assumptions.ts'
import { EVALUATION_STATUSES } from '../enums.ts'
import type { Caller, CallOptions, PostOptions } from '../http/caller.ts'
import {
  checked,
  encodeQuery,
  fillPath,
  inWorkspace,
  route,
  WORKSPACE,
  type WorkspaceScope,
} from '../http/route.ts'
import {
  booleanOrNull,
  type Immutable,
  listOf,
  nonEmptyText,
  numberOrNull,
  openEnum,
  textOrEmpty,
  textOrNull,
  textsOrEmpty,
  textUpTo,
} from '../schemas.ts'

/** An organization or a workspace. Part 2.9 doesn't show their fields, so both fields are optional. */
const place = z.object({ id: textOrNull, name: textOrNull })
const places = z.preprocess(unwrapList, listOf(place))

export type Organization = Immutable<z.infer<typeof place>>
export type Workspace = Immutable<z.infer<typeof place>>

const organizationsRoute = route('GET', 'core', '/v1/organizations', places)
const workspacesRoute = route('GET', 'core', '/v1/organizations/{organization_id}/workspaces', places)

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
const briefs = z.object({ briefs: listOf(brief) })

const taskRoute = route('POST', 'core', `${WORKSPACE}/recommended-actions/{result_id}/tasks`, task)
const briefsRoute = route('GET', 'core', `${WORKSPACE}/recommended-actions/{id}/briefs`, briefs)

/** The discussion in one subreddit (part 2.6). `key_themes` has no specified type. */
export type RedditSummary = Immutable<z.infer<typeof summary>>
const summary = z.object({
  id: z.string(),
  subreddit_name: textOrNull,
  creation_date: textOrNull,
  description: textOrNull,
  weekly_visitors: textOrNull,
  weekly_contributors: textOrNull,
  overall_sentiment: textOrNull,
  key_themes: z.transform((value: unknown) => value),
})

/** The longest limit in part 8, for subreddits and accounts. */
const MAX_NAME = 255
const subredditNames = z.array(
  textUpTo(MAX_NAME).refine((name) => !name.includes(','), 'must not contain a comma'),
  'must be a list',
)

const summariesRoute = route('GET', 'core', `${WORKSPACE}/reddit/summaries`, listOf(summary))

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

/** `id` is the account's id on the external platform (part 2.2). */
export type PlatformAccountInput = Immutable<z.infer<typeof accountInput>>
const accountInput = z
  .object({ id: textUpTo(MAX_NAME), platform_integration_id: nonEmptyText, name: nonEmptyText })
  .refine((input) => input[SECOND_LIMITED_ACCOUNT_FIELD].length <= MAX_NAME, {
    path: [SECOND_LIMITED_ACCOUNT_FIELD],
    message: `must have at most ${MAX_NAME} characters`,
  })
const accountInputs = z.object({
  accounts: z.array(accountInput, 'must be a list').min(1, 'must contain at least one'),
})

const accountsRoute = route('POST', 'core', `${WORKSPACE}/platform_accounts`, listOf(account))

export function coreResources(caller: Caller) {
  return {
    /** Part 4.9. */
    organizations: (call?: CallOptions) => caller.get(organizationsRoute, organizationsRoute.template, call),

    /** Part 4.9. */
    workspaces: async (organizationId: string, call?: CallOptions) =>
      caller.get(workspacesRoute, fillPath(workspacesRoute.template, organizationId), call),

    /** Part 4.6. An empty list means all subreddits. */
    async redditSummaries(scope: WorkspaceScope, subreddits: readonly string[]) {
      const names = checked(summariesRoute.template, subredditNames, subreddits)
      // One comma-separated value.
      const query = encodeQuery({ subreddit_name__in: names.length === 0 ? null : names.join(',') })
      return caller.get(summariesRoute, inWorkspace(summariesRoute, scope) + query)
    },

    /** Part 4.8, in the service's order. */
    async briefs(scope: WorkspaceScope, resultId: string, call?: CallOptions): Promise<readonly Brief[]> {
      return (await caller.get(briefsRoute, inWorkspace(briefsRoute, scope, resultId), call)).briefs
    },

    /**
     * Part 4.7. Sent once: after `outcome: 'unknown'`, the task may exist. Rejects with `unavailable` if `maySend` returns
     * `false`.
     */
    createTask: async (scope: WorkspaceScope, resultId: string, call?: PostOptions) =>
      caller.post(taskRoute, inWorkspace(taskRoute, scope, resultId), null, call),

    /** Part 4.1. */
    websiteEvaluation: async (scope: WorkspaceScope, id: string, call?: CallOptions) =>
      caller.get(evaluationRoute, inWorkspace(evaluationRoute, scope, id), call),

    /** Part 4.2. Sent once: after `outcome: 'unknown'`, the accounts may exist. */
    async createPlatformAccounts(scope: WorkspaceScope, accounts: readonly PlatformAccountInput[]) {
      const body = checked(accountsRoute.template, accountInputs, { accounts })
      return caller.post(accountsRoute, inWorkspace(accountsRoute, scope), body)
    },
  }
}
