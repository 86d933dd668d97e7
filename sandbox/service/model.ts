/** The interface through which the demo and the tests use the sandbox's analytics service. */
import type { SandboxClock } from '../clock.ts'
import type { Exchanges } from '../exchanges.ts'
import type { PendingFault } from '../pending-fault.ts'
import type { Effect } from './data/effects.ts'
import type { PlantedMarket } from './planted/plan.ts'

export interface ServiceOptions {
  readonly clock?: SandboxClock
  /** 0 or missing: any free port. If the port is taken: the next free one. */
  readonly port?: number
  /** Port of the search-analytics API. Missing: `port` + 1, or any free port. If it is taken: the next free one. */
  readonly searchPort?: number
  /** The same seed and clock give the same data. */
  readonly seed?: number
  /** Number of brands in the demo's analysis, at most 194; 12 by default. */
  readonly demoBrands?: number
  /** Engines of the demo's analysis that the specification doesn't list, as if the service had added them. */
  readonly newEngines?: readonly string[]
  /** Replaces the usual analyses, all in the demo's workspace, with markets whose true values are planned. */
  readonly markets?: readonly PlantedMarket[]
  /** Changes in the demo's analyses beyond what the seed produces. */
  readonly effects?: readonly Effect[]
  /** Lifetime of a bearer token in seconds; short, so that tokens really expire. Default 120. */
  readonly tokenLifeSeconds?: number
  /** Records incoming requests with their bodies. Not recorded by default. */
  readonly exchanges?: Exchanges
}

/** How a route misbehaves for the next `times` matching requests (without `times`: until cleared). */
export interface ServiceFault {
  /** E.g. `/v1/organizations/{organization_id}/workspaces/{workspace_id}/reddit/summaries`; missing: every route. */
  readonly route?: string
  readonly method?: string
  readonly times?: number
  readonly how:
    | { readonly kind: 'latency'; readonly ms: number }
    | { readonly kind: 'stall' }
    | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
    | { readonly kind: 'rate_limit'; readonly retryAfterSeconds: number }
    | { readonly kind: 'reset'; readonly when: 'before_effect' | 'after_effect' }
    | { readonly kind: 'slow_body'; readonly bytesPerSecond: number }
    | { readonly kind: 'broken_json' }
    | { readonly kind: 'huge_body'; readonly bytes: number }
    | { readonly kind: 'extra_fields' }
    | { readonly kind: 'missing_field'; readonly field: string }
    | { readonly kind: 'token_expired' }
}

export interface AnalyticsService {
  /** `http://127.0.0.1:<port>` of the production deployment's core API (`{base_url}`). */
  readonly baseUrl: string
  /** The search-analytics API (`{search_base_url}`), on another origin. */
  readonly searchBaseUrl: string
  /** Demo keys, one for each scope; `readOnly` may not POST. */
  readonly keys: {
    readonly user: string
    readonly organization: string
    readonly workspace: string
    readonly readOnly: string
  }
  readonly demo: {
    readonly organizationId: string
    readonly workspaceId: string
    readonly projectId: string
    readonly ownBrand: string
    readonly subreddits: readonly string[]
    /** Result ids of recommended actions that have briefs. */
    readonly resultIds: readonly string[]
    readonly evaluationId: string
    /** The owner of the user key, for creating more keys. */
    readonly userId: string
    /** Only the user key reaches `sameUser`; no key reaches `foreign`. */
    readonly otherOrganizationIds: { readonly sameUser: string; readonly foreign: string }
    readonly resultIdWithoutBriefs: string
    /** One for each final status (completed, partial, failed), and an archived one at the limits of part 8. */
    readonly evaluationIds: readonly string[]
    /** Ids that the competitor-brand filters accept. The interface shows no call that lists them. */
    readonly dimensions: Readonly<
      Record<
        'topics' | 'personas' | 'thematics' | 'strengths' | 'weaknesses',
        readonly { readonly id: string; readonly name: string }[]
      >
    >
  }
  /** Plants a change in the demo's analyses, from a past or future day on. */
  plant(effect: Effect): void
  addFault(fault: ServiceFault): PendingFault
  clearFaults(): void
  /** Every request received, oldest first, counted on arrival. Status 0: never answered. */
  requests(): readonly {
    readonly method: string
    readonly route: string
    readonly path: string
    readonly query: string
    readonly status: number
    readonly ms: number
  }[]
  stop(): Promise<void>
}
