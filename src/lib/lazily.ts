/** Makes a value when it is first asked for, and once. Each of Intl's formatters takes milliseconds of a start. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
