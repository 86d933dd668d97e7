/** Collects what an app received, in order, and waits for it without guessing how long it takes. */
export function createCollector<T>() {
  const items: T[] = []
  const waiting = new Set<() => void>()
  return {
    items: items as readonly T[],
    add: (item: T) => {
      items.push(item)
      for (const look of waiting) look()
    },
    /** Resolves with all items when there are at least `count`. */
    have: (count: number) =>
      new Promise<readonly T[]>((resolve) => {
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
