export type Optional<T> = T | null | undefined | false | ''

/** A list without what is missing: `compact(headline, note && context(note))`. */
export function compact<T>(...items: readonly Optional<T>[]): T[] {
  return items.filter(
    (item): item is T => item !== null && item !== undefined && item !== false && item !== '',
  )
}
