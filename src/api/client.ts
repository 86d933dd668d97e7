import * as z from 'zod'
import { Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import {
  COLLECTS_PAGE_PARAMETER,
  COLLECTS_PAGE_SIZE_PARAMETER,
  SECOND_LIMITED_ACCOUNT_FIELD,
  unwrapList,
} from './assumptions.ts'
import { Attempts, type RequestEvent } from './attempts.ts'
import { Auth, Caller, type CallOptions, type PostOptions } from './caller.ts'
import {
  type AnalysisScope,
  checked,
  encodeQuery,
  fillPath,
  inWorkspace,
  readAll,
  route,
  Transport,
  type TransportOptions,
  WORKSPACE,
  type WorkspaceScope,
} from './requests.ts'
import {
  booleanOrFalse,
  booleanOrNull,
  type CompetitorType,
  date,
  EVALUATION_STATUSES,
  type FunnelStage,
  type Immutable,
  type KeywordType,
  listOf,
  metric,
  noMetric,
  nonEmptyText,
  numberOrNull,
  type OpenEnum,
  openEnum,
  type Page,
  type PageRequest,
  PERIODS,
  pageNumber,
  pageOf,
  pageRequest,
  pageSize,
  SORT_COLUMNS,
  SORT_DIRECTIONS,
  SOURCES,
  type Source,
  text,
  textOrEmpty,
  textOrNull,
  texts,
  textsOrEmpty,
  textUpTo,
  uuids,
} from './schemas.ts'

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

function coreResources(caller: Caller) {
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

/** A workspace's filter values (part 2.5). Categories are sorted; their color is for charts. */
export type InsightsFilters = Immutable<z.infer<typeof filters>>
const filters = z.object({
  sources: listOf(openEnum(SOURCES)),
  brands: listOf(z.string()),
  countries: listOf(z.string()),
  categories: listOf(z.object({ value: z.string(), color: textOrNull })),
})

const filtersRoute = route('GET', 'search', `${WORKSPACE}/search/insights/filters`, filters)

/** One collection of data for an analysis (part 2.3). */
export type Collect = Immutable<z.infer<typeof collect>>
const collect = z.object({ id: z.string(), total: numberOrNull, date: z.string() })

const SEARCH = `${WORKSPACE}/analyses/{project_id}/search`
const collectsRoute = route('GET', 'search', `${SEARCH}/collects`, pageOf(collect))

/** One brand in the competitor table, with its metrics (part 2.4). */
export type BrandRow = Immutable<z.infer<typeof brandRow>>
const brandRow = z.object({
  brand: z.string(),
  total_mentions: metric,
  visibility_score: metric,
  presence_rate: metric,
  presence_rate_total: metric,
  presence_rate_occurrences: metric,
  avg_ranking: metric,
  is_my_brand: booleanOrFalse,
})

/** A list of values of an enumeration, to which the service may add more. */
function textsOf<Known extends string>() {
  const item: z.ZodType<OpenEnum<Known>> = text
  return z.array(item, 'must be a list').readonly().nullish()
}

/** Part 4.4. Defaults: `date_end` the end of `date_start`'s period, `period` `week`, `page_size` 20. */
export type BrandsQuery = Immutable<z.infer<typeof brandsQuery>>
const brandsQuery = z
  .object({
    brands: texts,
    competitor_types: textsOf<CompetitorType>(),
    page: pageNumber.optional(),
    page_size: pageSize.optional(),
    search_query: text.nullish(),
    sort_column: z.enum(SORT_COLUMNS, `must be one of ${SORT_COLUMNS.join(', ')}`).nullish(),
    sort_direction: z.enum(SORT_DIRECTIONS, 'must be asc or desc').nullish(),
    date_start: date,
    date_end: date.nullish(),
    period: z.enum(PERIODS, `must be one of ${PERIODS.join(', ')}`).optional(),
    sources: textsOf<Source>(),
    thematics: uuids,
    keyword_type: textsOf<KeywordType>(),
    funnel_stages: textsOf<FunnelStage>(),
    persona_ids: texts,
    topic_ids: texts,
    get_neutrals: z.boolean('must be true or false').nullish(),
    strength_ids: texts,
    weakness_ids: texts,
  })
  // `YYYY-MM-DD` dates compare correctly as text.
  .refine((query) => query.date_end == null || query.date_end >= query.date_start, {
    path: ['date_end'],
    message: 'must not be before date_start',
  })

type BrandMetric = Exclude<keyof z.infer<typeof brandRow>, 'brand' | 'is_my_brand'>
export const brandMetrics = [
  'visibility_score',
  'total_mentions',
  'presence_rate',
  'presence_rate_total',
  'presence_rate_occurrences',
  'avg_ranking',
] as const satisfies readonly BrandMetric[]

/** Rejects a table without a single valid metric. Showing it as "no data" would hide that the answer is broken. */
const brandPage = pageOf(brandRow).refine(
  ({ data }) => data.length === 0 || data.some((row) => brandMetrics.some((name) => row[name] !== noMetric)),
  { path: ['data', 0, 'visibility_score'], error: 'a metric' },
)

const brandsRoute = route('GET', 'search', `${SEARCH}/brands`, brandPage)

function searchResources(caller: Caller) {
  /** One page of the brand table (part 4.4). */
  async function brands(scope: AnalysisScope, query: BrandsQuery): Promise<Page<BrandRow>> {
    const asked = encodeQuery(checked(brandsRoute.template, brandsQuery, query))
    return caller.get(brandsRoute, inWorkspace(brandsRoute, scope, scope.projectId) + asked)
  }

  return {
    brands,
    /** Reads pages of 100 rows, up to `limit` rows. Ignores the query's `page` and `page_size`. */
    allBrands: async (scope: AnalysisScope, query: BrandsQuery, limit: number) =>
      readAll((page) => brands(scope, { ...query, ...page }), limit),

    /** One page of the collects (part 4.3). */
    async collects(scope: AnalysisScope, page: PageRequest = {}, call?: CallOptions): Promise<Page<Collect>> {
      const asked = checked(collectsRoute.template, pageRequest, page)
      const query = encodeQuery({
        [COLLECTS_PAGE_PARAMETER]: asked.page,
        [COLLECTS_PAGE_SIZE_PARAMETER]: asked.page_size,
      })
      return caller.get(collectsRoute, inWorkspace(collectsRoute, scope, scope.projectId) + query, call)
    },

    /** Part 4.5. */
    insightsFilters: async (scope: WorkspaceScope, call?: CallOptions) =>
      caller.get(filtersRoute, inWorkspace(filtersRoute, scope), call),
  }
}

export interface AnalyticsApiOptions extends TransportOptions {
  /**
   * Returns the current key. Called for each request, so it should be fast; a promise may take as long as a request. If
   * there is no key, throw an `ApiError`, which is passed to the caller. A changed key takes effect at once, with its own
   * token and cache entries.
   */
  readonly apiKey: () => string | Promise<string>
  readonly clock: Clock
  /** Returns a number in [0, 1), for the retry jitter. */
  readonly random?: () => number
  /** Timeout of a call, retries included, in milliseconds. Default 30,000. */
  readonly deadlineMs?: number
  /** How long to cache answers. 0: no caching. Default 60. */
  readonly cacheSeconds?: number
  /** Called after each attempt. Errors that it throws are ignored. */
  readonly onRequest?: (event: RequestEvent) => void
  readonly onLookup?: (hit: boolean) => void
}

/**
 * The endpoints of the specification's parts 4 and 5. Methods reject with an `ApiError`. Reads are retried and
 * cached, and identical ones share a request. A POST is sent once and resolves to a `PostOutcome`, because it may take
 * effect although its answer is lost. Results are read-only.
 */
export type AnalyticsApi = ReturnType<typeof createAnalyticsApi>

const MAX_CACHE_ENTRIES = 500

/** Doesn't connect yet. @throws {TypeError} if a base URL is invalid */
export function createAnalyticsApi(options: AnalyticsApiOptions) {
  const { clock, deadlineMs = 30_000 } = options
  const transport = new Transport({ ...options, deadlineMs })
  const { random = Math.random, onRequest, onLookup = () => {} } = options
  const attempts = new Attempts({ transport, clock, random, deadlineMs, onRequest })
  const auth = new Auth(options.apiKey, { attempts, clock })
  const ttlMs = (options.cacheSeconds ?? 60) * 1_000
  const cache = ttlMs > 0 ? new Cache<unknown>({ clock, ttlMs, max: MAX_CACHE_ENTRIES }) : null
  const caller = new Caller({ auth, attempts, cache, deadlineMs, onLookup })
  return {
    ...coreResources(caller),
    ...searchResources(caller),
    /** Exchanges the key for a token now (part 5.1), to check the key. */
    authenticate: () => caller.authenticate(),
    /** Closes each connection after its current request. Later requests still work, each on its own connection. */
    release: () => transport.release(),
    /** Waits for pending requests, then closes the connections. */
    close: () => transport.close(),
  }
}
