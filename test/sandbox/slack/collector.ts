/** Collects what an app received, in order, and waits for it without guessing how long it takes. */
export interface Collector<T> {
  readonly items: readonly T[]
  add(item: T): void
  /** Resolves with all items when there are at least `count`. */
  have(count: number): Promise<readonly T[]>
}

export function createCollector<T>(): Collector<T> {
  const items: T[] = []
  const waiting = new Set<() => void>()
  return {
    items,
    add: (item) => {
      items.push(item)
      for (const look of waiting) look()
    },
    have: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (items.length < count) return
          waiting.delete(look)
          resolve(items)
        }
        waiting.add(look)
        look()
      }),
  }
}
