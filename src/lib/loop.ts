import type { Clock } from './clock.ts'

export interface LoopHealth {
  /** End of the last successful run, or the loop's start before one succeeded. */
  readonly lastSuccess: Temporal.Instant
  /** Code of the last run's failure, for example the store's `unreachable`; `null`: it succeeded. */
  readonly lastFailure: string | null
  /** Start of the current run; `null`: it sleeps. */
  readonly runningSince: Temporal.Instant | null
}

interface LoopOptions {
  readonly clock: Clock
  /** Ends the loop; the current run may finish. */
  readonly signal: AbortSignal
  /** Longest sleep of the loop, unless it is woken. */
  readonly mostMs: number
  run(): Promise<void>
  /** Called at each wake-up during a run. */
  joined?(): void
  /** When the next work is due; `null`: none. Omitted: the loop runs only when woken. */
  dueAt?(): Promise<Temporal.Instant | null>
  /** Called at each failure. @returns its code */
  failed(error: unknown): string
}

/** Pause before work that is due but was not done, for example because another process has claimed it. */
const retryMs = 1_000

export function startLoop({ clock, signal, mostMs, run, joined, dueAt, failed }: LoopOptions) {
  let requests = 0
  let running: Promise<void> | null = null
  let resting = Promise.resolve()
  let sleepAbort = new AbortController()
  let lastSuccess = clock.now()
  let lastFailure: string | null = null
  let runningSince: Temporal.Instant | null = null
  signal.addEventListener('abort', () => sleepAbort.abort(), { once: true })

  /** A wake-up during a run causes another run, since the current one has already read the clock. */
  const runAll = async () => {
    for (let done = 0; done < requests && !signal.aborted; ) {
      done = requests
      runningSince = clock.now()
      try {
        await run()
        lastSuccess = clock.now()
        lastFailure = null
      } catch (error) {
        lastFailure = failed(error)
      }
    }
    requests = 0
    running = null
    runningSince = null
    resting = rest(sleepAbort.signal)
  }
  const rest = async (woken: AbortSignal) => {
    if (dueAt === undefined || lastFailure !== null || woken.aborted) return
    try {
      const at = await dueAt()
      const ms = at === null ? mostMs : at.epochMilliseconds - clock.now().epochMilliseconds
      if (ms >= mostMs) return
      await clock.sleep(ms > 0 ? ms : retryMs, woken)
    } catch (error) {
      if (!woken.aborted) failed(error)
      return
    }
    void wake()
  }
  /** Runs now, or once more after the current run. Resolves when done, and never rejects. */
  const wake = (): Promise<void> => {
    if (signal.aborted) return running ?? Promise.resolve()
    requests += 1
    if (running !== null) {
      joined?.()
      return running
    }
    sleepAbort.abort()
    sleepAbort = new AbortController()
    running = runAll()
    return running
  }
  return {
    wake,
    idle: async () => {
      await running
      // The last query must end before the database is closed.
      if (signal.aborted) await resting
    },
    health: (): LoopHealth => ({ lastSuccess, lastFailure, runningSince }),
  }
}
