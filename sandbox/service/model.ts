/** What the demo and the tests give the sandbox's analytics service. */
import { z } from 'zod'
import type { SandboxClock } from '../clock.ts'
import type { Exchanges } from '../exchanges.ts'
import type { Gap } from './data/catalog.ts'
import type { Effect } from './data/effects.ts'

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
  /** The first day with data in the demo's analysis, `YYYY-MM-DD`; as long ago as the service keeps data by default. */
  readonly demoStart?: string
  /** What was not collected for the demo's analysis. */
  readonly demoGaps?: readonly Gap[]
  /** Changes in the demo's analyses beyond what the seed produces. */
  readonly effects?: readonly Effect[]
  /** Lifetime of a bearer token in seconds; short, so that tokens really expire. Default 120. */
  readonly tokenLifeSeconds?: number
  /** Records incoming requests with their bodies. Not recorded by default. */
  readonly exchanges?: Exchanges
}

const count = z.int().min(1)

/** How a route misbehaves for the next `times` matching requests (without `times`: until cleared). */
export const ServiceFault = z.object({
  /** E.g. `/v1/organizations/{organization_id}/workspaces/{workspace_id}/reddit/summaries`; missing: every route. */
  route: z.string().exactOptional(),
  method: z.string().exactOptional(),
  times: count.exactOptional(),
  how: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('latency'), ms: z.int().min(0) }),
    z.object({ kind: z.literal('stall') }),
    z.object({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      body: z.unknown().exactOptional(),
    }),
    z.object({ kind: z.literal('rate_limit'), retryAfterSeconds: z.int().min(0) }),
    z.object({ kind: z.literal('reset'), when: z.enum(['before_effect', 'after_effect']) }),
    z.object({ kind: z.literal('slow_body'), bytesPerSecond: count }),
    z.object({ kind: z.literal('broken_json') }),
    z.object({ kind: z.literal('huge_body'), bytes: count }),
    z.object({ kind: z.literal('extra_fields') }),
    z.object({ kind: z.literal('missing_field'), field: z.string() }),
    z.object({ kind: z.literal('token_expired') }),
  ]),
})
export type ServiceFault = z.infer<typeof ServiceFault>
