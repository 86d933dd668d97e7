import { Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { Auth } from './auth.ts'
import { Attempts, type RequestEvent } from './http/attempts.ts'
import { Caller } from './http/caller.ts'
import { Transport, type TransportOptions } from './http/transport.ts'
import { coreResources } from './resources/core.ts'
import { searchResources } from './resources/search.ts'

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
  const transport = new Transport(options)
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
