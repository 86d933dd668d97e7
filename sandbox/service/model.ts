/** The interface through which the demo and the tests use the sandbox's analytics service. */
import type { SandboxClock } from '../clock.ts'
import type { Exchanges } from '../exchanges.ts'
import type { PendingFault } from '../pending-fault.ts'
import type { Effect } from './data/effects.ts'
import type { PlantedMarket } from './planted/plan.ts'

export interface ServiceOptions {
  readonly clock?: SandboxClock
  /** 0 or left out: any free port. A taken port: the next free one. */
  readonly port?: number
  /** Of the search-analytics API; left out: the one after `port`, or any free one. A taken port: the next free one. */
  readonly searchPort?: number
  /** Same seed, same clock: same data. */
  readonly seed?: number
  /** How many brands the demo's analysis has, 194 at most; 12 unless told. */
  readonly demoBrands?: number
  /** Engines of the demo's analysis beyond those of the specification: a service that has grown. */
  readonly newEngines?: readonly string[]
  /** The analyses, all of the demo's workspace, in place of the usual ones: markets with a planned truth. */
  readonly markets?: readonly PlantedMarket[]
  /** What happens in the demo's analyses, beyond what its seed makes of them. */
  readonly effects?: readonly Effect[]
  /** Life of a bearer token in seconds; short, so that expiry happens for real. Default 120. */
  readonly tokenLifeSeconds?: number
  /** Where the requests that come in are noted with their bodies; nowhere unless given. */
  readonly exchanges?: Exchanges
}

/** How a route misbehaves, for the next `times` requests that match (without it: until cleared). */
export interface ServiceFault {
  /** e.g. `GET` `/v1/organizations/{organization_id}/workspaces/{workspace_id}/reddit/summaries`; left out: every route. */
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
  /** Of the search-analytics API (`{search_base_url}`), another origin. */
  readonly searchBaseUrl: string
  /** Demo keys, one of each scope; `readOnly` may not POST. */
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
    /** Recommended-action result ids that have briefs. */
    readonly resultIds: readonly string[]
    readonly evaluationId: string
    /** The user of the user key, for further keys. */
    readonly userId: string
    /** `sameUser`: reached by the user key only; `foreign`: by none. */
    readonly otherOrganizationIds: { readonly sameUser: string; readonly foreign: string }
    readonly resultIdWithoutBriefs: string
    /** One for each way to end: completed, partial, failed, and an archived one at the limits of part 8. */
    readonly evaluationIds: readonly string[]
    /** Ids that the filters of the competitor brands know; the interface shows no call that lists them. */
    readonly dimensions: Readonly<
      Record<
        'topics' | 'personas' | 'thematics' | 'strengths' | 'weaknesses',
        readonly { readonly id: string; readonly name: string }[]
      >
    >
  }
  /** Makes something happen in the demo's analyses, from a day on that may be past or to come. */
  plant(effect: Effect): void
  addFault(fault: ServiceFault): PendingFault
  clearFaults(): void
  /** Every request received, oldest first: what is counted here is what really arrived. Status 0: never answered. */
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
