import { AnswerCache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SchedulerHealth } from '../../model/check-up.ts'
import type { Store } from '../../store/index.ts'

/** What of the bot an operator's questions are answered from. */
export interface HealthSource {
  readonly clock: Clock
  readonly mode: 'socket' | 'http'
  readonly slack: {
    /** Whether Slack can bring anything here now. */
    readonly connected: boolean
    /** How much goes on after its acknowledgement. */
    readonly inFlight: number
  }
  readonly state: 'starting' | 'running' | 'stopping'
  /** `null` while it starts. */
  readonly runtime: RuntimeHealth | null
}

/** The vitals of a bot from before its start on; whoever starts it fills them in. */
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
  readonly store: Pick<Store, 'ping'> & { readonly deliveries: Pick<Store['deliveries'], 'waiting'> }
  /** `SQLite` or `PostgreSQL`. */
  readonly database: string
  readonly scheduler: SchedulerHealth
}

/** So long an answer is good for others who ask the same. */
const freshMs = 1_000

/** Asks at most once a second, however many want to know: those who look often must not become a load themselves. */
export function atMostOncePerSecond<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  const answers = new AnswerCache<T>({ clock, ttlMs: freshMs, max: 1 })
  return () => answers.get('', ask)
}
