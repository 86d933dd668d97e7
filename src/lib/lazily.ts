/** Computes a value at its first use, and once. Each of Intl's formatters takes milliseconds of the start. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
