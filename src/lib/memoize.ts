/**
 * Computes a value once per object and key, and caches it as long as the object exists. For values that many digests
 * compute from the same answer. Callers must not change the value.
 *
 * Measured: without any memoization, 1,000 digests take about a quarter more CPU time (docs/performance.md).
 */
export function memoizeFor<Of extends object, Made>(): (of: Of, key: string, make: () => Made) => Made {
  const cache = new WeakMap<Of, Map<string, Made>>()
  return (of, key, make) => {
    const byKey = cache.get(of) ?? new Map<string, Made>()
    cache.set(of, byKey)
    const cached = byKey.get(key)
    if (cached !== undefined) return cached
    const value = make()
    byKey.set(key, value)
    return value
  }
}
