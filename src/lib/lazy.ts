/** Computes a value once, at its first use. Each Intl formatter would otherwise add milliseconds to the start. */
export function lazy<T>(make: () => T): () => T {
  let computed: { readonly value: T } | null = null
  return () => {
    computed ??= { value: make() }
    return computed.value
  }
}
