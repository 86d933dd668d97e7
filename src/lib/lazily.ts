/**
 * Makes a value when it is first asked for, and once: Intl's formatters take milliseconds each that a start can do
 * without, and so do modules that one command needs. A module that is imported at each use takes the loader's time
 * each time.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
