import { Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { Auth } from './auth.ts'
import { Attempts, type RequestEvent } from './http/attempts.ts'
import {
  Caller,
  type CallOptions,
  type PostOptions,
  type PostOutcome,
  SharedRequests,
} from './http/caller.ts'
import type { AllRows, RowBound } from './http/route.ts'
import { Transport } from './http/transport.ts'
import {
  type AnalysisScope,
  type Brief,
  evaluationsResource,
  filtersResource,
  type InsightsFilters,
  type Organization,
  organizationsResource,
  type PlatformAccount,
  type PlatformAccountInput,
  platformAccountsResource,
  type RedditSummary,
  recommendationsResource,
  redditResource,
  type Task,
  type WebsiteEvaluation,
  type Workspace,
  type WorkspaceScope,
} from './resources/core.ts'
import {
  type BrandRow,
  type BrandsQuery,
  brandsResource,
  type Collect,
  collectsResource,
} from './resources/search.ts'
import type { Page, PageRequest } from './schemas.ts'

/** The client of the analytics service. */

export interface AnalyticsApiOptions {
  /** `{base_url}`: core API. */
  readonly baseUrl: string
  /** `{search_base_url}`: search-analytics API. */
  readonly searchBaseUrl: string
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
  /** Default 5,000. */
  readonly connectTimeoutMs?: number
  /** Default 15,000. */
  readonly headersTimeoutMs?: number
  /** Timeout between two chunks of a body. Default 15,000. */
  readonly bodyTimeoutMs?: number
  /** How long to cache answers. 0: no caching. Default 60. */
  readonly cacheSeconds?: number
  /** Default 10 MB. */
  readonly maxResponseBytes?: number
  /** Connections per origin. Default 16. */
  readonly connections?: number
  /** Called after each attempt. Errors that it throws are ignored. */
  readonly onRequest?: (event: RequestEvent) => void
  /** Called for each cache lookup. */
  readonly onLookup?: (hit: boolean) => void
}

/**
 * The endpoints of the specification's parts 4 and 5. Methods reject with an `ApiError`, or after an abort with the
 * signal's reason. Reads are retried and cached, and identical ones share a request. A POST is sent once and resolves to a
 * `PostOutcome`, because it may take effect although its answer is lost. Results are read-only.
 */
export interface AnalyticsApi {
  /** Part 4.9. */
  organizations(call?: CallOptions): Promise<readonly Organization[]>
  /** Part 4.9. */
  workspaces(organizationId: string, call?: CallOptions): Promise<readonly Workspace[]>
  /** One page of the collects (part 4.3). */
  collects(scope: AnalysisScope, page?: PageRequest, call?: CallOptions): Promise<Page<Collect>>
  /** One page of the brand table (part 4.4). */
  brands(scope: AnalysisScope, query: BrandsQuery, call?: CallOptions): Promise<Page<BrandRow>>
  /** Reads pages of 100 rows, up to `limit` rows. Ignores the query's `page` and `page_size`. */
  allBrands(
    scope: AnalysisScope,
    query: BrandsQuery,
    bound: RowBound,
    call?: CallOptions,
  ): Promise<AllRows<BrandRow>>
  /** Part 4.5. */
  insightsFilters(scope: WorkspaceScope, call?: CallOptions): Promise<InsightsFilters>
  /** Part 4.6. An empty list means all subreddits. */
  redditSummaries(
    scope: WorkspaceScope,
    subreddits: readonly string[],
    call?: CallOptions,
  ): Promise<readonly RedditSummary[]>
  /** Part 4.8, in the service's order. */
  briefs(scope: WorkspaceScope, resultId: string, call?: CallOptions): Promise<readonly Brief[]>
  /**
   * Part 4.7. Sent once: after `outcome: 'unknown'`, the task may exist. Rejects with `unavailable` if `maySend` returns
   * `false`.
   */
  createTask(scope: WorkspaceScope, resultId: string, call?: PostOptions): Promise<PostOutcome<Task>>
  /** Part 4.1. */
  websiteEvaluation(scope: WorkspaceScope, id: string, call?: CallOptions): Promise<WebsiteEvaluation>
  /** Part 4.2. Sent once: after `outcome: 'unknown'`, the accounts may exist. */
  createPlatformAccounts(
    scope: WorkspaceScope,
    accounts: readonly PlatformAccountInput[],
    call?: CallOptions,
  ): Promise<PostOutcome<readonly PlatformAccount[]>>
  /** Exchanges the key for a token now (part 5.1), to check the key. */
  authenticate(call?: CallOptions): Promise<void>
  /** Closes each connection after its current request. Later requests still work, each on its own connection. */
  release(): void
  /** Waits for pending requests, then closes the connections. */
  close(): Promise<void>
}

const MAX_CACHE_ENTRIES = 500

/** Creates a client. Doesn't connect yet. @throws {TypeError} if a base URL is invalid */
export function createAnalyticsApi(options: AnalyticsApiOptions): AnalyticsApi {
  const { clock, deadlineMs = 30_000 } = options
  const transport = new Transport({
    baseUrl: options.baseUrl,
    searchBaseUrl: options.searchBaseUrl,
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    headersTimeoutMs: options.headersTimeoutMs ?? 15_000,
    bodyTimeoutMs: options.bodyTimeoutMs ?? 15_000,
    maxResponseBytes: options.maxResponseBytes ?? 10_000_000,
    connections: options.connections ?? 16,
  })
  const { random = Math.random, onRequest, onLookup = () => {} } = options
  const attempts = new Attempts({ transport, clock, random, deadlineMs, onRequest })
  const auth = new Auth(options.apiKey, { attempts, clock, deadlineMs })
  const ttlMs = (options.cacheSeconds ?? 60) * 1_000
  const cache = ttlMs > 0 ? new Cache<unknown>({ clock, ttlMs, max: MAX_CACHE_ENTRIES }) : null
  const caller = new Caller({
    auth,
    attempts,
    cache,
    sharedRequests: new SharedRequests(deadlineMs),
    deadlineMs,
    onLookup,
  })
  return {
    ...organizationsResource(caller),
    ...collectsResource(caller),
    ...brandsResource(caller),
    ...filtersResource(caller),
    ...redditResource(caller),
    ...recommendationsResource(caller),
    ...evaluationsResource(caller),
    ...platformAccountsResource(caller),
    authenticate: (call) => caller.authenticate(call),
    release: () => transport.release(),
    close: () => transport.close(),
  }
}
