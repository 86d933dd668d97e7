/** The pending sleeps of a clock that tests move by hand. */

interface Sleep {
  readonly until: number
  readonly wake: () => void
}

export class PendingSleeps {
  readonly #all = new Set<Sleep>()

  get count(): number {
    return this.#all.size
  }

  /** When the next one is due. */
  get next(): number | undefined {
    return [...this.#all].map(({ until }) => until).sort((a, b) => a - b)[0]
  }

  /** @param until in the clock's milliseconds; rejects with the signal's reason if it aborts first */
  sleep(until: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = {
      until,
      wake: () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
    }
    const onAbort = () => {
      this.#all.delete(entry)
      reject(signal?.reason)
    }
    this.#all.add(entry)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  }

  /** Ends the sleeps that are due, in order. */
  wake(now: number): void {
    const due = [...this.#all].filter(({ until }) => until <= now)
    for (const entry of due.sort((a, b) => a.until - b.until)) {
      this.#all.delete(entry)
      entry.wake()
    }
  }
}
