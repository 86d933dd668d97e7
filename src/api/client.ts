/** The analytics service's client: puts the layers together and shows what can be asked. */

import { Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { Auth } from './auth/auth.ts'
import type { PageRequest } from './checks.ts'
import { Attempts } from './http/attempts.ts'
import { Caller, type CallOptions, type PostOptions } from './http/caller.ts'
import type { RequestEvent } from './http/events.ts'
import type { Sent } from './http/sent.ts'
import { SharedRequests } from './http/shared-requests.ts'
import { Transport } from './http/transport.ts'
import type { AllRows, RowBound, Rows } from './paging.ts'
import { type BrandRow, type BrandsQuery, brandsResource } from './resources/brands.ts'
import { type Collect, collectsResource } from './resources/collects.ts'
import { evaluationsResource, type WebsiteEvaluation } from './resources/evaluations.ts'
import { filtersResource, type InsightsFilters } from './resources/filters.ts'
import { type Organization, organizationsResource, type Workspace } from './resources/organizations.ts'
import {
  type PlatformAccount,
  type PlatformAccountInput,
  platformAccountsResource,
} from './resources/platform-accounts.ts'
import { type Brief, recommendationsResource, type Task } from './resources/recommendations.ts'
import { type RedditSummary, redditResource } from './resources/reddit.ts'
import type { AnalysisScope, WorkspaceScope } from './resources/scope.ts'
import type { Page } from './schemas.ts'

export interface AnalyticsApiOptions {
  /** `{base_url}`: core API. */
  readonly baseUrl: string
  /** `{search_base_url}`: search-analytics API. */
  readonly searchBaseUrl: string
  /**
   * The key as it is now. Asked at every call, so it should answer from memory; a promise has as long as a call may
   * take; where there is none, an `ApiError` thrown here reaches the caller. A changed key is used at once, with a token of its own, and what the old one was answered is not shown to it.
   */
  readonly apiKey: () => string | Promise<string>
  readonly clock: Clock
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number
  /** For a whole call with its retries, in milliseconds. Default 30,000. */
  readonly deadlineMs?: number
  /** Default 5,000. */
  readonly connectTimeoutMs?: number
  /** Default 15,000. */
  readonly headersTimeoutMs?: number
  /** Between two pieces of a body. Default 15,000. */
  readonly bodyTimeoutMs?: number
  /** How long an answer is reused; 0 = off. Default 60. */
  readonly cacheSeconds?: number
  /** Default 10 MB. */
  readonly maxResponseBytes?: number
  /** Connections per origin. Default 16. */
  readonly connections?: number
  /** Called after each attempt; what it throws is ignored. */
  readonly onRequest?: (event: RequestEvent) => void
  /** Called for each question that the cache could answer: whether it did. */
  readonly onLookup?: (hit: boolean) => void
}

/**
 * Every endpoint of the specification's parts 4 and 5. All methods reject with an `ApiError`, or with the signal's
 * reason after an abort. Reads are retried, joined and cached. A POST is sent once, and answers with what became of it
 * (`Sent`), since its answer may be lost after its effect. Values are read-only.
 */
export interface AnalyticsApi {
  /** Part 4.9. */
  organizations(call?: CallOptions): Promise<readonly Organization[]>
  /** Part 4.9. */
  workspaces(organizationId: string, call?: CallOptions): Promise<readonly Workspace[]>
  /** One page of the collects (part 4.3). */
  collects(scope: AnalysisScope, page?: PageRequest, call?: CallOptions): Promise<Page<Collect>>
  /**
   * Reads page after page of 100 collects, up to `limit`. Their order is not given, so a bound may cut the newest;
   * `cut` tells.
   */
  allCollects(scope: AnalysisScope, bound: RowBound, call?: CallOptions): Promise<AllRows<Collect>>
  /** As `allCollects`, one by one; `cut` of the iterable tells after the loop whether the bound left some out. */
  eachCollect(scope: AnalysisScope, bound: RowBound, call?: CallOptions): Rows<Collect>
  /** One page of the brand table (part 4.4). */
  brands(scope: AnalysisScope, query: BrandsQuery, call?: CallOptions): Promise<Page<BrandRow>>
  /** Reads page after page of 100 rows, up to `limit` rows; the query's own paging is not used. */
  allBrands(
    scope: AnalysisScope,
    query: BrandsQuery,
    bound: RowBound,
    call?: CallOptions,
  ): Promise<AllRows<BrandRow>>
  /** As `allBrands`, row by row; `cut` of the iterable tells after the loop whether the bound left rows out. */
  eachBrand(scope: AnalysisScope, query: BrandsQuery, bound: RowBound, call?: CallOptions): Rows<BrandRow>
  /** Part 4.5. */
  insightsFilters(scope: WorkspaceScope, call?: CallOptions): Promise<InsightsFilters>
  /** Part 4.6. An empty list asks without the parameter. */
  redditSummaries(
    scope: WorkspaceScope,
    subreddits: readonly string[],
    call?: CallOptions,
  ): Promise<readonly RedditSummary[]>
  /** Part 4.8, in the service's order. */
  briefs(scope: WorkspaceScope, resultId: string, call?: CallOptions): Promise<readonly Brief[]>
  /**
   * Part 4.7. Sent once: with `outcome: 'unknown'` the task may exist. Rejects with `unavailable` when it may leave no
   * longer.
   */
  createTask(scope: WorkspaceScope, resultId: string, call?: PostOptions): Promise<Sent<Task>>
  /** Part 4.1. */
  websiteEvaluation(scope: WorkspaceScope, id: string, call?: CallOptions): Promise<WebsiteEvaluation>
  /** Part 4.2. Sent once: with `outcome: 'unknown'` the accounts may exist. */
  createPlatformAccounts(
    scope: WorkspaceScope,
    accounts: readonly PlatformAccountInput[],
    call?: CallOptions,
  ): Promise<Sent<readonly PlatformAccount[]>>
  /** Exchanges the key now (part 5.1); rejects with the `ApiError` that a first call would meet. */
  authenticate(call?: CallOptions): Promise<void>
  /**
   * Nobody is expected to ask any more: each connection closes once its request is answered. Who asks all the same gets
   * an answer.
   */
  release(): void
  /** Waits for what is under way, which its deadline bounds, and closes the connections. */
  close(): Promise<void>
}

const MAX_CACHE_ENTRIES = 500

/** Connects nothing yet. Throws a `TypeError` when a base address is none. */
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
