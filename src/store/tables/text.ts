/**
 * How an instant is stored: ISO 8601 in UTC with milliseconds, always 24 characters, so that texts sort as
 * times do. Years outside 0000 to 9999 would break that and throw a RangeError.
 */
export function instantText(instant: Temporal.Instant): string {
  const text = instant.toString({ smallestUnit: 'millisecond' })
  if (text.length !== 24)
    throw new RangeError(`cannot store the instant ${text}: its year has no four digits`)
  return text
}

/** `instantText` of the instant that many milliseconds later. */
export const laterText = (instant: Temporal.Instant, milliseconds: number): string =>
  instantText(instant.add({ milliseconds }))

/**
 * PostgreSQL refuses NUL in text, and half of a surrogate pair is no text to either engine. Both become U+FFFD
 * in whatever is bound to a statement, lookups too: hostile text can be stored, and found again, on both alike.
 */
export const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
