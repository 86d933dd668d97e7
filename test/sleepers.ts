/** Those who sleep on a clock that is moved from elsewhere: it wakes them. */

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

export class Sleepers {
  readonly #all = new Set<Sleeper>()

  get count(): number {
    return this.#all.size
  }

  /** @param until in milliseconds, as the clock has them; rejects with the signal's reason when it aborts first */
  sleep(until: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sleeper = {
      until,
      wake: () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
    }
    const onAbort = () => {
      this.#all.delete(sleeper)
      reject(signal?.reason)
    }
    this.#all.add(sleeper)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  }

  /** Whoever has slept long enough, the first first. */
  wake(now: number): void {
    const due = [...this.#all].filter(({ until }) => until <= now)
    for (const sleeper of due.sort((a, b) => a.until - b.until)) {
      this.#all.delete(sleeper)
      sleeper.wake()
    }
  }
}
