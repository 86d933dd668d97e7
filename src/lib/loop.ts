import type { Clock } from './clock.ts'

export interface LoopHealth {
  /** When a run last ended without a failure; `null`: not since the start. */
  readonly lastSuccess: Temporal.Instant | null
  /** The code of what went wrong in the last run, for instance the store's `unreachable`; `null`: nothing did. */
  readonly lastFailure: string | null
  /** Since when the run at hand goes on; `null`: it sleeps. */
  readonly runningSince: Temporal.Instant | null
}

export interface Loop {
  /** Runs now; during a run, once more after it. Resolves when that is done, and never rejects. */
  wake(): Promise<void>
  /** Resolves when no run goes on. */
  idle(): Promise<void>
  health(): LoopHealth
}

export interface LoopOptions {
  readonly clock: Clock
  /** Ends the loop; the run at hand may still end by itself. */
  readonly signal: AbortSignal
  /** Longest sleep that the loop ends by itself: whoever wakes it comes sooner. */
  readonly mostMs: number
  run(): Promise<void>
  /** Told of each wake-up during a run, which may have begun with less to do. */
  joined?(): void
  /** When there is something to do next; `null`: nothing that is known. Left out: only others wake it. */
  dueAt?(): Promise<Temporal.Instant | null>
  /** Told of each failure. @returns its code */
  failed(error: unknown): string
}

/** What is due already and was not done, for instance since another process holds it, is tried again after so long. */
const againMs = 1_000

/** Work that is done again and again: it runs when it is woken, then sleeps until it is due again. */
export function startLoop({ clock, signal, mostMs, run, joined, dueAt, failed }: LoopOptions): Loop {
  let asked = 0
  let running: Promise<void> | null = null
  let resting = Promise.resolve()
  let nap = new AbortController()
  let lastSuccess: Temporal.Instant | null = null
  let lastFailure: string | null = null
  let runningSince: Temporal.Instant | null = null
  signal.addEventListener('abort', () => nap.abort(), { once: true })

  /** Whoever asks during a run, which has read the clock already, gets one more. */
  const runAll = async () => {
    for (let done = 0; done < asked && !signal.aborted; ) {
      done = asked
      runningSince = clock.now()
      try {
        await run()
        lastSuccess = clock.now()
        lastFailure = null
      } catch (error) {
        lastFailure = failed(error)
      }
    }
    asked = 0
    running = null
    runningSince = null
    resting = rest(nap.signal)
  }
  const rest = async (woken: AbortSignal) => {
    if (dueAt === undefined || lastFailure !== null || woken.aborted) return
    try {
      const at = await dueAt()
      const ms = at === null ? mostMs : at.epochMilliseconds - clock.now().epochMilliseconds
      if (ms >= mostMs) return
      await clock.sleep(ms > 0 ? ms : againMs, woken)
    } catch (error) {
      if (!woken.aborted) failed(error)
      return
    }
    void wake()
  }
  const wake = (): Promise<void> => {
    if (signal.aborted) return running ?? Promise.resolve()
    asked += 1
    if (running !== null) {
      joined?.()
      return running
    }
    nap.abort()
    nap = new AbortController()
    running = runAll()
    return running
  }
  return {
    wake,
    idle: async () => {
      await running
      // Its last look must not meet a database that is closed.
      if (signal.aborted) await resting
    },
    health: () => ({ lastSuccess, lastFailure, runningSince }),
  }
}
