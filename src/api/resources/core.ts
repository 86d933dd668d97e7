import * as z from 'zod'
import { SECOND_LIMITED_ACCOUNT_FIELD, unwrapList } from '../assumptions.ts'
import { COUNTRIES, EVALUATION_STATUSES, SOURCES } from '../enums.ts'
import type { Caller, CallOptions, PostOptions, PostOutcome } from '../http/caller.ts'
import { checked, encodeQuery, fillPath, route } from '../http/route.ts'
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

/** The longest of the three Reddit limits in part 8. */
const MAX_NAME = 255
const names = z.array(
  textUpTo(MAX_NAME).refine((name) => !name.includes(','), 'must not contain a comma'),
  'must be a list',
)

const summariesRoute = route('GET', 'core', `${WORKSPACE}/reddit/summaries`, listOf(summary))

export function redditResource(caller: Caller) {
  return {
    async redditSummaries(scope: WorkspaceScope, subreddits: readonly string[], call?: CallOptions) {
      const { template } = summariesRoute
      const asked = checked(template, names, subreddits)
      const path = fillPath(template, scope.organizationId, scope.workspaceId)
      // One comma-separated value.
      const query = encodeQuery({ subreddit_name__in: asked.length === 0 ? null : asked.join(',') })
      return caller.get(summariesRoute, path + query, call)
    },
  }
}

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
