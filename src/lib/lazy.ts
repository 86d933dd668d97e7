/** Computes a value at its first use, and once. Each of Intl's formatters takes milliseconds of the start. */
export function lazy<T>(make: () => T): () => T {
  let computed: { readonly value: T } | null = null
  return () => {
    computed ??= { value: make() }
    return computed.value
  }
}
