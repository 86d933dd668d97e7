import { AnswerCache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SchedulerHealth } from '../../model/check-up.ts'
import type { Serving } from '../../slack/app.ts'
import type { Store } from '../../store/index.ts'

/** Exists before the start, which fills it in. */
export interface HealthSource {
  readonly clock: Clock
  readonly mode: 'socket' | 'http'
  slack: Pick<Serving, 'connected' | 'inFlight'>
  state: 'starting' | 'running' | 'stopping'
  /** `null` while it starts. */
  runtime: RuntimeHealth | null
}

export function startingHealth(clock: Clock, mode: HealthSource['mode']): HealthSource {
  return { clock, mode, slack: { connected: false, inFlight: 0 }, state: 'starting', runtime: null }
}

export interface RuntimeHealth {
  readonly store: Pick<Store, 'ping'> & { readonly outbox: Pick<Store['outbox'], 'counts'> }
  /** `SQLite` or `PostgreSQL`. */
  readonly database: string
  readonly scheduler: SchedulerHealth
}

const freshMs = 1_000

/** Limits a check to once a second, so that frequent probes cause no load. Callers share the answer. */
export function atMostOncePerSecond<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  const answers = new AnswerCache<T>({ clock, ttlMs: freshMs, max: 1 })
  return () => answers.get('', ask)
}
