export const other = 'other'

/** The listed values, or the first `max` that match: each is a time series that is never dropped. */
export function boundedTo(values: Iterable<string>): (value: string) => string {
  const allowed = new Set(values)
  return (value) => (allowed.has(value) ? value : other)
}

export function boundedBy(format: RegExp, max: number): (value: string) => string {
  const accepted = new Set<string>()
  return (value) => {
    if (accepted.has(value)) return value
    if (accepted.size >= max || !format.test(value)) return other
    accepted.add(value)
    return value
  }
}

const statuses = boundedTo(
  [
    [200, 201, 202, 204, 301, 302, 304, 307, 308],
    [400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429],
    [500, 501, 502, 503, 504],
  ]
    .flat()
    .map(String),
)

/** @param status `null`: no answer came */
export function statusLabel(status: number | null): string {
  return status === null ? 'none' : statuses(String(status))
}
