/** Makes a value when it is first asked for: Intl's formatters take milliseconds each that a start can do without. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
