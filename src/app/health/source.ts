import { AnswerCache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SchedulerHealth } from '../../model/check-up.ts'
import type { Store } from '../../store/index.ts'

export interface HealthSource {
  readonly clock: Clock
  readonly mode: 'socket' | 'http'
  readonly slack: {
    readonly connected: boolean
    /** Acknowledged requests still being worked on. */
    readonly inFlight: number
  }
  readonly state: 'starting' | 'running' | 'stopping'
  /** `null` while it starts. */
  readonly runtime: RuntimeHealth | null
}

/** Exists before the start, which fills it in. */
export class LiveHealthSource implements HealthSource {
  readonly clock: Clock
  readonly mode: HealthSource['mode']
  slack: HealthSource['slack'] = { connected: false, inFlight: 0 }
  state: HealthSource['state'] = 'starting'
  runtime: RuntimeHealth | null = null

  constructor(clock: Clock, mode: HealthSource['mode']) {
    this.clock = clock
    this.mode = mode
  }
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
