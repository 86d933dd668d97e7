/** The day of an ISO 8601 date or date-time, as written; `null` for anything else. */
export function dayOf(date: string | null): string | null {
  const text = /^(?!0000)\d{4}-\d{2}-\d{2}(?=$|T| )/.exec(date ?? '')?.[0]
  if (text === undefined) return null
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    return null
  }
}
